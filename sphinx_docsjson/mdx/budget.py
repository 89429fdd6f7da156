"""Limits of one page, because a few lines of source can expand to more than any machine has.

``export const b = a + a + a``, ten such lines in a row, is gigabytes of text; a snippet with ten
snippets, each of which has ten, would take years. Each page has one budget for all of this: the
characters of values and inserted sources, the nodes that lists become, the expressions that are
read, the snippets and functions that are inserted. When it is spent, the content so far is kept,
the rest is omitted, and one message reports it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, NamedTuple

DEEPEST = 100
"""How many lists and objects may be in each other."""


@dataclass
class PageBudget:
    """What a page may still spend.

    :param characters: of values that expressions make, and of sources that are inserted.
    :param nodes: that values become.
    :param steps: expressions and pieces of nested text that are read.
    :param inserts: snippets, functions and elements that are put into the page by their names.
    :param spent: what there was too little of; empty while there is enough.
    :param told: whether the page has said so.
    :param at_end: called when the page is read: it gives back what the page had opened.
    """

    characters: int = 10_000_000
    nodes: int = 200_000
    steps: int = 2_000_000
    inserts: int = 5_000
    spent: str = ""
    told: bool = False
    at_end: list[Callable[[], None]] = field(default_factory=list)

    def take(self, what: str, amount: int) -> bool:
        """Spend something; return whether there was enough."""
        left: int = getattr(self, what) - amount
        if left < 0:
            self.spent = self.spent or what
            return False
        setattr(self, what, left)
        return True

    def message(self) -> str:
        """Return the message for the author, once."""
        why = {
            "characters": "its values and snippets have too many characters",
            "nodes": "its lists have too many values",
            "steps": "it has too many expressions and nested strings",
            "inserts": "it has too many snippets and components of its own",
            "depth": f"its lists are nested more than {DEEPEST} levels deep",
        }[self.spent]
        return (
            f"the page is too large: {why}, usually because one multiplies another. "
            "What has been generated is kept, the rest is left out; use less, or split the page."
        )


_CURRENT: ContextVar[PageBudget | None] = ContextVar("the budget of a page", default=None)


def page_budget() -> PageBudget:
    """Return the budget of the page that is being read; a new one where none is."""
    return _CURRENT.get() or PageBudget()


@contextmanager
def spending(budget: PageBudget) -> Iterator[None]:
    """Let what is done inside spend *budget*."""
    before = _CURRENT.set(budget)
    try:
        yield
    finally:
        _CURRENT.reset(before)
        for close in budget.at_end:
            close()


class Size(NamedTuple):
    """How large a value is when it is written out."""

    characters: int
    values: int
    depth: int


def size_of(value: Any) -> Size:
    """Return how large a value is when it is written out.

    A list that occurs in several places is visited once and counted in each. Nothing here is
    recursive: the value may be deeper than Python can follow. A list that contains itself is
    infinitely deep.
    """
    known: dict[int, Size] = {}
    around: set[int] = set()
    waiting = [(value, False)]
    while waiting:
        item, seen = waiting.pop()
        if id(item) in known:
            continue
        if not isinstance(item, list | dict):
            if (props := getattr(item, "props", None)) is None:
                continue
            members = list(props.values())  # an element
        else:
            members = list(item.values()) if isinstance(item, dict) else item
        if not seen:
            if id(item) in around:
                return Size(0, 1, sys.maxsize)
            around.add(id(item))
            waiting += ((item, True), *((member, False) for member in members))
            continue
        inside = [known.get(id(member)) or _plain(member) for member in members]
        keys = sum(len(str(key)) for key in item) if isinstance(item, dict) else 0
        known[id(item)] = Size(
            keys + sum(size.characters for size in inside),
            1 + sum(size.values for size in inside),
            1 + max((size.depth for size in inside), default=0),
        )
    return known.get(id(value)) or _plain(value)


def _plain(value: Any) -> Size:
    text = value if isinstance(value, str) else getattr(value, "source", "")
    return Size(len(text) if isinstance(text, str) else 0, 1, 0)
