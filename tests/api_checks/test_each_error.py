"""Each thing that is wrong in a description is told, in every version, where it is."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.api_checks.examples import document_problems, example_problems
from sphinx_docsjson.ext.openapi.model.operations import specification

ALLOWS = "this is not valid OpenAPI: "


def told(version, components, **paths):
    source = {
        "openapi": version,
        "info": {"title": "A", "version": "1"},
        "paths": paths,
        "components": components,
    }
    problems = document_problems(specification(source, "api.yaml"), each=True)
    return [(one.pointer.removeprefix("#/components/"), one.message) for one in problems]


@pytest.mark.parametrize("version", ["3.0.3", "3.1.1", "3.2.0"])
def test_each_wrong_value_of_a_schema_is_told_in_every_version(version):
    wrong = {"type": "int", "minLength": "3", "properties": {"a": {"required": True}}}

    assert dict(told(version, {"schemas": {"A": wrong, "B": {"items": {"maxItems": -1}}}})) == {
        "schemas/A/type": f"{ALLOWS}'int' is not one of "
        + ('["array", "boolean", "integer", "number… "object", "string"]' if version < "3.1" else
           '["array", "boolean", "integer", "null",… "object", "string"]'),
        "schemas/A/minLength": f"{ALLOWS}'3' is not of type 'integer'",
        "schemas/A/properties/a/required": f"{ALLOWS}true is not of type 'array'",
        "schemas/B/items/maxItems": f"{ALLOWS}-1 is less than the minimum of 0",
    }  # fmt: skip


@pytest.mark.parametrize(
    "schema",
    [
        {"type": ["string", "null"], "x-mine": 3, "foo": {"type": "int"}, "example": {"type": 1}},
        {"$defs": {"a": True}, "properties": {"type": {"type": "string"}}, "const": {"type": 2}},
        {"$schema": "http://json-schema.org/draft-04/schema#", "exclusiveMinimum": True},
        {"exclusiveMinimum": 3, "prefixItems": [{}, True], "dependentRequired": {"a": ["b"]}},
        {"discriminator": {"propertyName": "a"}, "minLength": 2.0, "multipleOf": 0.5},
    ],
)
def test_nothing_is_said_of_a_schema_that_json_schema_allows(schema):
    assert told("3.1.0", {"schemas": {"A": schema}}) == []


def test_what_stands_beside_a_reference_is_told_by_name():
    answer = {"$ref": "#/components/responses/A", "summary": "Read.", "content": {}, "x-b": 1}
    components = {"responses": {"A": {"description": "Fine."}, "B": answer}}

    assert told("3.1.1", components) == [
        ("responses/B", f"{ALLOWS}'content', 'x-b' beside '$ref' is not read; remove it")
    ]


def test_a_schema_in_another_dialect_is_left_alone():
    source = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "jsonSchemaDialect": "http://json-schema.org/draft-04/schema#",
        "components": {"schemas": {"A": {"minimum": 1, "exclusiveMinimum": True}}},
    }

    assert document_problems(specification(source, "api.yaml"), each=True) == []


@pytest.mark.parametrize("version", ["3.0.3", "3.1.1", "3.2.0"])
def test_of_several_forms_the_one_that_was_meant_says_all_that_it_misses(version):
    schemes = {
        "s": {"type": "http"},
        "t": {"type": "oauth2", "flows": {"implicit": {}}},
        "u": {"type": "apikey", "in": "header"},
    }

    found = [(place, text.removeprefix(ALLOWS)) for place, text in told(
        version, {"securitySchemes": schemes})]  # fmt: skip

    assert found[:3] == [
        ("securitySchemes/s", "'scheme' is a required property"),
        ("securitySchemes/t/flows/implicit", "'authorizationUrl' is a required property"),
        ("securitySchemes/t/flows/implicit", "'scopes' is a required property"),
    ]
    assert [place for place, _text in found[3:]] == ["securitySchemes/u/type"]
    assert '\'apikey\' is not one of ["apiKey", "http"' in found[3][1]


@pytest.mark.parametrize("version", ["3.0.3", "3.1.1"])
def test_a_parameter_says_each_thing_that_is_wrong_with_it(version):
    path = {
        "post": {
            "parameters": [{"in": "query", "required": "x"}],
            "responses": {"200": {"description": ""}},
        }
    }
    found = {text.removeprefix(ALLOWS) for _place, text in told(version, {}, **{"/a": path})}

    assert found == {
        "'x' is not of type 'boolean'",
        "'name' is a required property",
        "'schema' or 'content' is a required property",
    }


BAD = {"value": {f"field{number}": number for number in range(9)}}


def shared_example():
    """Return a description with an example that eight operations share, and nine fields wrong."""
    fields = {name: {"type": "string"} for name in BAD["value"]}
    schema = {"type": "object", "properties": fields}
    content = {"schema": schema, "examples": {"one": {"$ref": "#/components/examples/Bad"}}}
    answer = {"description": "x", "content": {"application/json": content}}
    return specification(
        {
            "openapi": "3.1.0",
            "info": {"title": "A", "version": "1"},
            "paths": {
                f"/{letter}": {"get": {"responses": {"200": json.loads(json.dumps(answer))}}}
                for letter in "abcdefgh"
            },
            "components": {"examples": {"Bad": BAD}},
        },
        "api.yaml",
    )


def test_a_wrong_example_that_operations_share_is_told_once_at_its_place():
    (problem,) = example_problems(shared_example())

    assert problem.pointer == "#/components/examples/Bad/value"
    assert problem.message == (
        "the example 'one' of GET /a (200, application/json), which 8 operations show, does not "
        "match its schema: 0 is not of type 'string' at /field0; "
        "1 is not of type 'string' at /field1; 2 is not of type 'string' at /field2; and 6 more: "
        'docsjson_openapi_check_examples = "all" shows each'
    )


def test_each_thing_that_is_wrong_with_it_is_told_on_demand():
    problems = example_problems(shared_example(), each=True)

    assert len(problems) == 9
    assert all("which 8 operations show" in problem.message for problem in problems)
