"""What a description says, in and out: the files in ``cases`` are read without Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from markdown_it.utils import read_fixture_file

import sphinx_docsjson.components.domain  # noqa: F401 (declares the components)
from sphinx_docsjson.ext.openapi.content.access import security_nodes
from sphinx_docsjson.ext.openapi.content.fields_markdown import FieldNodes
from sphinx_docsjson.ext.openapi.content.markdown import to_html, to_nodes
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.schema.fields import TreeMaker
from sphinx_docsjson.yaml12 import read

CASES = Path(__file__).parent / "cases"


def cases(name: str) -> Any:
    found = read_fixture_file(CASES / f"{name}.txt")
    return pytest.mark.parametrize(
        ("given", "expected"), [pytest.param(i, e, id=title) for _line, title, i, e in found]
    )


def outline(node: nodes.Node, depth: int = 0) -> str:
    """Return what a reader sees of nodes: a line for each block, marks for what is in it."""
    marks = {nodes.literal: "`{}`", nodes.strong: "**{}**", nodes.emphasis: "*{}*"}
    if isinstance(node, nodes.reference):
        return f"[{node.astext()}]({node['refuri']})"
    if type(node) in marks:
        return marks[type(node)].format(node.astext())
    if isinstance(node, nodes.literal_block):
        return f"{'  ' * depth}{node['language']}: {node.astext()!r}\n"
    if isinstance(node, nodes.Text | nodes.inline):
        return node.astext()
    if isinstance(node, nodes.TextElement):
        line = "".join(map(outline, node.children)).replace("\n", "⏎")
        return f"{'  ' * depth}{type(node).__name__}: {line}\n"
    start = f" from {node['start']}" if "start" in node else ""
    name = f"{'  ' * depth}{type(node).__name__}{start}\n"
    return name + "".join(outline(child, depth + 1) for child in node.children)


def outlines(found: list[nodes.Node]) -> str:
    return "".join(map(outline, found))


@cases("markdown")
def test_a_description_becomes_nodes(given, expected):
    found = to_nodes(given, "api.yaml")

    assert outlines(found) == expected
    html = BeautifulSoup(to_html(given), "html.parser").get_text()
    assert "".join(html.split()) == "".join("".join(node.astext() for node in found).split())


@cases("security")
def test_what_lets_a_request_in_is_said(given, expected):
    document = read(given).value
    operation = {"security": document.pop("security")}
    spec = specification(
        {
            "openapi": "3.2.0",
            "components": {"securitySchemes": document},
            "paths": {"/a": {"get": operation}},
        },
        "api.yaml",
    )
    assert outlines(security_nodes(spec.operations[0].security, "api.yaml")) == expected


@cases("fields")
def test_fields_are_ordinary_nodes_for_books(given, expected):
    schemas = read(given).value
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/It"}}}
    operation = {"requestBody": {"content": content}}
    spec = specification(
        {
            "openapi": "3.1.0",
            "components": {"schemas": schemas},
            "paths": {"/a": {"post": operation}},
        },
        "api.yaml",
    )
    (tree,) = TreeMaker(spec=spec).trees(spec.operations[0]).contents.values()
    made = FieldNodes(link=lambda target, words: nodes.Text(f"{words} → {target.pointer}"))
    assert outlines(made.tree(tree)) == expected
