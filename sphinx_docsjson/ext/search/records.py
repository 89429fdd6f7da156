"""The record of a page in the index: its fragments in reading order, with anchors and texts."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_docsjson.base.nodes import is_source_link, row_names
from sphinx_docsjson.base.titles import title_text
from sphinx_docsjson.components.families.fields import field_entry
from sphinx_docsjson.components.renderers import SEARCH_FORMS
from sphinx_docsjson.ext.search.words import count_words, title_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


# A document, as it is written → its fragments, in reading order.

UNSEEN = (
    nodes.Invisible,
    nodes.system_message,
    nodes.meta,
    addnodes.toctree,
    addnodes.index,
)
"""What no reader of the page sees."""

NO_SEARCH = "no-search"
"""The class of what no search finds."""

OPENED = frozenset({"Accordion", "Expandable", "Step", "Tab", "Update"})
"""The components that one can be led to by their titles."""

MOST_FIELDS = 40
"""How many fields of a tree are fragments; the others are words of the one that they are in."""

MOST_ROWS = 1000
"""The same for the rows of tables of a page."""

_TAG = re.compile(r"<[^<>]*>")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")
_MARKS = re.compile(r"[`*]+")


def fragments_of(document: nodes.document, title: str) -> tuple[list[FoundFragment], str]:
    """Return the fragments of a page, the page itself first, and the method of its operation."""
    reading = Reading(title)
    reading.seen(document.children)
    return reading.fragments, reading.method


class Reading:
    """The fragments of a document, as far as it was read."""

    def __init__(self, title: str) -> None:
        self.page = FoundFragment(anchor="", kind=FragmentKind.PAGE, title=title)
        self.fragments = [self.page]
        self.here = self.page
        self.depth = 0
        self.rows = 0
        self.method = ""

    def node(self, node: Any) -> None:
        """Look at a node."""
        if isinstance(node, nodes.Text):
            self.here.texts.append(str(node))
        elif (form := SEARCH_FORMS.get(type(node))) is not None:
            form(self, node)
        elif isinstance(node, nodes.section):
            self.section(node)
        elif isinstance(node, field_entry):
            self.entry(node)
        elif isinstance(node, addnodes.desc):
            self.described(node)
        elif isinstance(node, nodes.thead):
            self.here.heads.append(node.astext())
        elif isinstance(node, nodes.row | nodes.definition_list_item):
            self.row(node)
        elif isinstance(node, nodes.raw):
            if "html" in node.get("format", ""):
                self.here.texts.append(_TAG.sub(" ", node.astext()))
        elif isinstance(node, nodes.image):
            self.here.texts.append(str(node.get("alt") or ""))
        elif node.get("component") in OPENED:
            self.part(node)
        elif isinstance(node, nodes.TextElement):
            self.here.texts.append(node.astext())
        else:
            self.seen(node.children)

    def within(self, fragment: FoundFragment, children: Iterable[nodes.Node]) -> None:
        """Look at what is in a fragment that has just begun."""
        before = self.here
        self.fragments.append(fragment)
        self.here = fragment
        self.seen(children)
        self.here = before

    def seen(self, children: Iterable[nodes.Node]) -> None:
        """Look at nodes that readers see."""
        for child in children:
            if not isinstance(child, UNSEEN) and not _is_left_out(child):
                self.node(child)

    def section(self, node: nodes.section) -> None:
        """A section; the first one is the page itself."""
        heading = node.next_node(nodes.title)
        title = title_text(heading) if heading is not None and heading.parent is node else ""
        if (
            isinstance(node.parent, nodes.document)
            and self.depth == 0
            and len(self.fragments) == 1
        ):
            if not self.page.title:
                self.page.title = title
            elif title != self.page.title:
                self.page.names.append(title)
            self.seen(child for child in node.children if child is not heading)
            return
        self.depth += 1
        anchor = node["ids"][0] if node["ids"] else ""
        self.within(self.fragment(anchor, FragmentKind.SECTION, title), _without(node, heading))
        self.depth -= 1

    def part(self, node: nodes.Element) -> None:
        """A component with a title."""
        first = node.children[0] if node.children else None
        heading = first if isinstance(first, nodes.rubric) else None
        ids = [*node["ids"], *(heading["ids"] if heading is not None else ())]
        if heading is None or not ids:
            self.seen(node.children)
            return
        fragment = self.fragment(ids[0], FragmentKind.PART, title_text(heading))
        self.within(fragment, _without(node, heading))

    def entry(self, node: nodes.Element) -> None:
        """A field that an author describes."""
        head: Any = node.children[0]
        known = head["head"]
        if not known.anchor:
            self.seen(node.children)
            return
        fragment = self.fragment(known.anchor, FragmentKind.FIELD, known.name)
        fragment.note = known.type or ""
        self.within(fragment, node.children[1:])

    def row(self, node: Any) -> None:
        """A row of a table or an entry of a list that is about something with a name."""
        head: Any = node
        if isinstance(node, nodes.definition_list_item):
            head = node.next_node(nodes.term)
        names = row_names(head)
        if not names or not head["ids"] or self.rows >= MOST_ROWS:
            self.here.names += names
            self.seen(node.children)
            return
        self.rows += 1
        fragment = self.fragment(head["ids"][0], FragmentKind.FIELD, ", ".join(names))
        if len(names) > 1:
            fragment.names += names
        self.within(fragment, node.children[1:])

    def described(self, node: addnodes.desc) -> None:
        """An object of a domain, such as a function with its parameters."""
        fragment = None
        for child in node.children:
            if not isinstance(child, addnodes.desc_signature) or not child["ids"]:
                continue
            name = "".join(
                part.astext()
                for part in child.children
                if isinstance(part, addnodes.desc_addname | addnodes.desc_name)
            )
            if fragment is None:
                fragment = self.fragment(
                    child["ids"][0], FragmentKind.OBJECT, name or title_text(child)
                )
                fragment.note = str(node.get("objtype", ""))
            else:
                fragment.names.append(name)
            fragment.names.append(str(child.get("fullname") or ""))
            fragment.texts.append(_signature(child))
        if fragment is None or node.get("no-index", node.get("noindex")):
            self.seen(node.children)
            return
        self.within(
            fragment, (c for c in node.children if not isinstance(c, addnodes.desc_signature))
        )

    def fragment(self, anchor: str, kind: FragmentKind, title: str) -> FoundFragment:
        """Return a fragment that begins here."""
        return FoundFragment(anchor=anchor, kind=kind, title=title, depth=self.depth)


def _is_left_out(node: nodes.Node) -> bool:
    """Whether a feature or its author keeps an element out of the search, such as a sample."""
    if SEARCH_FORMS.get(type(node), node) is None:
        return True
    return isinstance(node, nodes.Element) and NO_SEARCH in node.get("classes", ())


def _signature(node: nodes.Element) -> str:
    """Return a signature without the link to its source."""
    parts = (child.astext() for child in node.children if not is_source_link(child))
    return " ".join("".join(parts).split())


def _without(node: nodes.Element, heading: nodes.Node | None) -> Iterator[nodes.Node]:
    return (child for child in node.children if child is not heading)


def plain_text(markdown: str) -> str:
    """Return the words of a description without the marks that are written around them."""
    return _MARKS.sub("", _LINK.sub(r"\1", _TAG.sub(" ", markdown)))


# What the search knows about a page: its fragments, each with an anchor, a title and a text. Pure.


class FragmentKind(IntEnum):
    """What a reader is led to; scripts know the numbers."""

    PAGE = 0
    SECTION = 1
    OPERATION = 2
    FIELD = 3
    OBJECT = 4
    PART = 5


@dataclass(kw_only=True, slots=True)
class FoundFragment:
    """A page, a section, a field, a described object, or a part that opens.

    :param depth: how deep its section is nested; a page has 0.
    :param note: what is shown beside the title: the type of a field, the kind of an object.
    :param names: what else it is called, such as its full name; each counts as its title does.
    :param heads: the heads of its tables, which are found but not shown among sentences.
    """

    anchor: str
    kind: FragmentKind
    title: str
    depth: int = 0
    note: str = ""
    names: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All that is in the fragment and in no fragment inside it."""
        return " ".join(" ".join(self.texts).split())


@dataclass(frozen=True, kw_only=True, slots=True)
class FragmentTokens:
    """The tokens of a fragment.

    :param title: each with the number of words that it shares the title with, or another name.
    """

    title: dict[str, int]
    body: dict[str, int]
    length: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PageRecord:
    """What is kept of a page from build to build.

    :param shown: anchor, kind, title, depth, note and text of each fragment, as browsers get them.
    :param packed: the words of each fragment; those of a large site take more memory than all
        else that is known of it, and are looked at one page after the other.
    :param lengths: the number of words of each fragment.
    :param method: the method of the operation that the page describes, or nothing.
    """

    title: str
    method: str
    shown: tuple[tuple[str, int, str, int, str, str], ...]
    packed: bytes
    lengths: tuple[int, ...]

    @property
    def words(self) -> tuple[FragmentTokens, ...]:
        """The words of each fragment."""
        found: tuple[FragmentTokens, ...] = pickle.loads(self.packed)
        return found


LONGEST_TEXT = 5_000
"""How many characters of a fragment are kept to show them; words of the rest are found as well."""


def page_record(name: str, method: str, fragments: list[FoundFragment]) -> PageRecord:
    """Return what is kept of the page that is called *name*."""
    shown = []
    words = []
    for fragment in fragments:
        text = fragment.text
        kept = text[:LONGEST_TEXT]
        shown.append(
            (
                fragment.anchor,
                int(fragment.kind),
                fragment.title,
                fragment.depth,
                fragment.note,
                kept,
            )
        )
        body: Counter[str] = Counter()
        length = count_words(" ".join([text, *fragment.heads]), body)
        words.append(
            FragmentTokens(
                title=title_words(fragment.title, *fragment.names),
                body=dict(body),
                length=length,
            )
        )
    return PageRecord(
        title=name,
        method=method,
        shown=tuple(shown),
        packed=pickle.dumps(tuple(words)),
        lengths=tuple(each.length for each in words),
    )
