"""How the element of a name behaves in the flow, and the scan that the rules of a text share."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.mdx.formulas import formulas_in
from sphinx_docsjson.mdx.scan import Scan, scan

if TYPE_CHECKING:
    from collections.abc import MutableMapping

MAX_DEPTH = 16
"""How deep elements may be nested; real pages need nine levels."""


class Shape(Enum):
    """How the element of a name behaves in the flow of a page."""

    BLOCK = auto()
    """Stands on its own, also directly below a line of text."""

    INLINE = auto()
    """Stands inside text; on lines of its own around other blocks it is a block."""

    EITHER = auto()
    """A block where it begins a line, inline elsewhere."""

    UNKNOWN = auto()
    """Shown as text."""


def scan_of(text: str, env: MutableMapping[str, Any], *, blocks: bool) -> Scan:
    """Return the scan of *text*, which is kept as long as the same text is asked for."""
    key = "docsjson_blocks" if blocks else "docsjson_inlines"
    recent: list[Scan] = env.setdefault(key, [])
    for known in recent:
        if known.text is text:
            return known
    # The text of an image inside the text of a paragraph: a few are in use at the same time.
    recent.insert(0, scan(text, blocks=blocks, formulas=formulas_in(env)))
    del recent[4:]
    return recent[0]
