"""The ids that we give to nodes: each once in a document, and known to docutils."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_docsjson.text.heading_slugs import title_slugs

FURTHER = "further_ids"
"""The attribute of a node that lists the ids it gets once all first ids of its page are given."""


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


def title_ids(title: str, otherwise: str = "") -> list[str]:
    """Return the ids of what is no heading and has a title, the one to write first.

    The last one is that of docutils, which knows letters and digits of ASCII only, and which links
    from elsewhere may use.

    :param otherwise: stands for the last one where docutils finds nothing that it knows.
    """
    found = [*title_slugs(title), nodes.make_id(title) or otherwise]
    return list(dict.fromkeys(name for name in found if name))


def add_anchors(document: nodes.document, node: nodes.Element, wanted: list[str]) -> str:
    """Give *node* the first id of *wanted* as :func:`add_anchor` does; the others come later."""
    chosen = add_anchor(document, node, wanted[0])
    wish_ids(node, wanted[1:])
    return chosen


def wish_ids(node: nodes.Element, names: list[str]) -> None:
    """Let *node* have further ids, as far as they differ from those that it has."""
    if names := [name for name in names if name not in node["ids"]]:
        node[FURTHER] = [*node.get(FURTHER, ()), *names]


class FurtherIds(SphinxTransform):
    """Gives nodes the ids that other spellings of links use, when all first ids are given."""

    default_priority = 760

    def apply(self, **kwargs: Any) -> None:
        """Add the ids to the nodes of the document."""
        for node in self.document.findall(nodes.Element):
            for name in node.attributes.pop(FURTHER, ()):
                give_id(self.document, node, free_id(self.document, name))
