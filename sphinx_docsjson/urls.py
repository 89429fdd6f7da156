"""Which URLs may reach a page: the one allow-list for every ``href`` and ``src``."""

from __future__ import annotations

import re
from html import unescape

ALLOWED_SCHEMES = frozenset({"http", "https", "mailto", "tel"})

_IGNORED_BY_BROWSERS = re.compile(r"[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202e\ufeff]")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")


def scheme_of(url: str) -> str | None:
    """Return the lower-case scheme that a browser would see in *url*, or ``None``."""
    visible = _IGNORED_BY_BROWSERS.sub("", unescape(url))
    match = _SCHEME.match(visible)
    return match.group(1).lower() if match else None


def is_external(url: str) -> bool:
    """Whether *url* leaves the site: it has a scheme, or starts with ``//``."""
    return url.strip().startswith("//") or scheme_of(url) is not None


def safe_url(url: str) -> str | None:
    """Return *url* without surrounding space if it may be a link target, else ``None``.

    Allowed are relative URLs, fragments, ``http``, ``https``, ``mailto`` and ``tel``. Control
    characters and entities, which browsers read through, do not hide a scheme.
    """
    scheme = scheme_of(url)
    if scheme is not None and scheme not in ALLOWED_SCHEMES:
        return None
    return url.strip()
