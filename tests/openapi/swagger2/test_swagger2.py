"""Swagger 2.0 is read as OpenAPI 3.0, and messages still point into the author's file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.locations import locate
from sphinx_docsjson.ext.openapi.reading.parse import parse
from sphinx_docsjson.ext.openapi.reading.specifications import load
from sphinx_docsjson.ext.openapi.reading.swagger2 import convert_swagger

FOLDER = Path(__file__).parent
PHOTO = "#/paths/~1plants~1{id}~1photo"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def loaded():
    return load("plants.yaml", FOLDER)


@pytest.fixture(scope="module")
def document(loaded):
    return loaded.document


def operation(document, method, path):
    return document["paths"][path][method]


def converted(**parts):
    return convert_swagger({"swagger": "2.0", **parts}).document


def parameters(*raw):
    found = converted(paths={"/a": {"get": {"parameters": list(raw)}}})
    return found["paths"]["/a"]["get"]["parameters"]


def test_a_file_of_swagger_2_is_read_with_one_note(loaded):
    assert loaded.problems == ()
    assert loaded.document["openapi"] == "3.0.4"
    first, *others = [note.message for note in loaded.notes]
    assert first == "this Swagger 2.0 file is shown as OpenAPI 3.0.4"
    assert others == ["OpenAPI 3 has no equivalent of collectionFormat 'tsv' in query"]
    spec = specification(loaded.document, loaded.key, loaded.source_pointers)
    assert [o.title for o in spec.operations] == [
        "List plants",
        "POST /plants",
        "PUT /plants/{id}/photo",
        "DELETE /plants/{id}/photo",
    ]
    assert spec.resolver.problems == []


def test_host_base_path_and_schemes_become_servers(document):
    assert document["servers"] == [
        {"url": "https://api.example.com/v2"},
        {"url": "wss://api.example.com/v2"},
    ]
    assert operation(document, "post", "/plants")["servers"] == [
        {"url": "https://api.example.com/v2"}
    ]
    assert "servers" not in operation(document, "get", "/plants")
    assert converted(host="a.example")["servers"] == [{"url": "https://a.example"}]
    assert converted(basePath="/v1")["servers"] == [{"url": "/v1"}]
    assert "servers" not in converted()


def test_a_body_has_the_media_types_that_the_operation_or_the_file_consumes(document):
    body = operation(document, "post", "/plants")["requestBody"]

    assert body["description"] == "The plant."
    assert body["required"] is True
    assert list(body["content"]) == ["application/json", "application/xml"]
    assert body["content"]["application/json"] == {
        "schema": {"$ref": "#/components/schemas/Plant"},
        "example": {"kind": "fern"},
    }
    assert list(document["components"]["parameters"]) == ["Page"]


def test_form_fields_become_one_body_with_those_of_the_path(document):
    body = operation(document, "put", "/plants/{id}/photo")["requestBody"]

    media = body["content"].pop("multipart/form-data")
    assert body == {"content": {}, "required": True}
    assert media["schema"]["required"] == ["photo"]
    assert media["schema"]["properties"] == {
        "note": {"example": "Hi", "type": "string", "maxLength": 20},
        "photo": {"description": "A picture.", "type": "string", "format": "binary"},
        "angles": {"type": "array", "items": {"type": "integer"}},
    }
    assert media["encoding"] == {"angles": {"style": "form", "explode": False}}
    fields = operation(document, "delete", "/plants/{id}/photo")["requestBody"]["content"][FORM]
    assert list(fields["schema"]["properties"]) == ["note", "why"]


def test_what_a_parameter_says_of_its_value_becomes_a_schema(document):
    page = document["components"]["parameters"]["Page"]

    assert page == {
        "name": "page",
        "in": "query",
        "example": 3,
        "schema": {"type": "integer", "minimum": 1, "default": 1},
    }
    (shared,) = document["paths"]["/plants/{id}/photo"]["parameters"]
    assert shared == {
        "name": "id",
        "in": "path",
        "required": True,
        "schema": {"type": "string", "format": "uuid"},
    }


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("ids", {"style": "form", "explode": False}),
        ("kinds", {"style": "form", "explode": True}),
        ("words", {"style": "spaceDelimited", "explode": False}),
        ("sizes", {"style": "pipeDelimited", "explode": False}),
        ("tabs", {"x-collectionFormat": "tsv", "explode": False}),
        ("X-Tags", {"style": "simple"}),
    ],
)
def test_a_list_is_written_as_before(document, name, style):
    found = operation(document, "get", "/plants")["parameters"]
    parameter = next(p for p in found if p["name"] == name)

    keys = ("style", "explode", "x-collectionFormat")
    assert {k: v for k, v in parameter.items() if k in keys} == style


def test_responses_have_content_with_their_examples(document):
    answer = operation(document, "get", "/plants")["responses"]["200"]

    schema = {"type": "array", "items": {"$ref": "#/components/schemas/Plant"}}
    assert answer["content"] == {
        "application/json": {"schema": schema, "example": [{"kind": "fern"}]},
        "application/xml": {"schema": schema},
        "text/plain": {"schema": schema, "example": "fern"},
    }
    assert answer["headers"] == {
        "X-Total": {"description": "How many.", "schema": {"type": "integer", "format": "int32"}},
        "X-Ids": {"style": "simple", "schema": {"type": "array", "items": {"type": "string"}}},
    }
    picture = operation(document, "put", "/plants/{id}/photo")["responses"]["200"]
    assert picture["content"] == {"image/png": {"schema": {"type": "string", "format": "binary"}}}


def test_a_shared_response_has_the_media_types_of_the_operation(document):
    listed = operation(document, "get", "/plants")["responses"]["404"]
    planted = operation(document, "post", "/plants")["responses"]["404"]

    assert listed == {"$ref": "#/components/responses/Missing"}
    assert list(planted["content"]) == ["application/problem+json", "application/json"]


def test_schemas_say_the_same_in_the_words_of_openapi_3(document):
    plant = document["components"]["schemas"]["Plant"]

    assert plant["discriminator"] == {"propertyName": "kind"}
    assert plant["example"] == {"kind": "fern", "$ref": "literal"}
    assert plant["properties"] == {
        "kind": {"type": "string"},
        "id": {"type": "integer", "format": "int64", "readOnly": True},
        "note": {"type": "string", "nullable": True},
        "size": {"type": "number", "nullable": True, "minimum": 0, "exclusiveMinimum": True},
        "pair": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}},
        "list": {"type": "array", "items": {}},
        "either": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    }
    fern = document["components"]["schemas"]["Fern"]
    assert fern["allOf"][0] == {"$ref": "#/components/schemas/Plant"}


def test_security_schemes_have_their_new_names(document):
    schemes = document["components"]["securitySchemes"]

    assert schemes["simple"] == {"type": "http", "scheme": "basic"}
    assert schemes["key"] == {"type": "apiKey", "name": "X-Key", "in": "header"}
    flows = schemes["robots"]["flows"]
    assert flows == {
        "clientCredentials": {"tokenUrl": "https://example.com/t", "scopes": {"a": "All"}}
    }
    assert schemes["people"]["flows"]["authorizationCode"] == {
        "authorizationUrl": "https://example.com/a?tenant=1",
        "tokenUrl": "https://example.com/t",
        "scopes": {"read": "Read"},
    }
    assert document["security"] == [{"key": []}]


def test_what_has_the_same_name_in_both_is_kept(document):
    assert document["x-tagGroups"] == [{"name": "All", "tags": ["plants"]}]
    assert document["externalDocs"] == {"url": "https://example.com/more"}
    assert operation(document, "put", "/plants/{id}/photo")["deprecated"] is True


def test_a_reference_into_the_middle_of_the_file_leads_to_where_that_is_now(document):
    schema = operation(document, "delete", "/plants/{id}/photo")["responses"]["204"]["content"]

    ref = schema["application/json"]["schema"]["$ref"]
    assert ref == "#/paths/~1plants/get/responses/200/content/application~1json/schema"


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("#/components/schemas/Plant/properties/note", "note: {type: string, x-nullable: true}"),
        ("#/components/securitySchemes/key", "key: {type: apiKey"),
        ("#/components/parameters/Page/schema/minimum", "Page: {name: page"),
        ("#/paths/~1plants/get/parameters/1/schema", "- {name: kinds"),
        ("#/paths/~1plants/get/responses/200/content/text~1plain/example", "text/plain: fern"),
        ("#/paths/~1plants/get/responses/200/content/text~1plain/schema/items", "items: {$ref:"),
        ("#/paths/~1plants/post/requestBody/content/application~1xml/schema", "schema: {$ref:"),
        (
            f"{PHOTO}/put/requestBody/content/multipart~1form-data/schema/properties/angles/items",
            "- {name: angles",
        ),
    ],
)
def test_places_are_those_of_the_authors_file(loaded, pointer, line):
    place = locate(loaded.source_pointers.source(pointer), loaded.key, FOLDER)

    text = (FOLDER / "plants.yaml").read_text(encoding="utf-8").splitlines()
    assert text[place.line - 1].strip().startswith(line)


def test_what_lies_in_other_files_is_converted_where_it_is(tmp_path):
    (tmp_path / "api.yaml").write_text(
        "swagger: '2.0'\n"
        "paths:\n"
        "  /a: {$ref: paths.yaml#/a}\n"
        "  /b:\n"
        "    get:\n"
        "      parameters: [{$ref: 'shared.yaml#/parameters/Size'}]\n"
        "      responses: {200: {$ref: 'shared.yaml#/responses/Ok'}}\n"
        "    post:\n"
        "      parameters: [{$ref: 'shared.yaml#/parameters/Thing'}]\n"
        "      responses: {200: {description: Ok, examples: {a/b: {$ref: value.json}}}}\n"
    )
    (tmp_path / "paths.yaml").write_text(
        "a:\n  get:\n    parameters: [{name: x, in: header, type: boolean}]\n    responses: {}\n"
    )
    (tmp_path / "shared.yaml").write_text(
        "parameters:\n"
        "  Size: {name: size, in: query, type: integer}\n"
        "  Thing: {name: t, in: body, schema: {$ref: '#/definitions/Thing'}}\n"
        "responses:\n"
        "  Ok: {description: Ok, schema: {$ref: '#/definitions/Thing'}}\n"
        "definitions:\n"
        "  Thing: {discriminator: kind, properties: {kind: {x-nullable: true}}}\n"
    )
    (tmp_path / "value.json").write_text('{"one": 1}')

    found = load("api.yaml", tmp_path)
    spec = specification(found.document, found.key, found.source_pointers)

    assert found.problems == ()
    get_a, get_b, post_b = spec.operations
    assert get_a.parameters[0].schema == {"type": "boolean"}
    assert get_b.parameters[0].schema == {"type": "integer"}
    schema = get_b.responses[0].content[0].schema
    assert schema == {"$ref": "#/x-docsjson-files/shared.yaml/definitions/Thing"}
    assert spec.resolver.get(schema["$ref"])["properties"] == {"kind": {"nullable": True}}
    assert post_b.body.content[0].schema == schema
    assert post_b.responses[0].content[0].examples[0].value == {"one": 1}


def test_a_body_beside_a_form_is_said():
    raw = {"parameters": [{"in": "body", "name": "b"}, {"in": "formData", "name": "f"}]}

    found = convert_swagger({"swagger": "2.0", "paths": {"/a": {"post": raw}}})

    assert [note.message for note in found.notes] == [
        "an operation has one body; the others are left out"
    ]
    content = found.document["paths"]["/a"]["post"]["requestBody"]["content"]
    assert list(content) == ["application/json"]


@pytest.mark.parametrize("value", [None, "x", [1], {"a": [{}]}])
def test_values_of_any_type_anywhere_raise_nothing(value):
    text = (FOLDER / "plants.yaml").read_text(encoding="utf-8")
    written = json.dumps(parse(text, is_json=False)[0])
    for pointer in pointers(json.loads(written)):
        document = json.loads(written)
        holder = document
        for part in pointer[:-1]:
            holder = holder[part]
        holder[pointer[-1]] = value
        found = convert_swagger(document)
        specification(found.document, "plants.yaml", found.source_pointers)


def pointers(value, path=()):
    if path:
        yield path
    pairs = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, item in pairs:
        yield from pointers(item, (*path, key))
