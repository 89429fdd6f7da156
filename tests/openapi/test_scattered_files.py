"""A description in a hundred files, with a reference wherever Redocly reads one, is one whole."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.locations import locate
from sphinx_docsjson.ext.openapi.reading.specifications import load
from tests._support.inputs import input_data, input_files
from tests.openapi.test_references import DOCUMENT, read

VALUES = ("example", "value", "default", "const", "examples")
NAMED = ("properties", "headers", "responses", "parameters", "content", "schemas", "callbacks")
NAMED += ("examples", "requestBodies", "links")

MORE: dict[str, Any] = input_data(__file__, "scattered_files.yaml")


def is_value(name: str, member: Any, key: str) -> bool:
    is_map = name == "examples" and isinstance(member, dict)
    return name in VALUES and key not in NAMED and not is_map


def scattered(value: Any, folder: Path, key: str = "", depth: int = 0) -> Any:
    """Write every object and list into a file of its own, and return a reference to it."""
    if isinstance(value, dict) and isinstance(value.get("$ref"), str):
        return {**value, "$ref": f"../whole/api.json{value['$ref']}"}
    if not isinstance(value, dict | list) or not value:
        return value
    if isinstance(value, list):
        inner: Any = [scattered(item, folder, depth=depth + 1) for item in value]
    else:
        inner = {
            name: member
            if is_value(name, member, key)
            else scattered(member, folder, "" if key in NAMED else name, depth + 1)
            for name, member in value.items()
        }
    if depth == 0:
        return inner
    number = sum(1 for _file in folder.rglob("*.json"))
    place = folder / f"part{number % 3}" / f"{number}.json"
    place.parent.mkdir(exist_ok=True)
    place.write_text(json.dumps(inner), encoding="utf-8")
    return {"$ref": f"../part{number % 3}/{number}.json"}


def loaded(document: dict[str, Any], folder: Path) -> Any:
    root = scattered(document, folder)
    (folder / "whole").mkdir()
    (folder / "whole" / "api.json").write_text(json.dumps(root), encoding="utf-8")
    return load("whole/api.json", folder)


@pytest.mark.parametrize("document", [DOCUMENT, DOCUMENT | MORE], ids=["paths", "all"])
def test_a_description_in_many_files_reads_as_one(tmp_path, document):
    found = loaded(copy.deepcopy(document), tmp_path)
    spec = specification(found.document, "whole/api.json")
    whole = specification(document, "whole/api.json")

    assert len(found.files) > 40
    assert found.problems == ()
    assert read(found.document) == read(document)
    for name in ("title", "description", "tags", "servers", "external_docs"):
        assert getattr(spec, name) == getattr(whole, name)


@pytest.mark.parametrize("name", ["museum.yaml", "tictactoe-3.1.yaml", "redocly-cafe.yaml"])
def test_real_descriptions_read_the_same_in_many_files(shared, tmp_path, name):
    whole = json.loads(json.dumps(load(name, shared / "openapi").document, default=str))

    found = loaded(copy.deepcopy(whole), tmp_path)

    assert found.problems == ()
    assert len(read(found.document)) == len(read(whole))
    assert specification(found.document, "a").tags == specification(whole, "a").tags


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


LAYOUT = input_files(__file__, "scattered_files")


def test_operations_texts_and_lists_in_files_are_no_empty_shells(tmp_path):
    write(tmp_path, LAYOUT)

    found = load("openapi.yaml", tmp_path)
    spec = specification(found.document, "openapi.yaml", found.source_pointers)

    assert found.problems == ()
    assert spec.description == "All of the *shop*.\n"
    assert [tag.description for tag in spec.tags] == ["What was **ordered**.\n", "Who ordered it."]
    assert [each.summary for each in spec.operations] == [
        "List orders",
        "Make an order",
        "Read an order",
    ]
    assert [p.description for p in spec.operations[2].parameters] == ["Which."]
    assert {e.responses[0].content[0].examples[0].value["id"] for e in spec.operations} == {7}


def test_what_is_wrong_in_a_file_is_said_of_that_file(tmp_path):
    write(tmp_path, LAYOUT)

    found = load("openapi.yaml", tmp_path)
    spec = specification(found.document, "openapi.yaml", found.source_pointers)
    problem = spec.resolver.problems[0]
    place = locate(spec.source_pointers.source(problem.pointer), spec.key, tmp_path)

    assert problem.message == "the security scheme 'nobody' is not declared"
    assert (place.file, place.line) == ("paths/list-orders.yaml", 3)


def test_a_reference_to_nothing_costs_a_message_and_that_piece(tmp_path):
    text = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\ntags: {$ref: '#/x-tags'}\npaths: {}\n"
    write(tmp_path, {"a.yaml": text})

    found = load("a.yaml", tmp_path)

    assert [(p.pointer, p.message) for p in found.problems] == [
        ("#/tags", "there is nothing at the reference '#/x-tags'")
    ]
    assert specification(found.document, "a.yaml").tags == ()


def test_an_example_that_only_looks_like_a_reference_stays(tmp_path):
    body = {"example": {"$ref": "#/definitions/Else"}, "schema": {"type": "object"}}
    operation = {"responses": {"200": {"content": {"application/json": body}}}}
    source = {"openapi": "3.1.0", "paths": {"/a": {"get": operation}}}
    write(tmp_path, {"a.json": json.dumps(source)})

    found = load("a.json", tmp_path)
    media = specification(found.document, "a.json").operations[0].responses[0].content[0]

    assert found.problems == ()
    assert media.examples[0].value == {"$ref": "#/definitions/Else"}


def test_files_named_inside_an_example_are_put_in_their_places(tmp_path):
    schema = {
        "type": "object",
        "example": {
            "events": [{"$ref": "event.yaml", "room": "!1"}, {"$ref": "event.yaml"}],
            "about": {"$ref": "no-file.json"},
        },
    }
    body = {"application/json": {"schema": schema}}
    operation = {"requestBody": {"content": body}, "responses": {}}
    source = {"openapi": "3.1.0", "paths": {"/a": {"put": operation}}}
    write(
        tmp_path,
        {"a.json": json.dumps(source), "event.yaml": "{$ref: core.json, type: join}\n"},
    )
    write(tmp_path, {"core.json": '{"sender": "@alice"}'})

    found = load("a.json", tmp_path)
    shown = specification(found.document, "a.json").operations[0].body.content[0]
    example = shown.schema["example"]

    assert found.problems == ()
    assert example == {
        "events": [
            {"sender": "@alice", "type": "join", "room": "!1"},
            {"sender": "@alice", "type": "join"},
        ],
        "about": {"$ref": "no-file.json"},
    }
