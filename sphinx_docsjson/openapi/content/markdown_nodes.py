"""The Markdown of OpenAPI descriptions as nodes, for translators and for every builder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docutils import nodes
from markdown_it.token import Token
from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound

from sphinx_docsjson.anchors import title_ids
from sphinx_docsjson.openapi.content.outside_markdown import parser, prepared

LEVEL = "docsjson_level"
"""The attribute of a rubric that says which level its heading has."""


def to_nodes(text: str, source: str, line: int = 0, *, levels: bool = False) -> list[nodes.Node]:
    """Return a description as nodes, for what translators and every builder see.

    :param source: the file that it comes from.
    :param levels: rubrics say which level they have, for what makes sections of them.
    """
    builder = _NodeBuilder(source, line, levels=levels)
    return builder.blocks(parser().parse(prepared(text)))


def to_sections(text: str, source: str) -> tuple[list[nodes.Node], list[nodes.section]]:
    """Return a long description: what stands before its first heading, and its sections."""
    before: list[nodes.Node] = []
    top: list[nodes.section] = []
    opened: list[tuple[int, nodes.section]] = []
    for node in to_nodes(text, source, levels=True):
        level = node.get(LEVEL) if isinstance(node, nodes.rubric) else None
        if level is None:
            if opened:
                opened[-1][1].append(node)
            else:
                before.append(node)
            continue
        while opened and opened[-1][0] >= level:
            opened.pop()
        title = nodes.title(node.astext(), "", *node.children, translatable=False)
        section = nodes.section("", title, ids=title_ids(node.astext(), "part"))
        if opened:
            opened[-1][1].append(section)
        else:
            top.append(section)
        opened.append((level, section))
    return before, top


def lexer_name(language: str) -> str:
    """Return the name of a lexer that Pygments has; ``text`` for one that it has not."""
    try:
        find_lexer_class_by_name(language)
    except (ClassNotFound, ValueError):
        return "text"
    return language


_BLOCKS: dict[str, type[nodes.Element]] = {
    "paragraph_open": nodes.paragraph,
    "bullet_list_open": nodes.bullet_list,
    "ordered_list_open": nodes.enumerated_list,
    "list_item_open": nodes.list_item,
    "blockquote_open": nodes.block_quote,
    "thead_open": nodes.thead,
    "tbody_open": nodes.tbody,
    "tr_open": nodes.row,
}
_INLINE: dict[str, type[nodes.Element]] = {
    "strong_open": nodes.strong,
    "em_open": nodes.emphasis,
    "s_open": nodes.inline,
}


class _NodeBuilder:
    """Turns the tokens of markdown-it into nodes."""

    def __init__(self, source: str, line: int, *, levels: bool = False) -> None:
        self.source = source
        self.line = line
        self.levels = levels

    def blocks(self, tokens: Sequence[Token]) -> list[nodes.Node]:
        """Return the nodes of block tokens."""
        root = nodes.container()
        stack: list[nodes.Element] = [root]
        for token in tokens:
            self.block(token, stack)
        return list(root.children)

    def block(self, token: Token, stack: list[nodes.Element]) -> None:
        """Add what one token stands for to the innermost open node."""
        parent = stack[-1]
        if token.type == "heading_open":
            stack.append(self.placed(nodes.rubric(), parent))
            if self.levels and len(stack) == 2:
                stack[-1][LEVEL] = int(token.tag[1:])
        elif token.type in ("th_open", "td_open"):
            entry = self.placed(nodes.entry(), parent)
            stack += [entry, self.placed(nodes.paragraph(), entry)]
        elif token.type == "table_open":
            stack.append(self.table(parent))
        elif token.type in _BLOCKS:
            stack.append(self.placed(_BLOCKS[token.type](), parent))
            if token.type == "ordered_list_open":
                stack[-1].attributes.update({"enumtype": "arabic", "prefix": "", "suffix": "."})
                stack[-1]["start"] = int(token.attrs.get("start", 1))
        elif token.type in ("th_close", "td_close"):
            del stack[-2:]
        elif token.type == "table_close":
            self.close_table(stack.pop())
        elif token.nesting < 0:
            stack.pop()
        elif token.type == "inline":
            if isinstance(parent, nodes.TextElement):
                parent.rawsource = token.content
            self.inline(token.children or [], parent)
        elif token.type in ("fence", "code_block"):
            code = token.content.rstrip("\n")
            words = token.info.split()
            block = nodes.literal_block(code, code, force=True)
            block["language"] = lexer_name(words[0]) if words else "text"
            self.placed(block, parent)

    def placed(self, node: Any, parent: nodes.Element) -> Any:
        """Add *node* to *parent*, with the place that it comes from."""
        node.source, node.line = self.source, self.line
        parent.append(node)
        return node

    def table(self, parent: nodes.Element) -> nodes.Element:
        """Open a table."""
        table = self.placed(nodes.table(), parent)
        group = nodes.tgroup()
        table.append(group)
        return group

    @staticmethod
    def close_table(group: nodes.Element) -> None:
        """Say how many columns a table has, now that its rows are known."""
        columns = max((len(row) for row in group.findall(nodes.row)), default=0)
        group["cols"] = columns
        for _column in range(columns):
            group.insert(0, nodes.colspec(colwidth=1))

    def inline(self, tokens: Sequence[Token], parent: nodes.Element) -> None:
        """Add the nodes of inline tokens to *parent*."""
        stack = [parent]
        for token in tokens:
            if token.type == "link_open":
                url = str(token.attrs.get("href", ""))
                link = nodes.reference(refuri=url, internal=False)
                stack[-1].append(link)
                stack.append(link)
            elif token.type in _INLINE:
                node = _INLINE[token.type]()
                stack[-1].append(node)
                stack.append(node)
            elif token.nesting < 0:
                stack.pop()
            elif token.type == "code_inline":
                stack[-1].append(nodes.literal(token.content, token.content))
            elif token.type == "image":
                url = str(token.attrs.get("src", ""))
                text = token.content or url
                stack[-1].append(nodes.reference(text, text, refuri=url, internal=False))
            elif token.type in ("softbreak", "hardbreak"):
                stack[-1].append(nodes.Text("\n"))
            elif token.content:
                stack[-1].append(nodes.Text(token.content))
