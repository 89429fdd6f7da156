"""openapi-core takes the requests that forms begin with, and the responses that pages show."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sphinx_docsjson.ext.api_checks.messages import message_problems
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from tests.playground.support import spec


def problems(made, **options):
    examples = Examples(Schemas(made.resolver))
    return [problem.message for problem in message_problems(made, examples, **options)]


RIGHT = ("museum.yaml", "scalar-galaxy.yaml", "redocly-cafe.yaml", "tictactoe-3.1.yaml")


@pytest.mark.parametrize("prefill", [False, True])
@pytest.mark.parametrize("name", RIGHT)
def test_every_message_of_a_right_description_fits(shared, name, prefill):
    assert problems(spec(name), prefill=prefill) == []


def test_requests_of_discord_fit(shared):
    made = spec("discord.json")
    some = replace(made, operations=made.operations[40::8])

    assert len(some.operations) > 20
    assert problems(some) == []


def made(version="3.0.3", **operation):
    path = operation.pop("path", "/a")
    components = operation.pop("components", {})
    return specification(
        {
            "openapi": version,
            "info": {"title": "T", "version": "1"},
            "servers": [{"url": "https://x.example/v1"}],
            "paths": {path: {"post": {"responses": {"200": {"description": ""}}, **operation}}},
            "components": components,
        },
        "api.yaml",
    )


def parameter(name, place, schema, **more):
    return {"name": name, "in": place, "required": True, "schema": schema, **more}


NUMBERS = {"type": "array", "items": {"type": "integer"}}
PAIR = {"type": "object", "properties": {"a": {"type": "integer"}}}
FILE = {"type": "string", "format": "binary"}
STYLES = [
    parameter("p", "path", {"type": "string", "enum": ["a/b c?%é"]}),
    parameter("n", "path", {"type": "integer"}),
    parameter("list", "query", NUMBERS, example=[1, 2]),
    parameter("flat", "query", NUMBERS, example=[1, 2], explode=False),
    parameter("pair", "query", PAIR, style="deepObject", explode=True),
    parameter("X-List", "header", NUMBERS, example=[3, 4]),
    parameter("session", "cookie", {"type": "string"}, example="a b;c"),
    parameter("json", "query", {}, content={"application/json": {"schema": PAIR}}),
]
KEYS = {
    "securitySchemes": {
        "key": {"type": "apiKey", "in": "query", "name": "k"},
        "basic": {"type": "http", "scheme": "basic"},
        "bearer": {"type": "http", "scheme": "bearer"},
    }
}


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
@pytest.mark.parametrize("scheme", ["key", "basic", "bearer"])
def test_parameters_of_all_places_and_credentials_fit(version, scheme):
    styles = [one if "content" not in one else {**one, "schema": None} for one in STYLES]
    listed = [{k: v for k, v in one.items() if v is not None} for one in styles]
    security = [{scheme: []}]
    source = made(
        version, path="/a/{p}/{n}", parameters=listed, security=security, components=KEYS
    )

    assert problems(source) == []


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_bodies_of_all_kinds_fit(version):
    form = {"type": "object", "required": ["n", "f"], "properties": {"n": {"type": "integer"}}}
    files = {**form, "properties": {**form["properties"], "f": FILE}}
    kinds = {
        "application/json": {"type": "object", "required": ["id"], "properties": {"id": {}}},
        "application/vnd.x+json; charset=utf-8": PAIR,
        "multipart/form-data": files,
        "application/x-www-form-urlencoded": {**files, "required": ["n"]},
        "application/octet-stream": FILE,
    }
    kinds["application/json"]["properties"]["id"] = {"type": "string", "readOnly": True}
    content = {name: {"schema": schema} for name, schema in kinds.items()}

    assert problems(made(version, requestBody={"required": True, "content": content})) == []


def test_what_an_api_would_refuse_is_told():
    wrong = made(
        parameters=[parameter("n", "query", {"type": "integer"}, example="ten")],
        requestBody={"content": {"application/json": {"schema": PAIR, "example": {"a": "x"}}}},
        responses={
            "2XX": {
                "description": "",
                "headers": {
                    "X-N": {"required": True, "schema": {"enum": ["a"], "type": "string"}}
                },
                "content": {"application/json": {"schema": PAIR, "example": {"a": "y"}}},
            },
        },
    )

    request, field, response = problems(wrong)
    assert request.startswith(
        "the request of POST /a (application/json) does not match the description: query n: "
    )
    assert field.endswith("does not match the description: 'x' is not of type 'integer' at /a")
    assert response == (
        "the response 2XX of POST /a does not match the description: "
        "'y' is not of type 'integer' at /a"
    )


def test_what_a_path_leaves_to_the_reader_is_no_value():
    """``{id}`` stands in samples where a description has no example; one that it has is judged."""
    uuid = {"type": "string", "format": "uuid"}
    left = parameter("id", "path", uuid)
    given = {**left, "example": "{id}"}

    assert problems(made(path="/a/{id}", parameters=[left])) == []
    (told,) = problems(made(path="/a/{id}", parameters=[given]))
    assert "path id: '{id}' is not a 'uuid'" in told


def test_messages_are_checked_on_demand(site):
    schema = {"type": "integer"}
    operation = {"parameters": [parameter("n", "query", schema, example="ten")], "responses": {}}
    source = {
        "openapi": "3.0.3",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"post": operation}},
    }
    files = {
        "docs.json": json.dumps({"name": "T", "openapi": "api.json", "navigation": ["index"]}),
        "api.json": json.dumps(source),
        "index.md": "---\ntitle: T\ndescription: T\n---\n\nText.\n",
    }
    every = site(files, conf={"docsjson_openapi_check_examples": "all"})

    assert not any("openapi-request" in line for line in site(files).warning_lines)
    (line,) = [line for line in every.warning_lines if "openapi-request" in line]
    assert "the request of POST /a does not match the description: query n" in line


def test_a_reference_into_another_operation_does_not_end_the_build():
    answer = {"content": {"application/json": {"schema": {"type": "integer"}}}, "description": ""}
    shared = "#/paths/~1other/get/responses/200/content/application~1json/schema"
    mine = {"content": {"application/json": {"schema": {"$ref": shared}}}, "description": ""}
    described = specification(
        {
            "openapi": "3.0.3",
            "info": {"title": "T", "version": "1"},
            "paths": {
                "/other": {"get": {"responses": {"200": answer}}},
                "/a": {"get": {"responses": {"200": mine}}},
            },
        },
        "api.yaml",
    )

    assert problems(described) == []
