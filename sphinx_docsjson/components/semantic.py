"""A document as it is before HTML is made of it, without a copy of all of it.

What HTML writers and transforms rewrite is copied; the rest, which is most of a page, is shared
by both trees. A whole copy of every page cost a tenth of a build.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from collections.abc import Iterable

REWRITTEN = (
    nodes.Admonition,
    nodes.container,
    nodes.image,
    nodes.table,
    addnodes.toctree,
)
"""Nodes of docutils and Sphinx that become other nodes on the way to HTML."""

STABLE_MODULES = ("docutils.nodes", "sphinx.addnodes")

_is_rewritten: dict[type, bool] = {}


def is_rewritten(node: nodes.Element) -> bool:
    """Whether something may replace or change *node* while HTML is written."""
    cls = type(node)
    known = _is_rewritten.get(cls)
    if known is None:
        known = issubclass(cls, REWRITTEN) or cls.__module__ not in STABLE_MODULES
        _is_rewritten[cls] = known
    return known or "component" in node.attributes


def semantic_copy(document: nodes.document, rewritten: Iterable[nodes.Element]) -> nodes.document:
    """Return *document* with copies of the nodes in *rewritten* and of what is around them.

    Shared nodes keep the original document's nodes as their parents.
    """
    changing = set()
    around = set()
    for node in rewritten:
        changing.add(id(node))
        parent = node.parent
        while parent is not None and id(parent) not in around:
            around.add(id(parent))
            parent = parent.parent

    def copied(node: Any) -> Any:
        if id(node) in changing:
            return node.deepcopy()
        if id(node) not in around:
            return node
        twin = node.copy()
        fill(twin, node)
        return twin

    def fill(twin: nodes.Element, node: nodes.Element) -> None:
        twin.children = [copied(child) for child in node.children]
        for ours, theirs in zip(twin.children, node.children, strict=True):
            if ours is not theirs:
                ours.parent = twin

    twin = document.copy()
    fill(twin, document)
    return twin
