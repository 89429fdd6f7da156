"""The navigation around a page: tabs, switches, breadcrumb, neighbours, icons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING

from sphinx_docsjson.base.files import title_from_name
from sphinx_docsjson.base.source_files import location_of_field
from sphinx_docsjson.icons.lookup import IconSource, resolve_icon, unknown_icon
from sphinx_docsjson.navigation.tree import (
    EDITIONS,
    NavPosition,
    PageInfo,
    Tree,
    is_default_edition,
    resolve_page,
    scope_key,
)
from sphinx_docsjson.site.model import Container, Kind, LinkEntry
from sphinx_docsjson.urls import is_external, safe_url
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.build import Build
    from sphinx_docsjson.navigation.tree import Chain, ScopeKey
    from sphinx_docsjson.site.model import ColorPair, Gradient, Icon, Overrides, Site


class Icons:
    """Makes icons into HTML for one build.

    :param folders: the icon folders of licence holders (``docsjson_icon_dirs``).
    """

    def __init__(self, build: Build, folders: Mapping[str, str]) -> None:
        library, srcdir = build.site.icon_library, build.srcdir
        self._source = IconSource(library=library, srcdir=srcdir, folders=folders)
        self._made: dict[tuple[Icon, str], str | None] = {}

    def html(self, icon: Icon, way: str) -> str | None:
        """Return an icon as HTML, or ``None`` when no icon set has it.

        :param way: the way from the page to the root of the site.
        """
        key = (icon, way)
        if key not in self._made:
            self._made[key] = resolve_icon(icon, self._source, root=way)
        return self._made[key]

    def report_unknown(self, nav: Nav, env: BuildEnvironment) -> None:
        """Warn about each icon of the navigation that no icon set has, where it is named."""
        for icon, docname in icons_of(nav):
            if self.html(icon, "") is None:
                written = location_of_field(env, docname, "icon") if docname else None
                warn(Warn.ICON, unknown_icon(icon.name), location=icon.location or written)


def icons_of(nav: Nav) -> Iterator[tuple[Icon, str | None]]:
    """Yield the icons of containers, links and pages; for pages with their docname."""
    for _ancestors, node in nav.tree.root.walk():
        if isinstance(node, (Container, LinkEntry)) and node.icon is not None:
            yield node.icon, None
    for docname in nav.tree.listed:
        icon = nav.info(docname).icon
        if icon is not None:
            yield icon, docname


# The navigation of a build: page → :class:`PageView`, each part computed once.
#
# :class:`Nav` is what other packages use; it is kept at ``build.nav``.

OPEN_THE_FIRST_PAGE = frozenset({Kind.TAB, Kind.ITEM, Kind.ANCHOR})
BREADCRUMB_KINDS = frozenset({Kind.PRODUCT, Kind.DROPDOWN, Kind.TAB, Kind.ITEM, Kind.ANCHOR})


class Nav:
    """The navigation of one build.

    :param docnames: the documents that exist.
    :param pages: what is known of the pages; empty before they are read.
    :param stand_ins: documents that show another page's content → that page.
    :param neighbours: the pages before and after each page, where Sphinx says which they are.
    :param made: pages without a document, such as ``genindex``; no twin and no index has them.
    """

    def __init__(
        self,
        site: Site,
        docnames: Collection[str],
        pages: Mapping[str, PageInfo] | None = None,
        *,
        stand_ins: Mapping[str, str] | None = None,
        neighbours: Mapping[str, tuple[str | None, str | None]] | None = None,
        made: Collection[str] = (),
    ) -> None:
        self.tree = Tree(site, docnames, pages)
        self.stand_ins: Mapping[str, str] = stand_ins or {}
        self.made = made
        self._joined_neighbours = neighbours
        self._scope_choices: dict[tuple[ScopeKey, Kind, bool], tuple[Choice, ...]] = {}
        self._views: dict[str, PageView] = {}
        self._by_kind: dict[int, dict[Kind, list[Container | LinkEntry]]] = {}

    def info(self, docname: str) -> PageInfo:
        """Return what is known of a page."""
        known = self.tree.pages.get(docname)
        if known is not None:
            return known
        title = title_from_name(docname)
        return PageInfo(title=title, label=title)

    @cached_property
    def groups_by_root(self) -> dict[str, Container]:
        """The groups that have a root page, by the name of that page; the first one counts."""
        found: dict[str, Container] = {}
        for _ancestors, node in self.tree.root.walk():
            if isinstance(node, Container) and node.root is not None:
                docname = resolve_page(node.root, self.tree.docnames)
                if docname is not None:
                    found.setdefault(docname, node)
        return found

    def view(self, docname: str) -> PageView:
        """Return what the page *docname* shows of the navigation.

        Any name is answered: pages outside the navigation, and pages without a document such as
        ``search``, are shown beside the part of the navigation they fall under.
        """
        view = self._views.get(docname)
        if view is None:
            shown = self.stand_ins.get(docname, docname)
            nav_views = tuple(map(self._nav_view, self.tree.positions(shown)))
            view = self._views[docname] = PageView(docname=shown, nav_views=nav_views)
        return view

    def _nav_view(self, position: NavPosition) -> NavView:
        previous, following = self.neighbours(position)
        pagination = self.info(position.docname).pagination
        return NavView(
            version=position.label_of(Kind.VERSION),
            language=position.label_of(Kind.LANGUAGE),
            eyebrow=self._eyebrow(position),
            breadcrumb=tuple(self._breadcrumb(position)),
            tabs=self.choices(position, Kind.TAB),
            items=self.choices(position, Kind.ITEM),
            anchors=self.choices(position, Kind.ANCHOR),
            versions=self.choices(position, Kind.VERSION),
            languages=self.choices(position, Kind.LANGUAGE),
            products=self.choices(position, Kind.PRODUCT),
            dropdowns=self.choices(position, Kind.DROPDOWN),
            previous=self._neighbour(previous) if pagination else None,
            next=self._neighbour(following) if pagination else None,
            overrides=next((p.overrides for p in reversed(position.chain) if p.overrides), None),
            home=self._home(position.chain),
        )

    def _home(self, chain: Chain) -> str | None:
        """Return the first page of the language that is read, unless it is the default one."""
        kinds = [part.kind for part in chain]
        above = chain[: kinds.index(Kind.LANGUAGE) + 1] if Kind.LANGUAGE in kinds else ()
        if not above or is_default_edition(above):
            return None
        return next(iter(self.tree.contents(self.tree.descend(above)[-1]).pages), None)

    def neighbours(self, position: NavPosition) -> tuple[str | None, str | None]:
        """Return the pages before and after a position."""
        if self._joined_neighbours is not None:
            return self._joined_neighbours.get(position.docname, (None, None))
        return self.tree.neighbours(position)

    def _neighbour(self, docname: str | None) -> PageLink | None:
        if docname is None:
            return None
        return PageLink(label=self.info(docname).label, docname=docname)

    def _eyebrow(self, position: NavPosition) -> str | None:
        named = [group for group in reversed(position.groups) if group.label]
        if named and named[0].root == position.docname:
            # The page that stands for a group and is called as the group is.
            named = [group for group in named if group.label != self.info(position.docname).title]
        return named[0].label if named else None

    def _breadcrumb(self, position: NavPosition) -> Iterator[PageLink]:
        if position.adrift:
            return
        divisions = [part for part in position.chain if part.kind in BREADCRUMB_KINDS]
        for part in (*divisions, *position.groups):
            if part.label:
                yield PageLink(label=part.label, docname=self._opening_page(part))

    def _opening_page(self, container: Container) -> str | None:
        if container.kind is Kind.GROUP and container.root is None:
            return None
        pages = self.tree.contents(container).pages
        return pages[0] if pages else None

    def choices(self, position: NavPosition, kind: Kind) -> tuple[Choice, ...]:
        """Return the entries of the switch of *kind* for a position, in the order of the file."""
        chain = self.tree.shown_chain(position)
        if kind not in OPEN_THE_FIRST_PAGE:
            return _each_once(self._choices(position, chain, kind))
        key = (scope_key(chain), kind, position.adrift)
        if key not in self._scope_choices:
            self._scope_choices[key] = _each_once(self._choices(position, chain, kind))
        return self._scope_choices[key]

    def _choices(self, position: NavPosition, chain: Chain, kind: Kind) -> Iterator[Choice]:
        way = _Way(position.docname, frozenset(self._open_parts(position, chain)))
        for parent, part in zip_longest(chain, chain[1:]):
            origin = part if part is not None and part.kind is kind else None
            yield from self._entries(parent, kind, way, origin)

    def _open_parts(self, position: NavPosition, chain: Chain) -> Iterator[int]:
        for part in chain:
            if not position.adrift or part.primary or part.kind not in OPEN_THE_FIRST_PAGE:
                yield id(part)

    def _entries(
        self, parent: Container, kind: Kind, way: _Way, origin: Container | None
    ) -> Iterator[Choice]:
        for child in self._children(parent, kind):
            if isinstance(child, LinkEntry):
                choice = self._link(child)
            else:
                choice = self._choice(child, way, origin)
            if choice is not None:
                yield choice

    def _children(self, parent: Container, kind: Kind) -> Sequence[Container | LinkEntry]:
        """Return what is of a kind in a container: few of ten thousand, and every page asks."""
        if id(parent) not in self._by_kind:
            found: dict[Kind, list[Container | LinkEntry]] = {}
            for child in parent.children:
                if isinstance(child, Container | LinkEntry):
                    found.setdefault(child.kind, []).append(child)
            self._by_kind[id(parent)] = found
        return self._by_kind[id(parent)].get(kind, ())

    def _choice(self, part: Container, way: _Way, origin: Container | None) -> Choice | None:
        is_open = id(part) in way.open_parts
        pages = self.tree.contents(part).pages
        menu = tuple(self._entries(part, Kind.ITEM, way, None))
        drawn = not part.hidden and (is_open or not part.default_hidden)
        if not drawn or not (pages or menu):
            return None
        return Choice(
            kind=part.kind,
            label=part.label,
            is_same=self._is_same(part, way, origin),
            docname=self._target(part, way, origin) if pages else menu[0].docname,
            href=None if pages else menu[0].href,
            active=is_open,
            default=part.default,
            icon=part.icon,
            color=part.color,
            description=part.description,
            tag=part.tag,
            at_end=part.at_end,
            menu=menu,
        )

    def _target(self, part: Container, way: _Way, origin: Container | None) -> str:
        contents = self.tree.contents(part)
        found = contents.pages[0]
        if part.kind not in OPEN_THE_FIRST_PAGE and origin is not None:
            found = contents.counterpart(way.docname, self.tree.contents(origin)) or found
        if self._stands_in(found, part):
            return found
        # A page that another part lists as well opens that part; readers would never get here.
        own = (page for page in contents.pages if self._stands_in(page, part))
        return next(own, found)

    def _stands_in(self, page: str, part: Container) -> bool:
        chains = (position.chain for position in self.tree.positions(page))
        return any(each is part for chain in chains for each in chain)

    def _is_same(self, part: Container, way: _Way, origin: Container | None) -> bool:
        if part.kind not in EDITIONS or origin is None:
            return False
        contents = self.tree.contents(part)
        return contents.same(way.docname, self.tree.contents(origin)) is not None

    def _link(self, entry: LinkEntry) -> Choice | None:
        href = None if entry.hidden else safe_url(entry.href)
        if href is None:
            return None
        path, hash_mark, fragment = href.partition("#")
        external = is_external(href)
        docname = None if external else resolve_page(path, self.tree.docnames)
        return Choice(
            kind=entry.kind,
            label=entry.label,
            docname=docname,
            href=href if docname is None else None,
            fragment=f"{hash_mark}{fragment}" if docname is not None else "",
            default=entry.default,
            icon=entry.icon,
            color=entry.color,
            description=entry.description,
            tag=entry.tag,
            at_end=entry.at_end,
        )


def _each_once(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return the entries of a switch without those that look the same and lead to the same place.

    Tabs may be in a version and beside all versions; the open one of two counts.
    """
    found: dict[tuple[str, ...], Choice] = {}
    for choice in choices:
        key = (choice.label, choice.docname or "", choice.href or "", choice.fragment)
        if choice.active or key not in found:
            found[key] = choice
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Way:
    """From which page a reader looks at a switch, and which containers are open around it."""

    docname: str
    open_parts: frozenset[int]


# What a page shows of the navigation: tabs, anchors, switches, breadcrumb and neighbours.
#
# Targets are docnames or external addresses, never relative URLs, so that a view holds for every
# builder; templates turn docnames into URLs with ``pathto``.


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """One entry of a switch: a tab, an anchor, a version, a language, a product, …

    :param docname: the page that it leads to, or ``None`` when it leaves the site.
    :param href: the address that it leads to when it is not a page.
    :param fragment: ``#section`` on the page, or empty.
    :param active: the page that is open is inside.
    :param is_same: a version or language that has this page, too, and leads to it.
    :param menu: the entries of a tab's or product's own menu.
    """

    kind: Kind
    label: str
    docname: str | None = None
    href: str | None = None
    fragment: str = ""
    active: bool = False
    is_same: bool = False
    default: bool = False
    icon: Icon | None = None
    color: str | ColorPair | Gradient | None = None
    description: str | None = None
    tag: str | None = None
    at_end: bool = False
    menu: tuple[Choice, ...] = ()


def current_version(versions: Sequence[Choice]) -> Choice | None:
    """Return the version that readers should read instead of this one, if it is not the one.

    It is the one that is marked as the default. Without a mark it is the first one, but only if
    its number is the highest: a list may begin with the oldest version.
    """
    if not any(choice.active for choice in versions):
        return None
    marked = next((choice for choice in versions if choice.default), None)
    if marked is None:
        numbers = [[int(number) for number in _NUMBER.findall(each.label)] for each in versions]
        if not all(numbers) or any(number >= numbers[0] for number in numbers[1:]):
            return None
        marked = versions[0]
    return None if marked.active else marked


_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, kw_only=True, slots=True)
class PageLink:
    """A step of the breadcrumb, whose ``docname`` may be ``None``, or the page before or after."""

    label: str
    docname: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class NavView:
    """What is shown while a page is read in one of its positions.

    :param version: the version of this position, as named in the dropdown.
    :param eyebrow: the label of the nearest group with a name.
    :param items: the menu entries of the open tab.
    :param overrides: what the language shows instead of the site's own links and banner.
    :param home: the first page of the language, where that is another one than the root.
    """

    version: str | None = None
    language: str | None = None
    eyebrow: str | None = None
    breadcrumb: tuple[PageLink, ...] = ()
    tabs: tuple[Choice, ...] = ()
    items: tuple[Choice, ...] = ()
    anchors: tuple[Choice, ...] = ()
    versions: tuple[Choice, ...] = ()
    languages: tuple[Choice, ...] = ()
    products: tuple[Choice, ...] = ()
    dropdowns: tuple[Choice, ...] = ()
    previous: PageLink | None = None
    next: PageLink | None = None
    overrides: Overrides | None = None
    home: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PageView:
    """What a page shows of the navigation.

    :param docname: the page whose content is shown; for a root document that shows the first
        page of the navigation, that page.
    :param nav_views: one per version and language that the page is in, the primary first.
    """

    docname: str
    nav_views: tuple[NavView, ...]

    @property
    def nav_view(self) -> NavView:
        """The primary one: of the default version and language, else the first."""
        return self.nav_views[0]
