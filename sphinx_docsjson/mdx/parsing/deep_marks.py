"""How deep emphasis and links of a line may stand in each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

DEEPEST = 60
"""Deeper marks are text: seven hundred stars around a word would end what walks the tree."""


def bound_nesting(state: StateCore) -> None:
    """Turn the marks of each line that stand too deep into text (a core rule)."""
    for block in state.tokens:
        if block.children:
            _bound(block.children)


def _bound(tokens: Iterable[Token]) -> None:
    depth = 0
    for token in tokens:
        depth += token.nesting == 1
        too_deep = depth > DEEPEST
        depth -= token.nesting == -1
        if too_deep and token.nesting:
            token.type, token.tag, token.nesting, token.content = "text", "", 0, token.markup
