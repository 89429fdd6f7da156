"""The HTML of one scope of the sidebar: anchors, groups, entries, and what differs per page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from sphinx_docsjson.navigation.splice import Spliced
from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.site.containers import Container, Kind, LinkEntry, PageEntry
from sphinx_docsjson.urls import safe_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.navigation.page_view import Choice
    from sphinx_docsjson.navigation.pageinfo import PageInfo
    from sphinx_docsjson.navigation.splice import Edit
    from sphinx_docsjson.navigation.tree import Chain, Place
    from sphinx_docsjson.navigation.ways import PageWay
    from sphinx_docsjson.site.appearance import Icon
    from sphinx_docsjson.site.containers import Node
    from sphinx_docsjson.site.tiles import TileColor

    IconHtml: TypeAlias = Callable[[Icon, str], str | None]
    """An icon and the way to the root of the site → HTML."""

CURRENT = ' aria-current="page"'
LONG_LABEL = 24
"""A longer label, such as a path, takes several lines, which may end after a slash."""

SHORT_METHODS = {"DELETE": "DEL", "OPTIONS": "OPT", "WEBHOOK": "HOOK"}


@dataclass(frozen=True, kw_only=True)
class Means:
    """What every sidebar of a build is written with.

    :param target_uri: docname → address relative to the site root, as the builder knows it.
    :param icon: makes the HTML of an icon.
    :param deprecated: the badge of deprecated pages.
    :param colors: colour of an anchor → number of its tile.
    :param is_large: whether a group holds too many entries to write all of them on every page.
    :param open_levels: how many levels of groups are open at first; the first one always is.
    """

    nav: Nav
    target_uri: Callable[[str], str]
    icon: IconHtml
    deprecated: str
    colors: Mapping[TileColor, int]
    is_large: Callable[[Container], bool]
    open_levels: int = 1


class SidebarWriter:
    """Writes the sidebar of one scope; :attr:`written` is the result.

    :param place: a place in the scope; it decides which anchors there are, and which is active.
    :param chain: the containers around the scope, the last one with its groups.
    :param way: the way from the pages to others.
    :param opened: the groups whose entries are written, briefly; ``None`` for all.
    """

    def __init__(
        self, means: Means, place: Place, chain: Chain, way: PageWay, *, opened: Chain | None
    ) -> None:
        self._means = means
        self._nav = means.nav
        self._way = way
        self._opened = opened
        self._level = 1
        self.written = Spliced()
        self._anchors(self._nav.choices(place, Kind.ANCHOR))
        groups = (
            child
            for child in chain[-1].children
            if isinstance(child, Container) and child.kind is Kind.GROUP and not child.hidden
        )
        for closed, run in groupby(groups, lambda one: bool(one.label) and self._is_closed(one)):
            if closed:
                self._closed_groups(run)
            else:
                for group in run:
                    self._group(group)

    def _is_closed(self, group: Container) -> bool:
        """Whether only a link to the first page of a group is written."""
        return self._opened is not None and all(group is not one for one in self._opened)

    def _write(self, text: str) -> None:
        self.written.write(text)

    def _anchors(self, anchors: tuple[Choice, ...]) -> None:
        if not anchors:
            return
        self._write('<ul class="dj-anchors">')
        for anchor in anchors:
            self._write(self._anchor(anchor))
        self._write("</ul>")

    def _anchor(self, anchor: Choice) -> str:
        href = anchor.href or self._href(anchor.docname or "", anchor.fragment)
        state = ' data-active aria-current="true"' if anchor.active else ""
        number = self._color_number(anchor)
        color = "" if number is None else f" dj-anchor-color-{number}"
        return (
            f'<li><a class="dj-anchor" href="{escape(href)}"{state}>'
            f'<span class="dj-anchor-tile{color}">{self._icon_html(anchor.icon)}</span>'
            f"<span>{escape(anchor.label)}</span></a></li>"
        )

    def _color_number(self, anchor: Choice) -> int | None:
        return self._means.colors[anchor.color] if anchor.color is not None else None

    def _group(self, group: Container) -> None:
        """Write a top-level group: always open, with a heading."""
        nodes = list(self._drawn(group))
        if not nodes and group.root is None:
            return
        opening: tuple[Edit, ...] = ()
        self._write('<section class="dj-group"')
        if group.default_hidden:
            opening = (self.written.here("", instead_of=" hidden"),)
        self._write(">")
        if group.label:
            self._heading(group, opening)
        self._entries(nodes, opening, closes=self._means.is_large(group))
        self._write("</section>")

    def _closed_groups(self, groups: Iterable[Container]) -> None:
        """Write groups as a list of links to the first page of each."""
        self._write('<ul class="dj-groups-closed">')
        for group in groups:
            first = self._resolve(group.root) if group.root else self._first_page(group)
            if first is not None:
                self._write(
                    f'<li><a href="{escape(self._href(first))}">'
                    f"{self._icon_html(group.icon)}{escape(group.label)}{_tag(group.tag)}</a></li>"
                )
        self._write("</ul>")

    def _first_page(self, group: Container) -> str | None:
        for node in self._drawn(group):
            if isinstance(node, PageEntry):
                return self._resolve(node.path)
            if isinstance(node, Container) and (found := self._first_page(node)):
                return found
        return None

    def _heading(self, group: Container, opening: tuple[Edit, ...]) -> None:
        docname = self._resolve(group.root) if group.root else None
        title = f"{self._icon_html(group.icon)}{escape(group.label)}{_tag(group.tag)}"
        self._write('<h2 class="dj-group-title">')
        if docname is not None:
            self._write(f'<a href="{escape(self._href(docname))}"')
            self.written.variant(docname, (*opening, self.written.here(CURRENT)))
            title = f">{title}</a>"
        self._write(f"{title}</h2>")

    def _subgroup(self, group: Container, opening: tuple[Edit, ...]) -> None:
        """Write a group inside a group: a disclosure, open around the current page."""
        nodes: list[Node] = list(self._drawn(group))
        if group.root:
            nodes.insert(0, PageEntry(path=group.root))
        if not nodes:
            return
        self._write('<li><details class="dj-subgroup"')
        if group.expanded or self._level < self._means.open_levels:
            self._write(" open")
        else:
            opening = (*opening, self.written.here(" open"))
        self._write(
            '><summary class="dj-entry dj-subgroup-title">'
            f"{self._icon_html(group.icon)}"
            f"{_label(group.label)}{_tag(group.tag)}"
            "</summary>"
        )
        self._level += 1
        self._entries(nodes, opening)
        self._level -= 1
        self._write("</details></li>")

    def _closed_subgroup(self, group: Container) -> None:
        first = self._resolve(group.root) if group.root else self._first_page(group)
        if first is not None:
            self._write(
                f'<li><a class="dj-entry dj-subgroup-closed" href="{escape(self._href(first))}">'
                f"{self._icon_html(group.icon)}"
                f"{_label(group.label)}{_tag(group.tag)}"
                "</a></li>"
            )

    def _entries(
        self, nodes: list[Node], opening: tuple[Edit, ...], *, closes: bool = False
    ) -> None:
        if not nodes:
            return
        brief = self._opened is not None and any(map(self._is_operation, nodes))
        self._write('<ul class="dj-entries dj-brief">' if brief else '<ul class="dj-entries">')
        for node in nodes:
            if isinstance(node, Container) and closes and self._is_closed(node):
                self._closed_subgroup(node)
            elif isinstance(node, Container):
                self._subgroup(node, opening)
            elif isinstance(node, LinkEntry):
                self._link(node)
            elif isinstance(node, PageEntry):
                self._page(node, opening, brief=brief and self._is_operation(node))
        self._write("</ul>")

    def _is_operation(self, node: Node) -> bool:
        """Whether a node is the page of an operation of the site."""
        docname = self._resolve(node.path) if isinstance(node, PageEntry) else None
        info = self._nav.info(docname) if docname else None
        return info is not None and bool(info.method) and info.url is None

    def _drawn(self, group: Container) -> Iterator[Node]:
        """Yield the children of a group that have an entry."""
        for child in group.children:
            if isinstance(child, Container):
                if not child.hidden and self._has_entries(child):
                    yield child
            elif isinstance(child, LinkEntry):
                if not child.hidden and safe_url(child.href) is not None:
                    yield child
            elif isinstance(child, PageEntry):
                docname = self._resolve(child.path)
                if docname is not None and not self._nav.info(docname).hidden:
                    yield child

    def _has_entries(self, group: Container) -> bool:
        return bool(group.root and self._resolve(group.root)) or any(self._drawn(group))

    def _page(self, entry: PageEntry, opening: tuple[Edit, ...], *, brief: bool) -> None:
        """Write the entry of a page; a large reference has too many operations for classes."""
        docname = self._resolve(entry.path)
        if docname is None:
            return
        info = self._nav.info(docname)
        if info.url is not None:
            self._write(f'<li><a class="dj-entry dj-external" href="{escape(info.url)}"')
        else:
            fragment = f"#{entry.fragment.lstrip('#')}" if entry.fragment else ""
            href = self._href(docname, fragment)
            css_class = "" if brief else 'class="dj-entry" '
            self._write(f'<li><a {css_class}href="{escape(href)}"')
            self.written.variant(docname, (*opening, self.written.here(CURRENT)))
        self._write(f">{self._page_label(info, brief=brief)}</a></li>")

    def _page_label(self, info: PageInfo, *, brief: bool) -> str:
        method, label = "", info.label
        if info.method:
            label = label.removeprefix(f"{info.method} ")
            word, name = SHORT_METHODS.get(info.method, info.method), info.method.lower()
            method = f'<span class="dj-method dj-method-{name}">{word}</span> '
            method = f'<b class="dj-method-{name}">{word}</b> ' if brief else method
        mark = f' <span class="dj-tag dj-tag-deprecated">{escape(self._means.deprecated)}</span>'
        deprecated = mark if info.deprecated else ""
        words = f"<span>{_breakable(label)}</span>" if brief else _label(label)
        return f"{self._icon_html(info.icon)}{method}{words}{_tag(info.tag)}{deprecated}"

    def _link(self, link: LinkEntry) -> None:
        href = safe_url(link.href) or ""
        path, mark, fragment = href.partition("#")
        docname = self._resolve(path) if href.startswith("/") else None
        outside = " dj-external" if docname is None else ""
        target = href if docname is None else self._href(docname, f"{mark}{fragment}")
        self._write(
            f'<li><a class="dj-entry{outside}" href="{escape(target)}">'
            f"{self._icon_html(link.icon)}"
            f"{_label(link.label)}{_tag(link.tag)}</a></li>"
        )

    def _resolve(self, path: str) -> str | None:
        return resolve_page(path, self._nav.tree.docnames)

    def _href(self, docname: str, fragment: str = "") -> str:
        return f"{self._way.to(self._means.target_uri(docname))}{fragment}"

    def _icon_html(self, icon: Icon | None) -> str:
        html = self._means.icon(icon, self._way.root) if icon is not None else None
        return html or ""


def _label(text: str) -> str:
    return f'<span class="dj-entry-label">{_breakable(text)}</span>'


def _breakable(text: str) -> str:
    """Return a label of which a long path may take several lines."""
    shown = escape(text)
    return shown[0] + shown[1:].replace("/", "/<wbr>") if len(text) > LONG_LABEL else shown


def _tag(tag: str | None) -> str:
    return f' <span class="dj-tag">{escape(tag)}</span>' if tag else ""
