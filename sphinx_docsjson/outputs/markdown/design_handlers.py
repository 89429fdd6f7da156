"""Handlers of sphinx-design's nodes: cards, grids, tabs, dropdowns, badges, icons.

Its components are containers with an attribute ``design_component``. Before HTML is written some
of them are rebuilt for HTML; both forms are read here, so nothing needs to be kept aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.outputs.markdown.handlers import HANDLERS, Handler, handles, nothing
from sphinx_docsjson.text.spelling import emphasized, joined, link, list_item, one_line

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer

COMPONENTS: dict[str, Handler] = {}
"""Value of ``design_component`` → handler; others render what they hold."""

HANDLERS["sd_tab_input"] = nothing
HANDLERS["sd_line_break"] = lambda writer, node: " "


@handles("container")
def container(writer: Writer, node: nodes.container) -> str:
    """A container: what it holds, unless it is a component that reads better otherwise."""
    handler = COMPONENTS.get(str(node.get("design_component", "")))
    if handler is not None:
        return handler(writer, node)
    return writer.blocks(node.children)


@handles("sd_tab_label", "dropdown_title", "aside_title")
def label(writer: Writer, node: nodes.Element) -> str:
    """The title of a tab or of something that folds."""
    return emphasized("**", one_line(writer.inline(node.children)))


@handles("PassthroughTextElement")
def passthrough(writer: Writer, node: nodes.Element) -> str:
    """Text that HTML shows without an element around it."""
    return writer.blocks(node.children)


@handles("dropdown_main", "aside_main")
def folded(writer: Writer, node: nodes.Element) -> str:
    """Something that folds: its title and what it holds."""
    return writer.blocks(node.children)


def dropdown(writer: Writer, node: nodes.container) -> str:
    """A dropdown before it is rebuilt for HTML."""
    children = list(node.children)
    title = ""
    if node.get("has_title") and children:
        first = children.pop(0)
        if isinstance(first, nodes.Element):
            title = emphasized("**", one_line(writer.inline(first.children)))
    return joined([title, writer.blocks(children)])


def tab_label(writer: Writer, node: nodes.container) -> str:
    """The title of a tab before it is rebuilt for HTML."""
    return emphasized("**", one_line(writer.inline(node.children)))


def card(writer: Writer, node: nodes.container) -> str:
    """A card: its title is the link when the whole card is one."""
    cover = _cover(node)
    parts = list(_parts_of(node))
    title = next((part for part in parts if _is(part, "card-title")), None)
    blocks = []
    linked = False
    for part in parts:
        if part is title:
            text = one_line(writer.inline(_inline_children(part)))
            linked = cover is not None
            blocks.append(f"**{_link_to(writer, cover, text)}**" if text else "")
        elif not _holds(part, cover):
            blocks.append(writer.blocks([part]))
    if cover is not None and not linked:
        blocks.append(writer.write(cover))
    return joined(blocks)


def _parts_of(node: nodes.Element) -> Iterator[nodes.Element]:
    """Give the parts of a card; those of a card in it belong to that one."""
    for child in node.children:
        if _is(child, "card-body"):
            assert isinstance(child, nodes.Element)
            yield from (part for part in child.children if isinstance(part, nodes.Element))
        elif isinstance(child, nodes.Element):
            yield child


def _link_to(writer: Writer, target: nodes.Element | None, text: str) -> str:
    if target is None:
        return text
    refid = target.get("refid")
    uri = f"#{refid}" if refid else str(target.get("refuri", ""))
    return link(text, writer.addresses.link(uri)) if uri else text


def _cover(node: nodes.Element) -> nodes.Element | None:
    """Return the link that covers a whole card."""
    for reference in node.findall(nodes.reference):
        if "sd-stretched-link" in reference.get("classes", ()) and _card_around(reference) is node:
            return reference
    return None


def _card_around(node: nodes.Element) -> nodes.Element | None:
    around = node.parent
    while around is not None and not _is(around, "card"):
        around = around.parent
    return around


def _holds(part: nodes.Element, cover: nodes.Element | None) -> bool:
    return cover is not None and (part is cover or cover.parent is part)


def _inline_children(node: nodes.Element) -> list[nodes.Node]:
    """Return the text of a title, out of the element that wraps it."""
    wrappers = ("PassthroughTextElement", "paragraph")
    if len(node.children) == 1 and type(node.children[0]).__name__ in wrappers:
        return list(node.children[0].children)
    return list(node.children)


def _is(node: nodes.Node | None, component: str) -> bool:
    return isinstance(node, nodes.Element) and node.get("design_component") == component


def grid_row(writer: Writer, node: nodes.container) -> str:
    """A row of a grid; when it holds only cards they are a list."""
    children = [child for child in node.children if isinstance(child, nodes.Element)]
    cards = [_card_of(child) for child in children]
    if not cards or any(found is None for found in cards):
        return writer.blocks(node.children)
    return "\n\n".join(list_item("-", card(writer, found)) for found in cards if found is not None)


def _card_of(item: nodes.Element) -> nodes.container | None:
    if len(item.children) == 1 and _is(item.children[0], "card"):
        found = item.children[0]
        return found if isinstance(found, nodes.container) else None
    return None


COMPONENTS.update(
    {"card": card, "grid-row": grid_row, "dropdown": dropdown, "tab-label": tab_label}
)
