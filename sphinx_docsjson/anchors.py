"""The ids that we give to nodes: each once in a document, and known to docutils."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils import nodes


def free_id(document: nodes.document, wanted: str) -> str:
    """Return *wanted*, or with ``-2``, ``-3``, … when the document has it already."""
    number, candidate = 1, wanted
    while candidate in document.ids:
        number += 1
        candidate = f"{wanted}-{number}"
    return candidate


def give_id(
    document: nodes.document, node: nodes.Element, name: str, *, first: bool = False
) -> None:
    """Make *name*, which is free, an id of *node*.

    docutils knows it as an implicit target: links of the page can name it, and it is no label of
    the whole project.

    :param first: put it before the ids that the node has.
    """
    node["ids"].insert(0 if first else len(node["ids"]), name)
    document.set_id(node)


def add_anchor(document: nodes.document, node: nodes.Element, wanted: str) -> str:
    """Give *node* an id like *wanted* that no other node of *document* has, and return it."""
    chosen = free_id(document, "-".join(wanted.split()) or "part")
    give_id(document, node, chosen)
    return chosen
