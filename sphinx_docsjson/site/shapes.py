"""Reads the flat and the nested shape of the navigation into one tree of containers. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, cast

from sphinx_docsjson.base.files import names_file, page_path
from sphinx_docsjson.base.near_names import did_you_mean, near_name
from sphinx_docsjson.site.fields import (
    color,
    common,
    entry,
    is_entry,
    link,
    overrides,
    site_asyncapi,
    site_openapi,
    warn_unsupported,
)
from sphinx_docsjson.site.model import (
    API_FOLDERS,
    Container,
    Icon,
    Kind,
    LinkEntry,
    Listing,
    OperationEntry,
    PageEntry,
)
from sphinx_docsjson.urls import is_external, mount_path

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from sphinx_docsjson.site.model import Node
    from sphinx_docsjson.site.reader import FieldAt


# Groups of the flat shape, divided among versions, tabs and anchors.
#
# Each page goes to its tab, and in it to its anchor, as ``division.py`` says; all the rest to the
# first tab and to the top anchor (specification, section 2.1).


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Mark:
    """A tab or anchor: the container that pages fall into, or a link. Compared by identity.

    :param prefix: the start of the paths that belong to it; empty for a link.
    :param field: where it is, for messages.
    :param awaits: pages of an API reference will be generated into it.
    """

    node: Container | LinkEntry
    field: FieldAt
    prefix: str = ""
    version: str | None = None
    awaits: bool = False


# Groups of the flat shape, divided among versions, tabs and anchors.
#
# Each page goes to its tab, and in it to its anchor, as ``division.py`` says; all the rest to the
# first tab and to the top anchor (specification, section 2.1).

Marks: TypeAlias = tuple[Mark, ...]


def arrange(
    root: FieldAt, lists: Iterable[FieldAt], around: Listing | None = None
) -> tuple[Node, ...]:
    """Return the children of the site for groups in the flat shape.

    :param root: the whole configuration, with its ``versions``, ``tabs`` and ``anchors``.
    :param lists: the lists of groups and pages.
    :param around: what ``navigation`` says about ``directory``.
    """
    known = versions(root["versions"])
    names = [version.name for version in known]
    found = tuple(
        grouped([part for field in lists for part in parts(field, names, around=around)])
    )
    tabs = _usable(tuple(marks(root["tabs"], Kind.TAB, names)), found, root)
    anchors = _usable(tuple(marks(root["anchors"], Kind.ANCHOR, names)), found, root)
    arranger = _Arranger(root=root, found=found, tabs=tabs, anchors=anchors)
    if not known:
        return tuple(arranger.tabbed(None))
    return tuple(arranger.version(version) for version in known)


def _usable(all_marks: Marks, found: Sequence[FlatPart], root: FieldAt) -> Marks:
    """Leave out marks that no page falls under; a mark that names a page becomes a link to it."""
    paths = list(page_paths(found))
    folders = _api_folders(root)
    kept = []
    first_name = (root["primaryTab"]["name"].text() or "Documentation").casefold()
    for mark in all_marks:
        part = mark.node
        if isinstance(part, LinkEntry) or not mark.prefix:
            kept.append(mark)
        elif (
            part.openapi
            or part.asyncapi
            or any(is_below(folder, mark.prefix) for folder in folders)
        ):
            kept.append(replace(mark, awaits=True))
        elif any(is_below(path, mark.prefix) for path in paths):
            kept.append(mark)
        elif mark.field.reader.tree.is_page(mark.prefix) or names_file(mark.prefix):
            kept.append(replace(mark, node=_as_link(part, mark.prefix), prefix=""))
        elif part.kind is Kind.TAB and part.label.casefold() == first_name:
            kept.append(replace(mark, node=replace(part, prefix=""), prefix=""))
        else:
            mark.field["url"].warn(
                f"no page in the navigation starts with {mark.prefix!r}; "
                f"the {part.kind.value} {part.label!r} is left out"
            )
    return tuple(kept)


def _api_folders(root: FieldAt) -> tuple[str, ...]:
    """Return where the pages of the site's own specifications may be generated."""
    sources = [each for each in (site_openapi(root), site_asyncapi(root)) if each]
    if not sources:
        return ()
    own = tuple(source.directory for source in sources if source.directory)
    return own if len(own) == len(sources) else (*own, *API_FOLDERS)


def _as_link(part: Container, path: str, *, hidden: bool = False) -> LinkEntry:
    return LinkEntry(
        kind=part.kind,
        label=part.label,
        href=f"/{path}",
        icon=part.icon,
        color=part.color,
        hidden=hidden,
        location=part.location,
    )


@dataclass(frozen=True, kw_only=True)
class _Arranger:
    """Arranges the groups of one site.

    :param found: all groups.
    """

    root: FieldAt
    found: Sequence[FlatPart]
    tabs: Marks
    anchors: Marks

    def version(self, version: Version) -> Node:
        """Return a version with its tabs, anchors and groups, or the link that it is."""
        here = version.container
        if version.url is not None:
            return LinkEntry(
                kind=here.kind,
                label=here.label,
                href=version.url,
                default=here.default,
                location=here.location,
            )
        return replace(here, children=tuple(self.tabbed(version.name)))

    def tabbed(self, version: str | None) -> Iterator[Node]:
        """Yield the tabs of a version, or what would be in them when there are none."""
        tabs = _of_version(self.tabs, version)
        divided = divide(self.found, version, tabs)
        rest = divided.pop(None, ())
        links = [mark.node for mark in tabs if isinstance(mark.node, LinkEntry)]
        first = _first(tabs)
        named = first or (tabs and self.root["primaryTab"])
        if not (divided or named or any(mark.awaits for mark in tabs)):
            yield from links
            yield from self.anchored(rest, version, is_rest=True)
            return
        if rest and first is None:
            label = self.root["primaryTab"]["name"].text() or "Documentation"
            place = self.root["primaryTab"].location
            yield Container(
                kind=Kind.TAB,
                label=label,
                primary=True,
                children=tuple(self.anchored(rest, version, is_rest=True)),
                location=place,
            )
        for mark in tabs:
            if isinstance(mark.node, LinkEntry):
                yield mark.node
                continue
            is_rest = mark is first
            inside = rest if is_rest else divided.get(mark, ())
            if inside or mark.awaits:
                below = tuple(self.anchored(inside, version, is_rest=is_rest))
                yield replace(mark.node, children=below, primary=is_rest)

    def anchored(
        self, found: Sequence[FlatPart], version: str | None, *, is_rest: bool
    ) -> Iterator[Node]:
        """Yield the anchors of a tab, or its groups when no anchor divides the site.

        Anchors are the same in every tab: one that has no page in this tab is a link to its
        first page elsewhere.

        :param found: the groups of the tab.
        :param is_rest: the pages belong to no tab; only here an explicit ``topAnchor`` is shown
            without any other anchor.
        """
        anchors = _of_version(self.anchors, version)
        divided = divide(found, version, anchors)
        rest = divided.pop(None, ())
        top = _first(anchors)
        kept = [mark for mark in anchors if mark in divided or (is_rest and mark.awaits)]
        elsewhere = {m: self._link(m, version) for m in anchors if m.prefix and m not in kept}
        named = is_rest and bool(top or self.root["topAnchor"])
        wrapped = bool(kept) or any(elsewhere.values()) or named
        if wrapped and rest and top is None:
            yield self.top_anchor(tuple(_nodes(rest)))
        for mark in anchors:
            if isinstance(mark.node, LinkEntry):
                yield mark.node
            elif mark is top and wrapped and rest:
                yield replace(mark.node, children=tuple(_nodes(rest)), primary=True)
            elif mark in kept:
                yield replace(mark.node, children=tuple(_nodes(divided.get(mark, ()))))
            elif (link := elsewhere.get(mark)) is not None:
                yield link
        if not wrapped:
            yield from _nodes(rest)

    def _link(self, mark: Mark, version: str | None) -> LinkEntry | None:
        """Return the link to the first page of an anchor, wherever that is."""
        part = mark.node
        shown = page_paths(self.found, version)
        path = next((path for path in shown if is_below(path, mark.prefix)), None)
        if path is None or not isinstance(part, Container):
            return None
        return _as_link(part, path, hidden=part.default_hidden)

    def top_anchor(self, children: tuple[Node, ...]) -> Container:
        """Return the anchor that stands for all pages without one."""
        field = self.root["topAnchor"]
        kind = field["iconType"].text() or "duotone"
        return Container(
            kind=Kind.ANCHOR,
            label=field["name"].text() or "Documentation",
            icon=field["icon"].icon(field["iconType"]) or Icon(name="book-open", type=kind),
            color=color(field["color"]),
            primary=True,
            children=children,
            location=field.location if field else None,
        )


def _of_version(all_marks: Marks, version: str | None) -> Marks:
    return tuple(m for m in all_marks if version is None or m.version in (None, version))


def _first(all_marks: Marks) -> Mark | None:
    """Return the mark that was named for all pages without one: its prefix is the root."""
    return next((m for m in all_marks if isinstance(m.node, Container) and not m.prefix), None)


def _nodes(found: Iterable[FlatPart]) -> Iterator[Node]:
    for part in found:
        if isinstance(part.node, Container):
            yield replace(part.node, children=tuple(_nodes(part.parts)))
        else:
            yield part.node


# Which tab or anchor each group of the flat shape belongs to.
#
# A page belongs to the mark whose prefix is the longest that its path starts with
# (specification, section 2.1). A group with pages in several of them becomes one copy in each,
# with its own pages.


def divide(
    found: Sequence[FlatPart], version: str | None, marks: Iterable[Mark]
) -> dict[Mark | None, tuple[FlatPart, ...]]:
    """Return mark → its copy of the groups; the rest is at ``None``.

    :param version: leave out what only other versions show.
    """
    divisions = [m for m in marks if isinstance(m.node, Container) and m.prefix]
    divisions.sort(key=lambda mark: len(mark.prefix), reverse=True)
    lists: dict[Mark | None, list[FlatPart]] = {}
    for part in found:
        for mark, copy in _split(part, version, divisions, None).items():
            lists.setdefault(mark, []).append(copy)
    return {mark: tuple(copies) for mark, copies in lists.items()}


def _split(
    part: FlatPart, version: str | None, divisions: Sequence[Mark], hint: Mark | None
) -> dict[Mark | None, FlatPart]:
    """Return mark → the copy of one part in it.

    :param hint: where an operation goes, which has no path: to the pages it is with.
    """
    if not part.is_group:
        if version is not None and part.version not in (None, version):
            return {}
        return {_mark_of(part.node, divisions, hint): part}
    first = next((path for path in page_paths((part,))), None)
    near = hint if first is None else _mark_of_path(first, divisions)
    if first is None and hint is None:
        near = next((m for m in divisions if m.node.kind is Kind.TAB and m.awaits), None)
    lists: dict[Mark | None, list[FlatPart]] = {}
    for inner in part.parts:
        for mark, copy in _split(inner, version, divisions, near).items():
            lists.setdefault(mark, []).append(copy)
    shown = version is None or part.version in (None, version)
    if not part.parts and shown:
        lists[near] = []
    return {
        mark: replace(part, node=_with_root(part.node, mark, divisions), parts=tuple(copies))
        for mark, copies in lists.items()
    }


def _with_root(node: Node, mark: Mark | None, divisions: Sequence[Mark]) -> Node:
    if not isinstance(node, Container) or node.root is None:
        return node
    return node if _mark_of_path(node.root, divisions) is mark else replace(node, root=None)


def _mark_of(node: Node, divisions: Sequence[Mark], hint: Mark | None) -> Mark | None:
    if isinstance(node, OperationEntry):
        return hint
    return _mark_of_path(node.path, divisions) if isinstance(node, PageEntry) else hint


def _mark_of_path(path: str, divisions: Sequence[Mark]) -> Mark | None:
    return next((mark for mark in divisions if is_below(path, mark.prefix)), None)


def page_paths(found: Iterable[FlatPart], version: str | None = None) -> Iterator[str]:
    """Yield the paths of all pages, or of those that a version shows."""
    for part in found:
        if version is not None and not part.parts and part.version not in (None, version):
            continue
        if isinstance(part.node, PageEntry):
            yield part.node.path
        elif isinstance(part.node, Container) and part.node.root:
            yield part.node.root
        yield from page_paths(part.parts, version)


def is_below(path: str, prefix: str) -> bool:
    """Whether *path* is *prefix* or is below it."""
    return path == prefix or path.startswith(f"{prefix}/")


@dataclass(frozen=True, kw_only=True, slots=True)
class Version:
    """A name of ``versions``; with a locale, it is a language."""

    name: str
    container: Container
    url: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FlatPart:
    """A group, whose own entries are in ``parts``, or an entry.

    :param version: the version it is shown in, from itself or the nearest group around it;
        ``None``: in all.
    """

    node: Node
    version: str | None = None
    parts: tuple[FlatPart, ...] = ()

    @property
    def is_group(self) -> bool:
        """Whether it is a group."""
        return isinstance(self.node, Container)


def versions(field: FieldAt) -> tuple[Version, ...]:
    """Return the versions in the order of the file."""
    found = []
    for item in field.each():
        name = item.text() if not item.is_object else item["name"].text()
        if name is None:
            continue
        locale = item["locale"].text()
        part = Container(
            kind=Kind.LANGUAGE if locale else Kind.VERSION,
            label=locale or name,
            default=item["default"].flag(),
            location=item.location,
        )
        found.append(Version(name=name, container=part, url=item["url"].href()))
    return tuple(found)


def parts(
    field: FieldAt, names: Sequence[str], version: str | None = None, around: Listing | None = None
) -> Iterator[FlatPart]:
    """Read a list of groups and entries.

    :param names: the versions that exist; a ``version`` that is none of them is reported.
    """
    for item in field.each():
        if is_entry(item):
            node = entry(item)
            if node is not None:
                yield FlatPart(node=node, version=version)
            continue
        if (leading := group_link(item)) is not None:
            yield FlatPart(node=leading, version=_version(item["version"], names) or version)
            continue
        group = bare_group(item, around)
        own = _version(item["version"], names) or version
        inner = (
            *parts(item["pages"], names, own, group.listing),
            *parts(item["groups"], names, own, group.listing),
        )
        yield FlatPart(node=group, version=own, parts=inner)


def grouped(found: Sequence[FlatPart]) -> Iterator[FlatPart]:
    """Put entries that are in no group into one without a label."""
    loose: list[FlatPart] = []
    for part in (*found, None):
        if part is not None and not part.is_group:
            loose.append(part)
            continue
        if loose:
            group = Container(kind=Kind.GROUP, label="", location=loose[0].node.location)
            yield FlatPart(node=group, parts=tuple(loose))
            loose = []
        if part is not None:
            yield part


def marks(field: FieldAt, kind: Kind, names: Sequence[str]) -> Iterator[Mark]:
    """Read ``tabs`` or ``anchors``."""
    for item in field.each():
        label, url = item["name"].text(), item["url"].text()
        if label is None or url is None:
            continue
        version = _version(item["version"], names)
        hidden = item["isDefaultHidden"].flag()
        if is_external(url) or url.startswith("#"):
            href = item["url"].href()
            if href is not None:
                node = replace(link(item, kind, label, href), hidden=hidden)
                yield Mark(node=node, field=item, version=version)
            continue
        prefix = page_path(url.partition("#")[0]) or ""
        part = Container(kind=kind, label=label, **common(item))
        part = replace(part, prefix=prefix, default_hidden=hidden)
        yield Mark(node=part, field=item, prefix=prefix, version=version)


def _version(field: FieldAt, names: Sequence[str]) -> str | None:
    """Return the version of a group, tab or anchor; without ``versions`` there is none."""
    name = field.text()
    if name is None or not names or name in names:
        return name if names else None
    hint = did_you_mean(near_name(name, names)) or f" It has {', '.join(names)}."
    field.warn(f'"versions" has no {name!r}; this is shown in every version.{hint}')
    return None


# The newer shape of the navigation: an object of nested containers, in any nesting.

CHILDREN = {
    "languages": (Kind.LANGUAGE, "language"),
    "versions": (Kind.VERSION, "version"),
    "products": (Kind.PRODUCT, "product"),
    "dropdowns": (Kind.DROPDOWN, "dropdown"),
    "tabs": (Kind.TAB, "tab"),
    "menu": (Kind.ITEM, "item"),
    "anchors": (Kind.ANCHOR, "anchor"),
    "groups": (Kind.GROUP, "group"),
}
"""Field of the children → their kind and the field of their label."""


def children(
    field: FieldAt, around: Listing | None = None, skip: Collection[str] = ()
) -> tuple[Node, ...]:
    """Return the children of a container in the order of the file, its ``global`` ones first.

    :param around: what the containers around say about ``directory``.
    :param skip: fields of children that are read elsewhere.

    Pages directly under a container that is not a group become a group without a label.
    """
    below = listing(field, around)
    nodes = list(_global(field["global"], below))
    for key, value in field.members():
        if key in skip:
            continue
        if key == "pages":
            nodes.extend(_grouped(_pages(value, below)))
        elif key in CHILDREN:
            nodes.extend(_containers(value, *CHILDREN[key], below))
    return tuple(nodes)


def _global(field: FieldAt, around: Listing | None) -> Iterator[Node]:
    for key, value in field.members():
        if key in CHILDREN:
            yield from _containers(value, *CHILDREN[key], around)


def _containers(
    field: FieldAt, kind: Kind, label_key: str, around: Listing | None
) -> Iterator[Node]:
    for item in field.each():
        if kind is Kind.GROUP:
            yield group_or_link(item, around)
        else:
            yield container(item, kind, label_key, around)


def container(
    field: FieldAt, kind: Kind, label_key: str, around: Listing | None = None
) -> Container | LinkEntry:
    """Return a container, or the link that it is when it has an ``href`` and no children."""
    label = (
        (field["name"].text() if kind is Kind.PRODUCT else None) or field[label_key].text() or ""
    )
    warn_unsupported(field, "graphql")
    part = part_path(field["sourceRef"])
    nodes = children(field, around)
    href = field["href"].href()
    if href and not nodes and not any(field[key] for key in ("openapi", "asyncapi", "sdk")):
        return link(field, kind, label or href, href)
    return Container(
        kind=kind,
        label=label or part or "Untitled",
        children=nodes,
        part=part,
        overrides=overrides(field) if kind is Kind.LANGUAGE else None,
        **common(field),
    )


def group_or_link(field: FieldAt, around: Listing | None = None) -> Container | LinkEntry:
    """Return a group, or the link that it is when it has an ``href`` and nothing inside."""
    return group_link(field) or group(field, around)


def group_link(field: FieldAt) -> LinkEntry | None:
    """Return the link that a group with an ``href`` and nothing inside is."""
    inside = ("pages", "groups", "root", "openapi", "asyncapi", "sdk")
    if not field["href"] or any(field[key] for key in inside):
        return None
    href = field["href"].href()
    return link(field, Kind.GROUP, field["group"].text() or href, href) if href else None


def group(field: FieldAt, around: Listing | None = None) -> Container:
    """Return a group with its pages and nested groups."""
    alone = bare_group(field, around)
    nested = (group_or_link(item, alone.listing) for item in field["groups"].each())
    return replace(alone, children=(*_pages(field["pages"], alone.listing), *nested))


def bare_group(field: FieldAt, around: Listing | None = None) -> Container:
    """Return a group without what is in it."""
    warn_unsupported(field, "graphql")
    root = field["root"].text()
    return Container(
        kind=Kind.GROUP,
        label=field["group"].text() or "",
        root=page_path(root) if root else None,
        part=part_path(field["sourceRef"]),
        expanded=field["expanded"].flag(not field["collapsed"].flag(True)),
        listing=listing(field, around),
        **common(field),
    )


def part_path(field: FieldAt) -> str | None:
    """Return where a part of a site is that is built by itself (``sourceRef``)."""
    path = field.text()
    if path is None:
        return None
    found = mount_path(path)
    if not found:
        field.warn(f"{path!r} is not a path below the site; write one such as 'v1'")
    return found


def listing(field: FieldAt, around: Listing | None) -> Listing | None:
    """Return how the root page of a group lists its pages: ``directory``, or what is around."""
    written = field["directory"].text()
    if written == "none":
        return None
    return cast(Listing, written) if written in ("accordion", "card") else around


def _pages(field: FieldAt, around: Listing | None) -> Iterator[Node]:
    for item in field.each():
        node = entry(item) if is_entry(item) else group_or_link(item, around)
        if node is not None:
            yield node


def _grouped(nodes: Iterable[Node]) -> Iterator[Node]:
    """Put runs of pages and operations into a group without a label."""
    loose: list[Node] = []
    for node in nodes:
        if isinstance(node, Container):
            yield from _unlabelled(loose)
            loose = []
            yield node
        else:
            loose.append(node)
    yield from _unlabelled(loose)


def _unlabelled(nodes: list[Node]) -> Iterator[Container]:
    if nodes:
        yield Container(
            kind=Kind.GROUP, label="", children=tuple(nodes), location=nodes[0].location
        )
