"""Groups of the flat shape, divided among versions, tabs and anchors.

Each page goes to its tab, and in it to its anchor, as ``division.py`` says; all the rest to the
first tab and to the top anchor (specification, section 2.1).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from sphinx_docsjson.site.appearance import Icon
from sphinx_docsjson.site.containers import API_FOLDERS, Container, Kind, LinkEntry, Listing
from sphinx_docsjson.site.dialects.api_fields import site_openapi
from sphinx_docsjson.site.dialects.division import divide, is_below, page_paths
from sphinx_docsjson.site.dialects.entry_fields import color
from sphinx_docsjson.site.dialects.flat_shape import (
    FlatPart,
    Mark,
    grouped,
    marks,
    parts,
    versions,
)
from sphinx_docsjson.site.page_names import names_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx_docsjson.site.containers import Node
    from sphinx_docsjson.site.dialects.field_reader import FieldAt
    from sphinx_docsjson.site.dialects.flat_shape import Version

Marks: TypeAlias = tuple[Mark, ...]


def arrange(
    root: FieldAt, lists: Iterable[FieldAt], around: Listing | None = None
) -> tuple[Node, ...]:
    """Return the children of the site for groups in the flat shape.

    :param root: the whole configuration, with its ``versions``, ``tabs`` and ``anchors``.
    :param lists: the lists of groups and pages.
    :param around: what ``navigation`` says of ``directory``.
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
        elif part.openapi or any(is_below(folder, mark.prefix) for folder in folders):
            kept.append(replace(mark, awaits=True))
        elif any(is_below(path, mark.prefix) for path in paths):
            kept.append(mark)
        elif mark.field.reader.tree.is_page(mark.prefix) or names_file(mark.prefix):
            kept.append(replace(mark, node=_as_link(part, mark.prefix), prefix=""))
        elif part.kind is Kind.TAB and part.label.casefold() == first_name:
            kept.append(replace(mark, node=replace(part, prefix=""), prefix=""))
        else:
            mark.field["url"].warn(
                f"no page of the navigation starts with {mark.prefix!r}; "
                f"the {part.kind.value} {part.label!r} is left out"
            )
    return tuple(kept)


def _api_folders(root: FieldAt) -> tuple[str, ...]:
    """Return where the pages of the site's own specifications may be generated."""
    source = site_openapi(root)
    if source is None:
        return ()
    return (source.directory,) if source.directory else API_FOLDERS


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
