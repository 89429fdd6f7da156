"""What the HTML forms of components draw with: elements, icons, ids, and children that are lent.

A form puts the children of its node into elements for as long as these are written. Then the
children are given back: the doctree stays what it was for whatever reads it next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Self

from docutils import nodes

from sphinx_docsjson.components.component_nodes import element, icon


class Drawing:
    """What the drawing of one document knows: its ids, and who lent which node."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._lent: list[tuple[Any, Any]] = []

    @classmethod
    @contextmanager
    def on(cls, translator: Any) -> Iterator[Self]:
        """Draw what *translator* writes; whatever is lent within this context is given back."""
        drawing: Self = vars(translator).setdefault("docsjson_drawing", cls())
        before = len(drawing._lent)
        try:
            yield drawing
        finally:
            while len(drawing._lent) > before:
                child, parent = drawing._lent.pop()
                child.parent = parent

    def lend(self, found: Iterable[nodes.Node]) -> list[Any]:
        """Return nodes to be put into elements."""
        taken = list(found)
        self._lent += [(node, node.parent) for node in taken]
        return taken

    def new_id(self, prefix: str) -> str:
        """Return ``prefix-1``, ``prefix-2``, … in turn."""
        self._counts[prefix] = self._counts.get(prefix, 0) + 1
        return f"{prefix}-{self._counts[prefix]}"

    def own_icon(self, node: nodes.Element, *classes: str) -> list[icon]:
        """Return the icon that the author gave *node*, if any."""
        return [icon(classes=list(classes), **node["own_icon"])] if "own_icon" in node else []

    def icon(self, name: str, *classes: str) -> icon:
        """Return an icon of our own chrome; Lucide has all that we use."""
        return icon(name=name, library="lucide", classes=list(classes))

    def box(self, node: nodes.Element) -> list[nodes.Node]:
        """Return a ``<div>`` with the classes, the ids and the content of *node*."""
        return [carry(node, element("div", "", *self.lend(node.children)))]


def carry(old: Any, new: Any, *dropped: str) -> Any:
    """Give *new* the ids of *old* and its classes but those *dropped*."""
    new["ids"] = [*old["ids"], *new["ids"]]
    named = [*dropped, *new["classes"]]
    new["classes"] += [name for name in old["classes"] if name not in named]
    new.source, new.line = old.source, old.line
    return new
