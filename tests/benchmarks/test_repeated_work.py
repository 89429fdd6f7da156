"""What all documents share is made once a build: counted, never timed."""

from __future__ import annotations

import json
from collections import Counter

import pygments
from docutils import nodes
from pygments.formatters import HtmlFormatter
from pygments.lexers.data import JsonLexer

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.schema.constraints import Describer
from sphinx_docsjson.ext.openapi.schema.fields import TreeMaker
from sphinx_docsjson.html.code import CodeFormatter, _seen_as
from sphinx_docsjson.pages import checks
from tests._support.building import build_site


def site(count):
    names = [f"page{number}" for number in range(count)]
    pages = {f"{name}.md": f"---\ntitle: The {name}\n---\n\nWords.\n" for name in names}
    return {"docs.json": f'{{"name": "T", "navigation": {names}}}'.replace("'", '"'), **pages}


def test_code_is_written_as_pygments_writes_it_with_neighbours_that_look_the_same(tmp_path):
    code = '{\n  "a": [1, {"b": null}],\n\n  "c": "x\\n<y>"\n}\n'
    tokens = list(JsonLexer().get_tokens(code))
    brief, usual = CodeFormatter(style="default"), HtmlFormatter(style="default")
    seen = [(_seen_as(brief.style, ttype), value) for ttype, value in tokens]

    assert pygments.format(tokens, brief) == pygments.format(seen, usual)
    assert "<span" in pygments.format(tokens, brief)


def test_a_field_that_all_pages_have_is_compared_with_the_known_ones_once(tmp_path, monkeypatch):
    compared = Counter()
    given = checks.near_name

    def counted(name, known):
        compared[name] += 1
        return given(name, known)

    monkeypatch.setattr(checks, "near_name", counted)
    checks.near_field.cache_clear()
    pages = {f"page{n}.md": f"---\ntitle: T{n}\nouter_width: 1\n---\n\nWords.\n" for n in range(5)}
    build_site(tmp_path, site(5) | pages)

    assert compared["outer_width"] == 1


def test_what_a_schema_is_is_said_once_however_many_fields_are_of_it(monkeypatch):
    owner = {"type": "object", "properties": {f"f{n}": {"type": "string"} for n in range(9)}}
    answer = {"schema": {"$ref": "#/components/schemas/Owner"}}
    responses = {"200": {"description": "Some.", "content": {"application/json": answer}}}
    paths = {f"/p{number}": {"get": {"responses": responses}} for number in range(6)}
    text = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": {"schemas": {"Owner": owner}},
    }
    spec = specification(text, "a.json")
    said = Counter()
    given = Describer.type_of

    def counted(self, view, *more):
        said[view.pointer] += 1
        return given(self, view, *more)

    monkeypatch.setattr(Describer, "type_of", counted)
    maker = TreeMaker(spec=spec)
    trees = [maker.trees(each) for each in spec.operations]

    shared = {pointer: count for pointer, count in said.items() if "/components/" in pointer}
    assert set(shared.values()) == {1}
    assert len(shared) == 9
    assert {len(list(tree.walk())) for each in trees for tree in each.contents.values()} == {10}


BYTES_A_FIELD = 330
"""A field with a name of three letters and no text takes no more of its page."""


def test_more_fields_are_no_more_nodes_or_walks_and_few_bytes(tmp_path, monkeypatch):
    walks = Counter()
    given = nodes.Node.findall

    def counted(self, *args, **kwargs):
        walks[size] += isinstance(self, nodes.document)
        return given(self, *args, **kwargs)

    counted.docsjson_given = given
    monkeypatch.setattr(nodes.Node, "findall", counted)
    found, length = {}, {}
    for size in (5, 50):
        owner = {"type": "object", "properties": {f"f{n:02}": {} for n in range(size)}}
        content = {"application/json": {"schema": owner}}
        answers = {"200": {"description": "Some.", "content": content}}
        spec = {
            "openapi": "3.1.0",
            "info": {"title": "T", "version": "1"},
            "paths": {"/p": {"get": {"summary": "Get", "responses": answers}}},
        }
        site = {"name": "T", "openapi": "a.json", "navigation": ["index"]}
        files = {
            "index.md": "# Start\n",
            "a.json": json.dumps(spec),
            "docs.json": json.dumps(site),
        }
        built = build_site(tmp_path / str(size), files)
        page = next(name for name in built.app.env.found_docs if name.endswith("/get"))
        found[size] = sum(1 for _node in given(built.doctree(page)))
        length[size] = len(str(built.article(page).select_one(".dj-fields")))

    assert found[5] == found[50] < 60
    assert walks[5] == walks[50] > 0
    assert (length[50] - length[5]) / 45 < BYTES_A_FIELD
