"""Components and operations as a printed page or a terminal shows them."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.nodes import PAPER
from sphinx_docsjson.build import build_of
from sphinx_docsjson.components.code_blocks import titled_code
from sphinx_docsjson.components.families.side_examples import code_group, side_example
from sphinx_docsjson.components.families.tabs import tabs
from sphinx_docsjson.components.renderers import MERGED, PRIORITY, RENDERERS, has_class, unwrap
from sphinx_docsjson.ext.books.outline import break_long_words
from sphinx_docsjson.i18n import _
from sphinx_docsjson.openapi.content.examples import BODY_EXAMPLE
from sphinx_docsjson.openapi.content.nodes import endpoint
from sphinx_docsjson.openapi.content.page import PART
from sphinx_docsjson.pages.inline_elements import Media
from sphinx_docsjson.urls import is_external

# Components as a printed page or a terminal shows them: titles, indented below them the content.
#
# What opens or switches on a website stands open in a book. A title and what belongs to it become
# an entry of a definition list, which every builder indents, however deep it is nested.

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
"""What TeX calls an invalid character, in a text or in code."""

MACRO = "\\docsjson"
"""What each of our macros begins with."""


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
            parent = node.parent
            index = parent.index(node)
            parent[index : index + 1] = forms.paper(node, form)
        for node in list(self.document.findall(nodes.definition_list)):
            merge(node)
        for group in self.document.findall(nodes.tgroup) if improves else ():
            give_body(group)
        for player in list(self.document.findall(Media)):
            instead = [nodes.Text(" "), *player.children] if player.children else []
            player.replace_self([link_to(player), *instead])
        if form == "latex" and improves:
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


# Operations as a printed page or a terminal shows them: what they say, then one example.

HEADING_LEVEL = 2
"""The level of the headings of an operation's parts, below the title of its page."""


class OperationsToPrint(SphinxPostTransform):
    """Arrange operations before their components become plain nodes."""

    default_priority = PRIORITY - 1
    formats = PAPER

    def run(self, **options: Any) -> None:
        """Look at all pages of the document."""
        for group in list(self.document.findall(nodes.container)):
            if isinstance(group, side_example | code_group):
                one_language(group)
        examples_last(self.document)
        for line in list(self.document.findall(nodes.paragraph)):
            if has_class(line, "dj-media-type"):
                with_type(line)
        for responses in list(self.document.findall(tabs)):
            if "dj-responses" in responses["classes"]:
                with_status(responses)


class QuietHeadings(SphinxPostTransform):
    """Keep the parts of an operation out of the contents of a printed book."""

    default_priority = PRIORITY - 1
    formats = ("latex",)

    def run(self, **options: Any) -> None:
        """Look at all sections of the document."""
        quiet_headings(self.document)


def one_language(group: nodes.Element) -> None:
    """Keep the first of the samples that were made of one request; readers cannot switch."""
    made = [node for node in group.children if _is_sample(node)]
    for node in made[1:]:
        group.remove(node)


def _is_sample(node: nodes.Node) -> bool:
    blocks = node.findall(nodes.literal_block) if isinstance(node, nodes.Element) else ()
    names = {name for block in blocks for name in block["classes"]}
    return any(name.startswith("dj-sample-") for name in names - {f"dj-sample-{BODY_EXAMPLE}"})


def examples_last(document: nodes.document) -> None:
    """Put the examples of an operation behind its description.

    On a website they stand beside it; on paper pages of code would come first.
    """
    for line in list(document.findall(endpoint)):
        page = line.parent
        found = [node for node in page.children if isinstance(node, side_example)]
        if not isinstance(page, nodes.section) or not found:
            continue
        for node in found:
            page.remove(node)
        text = str(_("Examples"))
        title = nodes.title(text, text)
        section = nodes.section("", title, *unwrap(found), ids=["dj-examples"])
        section[PART] = True
        page += section


def with_type(line: nodes.paragraph) -> None:
    """Let the type of a body stand in the line of its media type."""
    following: Any = line.next_node(descend=False, siblings=True)
    if has_class(following, "dj-fields-type"):
        after = 1 + max(
            n for n, part in enumerate(line.children) if isinstance(part, nodes.literal)
        )
        line[after:after] = [nodes.Text(": "), *unwrap(following.children)]
        following.parent.remove(following)


def with_status(responses: nodes.Element) -> None:
    """Let the label of a response say what its status means, and nothing say it again."""
    for item in responses.children:
        label, panel = list[Any](item.children)[:2]
        first: Any = panel.children[0] if panel.children else nodes.Text("")
        if not has_class(first, "dj-response-status"):
            continue
        text = first.astext()
        panel.remove(first)
        label.children = []
        label += nodes.Text(text)
        again: Any = panel.children[0] if panel.children else None
        phrase = text.partition(" ")[2].casefold()
        if (
            isinstance(again, nodes.paragraph)
            and again.astext().strip(" .").casefold() == phrase
            and len(panel.children) > 1
        ):
            panel.remove(again)


def quiet_headings(document: nodes.document) -> None:
    """Let the parts of an operation have headings without a number, out of the contents.

    A book of a hundred operations would list a hundred times what each of them has.
    """
    for section in reversed(list(document.findall(nodes.section))):
        if not section.get(PART) or section.parent is None:
            continue
        title, *content = list[Any](section.children)
        place = nodes.target("", "", ids=section["ids"])
        rubric = nodes.rubric(title.rawsource, "", *unwrap(title.children))
        inner = _stands_in_part(section)
        rubric["heading-level"] = HEADING_LEVEL + inner
        section.replace_self([rubric, place, *unwrap(content)])


def _stands_in_part(section: nodes.section) -> int:
    parent: Any = section.parent
    return 1 if isinstance(parent, nodes.section) and parent.get(PART) else 0
