"""The outline of a page: a line for each text of it, with the blocks that it stands in.

Ours is made of our tokens, the other one of the tree that micromark makes. Both pass over what
says nothing of the structure: the tags of HTML elements and of components that stand inside text,
comments, module lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff
from typing import TYPE_CHECKING, Any

from myst_parser.config.main import MdParserConfig

import sphinx_docsjson.extension  # noqa: F401  (declares the components)
from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.configuration import MYST_EXTENSIONS
from sphinx_docsjson.mdx.grammar import Shape
from sphinx_docsjson.pages.parser import page_parser
from sphinx_docsjson.pages.renderer import PageRenderer
from sphinx_docsjson.pages.renderer_base import shape_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Path = tuple[str, ...]
Line = tuple[Path, str]

_KEPT = re.compile(r"[^\W_]+|[*_`#|~]")
_CONTAINERS = {
    "bullet_list": "ul", "ordered_list": "ol", "list_item": "li", "blockquote": "quote",
}  # fmt: skip
_VERBATIM = frozenset({"svg", "math", "style", "script", "pre"})
_INLINE_TEXT = frozenset(
    {
        "text",
        "code_inline",
        "math_inline",
        "docsjson_problem",
        "docsjson_expression",
        "text_special",
    }
)


def lines(outline: list[Line]) -> list[str]:
    """Return an outline as text, one line for each text."""
    return [f"{' > '.join(path)}: {text}" for path, text in outline]


def words(text: str) -> str:
    """Return what counts of a text: its words, and marks that may have been left over."""
    return " ".join(_KEPT.findall(text))


def component_name(name: str | None) -> str:
    """Return the name that counts as structure, or nothing."""
    if not name or not name[0].isupper():
        return ""
    return "" if shape_of(name) is Shape.INLINE else name


class _Collector:
    """Gathers the lines of an outline; text beside a block is a line of its own."""

    def __init__(self) -> None:
        self.found: list[Line] = []
        self.text: list[str] = []

    def flush(self, path: Path) -> None:
        text = words("".join(self.text))
        self.text.clear()
        if text:
            self.found.append((path, text))

    def block(self, path: Path, text: str) -> None:
        self.found.append((path, words(text)))


# -- theirs -------------------------------------------------------------------------------------


def outline_of_tree(tree: dict[str, Any]) -> list[Line]:
    """Return the outline of micromark's tree."""
    collector = _Collector()
    _tree_blocks(tree.get("children", []), (), collector)
    return collector.found


def _tree_blocks(children: list[dict[str, Any]], path: Path, out: _Collector) -> None:
    for node in children:
        kind = node["type"]
        inner: list[dict[str, Any]] = node.get("children", [])
        if kind == "paragraph":
            _tree_text(inner, path, out)
            out.flush(path)
        elif kind == "heading":
            _tree_text(inner, (*path, f"h{node['depth']}"), out)
            out.flush((*path, f"h{node['depth']}"))
        elif kind == "list":
            _tree_blocks(inner, (*path, "ol" if node.get("ordered") else "ul"), out)
        elif kind == "listItem":
            out.found.append(((*path, "li"), ""))
            _tree_blocks(inner, (*path, "li"), out)
        elif kind == "blockquote":
            _tree_blocks(inner, (*path, "quote"), out)
        elif kind == "code":
            out.block((*path, "code"), node.get("value", ""))
        elif kind == "table":
            width = len(inner[0]["children"])
            for row in inner:
                for cell in row["children"][:width]:
                    _tree_text(cell["children"], (*path, "cell"), out)
                    out.flush((*path, "cell"))
        elif kind == "thematicBreak":
            out.block((*path, "rule"), "")
        elif kind == "footnoteDefinition":
            continue
        elif kind == "mdxJsxFlowElement":
            _tree_element(node, path, out)
        elif kind == "mdxFlowExpression":
            _tree_text([node | {"type": "mdxTextExpression"}], path, out)
            out.flush(path)
        elif kind in ("mdxjsEsm", "definition"):
            continue
        else:
            _tree_text([node], path, out)
            out.flush(path)


def _tree_element(node: dict[str, Any], path: Path, out: _Collector) -> None:
    name = component_name(node.get("name"))
    inner = (*path, name) if name else path
    out.flush(path)
    if node.get("name") in _VERBATIM:
        return
    if name:
        out.found.append((inner, ""))
    _tree_blocks(node.get("children", []), inner, out)
    out.flush(inner)


def _tree_text(children: list[dict[str, Any]], path: Path, out: _Collector) -> None:
    for node in children:
        kind = node["type"]
        if kind in ("text", "inlineCode"):
            out.text.append(node["value"])
        elif kind == "break":
            out.text.append(" ")
        elif kind == "mdxTextExpression":
            out.text.append("" if node["value"].startswith("/*") else node["value"])
        elif kind == "mdxJsxTextElement":
            name = node.get("name") or ""
            if name in _VERBATIM:
                continue
            if shape_of(name) is Shape.INLINE:
                _tree_text(node["children"], path, out)
                continue
            named = component_name(name)
            inner = (*path, named) if named else path
            out.flush(path)
            if named:
                out.found.append((inner, ""))
            _tree_text(node["children"], inner, out)
            out.flush(inner)
        elif "children" in node:
            _tree_text(node["children"], path, out)


# -- ours ---------------------------------------------------------------------------------------


def mdx_parser() -> MarkdownIt:
    """Return our parser of ``.mdx``, for which every unknown component is one of the page."""
    parser = page_parser(MdParserConfig(enable_extensions=set(MYST_EXTENSIONS)), mdx=True)
    # Addresses are compared as they are written; who escapes what is no question of Markdown.
    parser.normalizeLink = str  # type: ignore[method-assign]
    renderer = parser.renderer
    assert isinstance(renderer, PageRenderer)
    renderer.names = {}
    renderer.is_insert = (  # type: ignore[method-assign]
        lambda name: name[:1].isupper() and registry.get(name) is None
    )
    return parser


def outline_of_text(text: str, parser: MarkdownIt) -> list[Line]:
    """Return the outline of a page in our tokens."""
    collector = _Collector()
    env: dict[str, Any] = {}
    _blocks(parser, parser.parse(text, env), (), collector, env)
    return collector.found


def _blocks(
    parser: MarkdownIt, tokens: list[Token], path: Path, out: _Collector, env: dict[str, Any]
) -> None:
    at = [path]
    for token in tokens:
        kind = token.type
        if kind.endswith("_open") and (name := _CONTAINERS.get(kind.removesuffix("_open"))):
            at.append((*at[-1], name))
            if name == "li":
                out.found.append((at[-1], ""))
        elif kind.endswith("_close") and kind.removesuffix("_close") in _CONTAINERS:
            at.pop()
        elif kind == "heading_open":
            at.append((*at[-1], token.tag))
        elif kind in ("th_open", "td_open"):
            at.append((*at[-1], "cell"))
        elif kind in ("heading_close", "th_close", "td_close"):
            out.flush(at.pop())
        elif kind == "paragraph_close":
            out.flush(at[-1])
        elif kind == "inline":
            _inline(parser, token.children or [], at[-1], out, env)
        elif kind in ("fence", "code_block", "colon_fence"):
            out.block((*at[-1], "code"), token.content)
        elif kind == "hr":
            out.block((*at[-1], "rule"), "")
        elif kind == "docsjson_element":
            _element(parser, token, at[-1], out, env)
        elif kind == "footnote_block_open":
            return


def _element(
    parser: MarkdownIt, token: Token, path: Path, out: _Collector, env: dict[str, Any]
) -> None:
    tag = token.meta["tag"]
    out.flush(path)
    if tag.name in _VERBATIM:
        return
    name = component_name(tag.name)
    inner = (*path, name) if name else path
    if name:
        out.found.append((inner, ""))
    if token.content.strip():
        nested = {**env, "docsjson_depth": env.get("docsjson_depth", 0) + 1}
        if re.fullmatch(r"h[1-6]", tag.name):
            tokens = parser.parseInline(" ".join(token.content.split()), nested)
        else:
            tokens = parser.parse(token.content, nested)
        _blocks(parser, tokens, inner, out, nested)
    out.flush(inner)


def _inline(
    parser: MarkdownIt, tokens: list[Token], path: Path, out: _Collector, env: dict[str, Any]
) -> None:
    for token in tokens:
        if token.type in _INLINE_TEXT:
            out.text.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            out.text.append(" ")
        elif token.type == "docsjson_element":
            tag = token.meta["tag"]
            if shape_of(tag.name) is Shape.INLINE:
                continue
            _element(parser, token, path, out, env)


def difference(ours: list[Line], theirs: list[Line]) -> Iterator[str]:
    """Give the lines that differ, as a diff does."""
    return unified_diff(lines(ours), lines(theirs), "ours", "micromark", n=1, lineterm="")
