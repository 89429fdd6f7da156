"""Of very many siblings in the navigation, which a page shows: its own stretch of them. Pure.

Ten thousand groups on each of ten thousand pages would be gigabytes that nobody reads. A long row
is cut into stretches. The one around the page is written whole, each other one as a link.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from sphinx_docsjson.site.containers import Container

if TYPE_CHECKING:
    from collections.abc import Sequence

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
