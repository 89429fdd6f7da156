"""Which values are held against which schemas, and what is said of them."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.api_checks.examples import example_problems
from sphinx_docsjson.ext.openapi.model.operations import specification
from tests.api_checks.example_oracle import compare

NUMBER = {"type": "integer"}
SECRET = {
    "type": "object",
    "required": ["id", "name", "password"],
    "properties": {
        "id": {"type": "integer", "readOnly": True, "example": 5},
        "name": {"type": "string"},
        "password": {"type": "string", "writeOnly": True, "example": "secret"},
    },
}
SEEN = {"id": 1, "name": "Ada"}
SENT = {"name": "Ada", "password": "x"}


def document(version="3.0.3", schemas=None, parts=None, **operation):
    components = {"schemas": schemas or {}, **(parts or {})}
    return {
        "openapi": version,
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"post": {"responses": {}, **operation}}},
        "components": components,
    }


def problems(source, **options):
    return example_problems(specification(source, "api.yaml"), **options)


def body(schema, **media):
    return {"content": {"application/json": {"schema": schema, **media}}}


def schemas_at_all_depths():
    wrong = {**NUMBER, "example": "no"}
    found = {
        "item of a list": {"type": "array", "items": wrong},
        "part of allOf": {"allOf": [{"type": "object"}, {"properties": {"a": wrong}}]},
        "branch of oneOf": {"oneOf": [{"type": "boolean"}, {"properties": {"a": wrong}}]},
        "branch of anyOf": {"anyOf": [wrong]},
        "value of a map": {"additionalProperties": wrong},
        "not": {"not": {"type": "array", "items": wrong}},
        "a property called example": {"properties": {"example": wrong, "default": {}}},
    }
    return [pytest.param(schema, id=name) for name, schema in found.items()]


def test_a_value_that_fits_several_schemas_of_one_of_is_told_in_words():
    names = [{"properties": {name: {"type": "object"}}} for name in ("text", "select")]
    source = document(requestBody=body({"oneOf": names}, example={"text": {}}))

    (problem,) = problems(source)
    assert (
        "{\"text\": {}} matches more than one schema of 'oneOf' ('required' can tell them apart, "
        "'anyOf' allows it) at /"
    ) in problem.message


@pytest.mark.parametrize("schema", schemas_at_all_depths())
@pytest.mark.parametrize("where", ["component", "body", "response", "parameter", "referred to"])
def test_examples_are_checked_at_all_depths(schema, where):
    used = {
        "component": {"schemas": {"S": schema}},
        "body": {"requestBody": body(schema)},
        "response": {"responses": {"200": {"description": "", **body(schema)}}},
        "parameter": {"parameters": [{"name": "p", "in": "query", "schema": schema}]},
        "referred to": {"requestBody": body({"$ref": "#/x-more/S"})},
    }[where]
    source = document(**used) | {"x-more": {"S": schema}}

    (problem,) = problems(source)
    assert "'no' is not of type 'integer' at /" in problem.message
    assert problem.pointer.endswith("/example")


def test_every_kind_of_place_is_checked():
    wrong = {"schema": NUMBER, "example": "no"}
    source = document(
        "3.2.0",
        parts={
            "parameters": {"P": {"name": "p", "in": "query", **wrong}},
            "headers": {"H": {**wrong}},
            "requestBodies": {"B": body(**wrong)},
            "responses": {"R": {"description": "", **body(**wrong)}},
            "mediaTypes": {"M": {"schema": NUMBER, "example": []}},
            "examples": {"E": {"value": "no"}},
        },
        parameters=[
            {"name": "a", "in": "query", **wrong},
            {"name": "b", "in": "query", "content": {"application/json": wrong}},
            {"name": "c", "in": "query", "schema": {**NUMBER, "default": "no"}},
        ],
        requestBody=body(NUMBER, examples={"e": {"$ref": "#/components/examples/E"}}),
        responses={
            "200": {
                "description": "",
                "headers": {"X-A": wrong},
                "content": {
                    "application/json": {"schema": NUMBER, "examples": {"d": {"dataValue": ""}}},
                    "application/x+json": {
                        "schema": NUMBER,
                        "examples": {"s": {"serializedValue": '"no"'}},
                    },
                },
            }
        },
        callbacks={"done": {"{$url}": {"post": {"requestBody": body(**wrong)}}}},
    )
    source["webhooks"] = {"frost": {"post": {"requestBody": body(**wrong)}}}
    source["paths"]["/a"]["additionalOperations"] = {"COPY": {"requestBody": body(**wrong)}}

    found = problems(source, each=True)

    assert {problem.message.partition(" does not match its schema")[0] for problem in found} == {
        "the example of POST /a (query parameter 'a')",
        "the example of POST /a (query parameter 'b', application/json)",
        "the default of POST /a (query parameter 'c')",
        "the example 'e' of POST /a (request, application/json)",
        "the example of POST /a (200, header 'X-A')",
        "the example 'd' of POST /a (200, application/json)",
        "the example 's' of POST /a (200, application/x+json)",
        "the example of POST /a, callback {$url} (request, application/json)",
        "the example of COPY /a (request, application/json)",
        "the example of webhook frost (request, application/json)",
        "the example of the parameter 'P'",
        "the example of the header 'H'",
        "the example of the request body 'B' (application/json)",
        "the example of the response 'R' (application/json)",
        "the example of the media type 'M'",
    }
    assert {problem.kind for problem in found} == {"openapi-example", "openapi-default"}


def test_what_stands_elsewhere_is_left_alone():
    examples = {"far": {"externalValue": "https://x.example/a.json"}, "none": {"summary": "S"}}
    xml = {"application/xml": {"schema": SECRET, "example": "<a/>"}}

    assert problems(document(requestBody=body(NUMBER, examples=examples))) == []
    assert problems(document(requestBody={"content": xml})) == []


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_a_property_of_one_direction_is_right_by_itself(version):
    assert problems(document(version, schemas={"S": {**SECRET, "example": {"name": "A"}}})) == []


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
def test_requests_and_responses_lack_what_goes_the_other_way(version):
    ref = {"$ref": "#/components/schemas/S"}
    source = document(
        version,
        schemas={"S": SECRET},
        requestBody=body(ref, example=SENT),
        responses={"200": {"description": "", **body(ref, example=SEEN)}},
    )

    assert problems(source) == []


def test_what_goes_the_other_way_is_wrong_where_the_version_says_so():
    both = {**SEEN, **SENT}
    source = document(
        requestBody=body(SECRET, example=both),
        responses={"200": {"description": "", **body(SECRET, example=both)}},
    )

    assert [problem.message.partition("schema: ")[2] for problem in problems(source)] == [
        "'id' is read-only, so a request does not have it at /id",
        "'password' is write-only, so a response does not have it at /password",
    ]
    assert problems({**source, "openapi": "3.1.0"}) == []


def test_what_an_api_sends_by_itself_goes_either_way():
    source = document(
        callbacks={"c": {"x": {"post": {"requestBody": body(SECRET, example=SEEN)}}}}
    )
    source["webhooks"] = {"w": {"post": {"requestBody": body(SECRET, example=SENT)}}}

    assert problems(source) == []


def test_the_direction_is_known_through_references_and_parts():
    schemas = {
        "Id": {"type": "integer", "readOnly": True},
        "Part": {"type": "object", "properties": {"id": {"$ref": "#/components/schemas/Id"}}},
    }
    whole = {"allOf": [{"required": ["id"]}, {"$ref": "#/components/schemas/Part"}]}

    assert problems(document(schemas=schemas, requestBody=body(whole, example={}))) == []
    (problem,) = problems(
        document(
            schemas=schemas, responses={"200": {"description": "", **body(whole, example={})}}
        )
    )
    assert "'id' is a required property" in problem.message


def fits(version, schema, value):
    found = problems(document(version, schemas={"S": {**schema, "example": value}}))
    return not found


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "number", "multipleOf": 0.01}, 19.99),
        ({"type": "integer", "format": "int64"}, 2**62),
        ({"type": "integer"}, 2.0),
        ({"type": "string", "format": "regex"}, r"\p{L}+"),
        ({"type": "string", "pattern": r"^\p{L}+$"}, "é"),
        ({"type": "string", "format": "byte"}, "aGVs\nbG8="),
        ({"type": "file"}, "x"),
        ({"required": True}, {}),
    ],
)
def test_what_fits_is_not_reported(schema, value):
    assert fits("3.0.3", schema, value)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "number", "multipleOf": 0.01}, 0.005),
        ({"type": "integer", "format": "int32"}, 2**31),
        ({"type": "integer", "minimum": 1, "exclusiveMinimum": True}, 1),
        ({"type": "string", "format": "date-time"}, "2026-11-22 10:00"),
        ({"type": "string", "format": "byte"}, "é"),
        ({"type": "array", "uniqueItems": True}, [1, 1]),
        ({"type": "file", "maxLength": 1}, "xy"),
        ({"properties": {"a": {"pattern": "("}, "b": NUMBER}}, {"a": "x", "b": "y"}),
    ],
)
def test_what_does_not_fit_is_reported(schema, value):
    assert not fits("3.0.3", schema, value)


def test_a_schema_may_name_its_dialect():
    ours = {**SECRET, "$schema": "https://json-schema.org/draft/2020-12/schema"}
    older = {"$schema": "http://json-schema.org/draft-04/schema#", "exclusiveMaximum": True}

    assert fits("3.1.0", ours, {"name": "Ada"})
    assert fits("3.1.0", {**older, "maximum": 3}, 2)
    assert not fits("3.1.0", {**older, "maximum": 3}, 3)


def test_null_is_right_where_openapi_30_calls_it_nullable():
    for more in ({"enum": ["a"]}, {"allOf": [{"type": "string"}]}, {}):
        assert fits("3.0.3", {"type": "string", "nullable": True, **more}, None)
    assert not fits("3.0.3", {"type": "string"}, None)
    assert not fits("3.1.0", {"type": "string"}, None)


def test_nullable_of_a_later_version_is_told_what_stands_for_it():
    content = body({"type": "string", "nullable": True}, example=None)
    (problem,) = problems(document("3.1.0", requestBody=content))

    assert "'nullable' allows no null since OpenAPI 3.1" in problem.message
    assert 'write type: [string, "null"] at /' in problem.message


def animals(**more):
    kinds = {
        name: {"type": "object", "properties": {"kind": {"type": "string"}, "size": NUMBER}}
        for name in ("Cat", "Dog")
    }
    refs = [{"$ref": f"#/components/schemas/{name}"} for name in kinds]
    return {**kinds, "Pet": {"oneOf": refs, "discriminator": {"propertyName": "kind"}, **more}}


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_a_discriminator_names_the_branch_and_nothing_else(version):
    right = animals(example={"kind": "Cat", "size": 3})
    wrong = animals(example={"kind": "Cat", "size": "big"})
    unknown = animals(example={"kind": "Cow"})
    unknown["Dog"]["properties"]["kind"]["enum"] = ["Dog"]

    assert problems(document(version, schemas=right)) == []
    assert problems(document(version, schemas=unknown)) == []
    (problem,) = problems(document(version, schemas=wrong))
    assert "'big' is not of type 'integer' at /size" in problem.message


def test_a_schema_that_refers_to_itself_ends():
    ref = {"$ref": "#/components/schemas/A"}
    schemas = {
        "A": {"allOf": [ref], "properties": {"next": ref}, "example": {"next": {"next": 1}}},
        "B": {"$ref": "#/components/schemas/B", "example": 1},
    }

    assert problems(document(schemas=schemas)) == []


def test_unevaluated_fields_are_seen_through_references():
    schemas = {
        "A": {"properties": {"a": NUMBER}},
        "B": {
            "allOf": [{"$ref": "#/components/schemas/A"}],
            "unevaluatedProperties": False,
            "examples": [{"a": 1}, {"b": 2}],
        },
    }

    (problem,) = problems(document("3.1.0", schemas=schemas))
    assert problem.pointer == "#/components/schemas/B/examples/1"


def test_a_dynamic_reference_leads_to_the_outermost_schema():
    tree = {
        "$dynamicAnchor": "node",
        "properties": {"children": {"items": {"$dynamicRef": "#node"}}},
    }
    strict = {
        "$defs": {"own": {"$dynamicAnchor": "node", "required": ["name"]}},
        "$ref": "#/components/schemas/Tree",
    }
    for name, wrong in (("Tree", 0), ("Strict", 1)):
        ref = {"$ref": f"#/components/schemas/{name}"}
        source = document(
            "3.1.0",
            schemas={"Tree": tree, "Strict": strict},
            requestBody=body(ref, example={"name": "a", "children": [{}]}),
        )
        assert len(problems(source)) == wrong


def test_many_examples_that_are_wrong_for_one_reason_are_one_message():
    ref = {"$ref": "#/components/schemas/U"}
    examples = {f"e{n}": {"value": {"age": f"old {n}"}} for n in range(9)}
    user = {"properties": {"age": {**NUMBER}, "size": {**NUMBER}}}
    source = document(schemas={"U": user}, requestBody=body(ref, examples=examples))
    source["paths"]["/b"] = {"post": {"requestBody": body(ref, example={"size": "S"})}}

    first, other = problems(source)
    assert "'old 0' is not of type 'integer' at /age (the same is wrong 8 more" in first.message
    assert "'S' is not of type 'integer' at /size" in other.message
    assert len(problems(source, each=True)) == 10


@pytest.mark.parametrize("value", ["x" * 9000, ["y" * 900] * 90, {"k" * 9000: 1}])
def test_no_value_is_longer_than_a_line(value):
    names = {"type": "integer", "enum": list(range(5000))}
    for schema in (names, {"maxProperties": 0, "maxItems": 0, "maxLength": 0}, {"not": {}}):
        for problem in problems(document(schemas={"S": {**schema, "example": value}})):
            assert len(problem.message) < 320
            assert "example of the schema 'S'" in problem.message


@pytest.mark.parametrize("name", ["museum.yaml", "redoc-petstore-3.1.yaml", "scalar-galaxy.yaml"])
def test_another_reader_finds_the_same_values_wrong(shared, name):
    values, false, missing, wrong, _open = compare(shared / "openapi" / name)

    assert (false, missing) == (set(), set())
    assert values > 30
    assert wrong == (3 if "petstore" in name else 0)


def test_another_reader_finds_the_same_in_all_that_is_written_here(tmp_path):
    schemas = {
        f"S{number}": param.values[0] for number, param in enumerate(schemas_at_all_depths())
    }
    both = {**SEEN, **SENT}
    sides = {
        "parameters": [{"name": "p", "in": "query", "schema": NUMBER, "example": "no"}],
        "requestBody": body(SECRET, examples={"a": {"value": both}, "b": {"value": SENT}}),
        "responses": {"200": {"description": "", **body(SECRET, example=both)}},
        "callbacks": {"c": {"x": {"post": {"requestBody": body(SECRET, example=both)}}}},
    }
    for version, wrong in (("3.0.3", 10), ("3.1.0", 8)):
        path = tmp_path / f"{version}.json"
        path.write_text(json.dumps(document(version, schemas=schemas, **sides)), encoding="utf-8")
        values, false, missing, ours, _open = compare(path)
        assert (false, missing, ours) == (set(), set(), wrong)
        assert values > wrong


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_the_first_of_many_wrong_fields_is_the_first_of_the_value(version):
    names = [f"field{number}" for number in range(40)]
    value = {name: number for number, name in enumerate(names)}
    schema = {"type": "object", "additionalProperties": {"type": "string"}}
    source = document(version, requestBody=body(schema, example=value))

    assert "at /field0 " in problems(source)[0].message + " "
    every = [problem.message.rpartition("/")[2] for problem in problems(source, each=True)]
    assert every == names
