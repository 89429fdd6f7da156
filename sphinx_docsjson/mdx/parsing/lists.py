"""Lists where indentation means no code: an item may stand however deep it is indented."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_it.rules_block.list import list_block

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock


def list_at_any_depth(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a list as CommonMark does; without indented code, no item is too deep to be one.

    CommonMark takes a marker that stands four columns further in than the list around it for text,
    because code could stand there. markdown-it asks for indented code in every rule but this.
    """
    deep = state.listIndent >= 0 and state.sCount[start] - state.listIndent >= 4
    if not deep or "code" in state.md.block.ruler.get_active_rules():
        return list_block(state, start, end, silent)
    around, state.listIndent = state.listIndent, -1
    try:
        return list_block(state, start, end, silent)
    finally:
        state.listIndent = around
