"""Components in print and in a terminal."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.markdown import marks_of
from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.nodes import PAPER
from sphinx_docsjson.build import build_of
from sphinx_docsjson.components.code_blocks import titled_code, with_changes
from sphinx_docsjson.components.paper import MERGED, entry, unwrap
from sphinx_docsjson.components.renderers import PRIORITY, RENDERERS
from sphinx_docsjson.ext.books.outline import break_long_words
from sphinx_docsjson.html.translator import CHECKBOX
from sphinx_docsjson.pages.inline_elements import HtmlBlock, HtmlInline, Media
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import place_of, report_failure

# Components on a printed page or in a terminal: titles, with the content indented below them.
#
# What opens or switches on a website is open in a book. A title and its content become an entry of
# a definition list, which every builder indents, however deeply it is nested.

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
"""What TeX calls an invalid character, in a text or in code."""

MACRO = "\\docsjson"
"""What each of our macros begins with."""


STRUCK = words("del s strike")
STRIKE = f"{MACRO}Struck{{"
"""Elements of HTML that LaTeX strikes out; a link or code in them cannot be struck."""


PLAIN = "it is written without its form"
"""What becomes of a component whose printed form fails."""


class ComponentsToPrint(SphinxPostTransform):
    """Replace every component by plain nodes, the innermost first."""

    default_priority = PRIORITY
    formats = PAPER

    def run(self, **options: Any) -> None:
        """Rewrite the document."""
        build = build_of(self.config)
        form = build.builder.format if build else ""
        improves = build is not None and build.improves_books
        # A reference to a numbered listing needs its caption.
        numbered = self.config.numfig
        for node in reversed(list(self.document.findall(nodes.Element))):
            forms = RENDERERS.get(type(node))
            if forms is None or forms.paper is None or node.parent is None:
                continue
            if isinstance(node, titled_code) and numbered:
                continue
            parent, children = node.parent, list(node.children)
            index = parent.index(node)
            try:
                printed = forms.paper(node, form)
            except Exception as error:  # it costs the form: each builder writes the node's class
                node[:] = children
                report_failure(f"printing <{node.tagname}>", error, place_of(node), instead=PLAIN)
                continue
            parent[index : index + 1] = printed
        for summary in list(self.document.findall(HtmlBlock)):
            details: Any = summary.parent
            if summary["tagname"] == "summary" and isinstance(details, HtmlBlock):
                details.remove(summary)
                details.replace_self(entry(summary.children, details.children, details["ids"]))
        for inline in self.document.findall(HtmlInline):
            is_text = all(isinstance(child, nodes.Text) for child in inline.children)
            around: list[nodes.Node] = [nodes.Text(mark) for mark in marks_of(inline)]
            if form == "latex" and improves and inline["tagname"] in STRUCK and is_text:
                around = [nodes.raw("", text, format="latex") for text in (STRIKE, "}")]
            inline[:] = [around[0], *inline.children, around[1]]
        for box in list(self.document.findall(nodes.raw)):
            if box.astext().startswith(CHECKBOX):
                box.replace_self(nodes.Text("[x] " if " checked=" in box.astext() else "[ ] "))
        for block in self.document.findall(nodes.literal_block):
            if "marks" in block:
                block.rawsource = with_changes(block.astext(), block["marks"])
                block[:] = [nodes.Text(block.rawsource)]
        for node in list(self.document.findall(nodes.definition_list)):
            merge(node)
        for group in self.document.findall(nodes.tgroup) if improves else ():
            give_body(group)
        for player in list(self.document.findall(Media)):
            instead = [nodes.Text(" "), *player.children] if player.children else []
            player.replace_self([link_to(player), *instead])
        if form == "man" and improves:
            for link in self.document.findall(nodes.reference):
                if link.get("internal"):
                    # docutils 0.22 prints it, which is empty: <>
                    link.attributes.pop("refuri", None)
        if form == "latex" and improves:
            for index in self.document.findall(addnodes.index):
                # The other kind begins with a blank line, which ends the paragraph before it.
                index["inline"] = isinstance(index.parent, nodes.TextElement)
            break_long_words(self.document)
            if build is not None and not build.has_own_book:
                leave_out_controls(self.document)
        if not improves:
            leave_out_macros(self.document)


def leave_out_macros(document: nodes.document) -> None:
    """Take out what only our style files can draw, in a book that does not load them."""
    for raw in list(document.findall(nodes.raw)):
        if raw.astext().startswith(MACRO):
            raw.parent.remove(raw)


def leave_out_controls(document: nodes.document) -> None:
    """Take control characters out of texts: one of them ends the run of LaTeX."""
    for text in list(document.findall(nodes.Text)):
        if not _CONTROL.search(text) or text.parent is None:
            continue
        parent = text.parent
        parent.replace(text, nodes.Text(_CONTROL.sub("", text)))
        if isinstance(parent, nodes.FixedTextElement):
            parent.rawsource = _CONTROL.sub("", parent.rawsource)
    for index in document.findall(addnodes.index):
        index["entries"] = [
            (kind, _CONTROL.sub("", plain), *rest) for kind, plain, *rest in index["entries"]
        ]


def merge(node: nodes.definition_list) -> None:
    """Put the entries of the lists that follow *node* into it, where all are of components."""
    parent = node.parent
    if not node.get(MERGED) or parent is None:
        return
    index = parent.index(node) + 1
    while index < len(parent):
        following: Any = parent[index]
        if not (isinstance(following, nodes.definition_list) and following.get(MERGED)):
            return
        parent.remove(following)
        following.parent = None
        node += unwrap(following.children)


def give_body(group: nodes.tgroup) -> None:
    """Let a table that is only a head be a table with one row, which every builder can write."""
    heads = [child for child in group.children if isinstance(child, nodes.thead)]
    if heads and not any(isinstance(child, nodes.tbody) for child in group.children):
        head = heads[-1]
        group.replace(head, nodes.tbody("", *unwrap(head.children)))


def link_to(player: Media) -> nodes.Node:
    """Return a link to what a player plays; a file of the site is named only."""
    uri, label = player.get("uri") or "", player.get("label") or ""
    if player["tagname"] == "track" or not (uri or label):
        return nodes.Text("")
    if not is_external(uri):
        return nodes.emphasis(label, label)
    return nodes.reference(label, label, refuri=uri, internal=False)
