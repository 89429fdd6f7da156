"""Which nodes of the navigation have an entry, what it leads to first, and what it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.site.containers import Container, LinkEntry, PageEntry
from sphinx_docsjson.urls import safe_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.site.containers import Node


MAX_END = 32
"""So many characters of a title are enough to tell where a stretch of entries begins or ends."""


def clipped(title: str) -> str:
    """Return a title, of a long one its first words."""
    if len(title) <= MAX_END:
        return title
    words = title[:MAX_END].rpartition(" ")[0] or title[: MAX_END - 1]
    return f"{words.rstrip(' ,;:–-')}…"


class DrawnEntries:
    """The entries of a navigation, whose pages are looked up once."""

    def __init__(self, nav: Nav) -> None:
        self._nav = nav
        self._pages: dict[str, str | None] = {}

    def of(self, nodes: Iterable[Node]) -> Iterator[Node]:
        """Yield those of *nodes* that have an entry."""
        for child in nodes:
            if isinstance(child, Container):
                if not child.hidden and self.are_in(child):
                    yield child
            elif isinstance(child, LinkEntry):
                if not child.hidden and safe_url(child.href) is not None:
                    yield child
            elif isinstance(child, PageEntry):
                docname = self.page(child.path)
                if docname is not None and not self._nav.info(docname).hidden:
                    yield child

    def are_in(self, group: Container) -> bool:
        """Whether a group has a page of its own or an entry inside."""
        return bool(group.root and self.page(group.root)) or any(self.of(group.children))

    def page(self, path: str | None) -> str | None:
        """Return the document that a path of the navigation names, or ``None``."""
        if not path:
            return None
        if path not in self._pages:
            self._pages[path] = resolve_page(path, self._nav.tree.docnames)
        return self._pages[path]

    def first_page(self, nodes: Iterable[Node]) -> str | None:
        """Return the first page that the entries of *nodes* lead to, or ``None``."""
        for node in self.of(nodes):
            found = None
            if isinstance(node, PageEntry):
                found = self.page(node.path)
            elif isinstance(node, Container):
                found = self.page(node.root) or self.first_page(node.children)
            if found:
                return found
        return None

    def name(self, node: Node) -> str:
        """Return what an entry is called; a group without a name like its first entry."""
        if isinstance(node, PageEntry):
            return node.label or self._nav.info(self.page(node.path) or "").label
        if isinstance(node, Container):
            return node.label or next(map(self.name, self.of(node.children)), "")
        return node.label if isinstance(node, LinkEntry) else ""

    def range_name(self, row: Sequence[Node]) -> str:
        """Return what a stretch of entries is called: by its first and its last one."""
        ends = [next(self.of(row), None), next(self.of(reversed(row)), None)]
        return " – ".join(dict.fromkeys(clipped(self.name(node)) for node in ends if node))

    def is_operation(self, node: Node) -> bool:
        """Whether a node is the page of an operation of the site."""
        docname = self.page(node.path) if isinstance(node, PageEntry) else None
        info = self._nav.info(docname) if docname else None
        return info is not None and bool(info.method) and info.url is None
