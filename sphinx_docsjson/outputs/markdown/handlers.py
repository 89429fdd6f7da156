"""Which function writes which node; the modules beside this one fill the table.

A handler is given the writer and a node and returns Markdown: for a node that stands among
paragraphs one or more blocks, for a node inside a line a piece of that line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from docutils import nodes

Handler: TypeAlias = Callable[[Any, Any], str]
_H = TypeVar("_H", bound=Callable[..., str])


class Writes(Protocol):
    """The writer, as far as the handlers here ask it."""

    def blocks(self, children: Iterable[nodes.Node]) -> str:
        """Return nodes as blocks."""

    def inline(self, children: Iterable[nodes.Node]) -> str:
        """Return nodes as a piece of a line."""


HANDLERS: dict[str, Handler] = {}
"""Node class name → handler. Names, because extensions that may be absent declare nodes too."""


def handles(*names: str) -> Callable[[_H], _H]:
    """Declare a function as the handler of the node classes with these *names*.

    :raises ValueError: when a node class has a handler already.
    """

    def declare(function: _H) -> _H:
        for name in names:
            if name in HANDLERS:
                raise ValueError(f"node {name} has two Markdown handlers")
            HANDLERS[name] = function
        return function

    return declare


def nothing(writer: Writes, node: Any) -> str:
    """Leave the node out: it is not part of what a reader sees."""
    return ""


def children_as_blocks(writer: Writes, node: Any) -> str:
    """Write what the node holds."""
    return writer.blocks(node.children)


def children_in_line(writer: Writes, node: Any) -> str:
    """Write what the node holds as a piece of a line."""
    return writer.inline(node.children)
