"""Handlers of elements of HTML, and of what plays or embeds something.

Components have their Markdown beside their declaration. Those that give none (Tabs, CodeGroup,
Frame, Tree, …) are made of nodes that read well as they are: bold titles, images with captions,
lists, quotes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.outputs.markdown.handlers import HANDLERS
from sphinx_docsjson.text.spelling import STRUCK, emphasized, escape_text, link, one_line

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer

INLINE_TAGS = frozenset({"a", "button", "code", "kbd", "span", "summary"})


def abbreviation(writer: Writer, node: nodes.Element) -> str:
    """A term with its explanation in brackets."""
    text = writer.inline(node.children)
    words = one_line(str(node.get("explanation", "")))
    return f"{text} ({escape_text(words)})" if words else text


def html_element(writer: Writer, node: nodes.Element) -> str:
    """An element that a transform made for HTML: what it holds; buttons are for browsers."""
    classes = node.get("classes", ())
    if node.get("needs_script") or "headerlink" in classes:
        return ""
    if node.get("tag") in INLINE_TAGS:
        return writer.inline(node.children)
    return writer.blocks(node.children)


def media(writer: Writer, node: nodes.Element) -> str:
    """A player or an embedded page, as a link to what it plays."""
    if "filename" in node:
        url = writer.addresses.site(f"_downloads/{node['filename']}")
    elif "output" in node:
        url = writer.addresses.site(node["output"])
    elif node.get("uri"):
        url = writer.addresses.link(str(node["uri"]))
    else:
        return writer.inline(node.children)
    return link(escape_text(one_line(str(node.get("label", "")))), url)


def html_inline(writer: Writer, node: nodes.Element) -> str:
    """An element inside a line: its text; struck text keeps its marks."""
    text = writer.inline(node.children)
    inside_another = node.parent.get("tagname") in STRUCK
    struck = node["tagname"] in STRUCK and not inside_another
    return emphasized("~~", text) if struck else text


HANDLERS.update(
    {
        "abbreviation": abbreviation,
        "html_element": html_element,
        "HtmlBlock": lambda writer, node: writer.blocks(node.children),
        "HtmlInline": html_inline,
        "Media": media,
        "Script": lambda _writer, _node: "",
    }
)
