"""Handlers of the page components, by tag: the Markdown that a person would have written.

Components that are not here (Tabs, CodeGroup, Frame, Tree, callouts, …) are made of nodes that
read well as they are: bold titles, images with captions, lists, quotes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.locale import _
from sphinx_docsjson.outputs.markdown.design_handlers import card
from sphinx_docsjson.outputs.markdown.handlers import (
    COMPONENT_HANDLERS,
    HANDLERS,
    children_in_line,
    nothing,
)
from sphinx_docsjson.text.spelling import (
    code_span,
    emphasized,
    escape_text,
    heading,
    joined,
    link,
    list_item,
    one_line,
)

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer

INLINE_TAGS = frozenset({"a", "button", "code", "kbd", "span", "summary"})


def cards(writer: Writer, node: nodes.Element) -> str:
    """Cards side by side, as a list of links; anything else as it is."""
    children = [child for child in node.children if isinstance(child, nodes.Element)]
    if not children or any(child.get("component") != "Card" for child in children):
        return writer.blocks(node.children)
    return "\n\n".join(list_item("-", writer.write(child)) for child in children)


def field(writer: Writer, node: nodes.Element) -> str:
    """A field as an item of a list; its description and nested fields follow in the item."""
    return list_item("-", writer.blocks(node.children))


def field_head(writer: Writer, node: nodes.Element) -> str:
    """The first line of a field, with the words in the order in which the page has them."""
    head = node["head"]
    words = [*map(escape_text, head.before), code_span(head.name)]
    words += [emphasized("*", escape_text(head.type))] if head.type else []
    words += [escape_text(text) for text in (head.location, *head.after) if text]
    if head.default is not None:
        words.append(f"{_('default')}: {code_span(head.default)}")
    words += [f"**{_('required')}**"] if head.required else []
    words += [f"**{_('deprecated')}**"] if head.deprecated else []
    return " ".join(words)


def update(writer: Writer, node: nodes.Element) -> str:
    """An entry of a changelog, under its label as a heading."""
    blocks = []
    with writer.deeper():
        for child in node.children:
            if isinstance(child, nodes.rubric) and "dj-update-label" in child["classes"]:
                blocks.append(heading(max(writer.level, 2), writer.inline(child.children)))
            else:
                blocks.append(writer.blocks([child]))
    return joined(blocks)


def visibility(writer: Writer, node: nodes.Element) -> str:
    """Content for agents; what is for people only is left out."""
    attributes = node.get("component_attributes") or {}
    return "" if attributes.get("for") == "humans" else writer.blocks(node.children)


def tooltip(writer: Writer, node: nodes.Element) -> str:
    """A term with its explanation in brackets."""
    text = writer.inline(node.children)
    words = ": ".join(
        one_line(str(node[name])) for name in ("headline", "explanation") if node.get(name)
    )
    return f"{text} ({escape_text(words)})" if words else text


def html_element(writer: Writer, node: nodes.Element) -> str:
    """An element that a transform made for HTML: what it holds; buttons are for browsers."""
    classes = node.get("classes", ())
    if "dj-tooltip-tip" in classes:
        parts = [writer.inline([child]) for child in node.children]
        return f" ({' '.join(part for part in parts if part)})"
    if node.get("needs_script") or "headerlink" in classes:
        return ""
    if node.get("tag") in INLINE_TAGS:
        return writer.inline(node.children)
    return writer.blocks(node.children)


def media(writer: Writer, node: nodes.Element) -> str:
    """A player or an embedded page, as a link to what it plays."""
    if "filename" in node:
        url = writer.addresses.site(f"_downloads/{node['filename']}")
    elif node.get("uri"):
        url = writer.addresses.link(str(node["uri"]))
    else:
        return writer.inline(node.children)
    return link(escape_text(one_line(str(node.get("label", "")))), url)


COMPONENT_HANDLERS.update(
    {
        "Card": card,
        "CardGroup": cards,
        "Columns": cards,
        "ParamField": field,
        "ResponseField": field,
        "Update": update,
        "Visibility": visibility,
    }
)
HANDLERS.update(
    {
        "field_head": field_head,
        "html_element": html_element,
        "icon": nothing,
        "tooltip": tooltip,
        "abbreviation": tooltip,
        "agents_only": lambda writer, node: writer.blocks(node.children),
        "marked_code": lambda writer, node: writer.blocks(node.children),
        "HtmlBlock": lambda writer, node: writer.blocks(node.children),
        "HtmlInline": children_in_line,
        "Media": media,
    }
)
