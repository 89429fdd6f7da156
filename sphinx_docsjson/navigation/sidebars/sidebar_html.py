"""The HTML of one scope of the sidebar: anchors, groups, entries, and what differs per page."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from sphinx_docsjson.navigation.sidebars.anchor_list import anchor_list
from sphinx_docsjson.navigation.sidebars.entry_labels import label_html, page_words, tag_html
from sphinx_docsjson.navigation.sidebars.splice import Spliced
from sphinx_docsjson.navigation.sidebars.stretches import is_group
from sphinx_docsjson.site.containers import Container, Kind, LinkEntry, PageEntry
from sphinx_docsjson.urls import safe_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_docsjson.navigation.pageinfo import PageInfo
    from sphinx_docsjson.navigation.sidebars.means import Means
    from sphinx_docsjson.navigation.sidebars.splice import Edit
    from sphinx_docsjson.navigation.sidebars.stretches import Stretch
    from sphinx_docsjson.navigation.sidebars.ways import PageWay
    from sphinx_docsjson.navigation.tree import Chain, Place
    from sphinx_docsjson.site.appearance import Icon
    from sphinx_docsjson.site.containers import Node

CURRENT = ' aria-current="page"'


class SidebarWriter:
    """Writes the sidebar of one scope; :attr:`written` is the result.

    :param place: a place in the scope; it decides which anchors there are, and which is active.
    :param chain: the containers around the scope, the last one with its groups.
    :param way: the way from the pages to others.
    :param opened: the groups whose entries are written, briefly; ``None`` for all.
    :param stretch: which stretch of the innermost of them is written.
    """

    def __init__(
        self,
        means: Means,
        place: Place,
        chain: Chain,
        way: PageWay,
        *,
        opened: Chain | None,
        stretch: int | None = None,
    ) -> None:
        self._means = means
        self._nav = means.nav
        self._drawn = means.drawn
        self._way = way
        self._opened = opened
        self._stretch = stretch
        self._level = 1
        self.written = Spliced()
        anchors = self._nav.choices(place, Kind.ANCHOR)
        self._write(anchor_list(anchors, self._href, self._icon_html, means.colors))
        if opened is None:
            self._groups(chain[-1].children)
        else:
            self._rows_of_groups(chain[-1])

    def _rows_of_groups(self, around: Container) -> None:
        rows = self._means.stretches.of(around, groups=True)
        chosen = self._chosen(around, groups=True)
        whole = [row.page is None or n == chosen for n, row in enumerate(rows)]
        for is_whole, run in groupby(zip(whole, rows, strict=True), lambda one: one[0]):
            if is_whole or len(rows) == 1:
                for _whole, row in run:
                    self._groups(row.nodes)
            else:
                self._closed_list(row for _whole, row in run)

    def _groups(self, row: Iterable[Node]) -> None:
        drawn = (group for group in row if is_group(group) and not group.hidden)
        for closed, run in groupby(drawn, lambda one: bool(one.label) and self._is_closed(one)):
            if closed:
                self._closed_list(run)
            else:
                for group in run:
                    self._group(group)

    def _is_closed(self, group: Container) -> bool:
        """Whether only a link to the first page of a group is written."""
        if self._opened is None or any(group is one for one in self._opened):
            return False
        return self._drawn.first_page([group]) is not None

    def _chosen(self, around: Container, *, groups: bool = False) -> int | None:
        """Return which of the stretches in a container is written: the one with the page."""
        if not self._opened:
            return None
        if around is self._opened[-1]:
            return self._stretch
        numbers = (
            self._means.stretches.number_of(one, around, groups=groups) for one in self._opened
        )
        return next((number for number in numbers if number is not None), None)

    def _closed_list(self, closed: Iterable[Container | Stretch]) -> None:
        self._write('<ul class="dj-groups-closed">')
        for one in closed:
            self._write(self._means.closed.html(one, self._way, inside=False))
        self._write("</ul>")

    def _open_stretch(self, stretch: Stretch, opening: tuple[Edit, ...], *, is_open: bool) -> None:
        """Write a stretch of a group as a disclosure: a reader sees where it begins and ends."""
        nodes = list(self._drawn.of(stretch.nodes))
        if nodes:
            name = label_html(stretch.name)
            self._write(
                f'<li><details class="dj-subgroup dj-stretch"{" open" if is_open else ""}>'
            )
            self._write(f'<summary class="dj-entry dj-subgroup-title">{name}</summary>')
            self._list(nodes, opening, closes=True)
            self._write("</details></li>")

    def _write(self, text: str) -> None:
        self.written.write(text)

    def _group(self, group: Container) -> None:
        """Write a top-level group: always open, with a heading."""
        if group.root is None and not self._drawn.are_in(group):
            return
        opening: tuple[Edit, ...] = ()
        self._write('<section class="dj-group"')
        if group.default_hidden:
            opening = (self.written.here("", instead_of=" hidden"),)
        self._write(">")
        if group.label:
            self._heading(group, opening)
        self._entries(group, opening)
        self._write("</section>")

    def _heading(self, group: Container, opening: tuple[Edit, ...]) -> None:
        docname = self._drawn.page(group.root) if group.root else None
        title = f"{self._icon_html(group.icon)}{escape(group.label)}{tag_html(group.tag)}"
        self._write('<h2 class="dj-group-title">')
        if docname is not None:
            self._write(f'<a href="{escape(self._href(docname))}"')
            self.written.variant(docname, (*opening, self.written.here(CURRENT)))
            title = f">{title}</a>"
        self._write(f"{title}</h2>")

    def _subgroup(self, group: Container, opening: tuple[Edit, ...]) -> None:
        """Write a group inside a group: a disclosure, open around the current page."""
        if not group.root and not self._drawn.are_in(group):
            return
        self._write('<li><details class="dj-subgroup"')
        if group.expanded or self._level < self._means.open_levels:
            self._write(" open")
        else:
            opening = (*opening, self.written.here(" open"))
        self._write(
            '><summary class="dj-entry dj-subgroup-title">'
            f"{self._icon_html(group.icon)}"
            f"{label_html(group.label)}{tag_html(group.tag)}"
            "</summary>"
        )
        self._level += 1
        self._entries(group, opening, group.root)
        self._level -= 1
        self._write("</details></li>")

    def _entries(
        self, group: Container, opening: tuple[Edit, ...], root: str | None = None
    ) -> None:
        """Write the entries of a group, after its own page where that has an entry."""
        closes = self._opened is not None and self._means.is_large(group)
        rows = self._means.stretches.of(group) if closes else ()
        own: list[Node] = [PageEntry(path=root)] if root else []
        if len(rows) < 2:
            self._list([*own, *self._drawn.of(group.children)], opening, closes=closes)
            return
        chosen = self._chosen(group)
        self._write('<ul class="dj-entries">')
        self._items(own, opening)
        for number, row in enumerate(rows):
            # No page would ever open a stretch of links to other sites.
            if number == chosen or row.page is None:
                self._open_stretch(row, opening, is_open=number == chosen)
            else:
                self._write(self._means.closed.html(row, self._way, inside=True))
        self._write("</ul>")

    def _list(self, nodes: Sequence[Node], opening: tuple[Edit, ...], *, closes: bool) -> None:
        """Write a list of entries, operations briefly where there are very many."""
        if nodes:
            brief = self._opened is not None and any(map(self._drawn.is_operation, nodes))
            self._write('<ul class="dj-entries dj-brief">' if brief else '<ul class="dj-entries">')
            self._items(nodes, opening, closes=closes, brief=brief)
            self._write("</ul>")

    def _items(
        self,
        nodes: Iterable[Node],
        opening: tuple[Edit, ...],
        *,
        closes: bool = False,
        brief: bool = False,
    ) -> None:
        for node in nodes:
            if isinstance(node, Container) and closes and self._is_closed(node):
                self._write(self._means.closed.html(node, self._way, inside=True))
            elif isinstance(node, Container):
                self._subgroup(node, opening)
            elif isinstance(node, LinkEntry):
                self._link(node)
            elif isinstance(node, PageEntry):
                self._page(node, opening, brief=brief and self._drawn.is_operation(node))

    def _page(self, entry: PageEntry, opening: tuple[Edit, ...], *, brief: bool) -> None:
        """Write the entry of a page; a large reference has too many operations for classes."""
        docname = self._drawn.page(entry.path)
        if docname is None:
            return
        info = self._nav.info(docname)
        if entry.label:
            info = replace(info, label=entry.label)
        if info.url is not None:
            self._write(f'<li><a class="dj-entry dj-external" href="{escape(info.url)}"')
        else:
            fragment = f"#{entry.fragment.lstrip('#')}" if entry.fragment else ""
            href = self._href(docname, fragment)
            css_class = "" if brief else 'class="dj-entry" '
            self._write(f'<li><a {css_class}href="{escape(href)}"')
            self.written.variant(docname, (*opening, self.written.here(CURRENT)))
        self._write(f">{self._page_label(info, docname, brief=brief)}</a></li>")

    def _page_label(self, info: PageInfo, docname: str, *, brief: bool) -> str:
        means = self._means
        badge = means.translate(means.deprecated, docname) if info.deprecated else ""
        words = page_words(info, badge, brief=brief)
        return f"{self._icon_html(info.icon)}{words}"

    def _link(self, link: LinkEntry) -> None:
        href = safe_url(link.href) or ""
        path, mark, fragment = href.partition("#")
        docname = self._drawn.page(path) if href.startswith("/") else None
        outside = " dj-external" if docname is None else ""
        target = href if docname is None else self._href(docname, f"{mark}{fragment}")
        self._write(
            f'<li><a class="dj-entry{outside}" href="{escape(target)}">'
            f"{self._icon_html(link.icon)}"
            f"{label_html(link.label)}{tag_html(link.tag)}</a></li>"
        )

    def _href(self, docname: str, fragment: str = "") -> str:
        return f"{self._way.to(self._means.target_uri(docname))}{fragment}"

    def _icon_html(self, icon: Icon | None) -> str:
        html = self._means.icon(icon, self._way.root) if icon is not None else None
        return html or ""
