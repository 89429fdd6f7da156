"""What is on a page: the kinds of its nodes, and the classes of its elements.

Whoever loads a file only where it is needed asks here. On pages without a document (the search,
the indices, what extensions collect) nothing is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

from docutils import nodes

from sphinx_docsjson.components.forms.declared import FORMS

OTHER_CLASSES = ("container_classes", "title_classes", "body_classes")
"""Where sphinx-design keeps the classes of a dropdown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """The classes of nodes, and the words of ``class`` that nodes and raw HTML have."""

    kinds: frozenset[type[nodes.Element]]
    words: frozenset[str]

    def any_kind(self, *kinds: type[Any]) -> bool:
        """Whether a node is of one of *kinds*."""
        return any(issubclass(kind, kinds) for kind in self.kinds)

    def any_word(self, *beginnings: str) -> bool:
        """Whether a class begins with one of *beginnings*."""
        return any(word.startswith(beginnings) for word in self.words)


@lru_cache(maxsize=1)
def found_on(doctree: nodes.document | None) -> Found:
    """Return what is in *doctree*, which is ready to be written; several ask for each page.

    The title of a component is a rubric in its node, and not in the HTML that is drawn of it.
    """
    kinds: set[type[nodes.Element]] = set()
    words: set[str] = set()
    waiting: list[nodes.Element] = [doctree] if doctree is not None else []
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if not (kind is nodes.rubric and _is_title(node)):
            kinds.add(kind)
        if classes := node["classes"]:
            words.update(set(classes) - _unwritten(node))
        if kind in FORMS:
            for name in OTHER_CLASSES:
                words.update(node.get(name, ()))
        waiting += [child for child in node.children if isinstance(child, nodes.Element)]
        if isinstance(node, nodes.raw) and "html" in node.get("format", ""):
            words |= _classes_in(node.astext())
    return Found(kinds=frozenset(kinds), words=frozenset(words))


def _is_title(node: nodes.Element) -> bool:
    """Whether *node* is the title of a component."""
    forms = FORMS.get(type(node.parent))
    if forms is None or not forms.titled or not node.parent.get("has_title", True):
        return False
    return node is next(child for child in node.parent if isinstance(child, nodes.rubric))


def _unwritten(node: nodes.Element) -> set[str]:
    """Return classes that the HTML of the component does without of which *node* is a part."""
    found: set[str] = set()
    around: Any = node
    for _generation in range(3):
        if forms := FORMS.get(type(around)):
            found |= forms.unwritten
        around = around.parent if around is not None else None
    return found


def _classes_in(html: str) -> set[str]:
    if "class" not in html:
        return set()
    reader = _Classes()
    reader.feed(html)
    reader.close()
    return reader.found


class _Classes(HTMLParser):
    """Reads what an author or an extension wrote as HTML, of which no node knows what is in it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the classes of an element."""
        for name, value in attrs:
            if name == "class" and value:
                self.found.update(value.split())
