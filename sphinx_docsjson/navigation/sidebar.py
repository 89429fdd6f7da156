"""The HTML of the sidebar: written once per scope and way to the root, spliced per page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, TypeAlias

from sphinx_docsjson.navigation.splice import Spliced
from sphinx_docsjson.navigation.tree import resolve_page, scope_key
from sphinx_docsjson.site.model import Container, Kind, LinkEntry, PageEntry
from sphinx_docsjson.site.tiles import tile_colors
from sphinx_docsjson.urls import safe_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.navigation.pageinfo import PageInfo
    from sphinx_docsjson.navigation.splice import Edit
    from sphinx_docsjson.navigation.tree import Chain, Place, ScopeKey
    from sphinx_docsjson.navigation.view import Choice
    from sphinx_docsjson.site.model import Icon, Node

    IconHtml: TypeAlias = Callable[[Icon, str], str | None]
    """An icon and the way to the root of the site → HTML."""

MANY_ENTRIES = 350
"""Beyond these, writing every entry on every page would take more room than all contents."""

CURRENT = ' aria-current="page"'
SHORT_METHODS = {"DELETE": "DEL", "OPTIONS": "OPT", "WEBHOOK": "HOOK"}


class Sidebars:
    """The sidebars of a build.

    :param target_uri: docname → address relative to the site root, as the builder knows it.
    :param icon: makes the HTML of an icon.
    :param label: what the sidebar is called for readers who do not see it.
    :param deprecated: the badge of deprecated pages.
    """

    def __init__(
        self,
        nav: Nav,
        *,
        target_uri: Callable[[str], str],
        icon: IconHtml,
        label: str,
        deprecated: str,
    ) -> None:
        self._nav = nav
        self._target_uri = target_uri
        self._icon = icon
        self._label = label
        self._deprecated = deprecated
        self._colors = {color: number for number, color in enumerate(tile_colors(nav.tree.site))}
        self._written: dict[tuple[ScopeKey, bool, str, ScopeKey | None], Spliced] = {}
        self._large: dict[int, bool] = {}

    def html(self, docname: str) -> str:
        """Return the sidebar of a page, or of any other page that a builder writes."""
        shown = self._nav.stand_ins.get(docname, docname)
        places = self._nav.tree.places(shown)
        bodies = [scope.text(shown) for scope in self.around(docname)]
        if len(places) > 1:
            bodies = list(map(_version_scope, places, bodies, range(len(bodies))))
        label = escape(self._label)
        return f'<nav id="sidebar" class="dj-sidebar" aria-label="{label}">{"".join(bodies)}</nav>'

    def around(self, docname: str) -> list[Spliced]:
        """Return the sidebars that a page shows, one per version and language it stands in.

        They are made here at the latest; ask for every page before pages are written in
        processes, so that not each process makes its own.
        """
        way = "../" * self._target_uri(docname).count("/")
        shown = self._nav.stand_ins.get(docname, docname)
        return [self.scope(place, way) for place in self._nav.tree.places(shown)]

    def scope(self, place: Place, way: str = "") -> Spliced:
        """Return the sidebar of the scope around *place*, for pages at one depth.

        :param way: the way from such a page to the root of the site, such as ``../``.
        """
        chain = self._nav.tree.shown_chain(place)
        opened = self._opened(place, chain)
        key = (scope_key(chain), place.adrift, way, None if opened is None else scope_key(opened))
        if key not in self._written:
            self._written[key] = _Writer(self, place, chain, way, opened=opened).written
        return self._written[key]

    def _opened(self, place: Place, chain: Chain) -> Chain | None:
        """Return the groups around a page when only they are written, else ``None``.

        Of a scope with very many entries those of the top group are written; of a top group
        that holds as many, those of the group inside it.
        """
        if not self._is_large(chain[-1]):
            return None
        top = place.groups[:1]
        return place.groups[:2] if top and self._is_large(top[0]) else top

    def _is_large(self, container: Container) -> bool:
        """Whether a container holds too many entries to write all of them on every page."""
        if id(container) not in self._large:
            entries = sum(isinstance(node, PageEntry) for _above, node in container.walk())
            self._large[id(container)] = entries > MANY_ENTRIES
        return self._large[id(container)]


class _Writer:
    """Writes the sidebar of one scope."""

    def __init__(
        self,
        sidebars: Sidebars,
        place: Place,
        chain: Chain,
        way: str,
        *,
        opened: Chain | None = None,
    ) -> None:
        self._opened = opened
        self._all = sidebars
        self._nav = sidebars._nav
        self._way = way
        self.written = Spliced()
        self._anchors(self._nav.choices(place, Kind.ANCHOR))
        for child in chain[-1].children:
            if isinstance(child, Container) and child.kind is Kind.GROUP and not child.hidden:
                if child.label and self._is_closed(child):
                    self._closed_group(child)
                else:
                    self._group(child)

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
        return self._all._colors[anchor.color] if anchor.color is not None else None

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
        self._entries(nodes, opening, closes=self._all._is_large(group))
        self._write("</section>")

    def _closed_group(self, group: Container) -> None:
        """Write a group as a link to its first page."""
        first = self._resolve(group.root) if group.root else self._first_page(group)
        if first is None:
            return
        self._write('<section class="dj-group dj-group-closed"><h2 class="dj-group-title">')
        self._write(
            f'<a class="dj-group-link" href="{escape(self._href(first))}">'
            f"{self._icon_html(group.icon)}{escape(group.label)}{_tag(group.tag)}</a>"
        )
        self._write("</h2></section>")

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
            self._write(f'<a class="dj-group-link" href="{escape(self._href(docname))}"')
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
        if group.expanded:
            self._write(" open")
        else:
            opening = (*opening, self.written.here(" open"))
        self._write(
            '><summary class="dj-entry dj-subgroup-title">'
            f"{self._icon_html(group.icon)}"
            f'<span class="dj-entry-label">{escape(group.label)}</span>{_tag(group.tag)}'
            "</summary>"
        )
        self._entries(nodes, opening)
        self._write("</details></li>")

    def _closed_subgroup(self, group: Container) -> None:
        first = self._resolve(group.root) if group.root else self._first_page(group)
        if first is not None:
            self._write(
                f'<li><a class="dj-entry dj-subgroup-closed" href="{escape(self._href(first))}">'
                f"{self._icon_html(group.icon)}"
                f'<span class="dj-entry-label">{escape(group.label)}</span>{_tag(group.tag)}'
                "</a></li>"
            )

    def _entries(
        self, nodes: list[Node], opening: tuple[Edit, ...], *, closes: bool = False
    ) -> None:
        if not nodes:
            return
        self._write('<ul class="dj-entries">')
        for node in nodes:
            if isinstance(node, Container) and closes and self._is_closed(node):
                self._closed_subgroup(node)
            elif isinstance(node, Container):
                self._subgroup(node, opening)
            elif isinstance(node, LinkEntry):
                self._link(node)
            elif isinstance(node, PageEntry):
                self._page(node, opening)
        self._write("</ul>")

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

    def _page(self, entry: PageEntry, opening: tuple[Edit, ...]) -> None:
        docname = self._resolve(entry.path)
        if docname is None:
            return
        info = self._nav.info(docname)
        if info.url is not None:
            self._write(f'<li><a class="dj-entry dj-external" href="{escape(info.url)}"')
        else:
            fragment = f"#{entry.fragment.lstrip('#')}" if entry.fragment else ""
            href = self._href(docname, fragment)
            self._write(f'<li><a class="dj-entry" href="{escape(href)}"')
            self.written.variant(docname, (*opening, self.written.here(CURRENT)))
        self._write(f">{self._page_label(info)}</a></li>")

    def _page_label(self, info: PageInfo) -> str:
        method = ""
        if info.method:
            word = SHORT_METHODS.get(info.method, info.method)
            method = f'<span class="dj-method dj-method-{info.method.lower()}">{word}</span> '
        deprecated = ""
        if info.deprecated:
            deprecated = (
                f' <span class="dj-tag dj-tag-deprecated">{escape(self._all._deprecated)}</span>'
            )
        return (
            f"{self._icon_html(info.icon)}{method}"
            f'<span class="dj-entry-label">{escape(info.label)}</span>{_tag(info.tag)}{deprecated}'
        )

    def _link(self, link: LinkEntry) -> None:
        href = safe_url(link.href) or ""
        path, mark, fragment = href.partition("#")
        docname = self._resolve(path) if href.startswith("/") else None
        outside = " dj-external" if docname is None else ""
        target = href if docname is None else self._href(docname, f"{mark}{fragment}")
        self._write(
            f'<li><a class="dj-entry{outside}" href="{escape(target)}">'
            f"{self._icon_html(link.icon)}"
            f'<span class="dj-entry-label">{escape(link.label)}</span>{_tag(link.tag)}</a></li>'
        )

    def _resolve(self, path: str) -> str | None:
        return resolve_page(path, self._nav.tree.docnames)

    def _href(self, docname: str, fragment: str = "") -> str:
        return f"{self._way}{self._all._target_uri(docname)}{fragment}" or "./"

    def _icon_html(self, icon: Icon | None) -> str:
        html = self._all._icon(icon, self._way) if icon is not None else None
        return html or ""


def _tag(tag: str | None) -> str:
    return f' <span class="dj-tag">{escape(tag)}</span>' if tag else ""


def _version_scope(place: Place, body: str, number: int) -> str:
    """Wrap the sidebar of one version; the first one is shown without JavaScript."""
    version = escape(place.label_of(Kind.VERSION) or "")
    hidden = " hidden" if number else ""
    return f'<div class="dj-version-scope" data-version="{version}"{hidden}>{body}</div>'
