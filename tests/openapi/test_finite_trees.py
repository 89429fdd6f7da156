"""A description whose references lead back, or double with each step, ends all the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sphinx_docsjson.ext.openapi.reading.parse import LEAST, TIMES
from sphinx_docsjson.ext.openapi.reading.specifications import load

INFO = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}}
OPERATION = {"responses": {"200": {"description": "Done."}}}


def doubling(steps: int) -> dict[str, Any]:
    """Return schemas of which each holds the next one twice."""
    made: dict[str, Any] = {f"S{steps}": {"properties": {"end": {"type": "string"}}}}
    for step in range(steps):
        next_one = {"properties": {"$ref": f"#/S{step + 1}/properties"}}
        made[f"S{step}"] = {"properties": {"left": next_one, "right": dict(next_one)}}
    return made


def parts(value: Any) -> int:
    """Return how many objects and lists a reader of the tree meets."""
    inner = value.values() if isinstance(value, dict) else value
    return 1 + sum(parts(item) for item in inner if isinstance(item, dict | list))


def read(folder, document, **others):
    for name, content in {"api": document, **others}.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    return load("api.json", folder)


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({"paths": {"$ref": "#"}}, "#/paths"),
        ({"tags": [{"$ref": "#/tags"}]}, "#/tags/0"),
        ({"components": {"schemas": {"$ref": "#/components"}}}, "#/components/schemas"),
        ({"paths": {"/a": {"get": {"$ref": "#/paths"}}}}, "#/paths/~1a/get"),
        (
            {
                "info": {"contact": {"$ref": "#/x-a"}},
                "x-a": {"x": 1},
                "servers": [{"variables": {"a": {"$ref": "#/servers/0", "x": 2}}}],
            },
            "#/servers/0/variables/a",
        ),
    ],
)
def test_a_reference_to_what_holds_it_is_left_out_with_its_place(tmp_path, document, place):
    loaded = read(tmp_path, {**INFO, **document})

    json.dumps(loaded.document)
    assert [one.pointer for one in loaded.problems if "left out" in one.message] == [place]


def test_two_references_to_each_other_lose_the_one_that_closes_the_circle(tmp_path):
    paths = {
        "/a": {"get": {"externalDocs": {"$ref": "#/paths/~1b"}, **OPERATION}},
        "/b": {"get": {"externalDocs": {"$ref": "#/paths/~1a"}, **OPERATION}},
    }
    loaded = read(tmp_path, {**INFO, "paths": paths})

    json.dumps(loaded.document)
    assert sum("left out" in one.message for one in loaded.problems) == 1


def test_what_doubles_with_each_step_ends(tmp_path):
    responses = {"200": {"content": {"application/json": {"schema": {"$ref": "more.json#/S0"}}}}}
    document = {**INFO, "paths": {"/a": {"get": {"responses": responses}}}}
    loaded = read(tmp_path, document, more=doubling(40))

    assert LEAST / 2 < parts(loaded.document) < LEAST + TIMES * 1000
    assert any("left out" in one.message for one in loaded.problems)


def test_what_many_places_share_stays_in_all_of_them(tmp_path):
    shared = [{"name": str(number), "in": "query", "schema": {}} for number in range(20)]
    paths = {
        f"/{number}": {"get": {"parameters": {"$ref": "more.json#/list"}, **OPERATION}}
        for number in range(500)
    }
    loaded = read(tmp_path, {**INFO, "paths": paths}, more={"list": shared})

    assert loaded.problems == ()
    assert all(len(item["get"]["parameters"]) == 20 for item in loaded.document["paths"].values())
