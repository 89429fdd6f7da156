"""Links of the configuration → addresses on a page: pages, files of the project, other sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.urls import below_base, is_external, path_of_site, safe_url

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    PathTo = Callable[..., str]


class SiteAddresses:
    """Addresses as one page writes them.

    :param pathto: Sphinx's own function of the page, which knows its depth and the builder.
    :param docnames: the documents that exist.
    :param base: the path that the site is served below, such as ``docs``.
    """

    def __init__(self, pathto: PathTo, docnames: Collection[str], base: str = "") -> None:
        self._pathto = pathto
        self._docnames = docnames
        self._base = base

    def page(self, docname: str, fragment: str = "") -> str:
        """Return the address of a document."""
        return self._pathto(docname) + fragment

    def file(self, path: str) -> str:
        """Return the address of a file by its path from the root of the site."""
        return path if is_external(path) else path_of_site(self._pathto(path.lstrip("/"), 1))

    def link(self, href: str) -> str | None:
        """Return the address of a link of the configuration, ``None`` when it is not allowed.

        A path starts at the root of the site and names a page without its extension; what is no
        page is a file. The root itself is the first page.
        """
        url = safe_url(href)
        if url is None or is_external(url) or url.startswith("#"):
            return url
        path, mark, rest = _split(url)
        below = below_base(path, self._base) or path
        docname = resolve_page(path, self._docnames) or resolve_page(below, self._docnames)
        if docname is None and not path.strip("/"):
            return self.home() + mark + rest
        target = self._pathto(docname) if docname else self._pathto(path.lstrip("/"), 1)
        return path_of_site(target) + mark + rest

    def home(self) -> str:
        """Return the address of the first page of the site."""
        return self._pathto("index")

    def choice(self, choice: Any) -> str | None:
        """Return the address of a ``Choice`` of the navigation."""
        if choice.docname is not None:
            return self.page(choice.docname, choice.fragment)
        return self.link(choice.href) if choice.href else None


def _split(url: str) -> tuple[str, str, str]:
    """Return the path of *url*, then ``?`` or ``#`` and what follows it."""
    for index, character in enumerate(url):
        if character in "?#":
            return url[:index], character, url[index + 1 :]
    return url, "", ""
