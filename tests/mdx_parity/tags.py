"""The tags of a page: a line for each, with the elements around it and its attributes.

Ours are those of our tokens, the others those of the tree that remark-mdx makes.
"""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.mdx.jsx import AttributeValue
from sphinx_docsjson.mdx.scan import RAW_TEXT
from sphinx_docsjson.pages.renderer_base import HTML_VERBATIM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from sphinx_docsjson.mdx.jsx import Tag

Path = tuple[str, ...]

OTHER_LANGUAGE = RAW_TEXT | HTML_VERBATIM
"""Elements whose content is no MDX for us."""


def of_text(text: str, parser: MarkdownIt) -> list[str]:
    """Return the tags that our parser reads, in order."""
    return list(_of_tokens(parser, parser.parse(text, {}), ()))


def of_tree(tree: dict[str, Any]) -> list[str]:
    """Return the tags of a tree of remark-mdx, in order."""
    return list(_of_node(tree, ()))


def difference(ours: list[str], theirs: list[str]) -> list[str]:
    """Return the lines that differ, as a diff does."""
    return list(unified_diff(ours, theirs, "ours", "remark-mdx", n=0, lineterm=""))[2:]


def _line(path: Path, name: str, attributes: list[str]) -> str:
    return " ".join([f"{' '.join(path)} <{name}".strip(), *attributes]) + ">"


def _one_line(text: str) -> str:
    # Which blanks at the beginning of a line are indentation is no question of the tag.
    return " ".join(text.split())


def _of_node(node: dict[str, Any], path: Path) -> Iterator[str]:
    if node["type"] in ("mdxJsxFlowElement", "mdxJsxTextElement"):
        name = node.get("name") or ""
        yield _line(path, name, [_their_attribute(*each) for each in node["attributes"]])
        if name in OTHER_LANGUAGE:
            return
        path = (*path, name or "-")
    for child in node.get("children", ()):
        yield from _of_node(child, path)


def _their_attribute(name: str, kind: str, value: str) -> str:
    return _attribute(name, AttributeValue[kind], value)


def _attribute(name: str, kind: AttributeValue, value: str) -> str:
    value = _one_line(value)
    return {
        AttributeValue.BARE: name,
        AttributeValue.STRING: f'{name}="{value}"',
        AttributeValue.EXPRESSION: f"{name}={{{value}}}",
        AttributeValue.SPREAD: f"{{{value}}}",
    }[kind]


def _of_tag(tag: Tag, path: Path) -> str:
    attributes = [_attribute(each.name, each.kind, each.text) for each in tag.attributes]
    return _line(path, tag.name, attributes)


def _of_tokens(parser: MarkdownIt, tokens: list[Token], path: Path) -> Iterator[str]:
    for token in tokens:
        if token.type == "docsjson_element":
            tag = token.meta["tag"]
            yield _of_tag(tag, path)
            if token.content.strip() and tag.name not in OTHER_LANGUAGE:
                inner = parser.parse(token.content, {"docsjson_depth": len(path) + 1})
                yield from _of_tokens(parser, inner, (*path, tag.name or "-"))
        elif token.type == "docsjson_inline_open":
            yield _of_tag(token.meta["tag"], path)
            path = (*path, token.meta["tag"].name or "-")
        elif token.type == "docsjson_inline_close":
            path = path[:-1]
        elif token.type == "colon_fence":  # a directive, which MDX has not
            yield from _of_tokens(parser, parser.parse(token.content, {}), path)
        elif token.children:
            yield from _of_tokens(parser, token.children, path)
