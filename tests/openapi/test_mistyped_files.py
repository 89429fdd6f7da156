"""A file that is nearly JSON or YAML is read where it is plain, and else says where to look."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.openapi.reading.parse import UnreadableFile, parse
from sphinx_docsjson.ext.openapi.reading.specifications import load

API = """{
  "openapi": "3.1.0",
  "info": {"title": "A", "version": "1.10"},
  "paths": {
    "/a": {"get": {"responses": {"200": {"description": "a, ]"}}}},
    "/b": {"get": {"responses": {"200": {"description": "// b"}}}},
  },
}
"""


def test_a_comma_too_many_loses_no_path(site):
    built = site(
        {
            "docs.json": json.dumps(
                {"name": "T", "navigation": [{"group": "A", "openapi": "api.json"}]}
            ),
            "api.json": API,
        }
    )

    pages = {page.stem for page in built.outdir.rglob("get-*.html")}
    assert pages == {"get-a", "get-b"}
    said = "WARNING: remove this comma: nothing follows it before '}' [docsjson.openapi-file]"
    assert [line for line in built.warning_lines if "api.json" in line] == [
        f"api.json:6:67: {said}",
        f"api.json:7:4: {said}",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1\n "b": 2}', "1:8 a comma is missing here, before '\"b\":'; add it"),
        ('{"a": "x,\n "b": "y"}', "1:7 this string has no closing quote in its line"),
        ('{"a": [1,\n 2}', "2:3 '}' does not close the '[' of line 1; ']' does"),
        ('{"a": True}', "1:7 "),
    ],
)
def test_json_that_cannot_be_read_says_where_and_what_to_write(text, said):
    with pytest.raises(UnreadableFile) as error:
        parse(text, is_json=True, leniently=True)

    line, column = error.value.place
    assert f"{line}:{column} {error.value}".startswith(said)


def test_numbers_of_a_file_with_a_comma_too_many_keep_their_text():
    value, problems = parse('{"a": 1.10, // how many\n}', is_json=True, leniently=True)

    assert value["a"].text == "1.10"
    assert [problem.place for problem in problems] == [(1, 13), (1, 11)]


HEAD = "openapi: 3.1.0\ninfo:\n"


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("  title: a\n\tversion: 1\n", (4, 1), "there is a tab here"),
        ("\ttitle: a\n", (3, 1), "there is a tab here"),
        ("  title: a\n  x:\n  \ty: 1\n", (5, 3), "there is a tab here"),
        ('  title: "a\n  version: 1\npaths: {}\n', (3, 10), "the quote that opens here is never"),
        ("  title: 'a\n  version: 1\npaths: {}\n", (3, 10), "the quote that opens here is never"),
        (
            '  title: "a\n  version: "1"\n',
            (3, 10),
            "the quote that opens here is closed in line 4",
        ),
        ('  title: "a\n  version: 1\n  x: "y"\n', (3, 10), "the quote that opens here is closed"),
        ("  x: {a: b\n  version: 1\n", (4, 10), "did not find expected ',' or '}' for the br"),
    ],
)
def test_yaml_says_where_the_mistake_was_made(tmp_path, text, place, said):
    (tmp_path / "api.yaml").write_text(HEAD + text, encoding="utf-8")

    (problem,) = load("api.yaml", tmp_path).problems

    assert problem.place == place
    assert f"cannot be read: {said}" in problem.message


def test_what_stands_beside_a_reference_in_a_chain_of_files_is_kept(tmp_path):
    files = {
        "api.json": {"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"200": {
            "content": {"application/json": {"examples": {"one": {
                "value": {"$ref": "event.json"}}, "two": {
                "value": {"list": [{"$ref": "event.json", "n": 2}, {"$ref": "no.json"}]}}}}}}}}}}},
        "event.json": {"$ref": "core.json", "type": "m.text"},
        "core.json": {"id": 1, "type": "m.core"},
    }  # fmt: skip
    for name, value in files.items():
        (tmp_path / name).write_text(json.dumps(value), encoding="utf-8")

    document = load("api.json", tmp_path).document

    media = document["paths"]["/a"]["get"]["responses"]["200"]["content"]["application/json"]
    assert media["examples"]["one"]["value"] == {"id": 1, "type": "m.text"}
    inner = media["examples"]["two"]["value"]["list"]
    assert inner == [{"id": 1, "type": "m.text", "n": 2}, {"$ref": "no.json"}]
