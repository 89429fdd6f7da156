"""Handlers of tables: one line a row, spanned cells filled up, blocks in cells put on a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.outputs.markdown.handlers import HANDLERS, children_as_blocks, handles
from sphinx_docsjson.text.spelling import (
    emphasized,
    joined,
    one_line,
    table,
    table_cell,
)

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer

HANDLERS["tabular_col_spec"] = lambda writer, node: ""
HANDLERS["autosummary_table"] = children_as_blocks


@handles("table")
def table_node(writer: Writer, node: nodes.table) -> str:
    """A table; its title is a bold line above it."""
    blocks = []
    for child in node.children:
        if isinstance(child, nodes.title):
            blocks.append(emphasized("**", one_line(writer.numbered(child))))
        elif isinstance(child, nodes.tgroup):
            blocks.append(_group(writer, child))
        else:
            blocks.append(writer.blocks([child]))
    return joined(blocks)


def _group(writer: Writer, group: nodes.tgroup) -> str:
    header: list[list[str]] = []
    body: list[list[str]] = []
    for part in group.children:
        if isinstance(part, nodes.thead):
            header += _rows(writer, part)
        elif isinstance(part, nodes.tbody):
            body += _rows(writer, part)
    if writer.in_cell:
        return "\n".join(" – ".join(cell for cell in row if cell) for row in header + body)
    # Markdown tables have exactly one header row: more of them follow as rows of the body.
    first, rest = (header[0], header[1:]) if header else ([""], [])
    return table(first, rest + body)


def _rows(writer: Writer, part: nodes.Element) -> list[list[str]]:
    """Return the cells of each row; a cell that spans rows keeps its columns free below."""
    rows: list[list[str]] = []
    taken: dict[int, int] = {}
    with writer.cell():
        for row in part.children:
            if not isinstance(row, nodes.row):
                continue
            cells: list[str] = []
            for entry in row.children:
                if isinstance(entry, nodes.entry):
                    _skip_taken(cells, taken)
                    width = int(entry.get("morecols", 0)) + 1
                    below = int(entry.get("morerows", 0))
                    if below:
                        taken.update(dict.fromkeys(range(len(cells), len(cells) + width), below))
                    cells += [table_cell(writer.blocks(entry.children)), *[""] * (width - 1)]
            _skip_taken(cells, taken)
            rows.append(cells)
    return rows


def _skip_taken(cells: list[str], taken: dict[int, int]) -> None:
    """Fill the columns that a cell of an earlier row covers."""
    while taken.get(len(cells), 0) > 0:
        taken[len(cells)] -= 1
        cells.append("")
