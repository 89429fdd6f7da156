"""Of very many siblings in the navigation, which a page shows: its own stretch of them. Pure.

Ten thousand groups on each of ten thousand pages would be gigabytes that nobody reads. A long row
is cut into stretches. The one around the page is written whole, each other one as a link.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING, TypeGuard

from sphinx_docsjson.site.containers import Container, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_docsjson.navigation.sidebars.drawn_entries import DrawnEntries
    from sphinx_docsjson.site.containers import Node

MANY_ENTRIES = 350
"""Beyond these, writing every entry on every page would take more room than all contents."""

STRETCH = 100
"""So many siblings are written together at least."""


def is_large(container: Container) -> bool:
    """Whether a container holds too many entries to write all of them on every page."""
    entries = 0
    for _above, node in container.walk():
        entries += not isinstance(node, Container) or node.root is not None
        if entries > MANY_ENTRIES:
            return True
    return False


def stretches(siblings: Sequence[Node]) -> list[Sequence[Node]]:
    """Cut a row of siblings: into few stretches, none of them very long; a short row stays one."""
    if len(siblings) <= MANY_ENTRIES:
        return [siblings]
    length = max(STRETCH, isqrt(len(siblings)))
    return [siblings[start : start + length] for start in range(0, len(siblings), length)]


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """Some siblings that are written together."""

    nodes: Sequence[Node]
    drawn: DrawnEntries

    @cached_property
    def page(self) -> str | None:
        """The page that a link to it leads to; there is none where all links leave the site."""
        return self.drawn.first_page(self.nodes)

    @cached_property
    def name(self) -> str:
        """What it is called: by its first and its last entry."""
        return self.drawn.range_name(self.nodes)


class Stretches:
    """The stretches of the containers of a navigation, each cut once for all pages."""

    def __init__(self, drawn: DrawnEntries) -> None:
        self._drawn = drawn
        self._known: dict[tuple[int, bool], list[Stretch]] = {}
        self._numbers: dict[tuple[int, bool], dict[int, int]] = {}

    def of(self, container: Container, *, groups: bool = False) -> list[Stretch]:
        """Return the stretches of what is in *container*, or of its groups only."""
        key = (id(container), groups)
        if key not in self._known:
            nodes = [one for one in container.children if not groups or is_group(one)]
            rows = stretches(nodes)
            self._known[key] = [Stretch(nodes=row, drawn=self._drawn) for row in rows]
            self._numbers[key] = {id(one): n for n, row in enumerate(rows) for one in row}
        return self._known[key]

    def number_of(self, node: Node, container: Container, *, groups: bool = False) -> int | None:
        """Return which of the stretches of *container* a node is in, if it is in any."""
        self.of(container, groups=groups)
        return self._numbers[id(container), groups].get(id(node))


def is_group(node: Node) -> TypeGuard[Container]:
    """Whether a node is a group: what a sidebar writes, unlike tabs and versions."""
    return isinstance(node, Container) and node.kind is Kind.GROUP
