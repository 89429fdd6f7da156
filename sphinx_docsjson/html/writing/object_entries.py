"""One entry of a field of an object, as Sphinx writes it: ``name (type) – description``.

Pure. What Sphinx makes of ``:param int a: text`` is no structure but a line: a strong name, a type
in parentheses, a dash and the text. Napoleon, numpydoc and authors write the same line by hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from docutils import nodes
from sphinx import addnodes

NAMES = (addnodes.literal_strong, nodes.strong, nodes.literal, addnodes.desc_inline)
TYPES = (addnodes.literal_emphasis, nodes.emphasis)
HOLDERS = (nodes.reference, nodes.inline)

_BETWEEN_NAMES = re.compile(r",|\||\bor\b")
_OPENING = re.compile(r"\s*\(")
_DASH = re.compile(r"(?<!\s)\s*+(?:--|–|—)(?:\s+|$)")


@dataclass(kw_only=True, slots=True)
class ObjectEntry:
    """The parts of an entry; put one after the other, they are the line that was read.

    :param before_type: the parenthesis before the type, and so on: marks that a box replaces.
    """

    name: list[Any] = field(default_factory=list)
    before_type: str = ""
    type: list[Any] = field(default_factory=list)
    before_text: str = ""
    text: list[Any] = field(default_factory=list)

    def names(self) -> list[str]:
        """Return each name, without the stars of ``*args``."""
        words = "".join(node.astext() for node in self.name)
        return [name.lstrip("*") for word in _BETWEEN_NAMES.split(words) if (name := word.strip())]


def read_entry(children: Sequence[Any]) -> ObjectEntry | None:
    """Return the parts of a line, or ``None`` when it is any other text."""
    rest = list(children)
    entry = ObjectEntry()
    while rest and _holds(rest[0], NAMES):
        entry.name.append(rest.pop(0))
        if len(rest) > 1 and _separates(rest[0]) and _holds(rest[1], NAMES):
            entry.name.append(rest.pop(0))
    if entry.name:
        if rest and _text_of(rest[0], _OPENING):
            rest = _take_type(rest, entry)
    elif len(rest) > 1 and _holds(rest[0], TYPES) and _text_of(rest[1], _DASH):
        entry.type.append(rest.pop(0))
    if not (entry.name or entry.type):
        return None
    if not rest:
        is_name = entry.type or _holds(entry.name[0], addnodes.literal_strong)
        return entry if is_name else None
    dash = _text_of(rest[0], _DASH)
    if dash is None:
        return None
    entry.before_text += dash[0]
    remains = str(rest.pop(0))[dash.end() :]
    entry.text = [nodes.Text(remains), *rest] if remains else rest
    return entry


def read_definition(item: nodes.definition_list_item) -> ObjectEntry | None:
    """Return the parts of an item of a definition list, in which numpydoc writes parameters."""
    terms = [child for child in item.children if isinstance(child, nodes.term)]
    classifiers = [child for child in item.children if isinstance(child, nodes.classifier)]
    texts = [child for child in item.children if isinstance(child, nodes.definition)]
    if len(terms) != 1 or len(classifiers) > 1 or terms[0]["ids"]:
        return None
    return ObjectEntry(
        name=list(terms[0].children),
        type=[child for each in classifiers for child in each.children],
        text=[child for each in texts for child in each.children],
    )


def _holds(node: Any, kinds: Any) -> bool:
    """Whether *node* is of *kinds*, or a link around nothing else."""
    if isinstance(node, kinds):
        return True
    return isinstance(node, HOLDERS) and len(node) == 1 and _holds(node[0], kinds)


def _separates(node: Any) -> bool:
    return isinstance(node, nodes.Text) and bool(_BETWEEN_NAMES.fullmatch(str(node).strip()))


def _text_of(node: Any, pattern: re.Pattern[str]) -> re.Match[str] | None:
    return pattern.match(str(node)) if isinstance(node, nodes.Text) else None


def _take_type(children: list[Any], entry: ObjectEntry) -> list[Any]:
    """Move what stands in the parentheses to *entry*; return what follows them.

    Without an end of the parentheses everything stays.
    """
    found: list[Any] = []
    depth = 0
    for number, node in enumerate(children):
        if not isinstance(node, nodes.Text):
            depth += node.astext().count("(") - node.astext().count(")")
            found.append(node)
            continue
        text = str(node)
        start = 0
        if number == 0:
            opening = _OPENING.match(text)
            start = opening.end() if opening else 0
        for place in range(start, len(text)):
            depth += {"(": 1, ")": -1}.get(text[place], 0)
            if depth < 0:
                if text[start:place]:
                    found.append(nodes.Text(text[start:place]))
                entry.before_type = str(children[0])[: _end_of_opening(children[0])]
                entry.type = found
                entry.before_text = ")"
                after = text[place + 1 :]
                return [*([nodes.Text(after)] if after else []), *children[number + 1 :]]
        if text[start:]:
            found.append(nodes.Text(text[start:]))
    return children


def _end_of_opening(text: Any) -> int:
    match = _OPENING.match(str(text))
    return match.end() if match else 0
