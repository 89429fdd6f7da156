"""Handlers of blocks: sections, lists, tables, callouts, descriptions of objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import admonitionlabels

from sphinx_docsjson.base.markdown import (
    code_span,
    emphasized,
    escape_block_start,
    escape_brackets,
    fenced,
    heading,
    indented,
    joined,
    list_item,
    one_line,
    quoted,
    table,
    table_cell,
)
from sphinx_docsjson.base.nodes import is_source_link
from sphinx_docsjson.components.code_blocks import plain, with_changes
from sphinx_docsjson.components.html_elements import html_element
from sphinx_docsjson.outputs.markdown.writer import (
    HANDLERS,
    children_as_blocks,
    children_in_line,
    handles,
    nothing,
)

if TYPE_CHECKING:
    from sphinx_docsjson.outputs.markdown.writer import Writer


# Handlers of lists: bullets, numbers, definitions, fields, options.


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
    number, marked = int(node.get("start", 1)), []
    child: Any
    for child in node.children:
        number = child.get("step_number", number)
        marked.append((f"{number}{end}", child))
        number += 1
    return items(writer, marked)


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


# Handlers of what is beside the text: callouts, topics, footnotes.


@handles("topic", "sidebar")
def topic(writer: Writer, node: nodes.Element) -> str:
    """Something beside the text, as a quote; a local table of contents is omitted."""
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


# Handlers of Sphinx's own block nodes: descriptions of objects, version notes, grammars.

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
    if isinstance(node, nodes.raw | nodes.image) or is_source_link(node):
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
    """Return the parameters with their commas; optional ones are in square brackets."""
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
    """A signature outside a description."""
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


# Handlers of the block nodes of docutils: sections, paragraphs, quotes, code, figures.

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
    """A section: its title one level deeper than the section it is in."""
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
    text = with_changes(plain(node.astext()), node.get("marks", {}))
    return code(writer, text, LANGUAGES.get(language, language))


@handles("doctest_block")
def doctest_block(writer: Writer, node: nodes.doctest_block) -> str:
    """A session in Python's shell."""
    return code(writer, node.astext(), "pycon")


def code(writer: Writer, text: str, language: str = "") -> str:
    """Return code as a fenced block, or line by line where a fence cannot be."""
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


# Handlers of tables: one line a row, spanned cells filled up, blocks in cells put on a line.

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
