"""Operations in print and in a terminal: their text, then one example."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.nodes import PAPER
from sphinx_docsjson.build import build_of
from sphinx_docsjson.components.families.side_examples import code_group, side_example
from sphinx_docsjson.components.families.tabs import tabs
from sphinx_docsjson.components.paper import has_class, unwrap
from sphinx_docsjson.components.renderers import PRIORITY
from sphinx_docsjson.ext.openapi.content.examples import BODY_EXAMPLE
from sphinx_docsjson.ext.openapi.content.nodes import endpoint
from sphinx_docsjson.ext.openapi.content.page import PART
from sphinx_docsjson.i18n import _

METHODS = {"GET": "green", "POST": "blue", "PUT": "orange", "PATCH": "yellow", "DELETE": "red"}
"""The colours of the methods of an operation, as the theme has them."""

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


class MethodsToPrint(SphinxPostTransform):
    """Draw the methods of operations as badges, in books that are made our way."""

    default_priority = PRIORITY
    formats = ("latex",)

    def run(self, **options: Any) -> None:
        """Look at the line of each operation."""
        build = build_of(self.config)
        if build is None or not build.improves_books:
            return
        for line in self.document.findall(endpoint):
            method, color = line["method"], METHODS.get(line["method"].upper(), "gray")
            label = nodes.strong(method, method)
            line[0:1] = [nodes.inline("", "", label, classes=[f"dj-badge-{color}"])]


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

    On a website they are beside it; on paper pages of code would come first.
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
    """Put the type of a body on the line of its media type."""
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

    A book of a hundred operations would repeat a hundred times what all of them have.
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
