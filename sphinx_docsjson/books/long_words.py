"""Where LaTeX may break what is longer than a line or a column."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx import addnodes

SHORT_WORD, LONG_WORD = 12, 30
"""A longer word may be broken: in the cell of a table, and elsewhere."""

BREAK = r"\docsjsonBreak{}"


def break_long_words(document: nodes.document) -> None:
    """Let LaTeX break long identifiers, sooner in the cells of tables."""
    for text in list(document.findall(nodes.Text)):
        parent = text.parent
        long = any(len(word) > SHORT_WORD for word in text.split())
        if not long or not isinstance(parent, nodes.Element):
            continue
        literal = isinstance(parent, nodes.literal)
        if literal and (parent.get("language") or "code" in parent["classes"]):
            continue
        # The text of an address is broken by Sphinx.
        if "://" in text or any(_stands_in(text, kind) for kind in UNBROKEN):
            continue
        limit = SHORT_WORD if _stands_in(text, nodes.entry) else LONG_WORD
        parts = [part for part in _breakable(str(text), limit) if part]
        if len(parts) > 1:
            new: list[nodes.Node] = []
            for part in parts:
                new += [nodes.raw("", BREAK, format="latex")] if new else []
                new.append(nodes.Text(part))
            parent.replace(text, new)


def _breakable(text: str, limit: int) -> list[str]:
    """Return the pieces of *text* between which a line may end."""
    pieces = [""]
    for word in re.split(r"(\s+)", text):
        if len(word) <= limit or word.isspace():
            pieces[-1] += word
            continue
        found = [p for p in re.split(r"(?<=[_/.:,;=&?\-])|(?<=[a-z])(?=[A-Z])", word) if p]
        shorter = [p[i : i + limit] for p in found for i in range(0, len(p), limit)]
        pieces[-1] += shorter[0]
        pieces += shorter[1:]
    return pieces


UNBROKEN = (
    nodes.FixedTextElement,
    nodes.Titular,
    nodes.math,
    nodes.raw,
    nodes.comment,
    addnodes.desc_signature,
)
"""What is written as it stands, or again in the contents; Sphinx breaks signatures itself."""


def _stands_in(node: nodes.Node, kind: type[Any]) -> bool:
    parent: Any = node.parent
    while parent is not None and not isinstance(parent, kind):
        parent = parent.parent
    return parent is not None
