"""Where in a navigation the pages of a specification go that names no place for them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sphinx_docsjson.site.containers import Container, Kind, Node, OperationEntry, PageEntry

TELLING = ("api-reference", "api", "reference", "rest")
"""The starts of URLs that tell where an API reference belongs."""


def has_entries(node: Container) -> bool:
    """Whether a container names pages or operations of its own."""
    return any(isinstance(item, OperationEntry | PageEntry) for _above, item in node.walk())


def target_of(root: Container, folder: str | None) -> Container | None:
    """Return the tab or anchor under whose URL an API reference falls; ``None``: the root."""
    divisions = [
        node
        for _above, node in root.walk()
        if isinstance(node, Container) and node.kind in (Kind.TAB, Kind.ANCHOR, Kind.DROPDOWN)
    ]
    wanted = (folder.strip("/"),) if folder else TELLING
    for start in wanted:
        for node in divisions:
            prefix = node.prefix.strip("/")
            if prefix and (start == prefix or start.startswith(f"{prefix}/")):
                return node
    if all(isinstance(child, Container) and child.kind is Kind.GROUP for child in root.children):
        return None
    holding = [node for node in divisions if _groups_stand_in(node)]
    return next((node for node in holding if node.primary), holding[0] if holding else None)


def _groups_stand_in(node: Container) -> bool:
    return all(not isinstance(c, Container) or c.kind is Kind.GROUP for c in node.children)


def with_children(node: Container, target: Container, added: Sequence[Node]) -> Container:
    """Return *node* with *added* at the end of *target*, which is in it."""
    if node is target:
        return replace(node, children=(*node.children, *added))
    children = tuple(
        with_children(child, target, added) if isinstance(child, Container) else child
        for child in node.children
    )
    return replace(node, children=children)
