"""HTML blocks and tables of pages, as docutils nodes that every builder can write."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx_design.shared import PassthroughTextElement

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.renderers import boxed
from sphinx_docsjson.mdx.markup import (
    class_names,
    code_within,
    html_attributes,
    ids_within,
    preformatted_text,
)
from sphinx_docsjson.mdx.scan import VOID
from sphinx_docsjson.pages.inline_elements import (
    DROPPED,
    EMBEDDED,
    TEXT_ELEMENTS,
    EmbeddedElements,
    HtmlBlock,
)
from sphinx_docsjson.pages.renderer_base import HTML_INLINES, hoist_blocks, is_block
from sphinx_docsjson.warnings import Warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sphinx_docsjson.components.renderers import FormContext
    from sphinx_docsjson.pages.targets import Targets


# HTML elements as MDX has them, as docutils nodes that every builder can write.

_SECTIONING = words(
    "address article aside div fieldset figcaption figure footer form header hgroup "
    "legend main menu nav section center dialog"
)
_NO_TEXT = TEXT_ELEMENTS | words("a p dd dt li table tbody td tfoot th thead tr")
"""Elements that are in paragraphs, or whose text has paragraphs in docutils."""

_ENUMTYPES = {"a": "loweralpha", "A": "upperalpha", "i": "lowerroman", "I": "upperroman"}


@dataclass(frozen=True, slots=True)
class HtmlTag:
    """An element as it is in a page.

    :param content: the text between its tags.
    :param line: where it begins, counted from 1; *content_line*, counted from 0, is where its
        content does.
    :param bare: whether its content begins on the line of the tag, which is not a paragraph in
        MDX.
    """

    name: str
    attributes: Mapping[str, str]
    content: str
    line: int
    content_line: int
    bare: bool = False


class HtmlElements(EmbeddedElements):
    """Renders the HTML elements of one page, blocks as well as those inside text.

    :param heading: renders ``<h1>`` to ``<h6>``: level, attributes, content, line.
    """

    def __init__(
        self, renderer: Targets, heading: Callable[[int, Mapping[str, str], str, int], None]
    ) -> None:
        super().__init__(renderer)
        self.heading = heading

    def render(self, tag: HtmlTag, *, inline: bool) -> None:
        """Render an element into the current node of the renderer."""
        if tag.name in DROPPED:
            if tag.name == "template" and tag.content.strip():
                message = "<template> is left out with what it holds, which no reader would see."
                self.renderer.warn_here(Warn.TAG, message, tag.line)
            if tag.name in {"link", "meta"}:
                message = (
                    f"<{tag.name}> is left out: it belongs into the head of a page. Name style "
                    "sheets in html_css_files of conf.py, and meta tags in the front matter."
                )
                self.renderer.warn_here(Warn.TAG, message, tag.line)
            return
        holder, before = self.renderer.current_node, len(self.renderer.current_node)
        self._render(tag, inline=inline)
        if "id" in tag.attributes:
            holder[before:] = self.identified(holder.children[before:], tag.attributes)

    def _render(self, tag: HtmlTag, *, inline: bool) -> None:
        renderer, name, attributes, line = self.renderer, tag.name, tag.attributes, tag.line
        special = {
            "pre": self._pre,
            "table": self._table,
            "ul": self._list,
            "ol": self._list,
            "dl": self._definitions,
            "blockquote": self._quote,
        }.get(name)
        if name in EMBEDDED:
            content = tag.content
            renderer.current_node += self.embedded(name, attributes, content, line, inline=inline)
        elif special is not None:
            special(tag)
        elif re.fullmatch(r"h[1-6]", name):
            self.heading(int(name[1]), attributes, tag.content, line)
        elif name == "hr" or (name in HTML_INLINES and (name in VOID or not tag.content.strip())):
            renderer.current_node += self.inline(name, attributes, [], line)
        else:
            self._blocks(tag)

    def _content(self, tag: HtmlTag) -> nodes.container:
        holder = nodes.container()
        if tag.content.strip():
            with self.renderer.current_node_context(holder):
                self.renderer.render_blocks(tag.content, tag.content_line)
        return holder

    def _blocks(self, tag: HtmlTag) -> None:
        """Render an element whose content is parsed as blocks."""
        holder = self._content(tag)
        renderer, name, attributes, line = self.renderer, tag.name, tag.attributes, tag.line
        if name not in _NO_TEXT:
            boxes = class_names(attributes)
            texts = (each for each in holder if tag.bare or (boxes and _is_elements(each)))
            make_bare(texts)
        if name == "a":
            renderer.current_node += self._linked_blocks(attributes, holder, line)
            return
        if name == "p":
            self.style(holder, {**attributes, "id": ""})
            for child in holder.children:
                if isinstance(child, nodes.Element):
                    child["classes"].extend(holder["classes"])
                    child["tagname"] = name
            renderer.current_node += holder.children
            return
        if name in _SECTIONING:
            holder["classes"] = []
            self.style(holder, attributes)
            if name == "center":
                holder["classes"].append("dj-align-center")
            renderer.current_node.append(holder)
            return
        if name in TEXT_ELEMENTS:
            for child in holder.children:
                if isinstance(child, nodes.paragraph):
                    inner = self.inline(name, attributes, child.children, line)
                    child.children = []
                    child += inner
            renderer.current_node += holder.children
            return
        node = HtmlBlock("", tagname=name, attributes_html=html_attributes(name, attributes))
        self.style(node, attributes)
        if name in {"td", "th", "summary", "li"} and len(holder) == 1:
            only: Any = holder[0]
            node["ids"] += only["ids"] if isinstance(only, nodes.paragraph) else []
            node += _words_of(only) if isinstance(only, nodes.paragraph) else only
        else:
            node += holder.children
        renderer.current_node.append(node)

    def _linked_blocks(
        self, attributes: Mapping[str, str], holder: nodes.container, line: int
    ) -> list[nodes.Node]:
        """Make what is in ``<a>`` lead to its target: each text and each image of it.

        Several blocks are one link in HTML, as :class:`LinkedBlocks`.
        """
        only = holder[0] if len(holder) == 1 else None
        if isinstance(only, nodes.paragraph) or "href" not in attributes:
            self._link_parts(attributes, holder, line)
            return holder.children
        box = LinkedBlocks("", *holder.children)
        self.style(box, attributes)
        kept = {name: attributes[name] for name in ("href", "target", "rel") if name in attributes}
        plain = {**kept, "className": PART}
        if not self._link_parts(plain, box, line):
            label = nodes.inline("", attributes["href"], classes=["dj-visually-hidden"])
            box.append(nodes.paragraph("", "", *self.inline("a", plain, [label], line)))
        return [box]

    def _link(
        self, attributes: Mapping[str, str], children: Sequence[nodes.Node], line: int
    ) -> list[nodes.Node]:
        if "href" not in attributes or not any(map(is_block, children)):
            return super()._link(attributes, children, line)
        holder = nodes.container()
        label = nodes.paragraph("", "", *children)
        holder.append(label)
        hoist_blocks(label)
        return self._linked_blocks(attributes, holder, line)

    def _link_parts(self, attributes: Mapping[str, str], holder: nodes.Element, line: int) -> bool:
        """Put a link around each text and each image in *holder*; return whether there is one."""
        found = False
        for text in list(holder.findall(nodes.TextElement)):
            if isinstance(text, nodes.paragraph | nodes.rubric):
                text[:] = self.inline("a", attributes, text.children, line)
                found = True
        for image in list(holder.findall(nodes.image)):
            if isinstance(image.parent, nodes.container | nodes.figure):
                image.replace_self(self.inline("a", attributes, [image.deepcopy()], line))
                found = True
        return found

    def _pre(self, tag: HtmlTag) -> None:
        text = self.renderer.only_string(code_within(tag.content))
        if text is None:
            text = preformatted_text(tag.content)
        block = nodes.literal_block(text, text, language="text")
        block.line = tag.line
        for identifier in ids_within(tag.content):
            self.renderer.name_target(block, identifier)
        self.renderer.current_node.append(block)

    def _table(self, tag: HtmlTag) -> None:
        holder = self._content(tag)
        table: nodes.Element | None = table_of(holder)
        if table is None:
            table = HtmlBlock("", *holder.children, tagname="table", attributes_html={})
        else:
            self.renderer.current_node += strays_of(holder)
        self.style(table, tag.attributes)
        table.line = tag.line
        self.renderer.current_node.append(table)

    def _list(self, tag: HtmlTag) -> None:
        node: nodes.Element = nodes.bullet_list(bullet="-")
        if tag.name == "ol":
            enumtype = _ENUMTYPES.get(tag.attributes.get("type", ""), "arabic")
            node = nodes.enumerated_list(enumtype=enumtype, prefix="", suffix=".")
            if (start := tag.attributes.get("start", "")).isdecimal():
                node["start"] = int(start)
        for child in _elements(self._content(tag)):
            item = nodes.list_item()
            if isinstance(child, HtmlBlock) and child["tagname"] == "li":
                item += _as_blocks(child.children)
                item["ids"] += child["ids"]
            else:
                item.append(child)
            node.append(item)
        self.style(node, tag.attributes)
        self.renderer.current_node.append(node)

    def _definitions(self, tag: HtmlTag) -> None:
        result = nodes.definition_list()
        definition = nodes.definition()
        for child in _terms_and_definitions(self._content(tag)):
            tagname = child.get("tagname") if isinstance(child, HtmlBlock) else None
            if tagname == "dt" or not len(result):
                definition = nodes.definition()
                term = nodes.term(child.astext(), child.astext())
                term["ids"] += child["ids"]
                line_of = next(iter(child.findall(nodes.paragraph)), child)
                term.source, term.line = line_of.source, line_of.line
                result.append(nodes.definition_list_item("", term, definition))
            if tagname != "dt":
                definition += _as_blocks(child.children if tagname else [child])
                definition["ids"] += child["ids"] if tagname else []
        self.renderer.current_node.append(result)

    def _quote(self, tag: HtmlTag) -> None:
        self.renderer.current_node.append(nodes.block_quote("", *self._content(tag).children))


PART = "dj-link-part"
"""The class of a link that is a part of a link around blocks."""


class LinkedBlocks(nodes.container):
    """Blocks that are one link in HTML; elsewhere each text and image in them is one."""


def linked_blocks_html(node: nodes.Element, context: FormContext) -> list[nodes.Node]:
    """Return the link around the blocks, in which the links of their texts are none."""
    parts = [each for each in node.findall(nodes.reference) if PART in each["classes"]]
    if not parts:
        return boxed(node, context)
    for part in parts:
        context.replace_with(context.borrow_children(part.children), part)
    target = parts[0].get("refuri") or f"#{parts[0].get('refid', '')}"
    kinds = ["reference", "internal" if parts[0].get("internal") else "external"]
    link = element("a", "", *context.borrow_children(node.children), href=target)
    copy_identity(node, link)
    link["classes"] += kinds
    link["html"] |= {k: parts[0][k] for k in ("target", "rel") if parts[0].get(k)}
    return [link]


class BareText(nodes.paragraph):
    """Text that is in an element of HTML directly; elsewhere it is a paragraph."""


def make_bare(found: Iterable[nodes.Node]) -> None:
    """Let paragraphs be text without an element, as in JSX."""
    for node in list(found):
        if not isinstance(node, nodes.paragraph) or node.get("tagname") == "p":
            continue
        if not (node["ids"] or node["classes"]):
            text = BareText(node.rawsource, "", *node.children)
            text.source, text.line, text.attributes = node.source, node.line, node.attributes
            node.replace_self(text)


def _is_elements(node: nodes.Node) -> bool:
    """Whether a paragraph holds elements alone, which are in no paragraph in MDX."""
    children = node.children if isinstance(node, nodes.paragraph) else ()
    return bool(children) and all(
        isinstance(each, nodes.Element) or not each.astext().strip() for each in children
    )


def _words_of(paragraph: nodes.paragraph) -> PassthroughTextElement:
    """Return what is in a paragraph as one node, which translators know as the paragraph."""
    label = PassthroughTextElement(paragraph.rawsource, "", *paragraph.children)
    label.source, label.line = paragraph.source, paragraph.line
    return label


def _elements(holder: nodes.Element) -> list[nodes.Element]:
    """Return the children that are elements; comments and space between them are none."""
    return [
        child
        for child in holder.children
        if isinstance(child, nodes.Element) and not isinstance(child, nodes.comment)
    ]


def _terms_and_definitions(holder: nodes.Element) -> Iterator[nodes.Element]:
    """Yield the elements of ``<dl>``; those that a ``<div>`` groups as if it were not there."""
    for child in _elements(holder):
        grouped = _elements(child) if isinstance(child, nodes.container) else []
        if any(each.get("tagname") in {"dt", "dd"} for each in grouped):
            grouped[0]["ids"] += child["ids"]
            yield from grouped
        else:
            yield child


def _as_blocks(children: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return *children* as blocks; text among them becomes a paragraph."""
    if any(is_block(child) for child in children):
        return list(children)
    return [nodes.paragraph("", "", *children)]


# ``<table>`` as a docutils table, so that every builder writes it.


def table_of(holder: nodes.Element) -> nodes.table | None:
    """Return the table that the parsed content of ``<table>`` describes.

    ``None`` when it has no rows.
    """
    head: list[nodes.row] = []
    body: list[nodes.row] = []
    for row, in_head in _rows(holder, in_head=False):
        cells = [child for child in _child_elements(row) if _is_cell(child)]
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
    if not any(cell.get("morerows") for row in rows for cell in _child_elements(row)):
        for row in rows:
            _fill(row, columns)
    if head:
        group.append(nodes.thead("", *head))
    group.append(nodes.tbody("", *(body or [_empty_row(columns)])))
    captions = [child for child in _child_elements(holder) if _is(child, "caption")]
    titles = [nodes.title("", "", *_words(each), ids=each["ids"]) for each in captions[:1]]
    return nodes.table("", *titles, group, classes=["colwidths-auto"])


def strays_of(holder: nodes.Element) -> list[nodes.Node]:
    """Return what is in ``<table>`` and in no cell; as in a browser it is above."""
    strays: list[nodes.Node] = []
    captions = 0
    for child in _child_elements(holder):
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
    for child in _child_elements(holder):
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
    """Return what a caption says, without the paragraphs that it may be in."""
    paragraphs = [child for child in caption.children if isinstance(child, nodes.paragraph)]
    return [word for each in paragraphs for word in each.children] or caption.children


def _fill(row: nodes.row, columns: int) -> None:
    """Add empty cells where a row is short."""
    row += [nodes.entry() for _ in range(columns - _width(row))]


def _width(row: nodes.row) -> int:
    return sum(1 + int(cell.get("morecols", 0)) for cell in _child_elements(row))


def _child_elements(node: nodes.Element) -> list[nodes.Element]:
    return [child for child in node.children if isinstance(child, nodes.Element)]


def _empty_row(columns: int) -> nodes.row:
    return nodes.row("", *(nodes.entry() for _ in range(columns)))
