"""Handlers of the block nodes of docutils: sections, paragraphs, quotes, code, figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.components.forms.html_elements import html_element
from sphinx_docsjson.components.listings.ansi import plain
from sphinx_docsjson.outputs.markdown.handlers import (
    HANDLERS,
    children_as_blocks,
    handles,
    nothing,
)
from sphinx_docsjson.text.spelling import (
    code_span,
    emphasized,
    escape_block_start,
    fenced,
    heading,
    joined,
    one_line,
    quoted,
)

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer

LANGUAGES = {"default": "", "text": "", "none": "", "pycon3": "pycon", "ipython3": "ipython"}

for _name in (
    "comment",
    "colspec",
    "decoration",
    "docinfo",
    "meta",
    "pending",
    "substitution_definition",
    "system_message",
):
    HANDLERS[_name] = nothing

for _name in ("document", "compound", "legend", "definition", "header", "footer"):
    HANDLERS[_name] = children_as_blocks


@handles("section")
def section(writer: Writer, node: nodes.section) -> str:
    """A section: its title one level deeper than the section it stands in."""
    with writer.deeper():
        return writer.blocks(node.children)


@handles("title")
def title(writer: Writer, node: nodes.title) -> str:
    """The title of a section is a heading, that of anything else a bold line."""
    if isinstance(node.parent, nodes.section | nodes.document):
        return heading(writer.level or 1, writer.numbered(node))
    return bold_line(writer, node)


@handles("rubric")
def rubric(writer: Writer, node: nodes.rubric) -> str:
    """A heading that makes no section, such as one inside a component; without a level a title."""
    level = node.get("heading-level") or node.get("level")
    if level and not writer.in_cell:
        return heading(int(level), writer.inline(node.children))
    return bold_line(writer, node)


@handles("subtitle", "caption", "centered")
def bold_line(writer: Writer, node: nodes.Element) -> str:
    """A line that titles what follows."""
    return emphasized("**", one_line(writer.numbered(node)))


@handles("compact_paragraph")
def compact_paragraph(writer: Writer, node: nodes.Element) -> str:
    """A part of a table of contents: a line, or a list."""
    return writer.blocks(node.children)


@handles("paragraph", "attribution")
def paragraph(writer: Writer, node: nodes.TextElement) -> str:
    """A paragraph; the attribution of a quote is one."""
    if first := next((n for n, child in enumerate(node.children) if is_block(child)), 0):
        return _described_entry(writer, node.children[:first], node.children[first:])
    text = writer.paragraph(node.children)
    return f"— {text}" if isinstance(node, nodes.attribution) and text else text


def is_block(node: nodes.Node) -> bool:
    """Whether *node*, met in a line, is a block all the same."""
    return isinstance(node, nodes.Element) and not isinstance(node, nodes.Inline | html_element)


def _described_entry(writer: Writer, head: list[Any], body: list[Any]) -> str:
    """Return a parameter whose description is more than a line: Sphinx puts blocks in its text."""
    rest = list(body)
    if isinstance(rest[0], nodes.paragraph):
        head = [*head, *rest.pop(0).children]
    return joined([writer.paragraph(head), writer.blocks(rest)])


@handles("list_item", "glossary", "acks", "start_of_file")
def part(writer: Writer, node: nodes.Element) -> str:
    """A node that only groups."""
    return writer.blocks(node.children)


@handles("block_quote")
def block_quote(writer: Writer, node: nodes.block_quote) -> str:
    """A quote."""
    text = writer.blocks(node.children)
    return quoted(text) if text and not writer.in_cell else text


@handles("line_block")
def line_block(writer: Writer, node: nodes.line_block) -> str:
    """Lines that stay lines; nested ones are moved right with spaces that do not collapse."""
    return "\\\n".join(line for line in _lines(writer, node, "") if line)


def _lines(writer: Writer, node: nodes.Element, space: str) -> list[str]:
    lines: list[str] = []
    for child in node.children:
        if isinstance(child, nodes.line_block):
            lines += _lines(writer, child, space + "\N{NO-BREAK SPACE}" * 2)
        elif isinstance(child, nodes.Element):
            lines.append(space + one_line(writer.inline(child.children)))
    return lines


@handles("literal_block")
def literal_block(writer: Writer, node: nodes.literal_block) -> str:
    """Code, or a program's output."""
    language = str(node.get("written_language") or node.get("language", ""))
    return code(writer, plain(node.astext()), LANGUAGES.get(language, language))


@handles("doctest_block")
def doctest_block(writer: Writer, node: nodes.doctest_block) -> str:
    """A session in Python's shell."""
    return code(writer, node.astext(), "pycon")


def code(writer: Writer, text: str, language: str = "") -> str:
    """Return code as a fenced block, or line by line where a fence cannot stand."""
    if writer.in_cell:
        return "\n".join(code_span(line) for line in text.splitlines() if line.strip())
    return fenced(text, language)


@handles("math_block")
def math_block(writer: Writer, node: nodes.math_block) -> str:
    """A formula of its own."""
    formula = node.astext().strip()
    if r"\\" in formula and r"\begin{" not in formula:
        formula = f"\\begin{{aligned}}\n{formula}\n\\end{{aligned}}"
    if number := node.get("number"):
        formula = rf"{formula} \tag{{{number}}}"
    return code_span(formula) if writer.in_cell else f"$$\n{formula}\n$$"


@handles("transition")
def transition(writer: Writer, node: nodes.transition) -> str:
    """A rule between two parts."""
    return "" if writer.in_cell else "---"


@handles("figure")
def figure(writer: Writer, node: nodes.figure) -> str:
    """An image, its caption under it, and its legend."""
    return joined(
        escape_block_start(writer.numbered(child).strip())
        if isinstance(child, nodes.caption)
        else writer.blocks([child])
        for child in node.children
    )
