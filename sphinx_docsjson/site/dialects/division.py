"""Which tab or anchor each group of the flat shape belongs to.

A page belongs to the mark whose prefix is the longest that its path starts with
(specification, section 2.1). A group with pages in several of them becomes one copy in each,
with its own pages.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_docsjson.site.containers import Container, Kind, OperationEntry, PageEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx_docsjson.site.containers import Node
    from sphinx_docsjson.site.dialects.flat_shape import FlatPart, Mark


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

    :param hint: where an operation goes, which has no path: to the pages it stands with.
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
    """Whether *path* is *prefix* or stands below it."""
    return path == prefix or path.startswith(f"{prefix}/")
