"""`check` says of a request that it begins with values which the description does not allow."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.cli.main import main
from sphinx_docsjson.ext.api_checks.messages import Messages
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.request.values import initial_values
from tests.playground.support import sampler_of

AGE = {"type": "object", "properties": {"age": {"type": "integer"}}}


def document(**operation):
    post = {"operationId": "make", "responses": {"200": {"description": ""}}, **operation}
    info = {"title": "T", "version": "1"}
    return {"openapi": "3.0.3", "info": info, "paths": {"/a": {"post": post}}}


def body(schema, media="application/json", **more):
    return {"content": {media: {"schema": schema, **more}}}


def wrong(source):
    made = specification(source, "api.yaml")
    operation = made.operations[0]
    return Messages(made).request_errors(operation, initial_values(operation, sampler_of(made)))


def test_a_parameter_whose_example_is_another_type():
    limit = {"name": "limit", "in": "query", "required": True, "schema": {"type": "integer"}}

    assert wrong(document(parameters=[{**limit, "example": "ten"}])) == [
        "query limit: 'ten' is not of type 'integer'"
    ]
    assert wrong(document(parameters=[{**limit, "example": 10}])) == []


def test_a_field_of_a_body():
    assert wrong(document(requestBody=body(AGE, example={"age": "old"}))) == [
        "'old' is not of type 'integer' at /age"
    ]
    assert wrong(document(requestBody=body(AGE))) == []


def test_a_body_that_is_something_else():
    assert wrong(document(requestBody=body(AGE, example=[1]))) == [
        "[1] is not of type 'object' at /"
    ]


@pytest.mark.parametrize("media", ["multipart/form-data", "application/x-www-form-urlencoded"])
def test_a_form_with_a_file(media):
    fields = {"photo": {"type": "string", "format": "binary"}, "age": {"type": "string"}}
    form = {"type": "object", "required": ["photo", "age"], "properties": fields}

    assert wrong(document(requestBody=body(form, media))) == []
    assert wrong(document(requestBody=body(form, media, example={"photo": "x"}))) == [
        "'age' is a required property at /"
    ]
    optional = {"required": True, **body({**form, "required": []}, media, example={})}
    assert wrong(document(requestBody=optional)) == []


def test_what_only_responses_have_is_not_sent():
    schema = {"type": "object", "required": ["id"], "properties": {"id": {"readOnly": True}}}

    assert wrong(document(requestBody=body(schema))) == []
    assert wrong(document(requestBody=body(schema, example={"id": 1}))) == [
        "'id' is read-only, so a request does not have it at /id"
    ]


def test_text_that_is_no_json_is_left_alone_but_a_body_that_must_be_there():
    assert wrong(document(requestBody=body(AGE, "application/xml", example="<age/>"))) == []
    missing = {"required": True, **body(AGE, "text/html")}
    assert wrong(document(requestBody=missing)) == ["Missing required request body"]


def test_a_list_that_is_spread_over_names_is_left_to_who_reads_it():
    tags = {"type": "array", "items": {"type": "string"}}
    expand = {"name": "expand", "in": "query", "style": "deepObject", "schema": tags}

    assert wrong(document(parameters=[expand])) == []


@pytest.mark.parametrize("scheme", ["Bearer", "BASIC"])
def test_a_scheme_of_credentials_is_read_in_any_case(scheme):
    source = document(security=[{"key": []}])
    source["components"] = {"securitySchemes": {"key": {"type": "http", "scheme": scheme}}}

    assert wrong(source) == []


def test_a_certificate_is_no_credential_that_a_form_sends():
    source = document(security=[{"cert": []}], parameters=[{"name": "n", "in": "query"}])
    source["components"] = {"securitySchemes": {"cert": {"type": "mutualTLS"}}}

    assert wrong(source) == []


def files(source):
    return {
        "docs.json": json.dumps({"name": "T", "openapi": "api.json", "navigation": ["index"]}),
        "api.json": json.dumps(source),
        "index.md": "---\ntitle: T\ndescription: T\n---\n\nText.\n",
        "make.md": "---\ntitle: Make\ndescription: T\nopenapi: POST /a\n---\n",
    }


def said(folder, capsys, source, **conf):
    folder.mkdir()
    for name, text in files(source).items():
        (folder / name).write_text(text, encoding="utf-8")
    settings = [f"-D{name}={value}" for name, value in conf.items()]
    main(["check", str(folder), *settings])
    return [line for line in capsys.readouterr().out.splitlines() if "does not match" in line]


def test_check_says_what_no_example_is_wrong_of(tmp_path, capsys):
    made = document(requestBody=body({**AGE, "required": ["age", "name"], "maxProperties": 1}))
    (line,) = said(tmp_path / "a", capsys, made)

    assert "api.json:1:" in line
    assert "the request of POST /a (application/json) does not match the description: " in line
    assert "; give it an example that does, or correct the schema [" in line
    assert line.endswith("[docsjson.openapi-request]")
    assert said(tmp_path / "b", capsys, made, docsjson_openapi_check_examples=0) == []


def test_check_says_once_what_is_wrong_with_an_example(tmp_path, capsys):
    limit = {"name": "limit", "in": "query", "required": True, "schema": {"type": "integer"}}
    wrong = document(
        parameters=[{**limit, "example": "ten"}],
        requestBody=body(AGE, example={"age": "old"}),
    )
    lines = said(tmp_path / "a", capsys, wrong)

    assert [line.rpartition("[")[2] for line in lines] == ["docsjson.openapi-example]"] * 2


def test_a_build_loads_nothing_for_it_and_says_nothing(site):
    built = site(files(document(requestBody=body(AGE, example={"age": "old"}))))

    assert "openapi-request" not in built.warnings + built.status


FIELDS = {
    "list": {"type": "array", "items": {"type": "string"}},
    "name": {"type": "string", "x-default": "Ada"},
    "inner": {"type": "object", "properties": {"size": {"type": "integer", "x-default": 7}}},
    "id": {"readOnly": True, "x-default": 1},
}


@pytest.mark.parametrize("media", ["multipart/form-data", "application/x-www-form-urlencoded"])
def test_a_form_that_must_be_sent_has_a_field(media):
    content = body({"type": "object", "properties": FIELDS}, media)

    assert begins(requestBody={"required": True, **content}) == {"name": "string"}
    assert begins(requestBody=content) == {}


@pytest.mark.parametrize("prefill", [False, True])
def test_a_default_of_the_form_fills_the_fields_of_a_body_that_is_made_up(prefill):
    content = body({"type": "object", "properties": FIELDS})
    given = body({"type": "object", "properties": FIELDS}, example={"name": "Grace"})

    made = json.loads(begins(prefill=prefill, requestBody=content))
    own = json.loads(begins(prefill=prefill, requestBody=given))

    expected = ("Ada", 7) if prefill else ("string", 1)
    assert (made["name"], made["inner"]["size"]) == expected
    assert "id" not in made
    assert own == {"name": "Grace"}


def begins(*, prefill=False, **operation):
    made = specification(document(**operation), "api.yaml")
    return initial_values(made.operations[0], sampler_of(made), prefill=prefill).body
