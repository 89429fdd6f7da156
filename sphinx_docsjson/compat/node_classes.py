"""A node of docutils that becomes one of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes


def become(node: Any, node_class: type[nodes.Element]) -> Any:
    """Return *node* as a node of another class; the ids of the document lead to it as before.

    docutils and Sphinx remember nodes by ids, names, footnotes and more, and have no way to tell
    them of another one in its place. Where a class cannot be changed, a copy takes the place of
    the node, and what was remembered leads to the node as it was.
    """
    try:
        node.__class__, node.tagname = node_class, node_class.__name__
    except TypeError:
        made = node_class("", *node.children, **node.attributes)
        made.source, made.line = node.source, node.line
        if node.parent is not None:
            node.replace_self(made)
        return made
    return node
