"""Finds the positions of all pages in the navigation of a site.

Pure: no Sphinx here. The tree of ``docs.json`` is walked once; afterwards the positions of a page,
the pages of a container and the pages around a position are dictionary look-ups.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from posixpath import commonprefix
from typing import TYPE_CHECKING, TypeAlias

from sphinx_docsjson.base.files import title_from_name
from sphinx_docsjson.base.messages import METHOD
from sphinx_docsjson.base.near_names import near_path
from sphinx_docsjson.site.model import LANGUAGE_NAMES, Container, Icon, Kind, PageEntry
from sphinx_docsjson.urls import is_external, safe_url

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sphinx_docsjson.site.model import Location, Site


Chain: TypeAlias = tuple[Container, ...]
ScopeKey: TypeAlias = tuple[int, ...]

EDITIONS = (Kind.LANGUAGE, Kind.VERSION)
MAX_SUGGESTIONS = 50
"""To look for a near name takes some time; a site with more mistakes has another problem."""

SUFFIXES = (".mdx", ".md", ".rst")


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class NavPosition:
    """A position of a page in the navigation, of which it may have several.

    :param chain: the containers around the page without groups, the site first.
    :param groups: the groups around the page, the outermost first.
    :param hidden: the page, a container or a group around it is never drawn.
    :param listed: whether the page has an entry here; pages outside the navigation have not.
    :param adrift: the page belongs nowhere; it is shown beside the navigation of the start page,
        and no tab or anchor counts as open.
    """

    docname: str
    chain: Chain
    groups: Chain = ()
    hidden: bool = False
    listed: bool = True
    adrift: bool = False

    @property
    def edition(self) -> tuple[str, ...]:
        """The labels of the language and the version, in the order of nesting."""
        return tuple(part.label for part in self.chain if part.kind in EDITIONS)

    def label_of(self, kind: Kind) -> str | None:
        """Return the label of the innermost container of *kind* around the page."""
        return next((part.label for part in reversed(self.chain) if part.kind is kind), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class MissingPage:
    """A page of the navigation that does not exist, and the nearest one that does."""

    entry: PageEntry
    suggestion: str | None


def scope_key(chain: Chain) -> ScopeKey:
    """Return what identifies a scope: one container may be at several positions in the tree."""
    return tuple(map(id, chain))


def resolve_page(path: str, docnames: Collection[str]) -> str | None:
    """Return the document that a path of the navigation names, or ``None``.

    Leading, trailing and doubled slashes and a file extension are tolerated, and a folder is
    for its ``index`` page.
    """
    name = "/".join(part for part in path.split("/") if part not in ("", "."))
    candidates = [name, *(name.removesuffix(suffix) for suffix in SUFFIXES)]
    candidates.append(f"{name}/index" if name else "index")
    return next((candidate for candidate in candidates if candidate in docnames), None)


class Tree:
    """The positions of all pages.

    :param docnames: the documents that exist.
    :param pages: what is known of the pages; may be empty before they are read.
    """

    def __init__(
        self, site: Site, docnames: Collection[str], pages: Mapping[str, PageInfo] | None = None
    ) -> None:
        self.site = site
        self.root = site.navigation
        self.docnames = docnames
        self.pages: Mapping[str, PageInfo] = pages or {}
        self._missing: dict[tuple[str, Location | None], MissingPage] = {}
        self._repeated: dict[tuple[int, str], PageEntry] = {}
        self._positions: dict[str, list[NavPosition]] = defaultdict(list)
        self._orders: dict[ScopeKey, list[str]] = defaultdict(list)
        self._prefixes: list[tuple[str, Chain]] = []
        self._contents: dict[int, PagesByPath] = {}
        self._walk(self.root, (self.root,), (), hidden=False)
        self._neighbours = {key: _positions(order) for key, order in self._orders.items()}
        self._primary = {name: self._choose(found) for name, found in self._positions.items()}
        self._prefixes.sort(key=lambda pair: len(pair[0]), reverse=True)
        self._adrift_chain = self.descend((self.root,))

    @property
    def missing(self) -> Collection[MissingPage]:
        """The pages that the navigation names and that do not exist."""
        return self._missing.values()

    @property
    def repeated(self) -> Collection[PageEntry]:
        """The entries of pages that are in the same group, or division, before."""
        return self._repeated.values()

    @property
    def listed(self) -> Collection[str]:
        """The pages that the navigation names, in the order of the file."""
        return self._positions.keys()

    def positions(self, docname: str) -> tuple[NavPosition, ...]:
        """Return the positions of a page, the primary one first, one per language and version."""
        if docname not in self._primary:
            beside = self.site.beside.get(docname, "")
            if beside not in self._primary:
                return (self._position_outside(docname),)
            chains = [place.chain for place in self.positions(beside)]
            return tuple(NavPosition(docname=docname, chain=c, listed=False) for c in chains)
        primary = self._primary[docname]
        by_edition = {primary.edition: primary}
        for position in self._positions[docname]:
            by_edition.setdefault(position.edition, position)
        return tuple(by_edition.values())

    def neighbours(self, position: NavPosition) -> tuple[str | None, str | None]:
        """Return the pages before and after a position, within its scope."""
        numbers = self._neighbours.get(scope_key(position.chain), {})
        index = numbers.get(position.docname)
        if index is None or not position.listed:
            return None, None
        order = self._orders[scope_key(position.chain)]
        previous = order[index - 1] if index else None
        following = order[index + 1] if index + 1 < len(order) else None
        return previous, following

    def shown_chain(self, position: NavPosition) -> Chain:
        """Return the scope whose sidebar is drawn: a visible one, with entries of its own."""
        visible = position.chain
        for index, part in enumerate(position.chain):
            if part.hidden:
                visible = position.chain[: max(index, 1)]  # of the site itself nothing is omitted
                break
        return visible if visible is position.chain and position.listed else self.descend(visible)

    def descend(self, chain: Chain) -> Chain:
        """Return the scope that is open when nothing inside *chain* was chosen."""
        here = chain[-1]
        inside = [
            child
            for child in here.children
            if isinstance(child, Container) and not child.hidden and self.contents(child).pages
        ]
        divisions = [child for child in inside if child.kind is not Kind.GROUP]
        if len(divisions) < len(inside) or not divisions:
            return chain
        chosen = next(
            (child for child in divisions if child.default or child.primary), divisions[0]
        )
        return self.descend((*chain, chosen))

    def contents(self, container: Container) -> PagesByPath:
        """Return the pages of a container."""
        found = self._contents.get(id(container))
        if found is None:
            found = PagesByPath.of(self._pages_in(container))
            self._contents[id(container)] = found
        return found

    def home(self) -> str | None:
        """Return the first page of the navigation: default language, default version."""
        seen = [
            position for position in self._primary.values() if not self._skipped(position.docname)
        ]
        primary = (position for position in seen if self._is_open(position))
        fallback = (position for position in seen if not position.hidden)
        position = next(primary, None) or next(fallback, None)
        return position.docname if position else None

    def _is_open(self, position: NavPosition) -> bool:
        return not position.hidden and is_default_edition(position.chain)

    def _pages_in(self, container: Container) -> list[str]:
        pages = []
        if container.root is not None:
            pages.append(resolve_page(container.root, self.docnames))
        for child in container.children:
            if isinstance(child, PageEntry):
                pages.append(resolve_page(child.path, self.docnames))
            elif isinstance(child, Container) and not child.hidden:
                pages.extend(self.contents(child).pages)
        return [page for page in pages if page is not None and not self._skipped(page)]

    def _skipped(self, docname: str) -> bool:
        """Whether a page is not a stop on the way through the navigation."""
        info = self.pages.get(docname)
        return info is not None and (info.hidden or info.url is not None)

    def _walk(self, container: Container, chain: Chain, groups: Chain, *, hidden: bool) -> None:
        if container.prefix.strip("/"):
            self._prefixes.append((container.prefix.strip("/"), chain))
        if container.root is not None:
            entry = PageEntry(path=container.root, location=container.location)
            self._add(entry, chain, groups, hidden=hidden)
        seen: set[str] = set()
        for child in container.children:
            if isinstance(child, PageEntry):
                if child.path in seen and not child.fragment:
                    self._repeated[id(container), child.path] = child
                seen.add(child.path)
                self._add(child, chain, groups, hidden=hidden)
            elif isinstance(child, Container):
                below = hidden or child.hidden
                if child.kind is Kind.GROUP:
                    self._walk(child, chain, (*groups, child), hidden=below)
                else:
                    self._walk(child, (*chain, child), (), hidden=below)

    def _add(self, entry: PageEntry, chain: Chain, groups: Chain, *, hidden: bool) -> None:
        docname = resolve_page(entry.path, self.docnames)
        if docname is None:
            self._note_missing(entry)
            return
        skipped = self._skipped(docname)
        unseen = hidden or (docname in self.pages and self.pages[docname].hidden)
        position = NavPosition(docname=docname, chain=chain, groups=groups, hidden=unseen)
        self._positions[docname].append(position)
        if not skipped and not hidden:
            self._orders[scope_key(chain)].append(docname)

    def _note_missing(self, entry: PageEntry) -> None:
        """Note a missing page once, although its group may be in several versions."""
        key = (entry.path, entry.location)
        if key not in self._missing:
            near = self._suggest(entry.path) if len(self._missing) < MAX_SUGGESTIONS else None
            self._missing[key] = MissingPage(entry=entry, suggestion=near)

    def _suggest(self, path: str) -> str | None:
        """Return the page that is meant: one that is spelled alike, or has moved."""
        return near_path(path, sorted(self.docnames))

    def _choose(self, positions: list[NavPosition]) -> NavPosition:
        """Return the primary one: seen, of the default language and version, else the first."""
        return min(positions, key=lambda p: (p.hidden, not is_default_edition(p.chain)))

    def _position_outside(self, docname: str) -> NavPosition:
        for prefix, chain in self._prefixes:
            if docname == prefix or docname.startswith(f"{prefix}/"):
                return NavPosition(docname=docname, chain=self.descend(chain), listed=False)
        return NavPosition(docname=docname, chain=self._adrift_chain, listed=False, adrift=True)


def is_default_edition(chain: Chain) -> bool:
    """Whether every language and version on the way is the one that is shown first."""
    return all(
        part is default_among(parent, part.kind)
        for parent, part in pairwise(chain)
        if part.kind in EDITIONS
    )


def default_among(parent: Container, kind: Kind) -> Container | None:
    """Return the container of *kind* in *parent* that is shown first."""
    siblings = [
        child for child in parent.children if isinstance(child, Container) and child.kind is kind
    ]
    visible = [child for child in siblings if not child.hidden] or siblings
    marked = (child for child in visible if child.default)
    return next(marked, visible[0] if visible else None)


def _positions(order: list[str]) -> dict[str, int]:
    """Return the first position of each page, dropping later repetitions from *order*."""
    order[:] = dict.fromkeys(order)
    return {docname: index for index, docname in enumerate(order)}


# The pages of a container, and which of them corresponds to a page of another one.


@dataclass(frozen=True, kw_only=True, slots=True)
class PagesByPath:
    """The pages of a version, language, tab or group, in order, hidden ones left out.

    :param prefix: the folder that all pages share, with a slash at its end; may be empty.
    :param by_relative_path: path below that folder → page.
    :param by_edition: what is around the folder of a version or a language in a path → page;
        ``None`` for several. It is filled when it is first asked.
    """

    pages: tuple[str, ...]
    prefix: str
    by_relative_path: Mapping[str, str]
    by_edition: dict[tuple[str, str], str | None] = field(
        default_factory=dict, compare=False, repr=False
    )

    @classmethod
    def of(cls, pages: Iterable[str]) -> PagesByPath:
        """Return the contents that *pages* make, each page once."""
        names = tuple(dict.fromkeys(pages))
        prefix = common_folder(names)
        return cls(
            pages=names,
            prefix=prefix,
            by_relative_path={name[len(prefix) :]: name for name in names},
        )

    def counterpart(self, docname: str, origin: PagesByPath | None) -> str | None:
        """Return the page to show for someone who comes from *docname*, else the first page."""
        return self.same(docname, origin) or (self.pages[0] if self.pages else None)

    def same(self, docname: str, origin: PagesByPath | None) -> str | None:
        """Return the page that is *docname* in this container, if there is one.

        The same path with the common folder of either container removed, else the same page, else
        the one whose path differs in the folder of a version or a language only: pages that are
        generated elsewhere leave a container without a common folder, and the newest version and
        the first language often have no folder of their own.

        :param origin: the contents of the sibling that *docname* is in.
        """
        if origin is not None and docname.startswith(origin.prefix):
            matching = self.by_relative_path.get(docname[len(origin.prefix) :])
            if matching is not None:
                return matching
        same = self.by_relative_path.get(docname[len(self.prefix) :])
        return docname if same == docname else self._in_other_edition(docname)

    def _in_other_edition(self, docname: str) -> str | None:
        if not self.by_edition:
            for page in self.pages:
                shorter = ((path, "") for path in _without_its_folder(page))
                for way in (*_without_edition(page), *shorter):
                    self.by_edition[way] = None if way in self.by_edition else page
        for path in _without_its_folder(docname):
            if self.by_relative_path.get(path[len(self.prefix) :]) == path:
                return path
        ways = [*_without_edition(docname), (docname, "")]
        found = {self.by_edition.get(way) for way in ways} - {None}
        return found.pop() if len(found) == 1 else None


def _without_edition(docname: str) -> Iterator[tuple[str, str]]:
    """Yield what is before and after each folder that may be of a version or a language."""
    *folders, _name = docname.split("/")
    before = 0
    for folder in folders:
        after = before + len(folder)
        if folder in LANGUAGE_NAMES or any(map(str.isdigit, folder)):
            yield docname[:before], docname[after:]
        before = after + 1


def _without_its_folder(docname: str) -> Iterator[str]:
    """Yield the path without each folder that is named as languages and versions alone are.

    ``oauth2`` also contains a number.
    """
    for before, after in _without_edition(docname):
        folder = docname[len(before) : len(docname) - len(after)]
        if folder in LANGUAGE_NAMES or folder.removeprefix("v")[:1].isdigit():
            yield before + after[1:]


def common_folder(names: tuple[str, ...]) -> str:
    """Return the deepest folder that holds all *names*, as ``a/b/`` or empty."""
    shared = commonprefix([name.split("/")[:-1] for name in names])
    return "".join(f"{part}/" for part in shared)


# What the navigation shows of a page: its label, icon, badge and method.

_METHOD = re.compile(rf"(?:^|\s)({METHOD}|(?i:webhook))\s+\S")


@dataclass(frozen=True, kw_only=True, slots=True)
class PageInfo:
    """What the navigation knows about a page beside its position.

    :param title: the heading of the page.
    :param label: how the page is named in the navigation: ``sidebarTitle``, else the title.
    :param method: the HTTP method of the operation that the page documents.
    :param url: the external address that the page's entry leads to.
    :param hidden: built and reachable, but neither listed nor a neighbour.
    :param parts: the title in parts, each with whether it is code; none where no part is.
    """

    title: str
    label: str
    parts: tuple[tuple[str, bool], ...] = ()
    icon: Icon | None = None
    tag: str | None = None
    deprecated: bool = False
    method: str | None = None
    url: str | None = None
    hidden: bool = False
    pagination: bool = True


def page_info(docname: str, title: str, metadata: Mapping[str, object]) -> PageInfo:
    """Return what the navigation shows of the page *docname*.

    :param title: the title as plain text; empty when the page has none.
    :param metadata: the front matter as Sphinx keeps it: names with string values.
    """
    front = {name.casefold(): str(value).strip() for name, value in metadata.items()}
    heading = title or title_from_name(docname)
    return PageInfo(
        title=heading,
        label=front.get("sidebartitle") or heading,
        icon=_icon(front),
        tag=front.get("tag") or None,
        deprecated=is_true(front.get("deprecated")),
        method=None if is_true(front.get("hideapimarker")) else _method(front),
        url=_external(front.get("url")),
        hidden=is_true(front.get("hidden")),
        pagination=not is_true(front.get("hidefooterpagination")),
    )


def is_true(value: str | None) -> bool:
    """Whether a front matter value means yes; a name without a value does."""
    return value is not None and value.casefold() in {"true", "yes", "on", "1", ""}


def _icon(front: Mapping[str, str]) -> Icon | None:
    name = front.get("icon")
    return Icon(name=name, type=front.get("icontype") or None) if name else None


def _method(front: Mapping[str, str]) -> str | None:
    """Return the method named in ``openapi: spec GET /x`` or ``api: POST https://…``."""
    for name in ("openapi", "api"):
        match = _METHOD.search(front.get(name, ""))
        if match:
            return match.group(1).upper()
    return None


def _external(value: str | None) -> str | None:
    if not value or not is_external(value):
        return None
    return safe_url(value)
