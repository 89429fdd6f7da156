"""A Markdown parser reads back what the writer wrote, whatever the document holds."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from docutils import nodes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_docsjson.outputs.markdown.writer import TwinAddresses, Writer

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
ADDRESSES = TwinAddresses(base_url="", page_uri="index.html", twin="index.md", twins={})


@dataclass
class Content:
    """What must not get lost."""

    headings: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


def squeezed(text: str) -> str:
    return "".join(text.split())


# --- documents

NASTY = st.text(alphabet="ab \\`*_[]()<>!#&;:-+.|~1=\"'{}$^\n", min_size=1, max_size=12)
WORDS = st.one_of(
    NASTY, st.sampled_from(["word", "1. not a list", "# no", "> no", "a_b_c", "---"])
)
VISIBLE = WORDS.filter(lambda text: text.strip())
URLS = st.sampled_from(
    ["https://x.example/a(b)", "https://x.example/?a=b&c=d", "#part", "b c.html"]
)


def text_node(text):
    return nodes.Text(text)


def literal(text):
    return nodes.literal(text, text)


def emphasis(text):
    return nodes.emphasis(text, text)


def strong(text):
    return nodes.strong(text, text)


INLINE = st.one_of(
    WORDS.map(text_node),
    VISIBLE.map(literal),
    st.builds(
        lambda text, url: nodes.reference("", "", nodes.Text(text), refuri=url), VISIBLE, URLS
    ),
)
LINE = st.lists(INLINE, min_size=1, max_size=5)
PARAGRAPH = LINE.map(lambda children: nodes.paragraph("", "", *children))
CODE = st.text(alphabet="ab`~\n #|", min_size=1, max_size=20).map(
    lambda text: nodes.literal_block(text, text, language="python")
)


def table(rows):
    body = nodes.tbody()
    for row in rows:
        cells = [nodes.entry("", nodes.paragraph("", "", *line)) for line in row]
        body += nodes.row("", *cells)
    group = nodes.tgroup("", *(nodes.colspec() for _ in rows[0]), body, cols=len(rows[0]))
    return nodes.table("", group)


CELLS = st.lists(st.one_of(VISIBLE.map(text_node), VISIBLE.map(literal)), min_size=1, max_size=2)
TABLE = st.integers(1, 3).flatmap(
    lambda width: st.lists(
        st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=3
    ).map(table)
)


def listed(items):
    return nodes.bullet_list("", *(nodes.list_item("", *item) for item in items))


def numbered(items):
    return nodes.enumerated_list("", *(nodes.list_item("", *item) for item in items))


def note(children):
    return nodes.note("", *children)


def deeper(blocks):
    several = st.lists(blocks, min_size=1, max_size=3)
    items = st.lists(several, min_size=1, max_size=3)
    return st.one_of(
        items.map(listed),
        items.map(numbered),
        several.map(note),
        several.map(lambda children: nodes.block_quote("", *children)),
    )


BLOCKS = st.recursive(st.one_of(PARAGRAPH, CODE), deeper, max_leaves=6)
SECTION = st.builds(
    lambda title, children: nodes.section("", nodes.title("", "", nodes.Text(title)), *children),
    VISIBLE,
    st.lists(st.one_of(BLOCKS, TABLE), max_size=4),
)
SECTIONS = st.lists(SECTION, min_size=1, max_size=2)


# --- what they hold


def of_document(root):
    found = Content()
    for node in root.findall():
        if isinstance(node, nodes.title):
            found.headings.append(squeezed(node.astext()))
        elif isinstance(node, nodes.reference):
            found.links.append((squeezed(node.astext()), re.sub(r"\W+", "", node["refuri"])))
        elif isinstance(node, nodes.literal_block):
            found.code.append(node.astext().rstrip())
        elif isinstance(node, nodes.entry):
            found.cells.append(squeezed(node.astext()))
        elif isinstance(node, nodes.Text):
            found.text += node.split()
    return found


def of_markdown(text):
    found = Content()
    tokens = PARSER.parse(text)
    for before, token in zip([Token("", "", 0), *tokens], tokens, strict=False):
        if token.type == "inline":
            words = plain(token.children)
            if before.type == "heading_open":
                found.headings.append(squeezed(words))
            if before.type in ("td_open", "th_open"):
                found.cells.append(squeezed(words))
            found.links += links(token.children)
            found.text += words.split()
        elif token.type in ("fence", "code_block"):
            found.code.append(token.content.rstrip())
            found.text += token.content.split()
        elif token.type == "html_block":
            found.text.append(f"HTML: {token.content}")
    return found


def plain(children):
    parts = []
    for child in children:
        if child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type == "html_inline":
            known = re.fullmatch(r"<br>|</?(em|strong)>", child.content)
            parts.append("" if known else f"HTML: {child.content}")
        else:
            parts.append(child.content)
    return "".join(parts)


def links(children):
    found, start = [], None
    for index, child in enumerate(children):
        if child.type == "link_open":
            start = index
        elif child.type == "link_close":
            url = re.sub(r"%20|%28|%29|\W+", "", str(children[start].attrGet("href")))
            found.append((squeezed(plain(children[start + 1 : index])), url))
    return found


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(SECTIONS)
def test_nothing_is_lost_between_the_document_and_the_parser(sections):
    root = nodes.container("", *sections)
    writer = Writer(addresses=ADDRESSES)
    written = writer.blocks(root.children)
    expected, found = of_document(root), of_markdown(written)

    assert found.headings == expected.headings
    assert found.links == expected.links
    assert found.code == expected.code
    assert [cell for cell in found.cells if cell] == [cell for cell in expected.cells if cell]
    labels = {"Note"}
    words = "".join(word for word in found.text if word not in labels)
    assert words == "".join(word for word in expected.text if word not in labels)
