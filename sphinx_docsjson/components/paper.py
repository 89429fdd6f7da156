"""Helpers for the printed form of components: entries, lines, smaller headings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.base.nodes import skip
from sphinx_docsjson.compat.builders import target, write_without_floats
from sphinx_docsjson.components.icons import icon

if TYPE_CHECKING:
    from sphinx.application import Sphinx


INNER_LEVEL = 4
"""The level of a heading inside a component in LaTeX, below those of sections and updates."""

MERGED = "docsjson_entries"
"""The attribute of the lists made here: those that follow each other become one."""


def entry(
    label: Iterable[nodes.Node], content: Iterable[nodes.Node], ids: Iterable[str] = ()
) -> nodes.definition_list:
    """Return a title with what belongs to it."""
    term = nodes.term("", "", *unwrap(label))
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


def line_of(*label: nodes.Node) -> nodes.paragraph:
    """Return a paragraph of its own."""
    return nodes.paragraph("", "", *label)


def has_class(node: nodes.Node, name: str) -> bool:
    """Whether *node* is an element of that class."""
    return isinstance(node, nodes.Element) and name in node["classes"]


def lower_headings(content: Iterable[nodes.Node]) -> None:
    """Let the headings in *content* be smaller than the title above them."""
    for node in content:
        for rubric in node.findall(nodes.rubric):
            rubric["heading-level"] = max(INNER_LEVEL, rubric.get("heading-level", INNER_LEVEL))


def frameless(node: Any, form: str) -> list[nodes.Node]:
    """Return what is in a frame that paper does not have."""
    return unwrap(node.children)


def unwrap(found: Iterable[nodes.Node]) -> list[Any]:
    """Detach nodes from their parents, so that they can be put elsewhere."""
    taken = list(found)
    for node in taken:
        node.parent = None
    return taken


# The nodes that only the paper forms of components need, and how the builders write them.


class print_anchor(nodes.Inline, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """A place that links lead to, in formats that know none where it is."""


class print_callout(nodes.Admonition, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """A callout with a title of its own in LaTeX, in the look of its ``kind``."""


def setup_paper_nodes(app: Sphinx) -> None:
    """Tell the builders how to write the nodes."""
    nothing: dict[str, Any] = dict.fromkeys(("html", "text", "man"), (skip, None))
    app.add_node(
        print_anchor, latex=(_latex_anchor, None), texinfo=(_texinfo_anchor, None), **nothing
    )
    app.add_node(print_callout, latex=(_open_callout, _close_callout))


def _latex_anchor(translator: Any, node: print_anchor) -> None:
    translator.body += [target(translator, identity) for identity in node["ids"]]
    raise nodes.SkipNode


def _texinfo_anchor(translator: Any, node: print_anchor) -> None:
    for identity in node["ids"]:
        translator.add_anchor(identity, node)
    raise nodes.SkipNode


def _open_callout(translator: Any, node: print_callout) -> None:
    translator.body.append(f"\n\\begin{{sphinxadmonition}}{{{node['kind']}}}")
    write_without_floats(translator, inside=True)


def _close_callout(translator: Any, node: print_callout) -> None:
    translator.body.append("\\end{sphinxadmonition}\n")
    write_without_floats(translator, inside=False)
