"""Where addresses lead that a description writes relative to something. Pure.

OpenAPI 3.0.0 to 3.0.3 and 3.1.0 resolve them with the URL of the first server ("Relative
References in URLs"); later releases take addresses of documentation as identifiers, which are
relative to the description itself ("Relative References in API Description URIs"). Where one of
both is not known, the other one is what the author can have meant.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from posixpath import normpath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

from sphinx_docsjson.openapi.reading.file_keys import join
from sphinx_docsjson.openapi.reading.lenient import text
from sphinx_docsjson.urls import is_external, scheme_of

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.api import Specification

_PAGE = re.compile(r"\.(?:mdx?|rst|html)$")

BY_SERVER = ("3.0.0", "3.0.1", "3.0.2", "3.0.3", "3.1.0")


def absolute_url(url: str, spec: Specification) -> str:
    """Return *url* with what it is relative to; as it is where nothing says what that is."""
    if is_external(url):
        return url
    bases = (document_url(spec), _server_url(spec))
    if spec.version in BY_SERVER:
        bases = bases[::-1]
    base = next((each for each in bases if scheme_of(each) in ("http", "https")), "")
    try:
        return urljoin(base, url) if base else url
    except ValueError:
        return url


class PagePlace(NamedTuple):
    """A page of the site, and an anchor on it or nothing."""

    docname: str
    anchor: str = ""


def page_at(url: str, key: str, documents: Collection[str]) -> PagePlace | None:
    """Return the page that *url* means in the description *key*, where the site has such a page.

    A path from the root is one from the root of the site. Whoever writes the name of a page into
    a description of the same site means that page, whatever the servers of the API are.
    """
    path, _mark, anchor = url.strip().partition("#")
    if not path or is_external(url) or "://" in key or "?" in path:
        return None
    whole = normpath(path.lstrip("/")) if path.startswith("/") else join(key, path)
    stem = _PAGE.sub("", whole)
    name = next((name for name in (stem, f"{stem}/index") if name in documents), None)
    return PagePlace(name, anchor) if name else None


def document_url(spec: Specification) -> str:
    """Return the URL of a description: what it says (``$self``, 3.2), or where it was read."""
    own = text(spec.document.get("$self"))
    place = spec.key if "://" in spec.key else ""
    return urljoin(place, own) if own else place


def _server_url(spec: Specification) -> str:
    """Return the URL of the first server, as the folder that its paths are in."""
    url = spec.servers[0].default_url if spec.servers else ""
    return f"{url}/" if url else ""
