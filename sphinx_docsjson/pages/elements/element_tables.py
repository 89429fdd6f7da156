"""``<table>`` as a docutils table, so that every builder writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.pages.elements.element_nodes import HtmlBlock
from sphinx_docsjson.pages.rendering.paragraphs import is_block

if TYPE_CHECKING:
    from collections.abc import Iterator


def table_of(holder: nodes.Element) -> nodes.table | None:
    """Return the table that the parsed content of ``<table>`` describes.

    ``None`` when it has no rows.
    """
    head: list[nodes.row] = []
    body: list[nodes.row] = []
    for row, in_head in _rows(holder, in_head=False):
        cells = [child for child in _elements(row) if _is_cell(child)]
        all_heads = bool(cells) and all(_is(cell, "th") for cell in cells)
        target = head if in_head or (all_heads and not body) else body
        target.append(nodes.row("", *(_entry(cell) for cell in cells), ids=row["ids"]))
    rows = head + body
    if not rows:
        return None
    columns = max(_width(row) for row in rows)
    if not columns:
        return None
    group = nodes.tgroup("", cols=columns)
    group += [nodes.colspec("", colwidth=max(1, 100 // columns)) for _ in range(columns)]
    if not any(cell.get("morerows") for row in rows for cell in _elements(row)):
        for row in rows:
            _fill(row, columns)
    if head:
        group.append(nodes.thead("", *head))
    group.append(nodes.tbody("", *(body or [_empty_row(columns)])))
    captions = [child for child in _elements(holder) if _is(child, "caption")]
    titles = [nodes.title("", "", *_words(each), ids=each["ids"]) for each in captions[:1]]
    return nodes.table("", *titles, group, classes=["colwidths-auto"])


def strays_of(holder: nodes.Element) -> list[nodes.Node]:
    """Return what stands in ``<table>`` and in no cell; as in a browser it stands above."""
    strays: list[nodes.Node] = []
    captions = 0
    for child in _elements(holder):
        if _is(child, "tr", "thead", "tbody", "tfoot"):
            if not _is(child, "tr") or any(map(_is_cell, child.children)):
                strays += [each for each in strays_of(child) if not _is_cell(each)]
        elif _is(child, "caption"):
            captions += 1
            strays += child.children if captions > 1 else []
        elif not _is_cell(child) and not isinstance(child, nodes.comment):
            strays.append(child)
    return strays


def _rows(holder: nodes.Element, *, in_head: bool) -> Iterator[tuple[nodes.Element, bool]]:
    for child in _elements(holder):
        if _is(child, "tr"):
            yield child, in_head
        elif _is(child, "thead", "tbody", "tfoot"):
            cells = [each for each in child.findall(HtmlBlock) if _is_cell(each)]
            for cell in cells[:1]:
                cell["ids"] += child["ids"]
            yield from _rows(child, in_head=child["tagname"] == "thead")


def _is_cell(node: nodes.Node) -> bool:
    return _is(node, "td", "th")


def _is(node: nodes.Node, *names: str) -> bool:
    return isinstance(node, HtmlBlock) and node["tagname"] in names


def _entry(cell: nodes.Element) -> nodes.entry:
    children = cell.children
    if children and not any(is_block(child) for child in children):
        children = [nodes.paragraph("", "", *children)]
    entry = nodes.entry("", *children)
    entry["classes"] = list(cell["classes"])
    entry["ids"] = list(cell["ids"])
    for attribute, key in (("colspan", "morecols"), ("rowspan", "morerows")):
        span = cell["attributes_html"].get(attribute, "1")
        if span.isdigit() and 1 < int(span) <= 100:
            entry[key] = int(span) - 1
    return entry


def _words(caption: nodes.Element) -> list[nodes.Node]:
    """Return what a caption says, without the paragraphs that it may stand in."""
    paragraphs = [child for child in caption.children if isinstance(child, nodes.paragraph)]
    return [word for each in paragraphs for word in each.children] or caption.children


def _fill(row: nodes.row, columns: int) -> None:
    """Add empty cells where a row is short."""
    row += [nodes.entry() for _ in range(columns - _width(row))]


def _width(row: nodes.row) -> int:
    return sum(1 + int(cell.get("morecols", 0)) for cell in _elements(row))


def _elements(node: nodes.Element) -> list[nodes.Element]:
    return [child for child in node.children if isinstance(child, nodes.Element)]


def _empty_row(columns: int) -> nodes.row:
    return nodes.row("", *(nodes.entry() for _ in range(columns)))
