"""Which URLs may reach a page: the one judgement for every ``href`` and ``src``.

A link may lead anywhere: to ``cursor:``, ``slack:``, ``sms:`` and whatever readers have programs
for. Refused is what runs in the page or reads from the reader's machine. What a page loads by
itself, without a click, comes from the site or by ``http`` and ``https``.
"""

from __future__ import annotations

import re
from html import unescape

REFUSED_SCHEMES = frozenset(
    {
        "blob",
        "data",
        "file",
        "filesystem",
        "jar",
        "javascript",
        "jscript",
        "livescript",
        "mocha",
        "vbscript",
        "view-source",
    }
)
"""Schemes that run code or read files; pictures in ``data:`` URLs do neither."""

_PROGRAMS = frozenset(
    {
        "callto",
        "cursor",
        "facetime",
        "geo",
        "intercom",
        "magnet",
        "msteams",
        "sip",
        "skype",
        "slack",
        "sms",
        "tel",
        "vscode",
        "vscode-insiders",
        "xmpp",
        "zed",
    }
)
"""Schemes that are written without ``//``, too."""

_WEB = frozenset({"http", "https"})
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
_FEEDS = re.compile(r"^(?:feed:)+", re.IGNORECASE)
"""What some browsers take off before they open the rest."""

_HOST_AND_PORT = re.compile(r"(?:localhost|[\w-]+(?:\.[\w-]+)+):\d+(?![\w@])", re.IGNORECASE)
_BITMAP = re.compile(
    r"data:image/(?:avif|bmp|gif|jpe?g|png|webp|x-icon|vnd\.microsoft\.icon)[;,]", re.IGNORECASE
)
_PICTURE = re.compile(rf"{_BITMAP.pattern}|data:image/svg\+xml[;,]", re.IGNORECASE)


def scheme_of(url: str) -> str | None:
    """Return the lower-case scheme that a browser sees in *url*, or ``None``.

    Browsers read entities, pass over space and control characters before a URL, and over tabs
    and line breaks within it (WHATWG URL, section 4.4).
    """
    match = _SCHEME.match(_as_browsers_read(url))
    return match.group(1).lower() if match else None


def is_external(url: str) -> bool:
    """Whether *url* leaves the site: it has a scheme, or starts with ``//``."""
    return url.strip().startswith("//") or scheme_of(url) is not None


def why_refused(url: str) -> str:
    """Return why *url* may not be the target of a link, or nothing when it may."""
    visible = _FEEDS.sub("", _visible(url))
    match = _SCHEME.match(visible)
    if match is None:
        return ""
    scheme = match.group(1).lower()
    if scheme == "data":
        return "" if _BITMAP.match(visible) else "of 'data:' only pictures are allowed"
    if scheme in REFUSED_SCHEMES:
        return f"{scheme + ':'!r} is not allowed in a link"
    if _HOST_AND_PORT.match(visible):
        return f"it begins with no scheme: write 'http://{match.group(1)}:…'"
    return ""


def opens_program(url: str) -> bool:
    """Whether *url* is surely the address of a program on the reader's machine.

    What MyST does not find may also be the misspelt name of an object, such as ``std:label``.
    """
    scheme = scheme_of(url)
    if scheme is None or why_refused(url):
        return False
    return scheme in _PROGRAMS or url.strip()[len(scheme) :].startswith("://")


def safe_url(url: str) -> str | None:
    """Return *url* without surrounding space if it may be the target of a link, else ``None``.

    No spelling hides a scheme that is refused: entities, case, space and control characters are
    read through, even where browsers would not.
    """
    return None if why_refused(url) else url.strip()


def safe_source(url: str, *, picture: bool = False) -> str | None:
    """Return *url* without surrounding space if a page may load it by itself, else ``None``.

    :param picture: it is shown by ``<img>``, which runs nothing; ``data:`` images may be there.
    """
    visible = _visible(url)
    match = _SCHEME.match(visible)
    if match is None or match.group(1).lower() in _WEB:
        return url.strip()
    return url.strip() if picture and _PICTURE.match(visible) else None


def path_of_site(path: str) -> str:
    """Return *path*, which leads somewhere in the site, so that it is read as nothing else.

    What remains of ``/javascript:alert(1)`` without its slash would be a scheme, and what begins
    with two slashes a host.
    """
    text = re.sub(r"[\t\n\r]", "", path)
    if (
        scheme_of(text) is None
        and not text.startswith(("//", "\\", "/\\"))
        and text == text.strip()
    ):
        return text
    return "./" + text.strip().lstrip("/\\")


def _as_browsers_read(url: str) -> str:
    return re.sub(r"[\t\n\r]", "", unescape(url).lstrip("".join(map(chr, range(33)))))


def _visible(url: str) -> str:
    """Return *url* without entities and without characters that nobody sees."""
    text = unescape(url)
    while (following := unescape(text)) != text:
        text = following
    return _UNSEEN.sub("", text)


def below_base(path: str, base: str) -> str | None:
    """Return what *path*, from the root of a host, is below *base*; ``None`` where it is not.

    >>> below_base("/docs/quickstart", "docs")
    'quickstart'
    """
    bare = path.lstrip("/")
    if not base or not path.startswith("/") or not f"{bare}/".startswith(f"{base}/"):
        return None
    return bare[len(base) :].lstrip("/")
