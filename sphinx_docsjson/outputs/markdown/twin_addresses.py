"""Where the links of a Markdown twin lead: absolute when the base URL is known, else relative."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from sphinx.util.osutil import relative_uri

from sphinx_docsjson.urls import is_external, path_of_site


def twin_name(docname: str) -> str:
    """Return the path of a twin in the output folder."""
    return f"{docname}.md"


def twin_path(docname: str) -> str:
    """Return the address of a twin relative to the site root."""
    return quote(twin_name(docname))


@dataclass(frozen=True, kw_only=True, slots=True)
class TwinAddresses:
    """The addresses of a site as seen from one document.

    :param base_url: the address of the site with a slash at its end, or ``""`` when unknown.
    :param page_uri: the URI of the HTML page of the document, relative to the site root.
    :param twin: the path of the document's twin, relative to the site root.
    :param twins: URI of each HTML page → path of its twin, both relative to the site root.
    """

    base_url: str
    page_uri: str
    twin: str
    twins: Mapping[str, str]

    def site(self, path: str) -> str:
        """Return the address of *path*, which is relative to the site root."""
        if self.base_url:
            return self.base_url + path
        return path_of_site(relative_uri(self.twin, path) or posixpath.basename(path))

    def document(self, docname: str) -> str:
        """Return the address of the twin of a document."""
        return self.site(twin_path(docname))

    def link(self, uri: str) -> str:
        """Return where a link of the page leads: to the twin, when *uri* is a page of the site.

        :param uri: a URI as it stands in the page: absolute, relative to the page, or an anchor.
        """
        if not uri or uri.startswith("#") or is_external(uri):
            return uri
        path, mark, fragment = uri.partition("#")
        target = self._from_root(path)
        if target is None:
            return uri
        twin = self.twins.get(target)
        if twin == self.twin and fragment:
            return f"#{fragment}"
        return self.site(target if twin is None else twin) + mark + fragment

    def _from_root(self, path: str) -> str | None:
        """Return a path of the page as a path from the site root, or ``None`` outside of it."""
        if path.startswith("/"):
            return path[1:]
        joined = posixpath.normpath(posixpath.join(posixpath.dirname(self.page_uri), path))
        if joined.startswith(".."):
            return None
        if joined == ".":
            return ""
        return f"{joined}/" if path.endswith(("/", "/.", "..")) or path in (".", "") else joined
