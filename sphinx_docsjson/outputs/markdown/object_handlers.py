"""Handlers of Sphinx's own block nodes: descriptions of objects, version notes, grammars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_docsjson.outputs.markdown.block_handlers import code
from sphinx_docsjson.outputs.markdown.handlers import (
    HANDLERS,
    children_as_blocks,
    children_in_line,
    handles,
    nothing,
)
from sphinx_docsjson.text.spelling import code_span, heading, joined

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer

HANDLERS["highlightlang"] = nothing
HANDLERS["autosummary_toc"] = nothing
HANDLERS["only"] = children_as_blocks
HANDLERS["desc_content"] = children_as_blocks
HANDLERS["versionmodified"] = children_as_blocks
HANDLERS["desc_inline"] = children_in_line


@handles("toctree")
def toctree(writer: Writer, node: addnodes.toctree) -> str:
    """A table of contents that nobody has resolved yet."""
    resolved = writer.resolve_toctree(node)
    return "" if resolved is None else writer.blocks([resolved])


@handles("desc")
def description(writer: Writer, node: addnodes.desc) -> str:
    """The description of an object: its signatures as headings, then what it says."""
    blocks = []
    with writer.deeper():
        for child in node.children:
            if isinstance(child, addnodes.desc_signature):
                blocks.append(_signature(writer, child))
            else:
                blocks.append(writer.blocks([child]))
    return joined(blocks)


def _signature(writer: Writer, node: addnodes.desc_signature) -> str:
    text = signature_text(node)
    if writer.in_cell:
        return code_span(text)
    return heading(max(writer.level, 2), code_span(text))


def signature_text(node: nodes.Element) -> str:
    """Return a signature on one line, as the HTML writer shows it."""
    return " ".join("".join(_pieces(node)).split())


def _pieces(node: Any) -> list[str]:
    if isinstance(node, nodes.Text):
        return [node.astext()]
    if isinstance(node, nodes.raw | nodes.image):
        return []
    if isinstance(node, addnodes.desc_parameterlist):
        return ["(", *_parameters(node), ")"]
    if isinstance(node, addnodes.desc_type_parameter_list):
        return ["[", *_parameters(node), "]"]
    pieces = [piece for child in node.children for piece in _pieces(child)]
    if isinstance(node, addnodes.desc_returns):
        return [" → ", *pieces]
    if isinstance(node, addnodes.desc_signature_line):
        return [*pieces, " "]
    return pieces


def _parameters(node: nodes.Element) -> list[str]:
    """Return the parameters with their commas; optional ones stand in square brackets."""
    pieces: list[str] = []
    for child in node.children:
        comma = [", "] if pieces else []
        if isinstance(child, addnodes.desc_optional):
            pieces += ["[", *comma, *_parameters(child), "]"]
        else:
            pieces += [*comma, *_pieces(child)]
    return pieces


@handles("desc_signature", "desc_signature_line")
def signature(writer: Writer, node: nodes.Element) -> str:
    """A signature outside of a description."""
    return code_span(signature_text(node))


@handles(
    "desc_name",
    "desc_addname",
    "desc_type",
    "desc_annotation",
    "desc_sig_element",
    "desc_parameterlist",
)
def signature_part(writer: Writer, node: nodes.Element) -> str:
    """A part of a signature, when an extension shows it alone."""
    return code_span("".join(_pieces(node)).strip())


@handles("productionlist")
def production_list(writer: Writer, node: addnodes.productionlist) -> str:
    """The rules of a grammar."""
    lines = []
    for production in node.children:
        if isinstance(production, addnodes.production):
            name = production.get("tokenname", "")
            text = production.astext().rstrip("\n")
            lines.append(text if "::=" in text else f"{name} ::= {text}" if name else f"  {text}")
    return code(writer, "\n".join(lines))


@handles("graphviz", "inheritance_diagram", "mermaid")
def diagram(writer: Writer, node: nodes.Element) -> str:
    """A diagram, as its source."""
    source = str(node.get("code", ""))
    if not source:
        return writer.blocks(node.children)
    return code(writer, source, "mermaid" if type(node).__name__ == "mermaid" else "dot")
