"""What the HTML forms of components draw with: elements, icons, ids, and children that are lent.

A form puts the children of its node into elements for as long as these are written. Then the
children are given back: the doctree stays what it was for whatever reads it next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from docutils import nodes

from sphinx_docsjson.components.forms.html_elements import element
from sphinx_docsjson.components.forms.icon_nodes import icon


class Drawing:
    """What the drawing of one document knows: its ids, and what is to be put back.

    :param is_book: whether an EPUB is drawn, where nothing answers to a button.
    """

    def __init__(self, *, is_book: bool) -> None:
        self.is_book = is_book
        self._counts: dict[str, int] = {}
        self._undo: list[Callable[[], None]] = []

    @classmethod
    @contextmanager
    def on(cls, translator: Any) -> Iterator[Drawing]:
        """Draw what *translator* writes; what is changed within this context is put back."""
        drawing = getattr(translator, "docsjson_drawing", None)
        if drawing is None:
            drawing = cls(is_book=translator.builder.name == "epub")
            translator.docsjson_drawing = drawing
        before = len(drawing._undo)
        try:
            yield drawing
        finally:
            while len(drawing._undo) > before:
                drawing._undo.pop()()

    def lend(self, found: Iterable[nodes.Node]) -> list[Any]:
        """Return nodes to be put into elements."""
        taken: list[Any] = list(found)
        self._undo += [partial(setattr, node, "parent", node.parent) for node in taken]
        return taken

    def put(self, drawn: list[nodes.Node], node: nodes.Node) -> list[nodes.Node]:
        """Let *drawn* stand in the place of *node*, and return it.

        Translators ask a node for its place among its siblings.
        """
        parent = node.parent
        for new in drawn:
            new.parent = parent
        if parent is not None and node in parent.children:
            place = parent.index(node)
            self._undo.append(partial(setattr, parent, "children", parent.children))
            parent.children = [*parent.children[:place], *drawn, *parent.children[place + 1 :]]
        return drawn

    def dress(self, node: nodes.Element, classes: list[str]) -> None:
        """Give *node* other classes while it is drawn."""
        self._undo.append(partial(node.__setitem__, "classes", node["classes"]))
        node["classes"] = classes

    def new_id(self, prefix: str) -> str:
        """Return ``prefix-1``, ``prefix-2``, … in turn."""
        self._counts[prefix] = self._counts.get(prefix, 0) + 1
        return f"{prefix}-{self._counts[prefix]}"

    def own_icon(self, node: nodes.Element) -> list[icon]:
        """Return the icon that the author gave *node*, if any."""
        return [icon(**node["own_icon"])] if "own_icon" in node else []

    def icon(self, name: str, *classes: str) -> icon:
        """Return an icon of our own chrome; Lucide has all that we use."""
        return icon(name=name, library="lucide", classes=list(classes))


def boxed(node: nodes.Element, drawing: Drawing) -> list[nodes.Node]:
    """Return a ``<div>`` with the classes, the ids and the content of *node*."""
    return [carry(node, element("div", "", *drawing.lend(node.children)))]


def carry(old: Any, new: Any, *dropped: str) -> Any:
    """Give *new* the ids of *old* and its classes but those *dropped*."""
    new["ids"] = [*old["ids"], *new["ids"]]
    left = [name for name in old["classes"] if name not in (*dropped, *new["classes"])]
    new["classes"] += left
    new.source, new.line = old.source, old.line
    return new
