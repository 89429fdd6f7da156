"""Handlers of lists: bullets, numbers, definitions, fields, options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_docsjson.outputs.markdown.block_handlers import is_block
from sphinx_docsjson.outputs.markdown.handlers import handles
from sphinx_docsjson.text.spelling import code_span, emphasized, joined, list_item, one_line

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer


@handles("hlist")
def hlist(writer: Writer, node: nodes.Element) -> str:
    """A list that is shown in columns."""
    marker = "*" if writer.other_marker else "-"
    found = [
        item
        for column in node.findall(nodes.bullet_list)
        for item in column.children
        if isinstance(column.parent, addnodes.hlistcol) and column.parent.parent is node
    ]
    return items(writer, [(marker, item) for item in found])


@handles("bullet_list")
def bullet_list(writer: Writer, node: nodes.Element) -> str:
    """A list with bullets."""
    marker = "*" if writer.other_marker else "-"
    return items(writer, [(marker, child) for child in node.children])


@handles("enumerated_list")
def enumerated_list(writer: Writer, node: nodes.enumerated_list) -> str:
    """A numbered list; letters and Roman numbers become numbers."""
    end = ")" if writer.other_marker else "."
    first = int(node.get("start", 1))
    return items(writer, [(f"{first + n}{end}", child) for n, child in enumerate(node.children)])


def items(writer: Writer, marked: list[tuple[str, Any]]) -> str:
    """Return the items of a list: close together when each is a line, else with space between."""
    written = []
    loose = False
    for marker, item in marked:
        blocks = [block for block in writer.each_block(item.children) if block]
        if len(blocks) == 2 and _is_list(item.children[-1]) and not loose:
            text = "\n".join(blocks)
        else:
            loose = loose or len(blocks) > 1
            text = joined(blocks)
        written.append(list_item(marker, text))
    loose = loose or any(map(_has_several_blocks, marked))
    if writer.in_cell:
        return "\n".join(written)
    return ("\n\n" if loose else "\n").join(written)


def _has_several_blocks(marked: tuple[str, Any]) -> bool:
    """Whether an item is the description of a parameter that goes on in blocks of its own."""
    return any(
        isinstance(child, nodes.paragraph) and any(map(is_block, child.children))
        for child in marked[1].children
    )


def _is_list(node: Any) -> bool:
    return isinstance(node, nodes.bullet_list | nodes.enumerated_list)


@handles("definition_list")
def definition_list(writer: Writer, node: nodes.definition_list) -> str:
    """Terms and definitions, as a list with bold terms."""
    return described(
        writer,
        [
            (
                ", ".join(
                    part
                    for part in (
                        writer.write(child)
                        for child in item.children
                        if isinstance(child, nodes.term | nodes.classifier)
                    )
                    if part
                ),
                [child for child in item.children if isinstance(child, nodes.definition)],
            )
            for item in node.children
            if isinstance(item, nodes.Element)
        ],
    )


@handles("term")
def term(writer: Writer, node: nodes.term) -> str:
    """A term of a definition list or a glossary."""
    return emphasized("**", one_line(writer.inline(node.children)))


@handles("classifier")
def classifier(writer: Writer, node: nodes.classifier) -> str:
    """What kind of thing a term is."""
    return emphasized("*", one_line(writer.inline(node.children)))


@handles("field_list")
def field_list(writer: Writer, node: nodes.field_list) -> str:
    """Named fields, such as the parameters of a function."""
    return described(
        writer,
        [
            (emphasized("**", one_line(writer.inline(field[0].children))), list(field[1:]))
            for field in node.findall(nodes.field)
            if field.parent is node and len(field)
        ],
    )


@handles("option_list")
def option_list(writer: Writer, node: nodes.option_list) -> str:
    """The options of a command."""
    return described(
        writer,
        [
            (
                ", ".join(code_span(option.astext()) for option in item[0].children),
                list(item[1:]),
            )
            for item in node.children
            if isinstance(item, nodes.option_list_item)
        ],
    )


def described(writer: Writer, entries: list[tuple[str, list[nodes.Node]]]) -> str:
    """Return a list of labels with their descriptions; short ones stay on the label's line."""
    written = []
    loose = False
    marker = "*" if writer.other_marker else "-"
    for label, body in entries:
        blocks = [block for child in body for block in writer.each_block(_inside(child)) if block]
        first = body[0].children[0] if body and body[0].children else None
        if blocks and isinstance(first, nodes.paragraph | nodes.Text | nodes.Inline):
            head = f"{label}: {blocks.pop(0)}" if label else blocks.pop(0)
        else:
            head = f"{label}:" if blocks and label else label
        loose = loose or bool(blocks)
        written.append(list_item(marker, joined([head, *blocks])))
    return ("\n\n" if loose and not writer.in_cell else "\n").join(written)


def _inside(node: nodes.Node) -> list[nodes.Node]:
    return list(node.children) if isinstance(node, nodes.Element) else [node]
