"""Handlers of what stands beside the text: callouts, topics, footnotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.locale import admonitionlabels

from sphinx_docsjson.outputs.markdown.handlers import handles
from sphinx_docsjson.text.spelling import (
    escape_brackets,
    indented,
    joined,
    one_line,
    quoted,
)

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer


@handles("topic", "sidebar")
def topic(writer: Writer, node: nodes.Element) -> str:
    """Something beside the text, as a quote; a local table of contents is left out."""
    if "contents" in node.get("classes", ()):
        return ""
    text = writer.blocks(node.children)
    return quoted(text) if text and not writer.in_cell else text


@handles(
    "attention",
    "caution",
    "danger",
    "error",
    "hint",
    "important",
    "note",
    "tip",
    "warning",
    "seealso",
)
def admonition(writer: Writer, node: nodes.Element) -> str:
    """A callout with a fixed label."""
    label = str(admonitionlabels[type(node).__name__])
    children = list(node.children)
    # Sphinx's HTML writer puts the label into the tree; the twin is written after it.
    if children and isinstance(children[0], nodes.title):
        del children[0]
    return callout(writer, label, writer.blocks(children))


@handles("admonition", "todo_node")
def titled_admonition(writer: Writer, node: nodes.Element) -> str:
    """A callout with a title of its own."""
    children = list(node.children)
    label = ""
    if children and isinstance(children[0], nodes.title):
        label = one_line(writer.inline(children.pop(0).children))
    return callout(writer, label, writer.blocks(children))


def callout(writer: Writer, label: str, body: str) -> str:
    """Return a quote that begins with a bold *label*."""
    text = joined([f"**{label}**" if label else "", body])
    return text if writer.in_cell else quoted(text)


@handles("citation")
def citation(writer: Writer, node: nodes.Element) -> str:
    """A citation; what cites it is a link with the name as its text, and no mark of a footnote."""
    label = node.children[0].astext() if node.children else ""
    return f"**{escape_brackets(f'[{label}]')}** {writer.blocks(node.children[1:])}"


@handles("footnote")
def footnote(writer: Writer, node: nodes.Element) -> str:
    """A footnote; its number may have been made by docutils or be a name."""
    label = node.children[0].astext() if node.children else ""
    body = writer.blocks(node.children[1:])
    return f"[^{label}]: {indented(body, 4)}"
