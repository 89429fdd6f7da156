"""Samples and examples beside the text of a page: one node a group, with its code as data on it.

A page has some ten of them. As nodes of docutils they were a third of its doctree, and drawing
them took as long as all that a reader came for. HTML is written straight from the data; for all
other formats the nodes of a code group are made when they are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_design.shared import create_component

from sphinx_docsjson.compat.html_builder import highlighter_of
from sphinx_docsjson.compat.node_classes import become
from sphinx_docsjson.components.forms.declared import html_visitor
from sphinx_docsjson.components.listings.code_blocks import code_block
from sphinx_docsjson.components.listings.code_languages import lexer_name
from sphinx_docsjson.components.listings.info_string import CodeInfo
from sphinx_docsjson.components.listings.side_examples import example_html, side_example
from sphinx_docsjson.openapi.content.examples.example_html import (
    ShownCode,
    example_group_html,
    rest_html,
)
from sphinx_docsjson.text.spelling import emphasized, escape_text, fenced, joined, one_line

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

OTHER_FORMATS = ("latex", "text", "man", "texinfo", "xml", "pseudoxml")
LONG = 8_000
"""Of a longer example HTML shows so many characters at first; the rest can be opened."""

MARKED = "[!code"
"""What code holds of which lines are marked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeExample:
    """A piece of code with its title.

    :param name: what the playground finds it by; empty for what it does not write.
    :param literals: where values stand in it, from and to, in a template that many pages share.
    """

    title: str
    language: str
    code: str
    name: str = ""
    literals: tuple[tuple[int, int], ...] = ()


class example_group(side_example):  # noqa: N801 (docutils spells its nodes so)
    """Code beside the text; ``examples`` are its :class:`CodeExample`\\ s."""


def example_group_node(component: str, examples: Iterable[CodeExample]) -> example_group | None:
    """Return the node of a group, ``RequestExample`` or ``ResponseExample``."""
    listed = tuple(examples)
    if not listed:
        return None
    node = example_group("", classes=["dj-example"])
    node.attributes.update(component=component, component_attributes={}, examples=listed)
    return node


def as_nodes(group: example_group) -> side_example:
    """Return the group as the nodes that a page of an author would have."""
    name, node_classes = group["component"].lower(), list(group["classes"])
    made = create_component(f"dj-{name}", node_classes)
    node: Any = become(made, side_example)
    node.attributes.update(component=group["component"], component_attributes={})
    for example in group["examples"]:
        info = CodeInfo(language=example.language, title=example.title)
        blocks = code_block(info, example.code, config=None)
        for caption in blocks[0].findall(nodes.caption):
            caption["translatable"] = False
        if example.name:
            for block in blocks[0].findall(nodes.literal_block):
                block["classes"].append(f"dj-sample-{example.name}")
        node += blocks
    node.source, node.line, node.parent = group.source, group.line, group.parent
    return node  # type: ignore[no-any-return]


class ExamplesToNodes(SphinxPostTransform):
    """Make ordinary nodes of groups where no HTML is written."""

    default_priority = 5
    formats = OTHER_FORMATS

    def run(self, **options: Any) -> None:
        """Replace the groups of the document."""
        for node in list(self.document.findall(example_group)):
            node.replace_self(as_nodes(node))


def visit_example_group(translator: HTML5Translator, node: example_group) -> None:
    """Write a group; a book, and code with marked lines, take the way of all code."""
    examples = node["examples"]
    highlighter = highlighter_of(translator)
    is_book = translator.builder.name == "epub"
    if highlighter is None or is_book or any(MARKED in one.code for one in examples):
        html_visitor(example_html)(translator, as_nodes(node))
    request = node["component"] == "RequestExample"
    shown = [
        ShownCode(title=one.title, html=_code_html(translator, highlighter, node, one))
        for one in examples
    ]
    classes = [name for name in node["classes"] if name != "dj-example"]
    translator.body.append(example_group_html(shown, request=request, classes=classes))
    raise nodes.SkipNode


def _code_html(
    translator: HTML5Translator, highlighter: Any, node: nodes.Element, example: CodeExample
) -> str:
    """Return highlighted code as the translator writes a literal block."""
    lexer = lexer_name(example.language)
    options = translator.config.highlight_options.get(lexer, {})
    first, rest = parts_of(example)
    brief = getattr(highlighter, "sample_html", None)
    if brief is None or options:
        html = highlighter.highlight_block(
            first, lexer, opts=options, linenos=False, location=node, force=True
        )
    else:
        html = brief(first, lexer, example.literals)
    name = f" dj-sample-{example.name}" if example.name else ""
    if rest:
        html += rest_html(rest)
    return f'<div class="dj-code{name} highlight-{lexer} notranslate">{html}</div>\n'


def parts_of(example: CodeExample) -> tuple[str, str]:
    """Return what HTML shows of an example at first, and the rest, which is empty for most.

    What the playground writes is always shown whole.
    """
    end = example.code.rfind("\n", 0, LONG) if len(example.code) > LONG else 0
    if end <= 0 or example.name:
        return example.code, ""
    return example.code[:end], example.code[end + 1 :]


def write_markdown(writer: Any, node: example_group) -> None:
    """Write a group for the Markdown twins: what they have of the nodes, without making these."""
    blocks = []
    for example in node["examples"]:
        if writer.in_cell or MARKED in example.code:
            writer.add(writer.blocks([as_nodes(node)]))
            raise nodes.SkipNode
        blocks.append(emphasized("**", one_line(escape_text(example.title))))
        blocks.append(fenced(example.code, "" if example.language == "text" else example.language))
    writer.add(joined(blocks))
    raise nodes.SkipNode


def setup_example_groups(app: Sphinx) -> None:
    """Tell every builder how to write the node."""
    app.add_node(
        example_group,
        html=(visit_example_group, None),
        docsjson_markdown=(write_markdown, None),
    )
    app.add_post_transform(ExamplesToNodes)
