"""The validator of documents judges as the published schema does, and says what was meant."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator.schemas import (
    openapi_v30_schema_validator,
    openapi_v31_schema_validator,
    openapi_v32_schema_validator,
)

from sphinx_docsjson.ext.api_checks.metaschema import schema_errors, validator_of

THING = {"type": "object", "properties": {"name": {"type": "string", "maxLength": 5}}}
LOST = {"description": "It is lost."}
REF = {"$ref": "#/components/schemas/Thing"}
DOCUMENT = {
    "openapi": "3.0.3",
    "info": {"title": "Things", "version": "1"},
    "paths": {
        "/things/{id}": {
            "parameters": [
                {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                {"$ref": "#/components/parameters/Limit"},
            ],
            "post": {
                "requestBody": {"content": {"application/json": {"schema": REF}}},
                "responses": {
                    "200": {
                        "description": "It is made.",
                        "headers": {"X-Rate": {"schema": {"type": "integer"}}},
                        "content": {
                            "application/json": {
                                "schema": {"allOf": [REF, {"type": "object", "nullable": True}]},
                                "examples": {"one": {"value": {"name": "a"}}},
                            }
                        },
                    },
                    "404": {"$ref": "#/components/responses/Lost"},
                },
                "callbacks": {
                    "done": {"{$request.body#/url}": {"post": {"responses": {"default": LOST}}}}
                },
                "security": [{"key": []}],
            },
        }
    },
    "components": {
        "schemas": {
            "Thing": THING,
            "Map": {"additionalProperties": REF},
            "Open": {"additionalProperties": False},
            "List": {"type": "array", "items": REF},
            "Either": {"oneOf": [REF, THING], "discriminator": {"propertyName": "kind"}},
        },
        "parameters": {"Limit": {"name": "limit", "in": "query", "schema": {"type": "integer"}}},
        "responses": {"Lost": LOST},
        "securitySchemes": {"key": {"type": "apiKey", "name": "X-Key", "in": "header"}},
    },
}


def places(value, path=()):
    """Yield the path of each value."""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for key, member in members:
        yield (*path, key)
        if isinstance(member, dict | list):
            yield from places(member, (*path, key))


def changed(path, change, original=DOCUMENT):
    document = json.loads(json.dumps(original))
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return document


CHANGES = {
    "missing": lambda holder, key: holder.pop(key),
    "number": lambda holder, key: holder.__setitem__(key, 7),
    "text": lambda holder, key: holder.__setitem__(key, "no"),
    "empty": lambda holder, key: holder.__setitem__(key, {}),
    "reference": lambda holder, key: holder.__setitem__(key, {"$ref": "#/x"}),
    "no reference": lambda holder, key: holder.__setitem__(key, {"$ref": 1}),
    "unknown": lambda holder, key: holder.__setitem__(key, {"nosuch": 1}),
}


PUBLISHED = {
    "3.0": openapi_v30_schema_validator,
    "3.1": openapi_v31_schema_validator,
    "3.2": openapi_v32_schema_validator,
}


JUDGED = [
    *(("3.0", name) for name in CHANGES),
    ("3.1", "missing"),
    ("3.1", "number"),
    ("3.2", "reference"),
]
"""The published validators of later versions take five times as long."""


@pytest.mark.parametrize(("version", "name"), JUDGED)
def test_a_changed_document_is_right_or_wrong_as_the_published_schema_says(version, name):
    # What stands in the schemas of later versions, the dialect says: see below.
    published, validator = PUBLISHED[version], validator_of(version, schemas=False)
    original = {**DOCUMENT, "openapi": f"{version}.0"}
    assert validator.is_valid(original)
    right = wrong = 0
    for path in places(original):
        document = changed(path, CHANGES[name], original)
        expected = published.is_valid(document)
        assert validator.is_valid(document) == expected, (path, name)
        right, wrong = right + expected, wrong + (not expected)
    assert right
    assert wrong


EACH_KEYWORD = {
    "type": ["string", "null"],
    "required": ["a"],
    "enum": ["a", 1],
    "pattern": "a",
    "patternProperties": {"^a": {"type": "number", "minimum": 1, "multipleOf": 2}},
    "properties": {"a": {"type": "integer", "maximum": 2, "readOnly": True}, "b": True},
    "dependentRequired": {"a": ["b"]},
    "items": {"minLength": 1, "maxLength": 2, "format": "x", "$comment": "y"},
    "allOf": [{"not": {"uniqueItems": True}}, {"if": True, "then": {"minItems": 0}}],
    "$defs": {"one": {"const": 1, "contentEncoding": "base64", "description": "d"}},
    "$ref": "#/a",
    "x-own": {"type": "int"},
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_schema_is_right_or_wrong_as_json_schema_says(name):
    published = Draft202012Validator(Draft202012Validator.META_SCHEMA)
    wrong = 0
    for path in places(EACH_KEYWORD):
        schema = changed(path, CHANGES[name], EACH_KEYWORD)
        expected = {tuple(error.absolute_path) for error in published.iter_errors(schema)}
        found = {tuple(error.absolute_path) for error in schema_errors(schema)}
        assert found == expected, path
        wrong += bool(found)
    assert wrong or name == "missing"


def test_the_message_is_about_the_thing_that_was_meant():
    path = ("components", "schemas", "Thing", "properties", "name", "maxLength")
    (error,) = validator_of("3.0").iter_errors(changed(path, CHANGES["text"]))

    assert error.message == "'no' is not of type 'integer'"
    assert tuple(error.absolute_path) == path


@pytest.mark.parametrize("version", ["3.0", "3.1", "3.2"])
def test_what_is_wrong_comes_in_the_order_of_the_document(version):
    names = [f"schema{number}" for number in range(40)]
    wrong = {"parameters": dict.fromkeys(names, 5)}
    document = {
        "openapi": f"{version}.0",
        "info": DOCUMENT["info"],
        "paths": {},
        "components": wrong,
    }

    errors = validator_of(version).iter_errors(document)

    assert list(dict.fromkeys(error.absolute_path[2] for error in errors)) == names
