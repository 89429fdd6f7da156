"""What the paper forms of components are made of: entries, lines, smaller headings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from docutils import nodes

from sphinx_docsjson.components.forms.icon_nodes import icon

INNER_LEVEL = 4
"""The level of a heading inside a component in LaTeX, below those of sections and updates."""

MERGED = "docsjson_entries"
"""The attribute of the lists made here: those that follow each other become one."""


def entry(
    words: Iterable[nodes.Node], content: Iterable[nodes.Node], ids: Iterable[str] = ()
) -> nodes.definition_list:
    """Return a title with what belongs to it."""
    term = nodes.term("", "", *unwrap(words))
    term["ids"] = list(ids)
    definition = nodes.definition("", *unwrap(content))
    return nodes.definition_list(
        "", nodes.definition_list_item("", term, definition), **{MERGED: True}
    )


def own_icon(node: nodes.Element, form: str) -> list[nodes.Node]:
    """Return the icon that an author gave a component, where it is drawn."""
    if form != "latex" or "own_icon" not in node:
        return []
    return [icon(**node["own_icon"]), nodes.Text(" ")]


def line_of(*words: nodes.Node) -> nodes.paragraph:
    """Return a paragraph of its own."""
    return nodes.paragraph("", "", *words)


def has_class(node: nodes.Node, name: str) -> bool:
    """Whether *node* is an element of that class."""
    return isinstance(node, nodes.Element) and name in node["classes"]


def lower_headings(content: Iterable[nodes.Node]) -> None:
    """Let the headings in *content* be smaller than the title above them."""
    for node in content:
        for rubric in node.findall(nodes.rubric):
            rubric["heading-level"] = max(INNER_LEVEL, rubric.get("heading-level", INNER_LEVEL))


def frameless(node: Any, form: str) -> list[nodes.Node]:
    """Return what stands in a frame that paper does not have."""
    return unwrap(node.children)


def unwrap(found: Iterable[nodes.Node]) -> list[Any]:
    """Detach nodes from their parents, so that they can stand elsewhere."""
    taken = list(found)
    for node in taken:
        node.parent = None
    return taken
