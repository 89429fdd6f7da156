"""Helpers for docutils nodes: ids, links, what surrounds a node, who skips it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms import SphinxTransform

from sphinx_docsjson.base.markdown import title_slugs
from sphinx_docsjson.urls import is_external, safe_url

if TYPE_CHECKING:
    from collections.abc import Iterator


PAPER = ("latex", "text", "man", "texinfo")
"""The formats beside HTML in which Sphinx asks for a visitor of each node."""

OF_TITLE = "of_title"
"""The attribute of what is directly below a title, above the description."""


def ancestors(node: nodes.Node) -> Iterator[Any]:
    """Yield the nodes around *node*, the nearest first."""
    parent: Any = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def skip(_translator: Any, _node: nodes.Element) -> None:
    """Write nothing of a node: the visitor for builders that leave it out."""
    raise nodes.SkipNode


def is_source_link(node: Any) -> bool:
    """Whether *node* is ``[source]``, a link of viewcode or linkcode, not part of a name."""
    inside = (node, *node.children) if isinstance(node, nodes.reference) else ()
    return any(
        isinstance(part, nodes.Element) and "viewcode-link" in part["classes"] for part in inside
    )


def row_names(node: Any) -> list[str]:
    """Return what a row of a table or a term is about, where it has a name, such as an option.

    Nothing but code is in its first cell, and commas: ``--watch``, ``-w``.
    """
    if isinstance(node, nodes.row) and not isinstance(node.parent, nodes.thead):
        cell: Any = node.children[0] if node.children else None
        inner = cell.children if cell is not None else []
        return _code_names(inner[0]) if len(inner) == 1 else []
    return _code_names(node) if isinstance(node, nodes.term) else []


def _code_names(node: Any) -> list[str]:
    code = [child for child in node.children if isinstance(child, nodes.literal)]
    others = "".join(child.astext() for child in node.children if child not in code)
    return [] if others.strip(" ,/|\n") else [child.astext() for child in code]


# The ids that we give to nodes: each once in a document, and known to docutils.

FURTHER = "further_ids"
"""The attribute of a node that lists the ids it gets once all first ids of its page are given."""


def free_id(document: nodes.document, wanted: str) -> str:
    """Return *wanted*, or with ``-2``, ``-3``, … when the document has it already."""
    return numbered(wanted, free_number(document, wanted))


def free_number(document: nodes.document, wanted: str) -> int:
    """Return the first number with which the document has no id :func:`numbered` so.

    It goes on where it ended last time, for no id is removed: a changelog may have a thousand
    headings "Fixed".
    """
    numbers = _FREE.setdefault(document, {})
    number = numbers.get(wanted, 1)
    while numbered(wanted, number) in document.ids:
        number += 1
    if number > 1:
        numbers[wanted] = number
    return number


def numbered(wanted: str, number: int) -> str:
    """Return the id for the element of this number that wants to be called *wanted*."""
    return wanted if number == 1 else f"{wanted}-{number}"


_FREE: WeakKeyDictionary[nodes.document, dict[str, int]] = WeakKeyDictionary()
"""Where to look for the next free id like a wanted one; not in the document, which is stored."""


def give_id(
    document: nodes.document, node: nodes.Element, name: str, *, first: bool = False
) -> None:
    """Make *name*, which is free, an id of *node*.

    docutils knows it as an implicit target: links of the page can name it, and it is not a label
    of the whole project.

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
    """Return the ids of what is not a heading and has a title, the one to write first.

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


def shown_text(node: nodes.Node) -> str:
    """Return the text of a node with what abbreviations mean, which is not text in the tree."""
    copy = node.deepcopy()
    for term in list(copy.findall(nodes.abbreviation)):
        meaning = term.get("explanation", "")
        if meaning and meaning not in term.astext():
            term += nodes.Text(f" ({meaning})")
    return copy.astext()


class FurtherIds(SphinxTransform):
    """Gives nodes the ids that other spellings of links use, when all first ids are given."""

    default_priority = 760

    def apply(self, **kwargs: Any) -> None:
        """Add the ids to the nodes of the document."""
        for node in self.document.findall(nodes.Element):
            for name in node.attributes.pop(FURTHER, ()):
                give_id(self.document, node, free_id(self.document, name))


# How a link to another page is written into a doctree before its target is known.
#
# An internal ``href`` becomes a ``pending_xref`` of the domain ``docsjson`` and the type ``href``;
# ``pages/links/page_links.py`` resolves it once all documents are read.


def reference_to(href: str, *children: nodes.Node, docname: str) -> nodes.Element | None:
    """Return a link node to *href* around *children*.

    :param href: a URL, a path from the site root (``/a/b``), a relative path, or ``#anchor``.
    :param docname: the document in which the link is.
    :returns: a ``reference`` for external URLs, a ``pending_xref`` for internal ones, and
        ``None`` when the URL has a scheme that is not allowed.
    """
    target = safe_url(href)
    if target is None:
        return None
    for child in children:
        for inner in list(child.findall(nodes.reference)) + list(child.findall(pending_xref)):
            if inner is not child:
                inner.replace_self(inner.children)  # HTML has no link in a link
    if is_external(target):
        return nodes.reference("", "", *children, refuri=target, internal=False)
    return pending_xref(
        "",
        *children,
        refdomain="docsjson",
        reftype="href",
        reftarget=target,
        refdoc=docname,
        refexplicit=True,
        refwarn=True,
    )


def judge_links(root: nodes.Node) -> list[nodes.Element]:
    """Take out the links below *root* that must not be one; their content stays.

    The parsers of Sphinx judge no address of a directive or of reStructuredText.

    :returns: what was removed. What stays leads to the address that was judged.
    """
    refused: list[nodes.Element] = []
    for node in [*root.findall(nodes.reference), *root.findall(nodes.target)]:
        if "refuri" not in node:
            continue
        url = safe_url(str(node["refuri"]))
        if url is not None:
            node["refuri"] = url
            continue
        refused.append(node)
        if isinstance(node, nodes.reference):
            node.replace_self(node.children)
        else:
            node.parent.remove(node)
    return refused
