"""Nobody cuts into HTML that is written: a node, a visitor or a template says it first."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house.imports import Module, modules

READS_HTML = {
    "books.epub": "a flaw of any author or extension keeps a book from opening: it is parsed",
    "cli.lsp": "renames a tag, and what closes it, in the page that an author writes",
    "html.math": "gives operators of MathML, which docutils writes as text, the room of TeX",
    "mdx": "reads the tags of pages, which is what it is for",
    "openapi.content.markdown": "tells HTML in a description from Markdown",
    "outputs.join": "fills in what a build left open, and marked, in pages that it wrote",
    "pages": "reads what authors wrote before it is a node",
}
"""Module or room → why it reads text that others wrote as HTML."""

GROUP = re.compile(r"\(\?P?<[\w=!]*>?")
"""A group of an expression, which looks like a tag."""

ELEMENT = re.compile(r"<[/a-zA-Z]|class=|style=")
METHODS = {
    *("compile", "find", "findall", "finditer", "fullmatch", "index", "match", "partition"),
    *("removeprefix", "removesuffix", "replace", "rfind", "rindex", "rpartition", "search"),
    *("split", "sub"),
}
"""What looks for a text in a text; those of ``re`` take an expression."""


def allowed(module: Module) -> bool:
    return any(f"{module.name}.".startswith(f"{name}.") for name in READS_HTML)


def bodies(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that take or give the HTML of a page."""
    for node in ast.walk(tree):
        key = None
        if isinstance(node, ast.Subscript):
            key = node.slice
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {"get", "pop"}:
            key = node.args[0] if node.args else None
        holder = node.value if isinstance(node, ast.Subscript) else getattr(node, "func", None)
        named = isinstance(key, ast.Constant) and key.value == "body"
        if named and holder is not None and "context" in ast.unparse(holder):
            yield node.lineno


def cuts(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that look for an element in a text."""
    for node in ast.walk(tree):
        called = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in METHODS
        if not called or not node.args or isinstance(node.args[0], ast.Lambda):
            continue
        for part in ast.walk(node.args[0]):
            text = str(part.value) if isinstance(part, ast.Constant) else ""
            if ELEMENT.search(GROUP.sub("", text)):
                yield node.lineno


@pytest.mark.parametrize("look", [bodies, cuts])
def test_html_is_read_where_a_reason_is_given(look):
    found = [
        f"{module.name}:{line}"
        for module in modules().values()
        for line in look(module.tree)
        if not allowed(module)
    ]

    assert found == []


def test_each_reason_is_still_needed():
    needed = {
        name
        for name in READS_HTML
        for module in modules().values()
        if f"{module.name}.".startswith(f"{name}.")
        if any(bodies(module.tree)) or any(cuts(module.tree))
    }

    assert needed == READS_HTML.keys()


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (bodies, 'context["body"] = html'),
        (bodies, 'html = context.get("body")'),
        (cuts, 'html.partition("</h1>")'),
        (cuts, "re.compile(rf'<img {x}>')"),
    ],
)
def test_what_the_test_sees(look, text):
    assert list(look(ast.parse(text))) == [1]
