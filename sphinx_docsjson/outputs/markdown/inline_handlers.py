"""Handlers of the inline nodes of docutils and Sphinx: emphasis, code, links, images."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.outputs.markdown.handlers import (
    HANDLERS,
    children_in_line,
    handles,
    nothing,
)
from sphinx_docsjson.outputs.markdown.rawhtml import html_to_markdown
from sphinx_docsjson.text.spelling import (
    STRUCK,
    code_span,
    emphasized,
    escape_text,
    image,
    link,
    one_line,
)

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer

_STRIKES = {f"<{mark}{name}>" for name in STRUCK for mark in ("", "/")}
"""A tag that MyST writes alone, before or behind struck text."""

for _name in (
    "inline",
    "generated",
    "problematic",
    "substitution_reference",
    "target",
    "pending_xref",
    "pending_xref_condition",
    "acronym",
):
    HANDLERS[_name] = children_in_line

HANDLERS["index"] = nothing
HANDLERS["sd_icon"] = HANDLERS["fontawesome"] = nothing


@handles("emphasis", "title_reference", "literal_emphasis", "manpage")
def emphasis(writer: Writer, node: nodes.Element) -> str:
    """Emphasis, the title of a work, the name of a manual page."""
    if isinstance(node.parent, nodes.emphasis):
        return writer.inline(node.children)
    return emphasized("*", writer.inline(node.children))


@handles("strong", "literal_strong")
def strong(writer: Writer, node: nodes.Element) -> str:
    """Strong emphasis."""
    bold = isinstance(node.parent, nodes.strong | nodes.term)
    if bold or node.parent.tagname == "callout_title":
        return writer.inline(node.children)
    return emphasized("**", writer.inline(node.children))


@handles("literal")
def literal(writer: Writer, node: nodes.literal) -> str:
    """Code in a line, and behind it what explains a word of it."""
    tips = []
    for part in node.findall(nodes.Element):
        if _is_tip(part):
            tips.append(writer.write(part).strip())
        elif (text := part.get("explanation")) and not any(map(_is_tip, part.children)):
            tips.append(f"({escape_text(one_line(str(text)))})")
    return " ".join([code_span("".join(_text_of(node))), *filter(None, tips)])


def _is_tip(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and "dj-tooltip-tip" in node["classes"]


def _text_of(node: nodes.Element) -> Iterator[str]:
    for child in node.children:
        if not isinstance(child, nodes.Element):
            yield child.astext()
        elif not _is_tip(child):
            yield from _text_of(child)


@handles("math")
def math(writer: Writer, node: nodes.math) -> str:
    """A formula in a line."""
    return f"${one_line(node.astext())}$"


@handles("subscript")
def subscript(writer: Writer, node: nodes.subscript) -> str:
    """Lowered text; Markdown has no syntax of its own."""
    return f"<sub>{writer.inline(node.children)}</sub>"


@handles("superscript")
def superscript(writer: Writer, node: nodes.superscript) -> str:
    """Raised text; Markdown has no syntax of its own."""
    return f"<sup>{writer.inline(node.children)}</sup>"


@handles("reference", "number_reference")
def reference(writer: Writer, node: nodes.Element) -> str:
    """A link; to a page of the site it leads to the page's twin."""
    refid = node.get("refid")
    uri = f"#{refid}" if refid else str(node.get("refuri", ""))
    if not uri or _leads_to_itself(writer, node, uri):
        return writer.inline(node.children)
    with writer.link_label():
        label = one_line(writer.inline(node.children))
    return link(label, writer.addresses.link(uri))


def _leads_to_itself(writer: Writer, node: nodes.Element, uri: str) -> bool:
    """Whether *node* is the link that Sphinx's HTML builder puts around an image with a size."""
    only = node.children[0] if len(node.children) == 1 else None
    if not isinstance(only, nodes.image) or not node.get("internal"):
        return False
    path = writer.image_path(str(only["uri"]))
    return uri == only["uri"] or (path is not None and uri.endswith(path))


@handles("download_reference")
def download_reference(writer: Writer, node: nodes.Element) -> str:
    """A link to a file that the build copies."""
    with writer.link_label():
        label = one_line(writer.inline(node.children))
    if "filename" in node:
        return link(label, writer.addresses.site(f"_downloads/{node['filename']}"))
    if "refuri" in node:
        return link(label, str(node["refuri"]))
    return label


@handles("footnote_reference", "citation_reference")
def footnote_reference(writer: Writer, node: nodes.Element) -> str:
    """The mark of a footnote."""
    return f"[^{node.astext()}]"


@handles("image")
def image_node(writer: Writer, node: nodes.image) -> str:
    """An image, with the address it has in the output."""
    uri = str(node.get("uri", ""))
    chosen = (writer.image_path(str(path)) for path in (uri, *node.get("candidates", {}).values()))
    path = next((found for found in chosen if found is not None), None)
    url = writer.addresses.site(path) if path is not None else writer.addresses.link(uri)
    return image(str(node.get("alt", "")), url)


@handles("raw")
def raw(writer: Writer, node: nodes.raw) -> str:
    """Markdown as it is; of HTML what a reader sees; nothing of other formats."""
    formats = str(node.get("format", "")).split()
    if "markdown" in formats:
        return node.astext()
    if "html" in formats:
        if node.astext() in _STRIKES:
            return "~~"
        return html_to_markdown(node.astext(), writer.addresses.link)
    return ""


@handles("label")
def label(writer: Writer, node: nodes.label) -> str:
    """The number of a footnote, written by the footnote."""
    return ""
