"""The sidebars of a build: each is written once and completed on every page."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import replace
from functools import cached_property
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from sphinx_docsjson.navigation.sidebar_entries import (
    ClosedEntries,
    DrawnEntries,
    PatchedText,
    SidebarContext,
    Stretches,
    are_few,
    is_group,
    is_large,
    label_html,
    link_html,
    page_label_html,
    short_name,
    tag_html,
    way_from,
)
from sphinx_docsjson.navigation.tree import scope_key
from sphinx_docsjson.site.model import Container, Kind, LinkEntry, PageEntry, tile_colors
from sphinx_docsjson.urls import safe_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sphinx_docsjson.navigation.nav import Choice, Nav
    from sphinx_docsjson.navigation.sidebar_entries import Chunk, Edit, IconHtml, RelativeUrls
    from sphinx_docsjson.navigation.tree import Chain, NavPosition, PageInfo
    from sphinx_docsjson.site.model import Icon, Node, TileColor


FULL_FOLDER = 12
"""How many pages share the addresses that their folder has; for fewer, a text of their own is
longer than what it saves."""

KEPT = 30_000_000
"""How many characters of sidebars are kept. A site with many large groups would need gigabytes for
one sidebar a group; pages of one group are written one after the other."""


def _as_it_is(message: str, _docname: str) -> str:
    return message


class Sidebars:
    """The sidebars of a build.

    :param target_uri: docname → address relative to the site root, as the builder knows it.
    :param icon: makes the HTML of an icon.
    :param label: what the sidebar is called for readers who do not see it.
    :param deprecated: the badge of deprecated pages.
    :param translate: words, and a page → the words in its language.
    :param open_levels: how many levels of groups are open at first.
    :param one_branch: what is below a page is shown around the open page only.
    :param shows_heads: each group shows its own entries, also where only what is around the page
        is written, as toctrees with captions do, unless these are too many as well.
    """

    def __init__(
        self,
        nav: Nav,
        *,
        target_uri: Callable[[str], str],
        icon: IconHtml,
        label: str,
        deprecated: str,
        translate: Callable[[str, str], str] = _as_it_is,
        open_levels: int = 1,
        one_branch: bool = False,
        shows_heads: bool = False,
    ) -> None:
        self._css_class = "dj-sidebar dj-one-branch" if one_branch else "dj-sidebar"
        self.nav = nav
        self._target_uri = target_uri
        self._label = label
        self._translate = translate
        drawn = DrawnEntries(nav)
        self._means = SidebarContext(
            nav=nav,
            drawn=drawn,
            stretches=Stretches(drawn),
            closed=ClosedEntries(drawn, target_uri, icon),
            target_uri=target_uri,
            icon=icon,
            deprecated=deprecated,
            translate=translate,
            colors={color: number for number, color in enumerate(tile_colors(nav.tree.site))},
            is_large=self._is_large,
            open_levels=open_levels,
            shows_heads=shows_heads,
        )
        self._written: OrderedDict[tuple[object, ...], PatchedText] = OrderedDict()
        self._kept = 0
        self._large: dict[int, bool] = {}
        self._numbers: dict[int, dict[str, int]] = {}

    def html(self, docname: str) -> str:
        """Return the sidebar of a page, or of any other page that a builder writes."""
        shown = self.nav.stand_ins.get(docname, docname)
        positions = self.nav.tree.positions(shown)
        bodies = [scope.text(shown) for scope in self.around(docname)]
        if len(positions) > 1:
            bodies = list(map(_version_scope, positions, bodies, range(len(bodies))))
        label = escape(self._translate(self._label, docname))
        start = f'<nav id="dj-sidebar" class="{self._css_class}" aria-label="{label}">'
        return f"{start}{''.join(bodies)}</nav>"

    def around(self, docname: str) -> list[PatchedText]:
        """Return the sidebars that a page shows, one per version and language it is in.

        They are made at this call at the latest; call it for every page before pages are written
        in several processes, so that not every process makes its own.
        """
        shown = self.nav.stand_ins.get(docname, docname)
        return [self._scope(position, docname) for position in self.nav.tree.positions(shown)]

    def _scope(self, position: NavPosition, docname: str) -> PatchedText:
        """Return the sidebar of the scope around *position*, as *docname* shows it.

        The addresses begin at the root of the site, so that all pages of one depth share them. In
        a scope with very many entries they are relative to the folder of the page.
        """
        chain = self.nav.tree.shown_chain(position)
        opened = self._opened(position, chain)
        full = opened is not None and self._in_folder[docname.rpartition("/")[0]] >= FULL_FOLDER
        way = way_from(self._target_uri(docname), docname, shortest=full)
        inner = opened[-1] if opened else None
        stretch = self._stretch_of(inner, position.docname) if inner is not None else None
        key = (scope_key(chain), position.adrift, way, opened and scope_key(opened), stretch)
        if key in self._written:
            self._written.move_to_end(key)
            return self._written[key]
        made = SidebarWriter(
            self._means, position, chain, way, opened=opened, stretch=stretch
        ).written
        self._written[key] = made
        self._kept += len(made.common)
        while self._kept > KEPT and len(self._written) > 1:
            _key, oldest = self._written.popitem(last=False)
            self._kept -= len(oldest.common)
        return made

    @cached_property
    def _in_folder(self) -> Counter[str]:
        """How many pages each folder holds."""
        return Counter(name.rpartition("/")[0] for name in self.nav.tree.docnames)

    def _opened(self, position: NavPosition, chain: Chain) -> Chain | None:
        """Return the groups around a page when only they are written, else ``None``.

        Of a scope with very many entries those of the top group are written; of a group that
        holds as many, those of the group inside it.
        """
        if not self._is_large(chain[-1]):
            return None
        inside = (depth for depth, one in enumerate(position.groups, 1) if not self._is_large(one))
        return position.groups[: next(inside, len(position.groups))]

    def _is_large(self, container: Container) -> bool:
        if id(container) not in self._large:
            self._large[id(container)] = is_large(container)
        return self._large[id(container)]

    def _stretch_of(self, group: Container, docname: str) -> int | None:
        """Return which of the stretches of a group the entry of a page is in."""
        if id(group) not in self._numbers:
            found: dict[str, int] = {}
            for number, stretch in enumerate(self._means.stretches.of(group)):
                for node in stretch.nodes:
                    if isinstance(node, PageEntry) and (name := self._means.drawn.page(node.path)):
                        found.setdefault(name, number)
            self._numbers[id(group)] = found
        return self._numbers[id(group)].get(docname)


def _version_scope(position: NavPosition, body: str, number: int) -> str:
    """Wrap the sidebar of one version; the first one is shown without JavaScript."""
    version = escape(position.label_of(Kind.VERSION) or "")
    hidden = " hidden" if number else ""
    return f'<div class="dj-version-scope" data-version="{version}"{hidden}>{body}</div>'


# The HTML of one scope of the sidebar: anchors, groups, entries, and what differs per page.

CURRENT = ' aria-current="page"'


class SidebarWriter:
    """Writes the sidebar of one scope; :attr:`written` is the result.

    :param position: one in the scope; it decides which anchors there are, and which is active.
    :param chain: the containers around the scope, the last one with its groups.
    :param way: the way from the pages to others.
    :param opened: the groups whose entries are written, briefly; ``None`` for all.
    :param stretch: which stretch of the innermost of them is written.
    """

    def __init__(
        self,
        means: SidebarContext,
        position: NavPosition,
        chain: Chain,
        way: RelativeUrls,
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
        self._around: list[str] = []
        """The labels of the groups around what is written."""
        self.written = PatchedText()
        anchors = self._nav.choices(position, Kind.ANCHOR)
        self._write(anchor_list(anchors, self._href, self._icon_html, means.colors))
        self._shows_heads = means.shows_heads and are_few(chain[-1])
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
            if closed and not self._shows_heads:
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

    def _closed_list(self, closed: Iterable[Container | Chunk]) -> None:
        self._write('<ul class="dj-groups-closed">')
        for one in closed:
            self._write(self._means.closed.html(one, self._way, inside=False))
        self._write("</ul>")

    def _open_stretch(self, stretch: Chunk, opening: tuple[Edit, ...], *, is_open: bool) -> None:
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
        self._entries(group, opening, head_only=self._shows_heads and self._is_closed(group))
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
        if group.is_link:
            self._branch(group, opening)
            return
        self._write('<li><details class="dj-subgroup"')
        if group.expanded or self._level < self._means.open_levels:
            self._write(" open")
        else:
            opening = (*opening, self.written.here(" open"))
        self._write(
            '><summary class="dj-entry dj-subgroup-title">'
            f"{self._icon_html(group.icon)}"
            f"{self._drawn.label_html(group)}{tag_html(group.tag)}"
            "</summary>"
        )
        self._level += 1
        self._entries(group, opening, group.root)
        self._level -= 1
        self._write("</details></li>")

    def _branch(self, group: Container, opening: tuple[Edit, ...]) -> None:
        """Write a page with the pages below it, which a mark beside the link shows and hides."""
        docname = self._drawn.page(group.root)
        if docname is None:
            return
        short = short_name(group.label, self._around)
        label = label_html(short, self._nav.info(docname).parts)
        href = escape(self._href(docname))
        self._write(f'<li class="dj-branch"><a class="dj-entry" href="{href}"')
        mark = self.written.here(CURRENT)
        self._write(f'>{label}</a><details class="dj-subgroup"')
        if group.expanded or self._level < self._means.open_levels:
            self._write(" open")
        else:
            unfold = self.written.here(" open")
            opening = (*opening, unfold)
        self.written.variant(docname, tuple(sorted((*opening, mark))))
        name = escape(group.label)
        self._write(f'><summary class="dj-fold" aria-label="{name}"></summary>')
        self._level += 1
        self._entries(group, opening)
        self._level -= 1
        self._write("</details></li>")

    def _entries(
        self,
        group: Container,
        opening: tuple[Edit, ...],
        root: str | None = None,
        *,
        head_only: bool = False,
    ) -> None:
        """Write the entries of a group, after its own page where that has an entry.

        :param head_only: what is below them is omitted.
        """
        closes = self._opened is not None and (head_only or self._means.is_large(group))
        rows = self._means.stretches.of(group) if closes else ()
        own: list[Node] = [PageEntry(path=root)] if root else []
        self._around.append(group.label)
        if len(rows) < 2:
            self._list([*own, *self._drawn.of(group.children)], opening, closes=closes)
            self._around.pop()
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
        self._around.pop()

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
        info = replace(info, label=short_name(info.label, self._around))
        inner = self._page_label(info, docname, brief=brief)
        if info.url is not None:
            self._write("".join(link_html(info.url, inner, css_class="dj-entry dj-external")))
            return
        fragment = f"#{entry.fragment.lstrip('#')}" if entry.fragment else ""
        css_class = "" if brief else "dj-entry"
        start, end = link_html(self._href(docname, fragment), inner, css_class=css_class)
        self._write(start)
        self.written.variant(docname, (*opening, self.written.here(CURRENT)))
        self._write(end)

    def _page_label(self, info: PageInfo, docname: str, *, brief: bool) -> str:
        means = self._means
        badge = means.translate(means.deprecated, docname) if info.deprecated else ""
        inner = page_label_html(info, badge, brief=brief)
        return f"{self._icon_html(info.icon)}{inner}"

    def _link(self, link: LinkEntry) -> None:
        href = safe_url(link.href) or ""
        path, mark, fragment = href.partition("#")
        docname = self._drawn.page(path) if href.startswith("/") else None
        outside = " dj-external" if docname is None else ""
        target = href if docname is None else self._href(docname, f"{mark}{fragment}")
        inner = f"{self._icon_html(link.icon)}{label_html(link.label)}{tag_html(link.tag)}"
        self._write("".join(link_html(target, inner, css_class=f"dj-entry{outside}")))

    def _href(self, docname: str, fragment: str = "") -> str:
        return f"{self._way.to(self._means.target_uri(docname))}{fragment}"

    def _icon_html(self, icon: Icon | None) -> str:
        html = self._means.icon(icon, self._way.root) if icon is not None else None
        return html or ""


# The anchors above the groups of a sidebar as HTML. Pure.


def anchor_list(
    anchors: Sequence[Choice],
    href_of: Callable[[str, str], str],
    icon: Callable[[Icon | None], str],
    colors: Mapping[TileColor, int],
) -> str:
    """Return the list of *anchors*, or nothing where there are none.

    :param href_of: the address of a document, with a fragment.
    :param icon: makes the HTML of an icon.
    :param colors: colour of an anchor → number of its tile.
    """
    if not anchors:
        return ""
    made = ['<ul class="dj-anchors">']
    for anchor in anchors:
        href = anchor.href or href_of(anchor.docname or "", anchor.fragment)
        state = ' data-active aria-current="true"' if anchor.active else ""
        number = None if anchor.color is None else colors[anchor.color]
        color = "" if number is None else f" dj-anchor-color-{number}"
        drawing = icon(anchor.icon)
        tile = f'<span class="dj-anchor-tile{color}">{drawing}</span>' if drawing else ""
        inner = f"{tile}<span>{escape(anchor.label)}</span>"
        made += link_html(href, inner, css_class="dj-anchor", state=state)
    return "".join([*made, "</ul>"])
