"""The sidebars of a build: written once per scope and way to the others, spliced per page."""

from __future__ import annotations

from collections import Counter, OrderedDict
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from sphinx_docsjson.navigation.sidebars.closed_entries import ClosedEntries
from sphinx_docsjson.navigation.sidebars.drawn_entries import DrawnEntries
from sphinx_docsjson.navigation.sidebars.means import Means
from sphinx_docsjson.navigation.sidebars.sidebar_html import SidebarWriter
from sphinx_docsjson.navigation.sidebars.stretches import Stretches, is_large
from sphinx_docsjson.navigation.sidebars.ways import way_from
from sphinx_docsjson.navigation.tree import scope_key
from sphinx_docsjson.site.containers import Kind, PageEntry
from sphinx_docsjson.site.tiles import tile_colors

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.navigation.sidebars.entry_labels import IconHtml
    from sphinx_docsjson.navigation.sidebars.splice import Spliced
    from sphinx_docsjson.navigation.tree import Chain, Place
    from sphinx_docsjson.site.containers import Container

FULL_FOLDER = 12
"""So many pages share the addresses that their folder has; for fewer, a text of their own is
longer than what it saves."""

KEPT = 30_000_000
"""So many characters of sidebars are kept. A site with many large groups would need gigabytes for
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
    ) -> None:
        self.nav = nav
        self._target_uri = target_uri
        self._label = label
        self._translate = translate
        drawn = DrawnEntries(nav)
        self._means = Means(
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
        )
        self._written: OrderedDict[tuple[object, ...], Spliced] = OrderedDict()
        self._kept = 0
        self._large: dict[int, bool] = {}
        self._numbers: dict[int, dict[str, int]] = {}

    def html(self, docname: str) -> str:
        """Return the sidebar of a page, or of any other page that a builder writes."""
        shown = self.nav.stand_ins.get(docname, docname)
        places = self.nav.tree.places(shown)
        bodies = [scope.text(shown) for scope in self.around(docname)]
        if len(places) > 1:
            bodies = list(map(_version_scope, places, bodies, range(len(bodies))))
        label = escape(self._translate(self._label, docname))
        return f'<nav id="sidebar" class="dj-sidebar" aria-label="{label}">{"".join(bodies)}</nav>'

    def around(self, docname: str) -> list[Spliced]:
        """Return the sidebars that a page shows, one per version and language it stands in.

        They are made here at the latest; ask for every page before pages are written in
        processes, so that not each process makes its own.
        """
        shown = self.nav.stand_ins.get(docname, docname)
        return [self._scope(place, docname) for place in self.nav.tree.places(shown)]

    def _scope(self, place: Place, docname: str) -> Spliced:
        """Return the sidebar of the scope around *place*, as *docname* shows it.

        The addresses begin at the root of the site, so that all pages of one depth share them. In
        a scope with very many entries they are relative to the folder of the page.
        """
        chain = self.nav.tree.shown_chain(place)
        opened = self._opened(place, chain)
        full = opened is not None and self._in_folder[docname.rpartition("/")[0]] >= FULL_FOLDER
        way = way_from(self._target_uri(docname), docname, shortest=full)
        inner = opened[-1] if opened else None
        stretch = self._stretch_of(inner, place.docname) if inner is not None else None
        key = (scope_key(chain), place.adrift, way, opened and scope_key(opened), stretch)
        if key in self._written:
            self._written.move_to_end(key)
            return self._written[key]
        made = SidebarWriter(
            self._means, place, chain, way, opened=opened, stretch=stretch
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

    def _opened(self, place: Place, chain: Chain) -> Chain | None:
        """Return the groups around a page when only they are written, else ``None``.

        Of a scope with very many entries those of the top group are written; of a group that
        holds as many, those of the group inside it.
        """
        if not self._is_large(chain[-1]):
            return None
        inside = (depth for depth, one in enumerate(place.groups, 1) if not self._is_large(one))
        return place.groups[: next(inside, len(place.groups))]

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


def _version_scope(place: Place, body: str, number: int) -> str:
    """Wrap the sidebar of one version; the first one is shown without JavaScript."""
    version = escape(place.label_of(Kind.VERSION) or "")
    hidden = " hidden" if number else ""
    return f'<div class="dj-version-scope" data-version="{version}"{hidden}>{body}</div>'
