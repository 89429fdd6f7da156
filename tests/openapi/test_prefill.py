"""The log says of a request that it begins with values which the description does not allow."""

from __future__ import annotations

import json
import re

import pytest

from sphinx_docsjson.openapi.checks.values import SchemaValidators, wrong_values
from sphinx_docsjson.openapi.model.operations import specification
from sphinx_docsjson.openapi.request.values import initial_values
from tests.playground.support import sampler_of

NOTE = "begins with values that do not fit"
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
    values = initial_values(operation, sampler_of(made))
    found = wrong_values(operation, values, SchemaValidators(made))
    return {each.name: each.reason for each in found}


def test_a_parameter_whose_example_is_another_type():
    limit = {"name": "limit", "in": "query", "required": True, "schema": {"type": "integer"}}

    assert wrong(document(parameters=[{**limit, "example": "ten"}])) == {
        "limit": "'ten' is not of type 'integer' at /"
    }
    assert wrong(document(parameters=[{**limit, "example": 10}])) == {}


def test_a_field_of_a_body():
    assert wrong(document(requestBody=body(AGE, example={"age": "old"}))) == {
        "age": "'old' is not of type 'integer' at /age"
    }
    assert wrong(document(requestBody=body(AGE))) == {}


def test_a_body_that_is_something_else():
    assert list(wrong(document(requestBody=body(AGE, example=[1])))) == [""]


@pytest.mark.parametrize("media", ["multipart/form-data", "application/x-www-form-urlencoded"])
def test_a_form_with_a_file(media):
    fields = {"photo": {"type": "string", "format": "binary"}, "age": {"type": "integer"}}
    form = {"type": "object", "required": ["photo", "age"], "properties": fields}

    assert wrong(document(requestBody=body(form, media))) == {}
    assert list(wrong(document(requestBody=body(form, media, example={"photo": "x"})))) == [""]
    optional = {"required": True, **body({**form, "required": []}, media, example={})}
    assert wrong(document(requestBody=optional)) == {}


def test_what_only_responses_have_is_not_sent():
    schema = {"type": "object", "required": ["id"], "properties": {"id": {"readOnly": True}}}

    assert wrong(document(requestBody=body(schema))) == {}
    assert list(wrong(document(requestBody=body(schema, example={"id": 1})))) == ["id"]


def test_text_that_is_no_json_is_left_alone():
    assert wrong(document(requestBody=body(AGE, "application/xml", example="<age/>"))) == {}


def files(source):
    return {
        "docs.json": json.dumps({"name": "T", "openapi": "api.json", "navigation": ["index"]}),
        "api.json": json.dumps(source),
        "index.md": "---\ntitle: T\ndescription: T\n---\n\nText.\n",
        "make.md": "---\ntitle: Make\nopenapi: POST /a\n---\n",
    }


WRONG = document(requestBody=body(AGE, example={"age": "old"}))


def test_the_log_says_what_does_not_fit_and_readers_see_nothing_of_it(site):
    built = site(files(WRONG))
    said = "the request of POST /a (application/json) begins with values that do not fit "

    assert (
        f"{said}('age': 'old' is not of type 'integer' at /age); "
        "give them an example that does [docsjson.openapi-request]"
    ) in built.status
    assert re.search(rf"^api\.json:1:\d+: {re.escape(said)}", built.status, re.MULTILINE)
    assert NOTE not in built.warnings
    for file in built.outdir.rglob("*.*"):
        if file.suffix in (".html", ".md", ".txt", ".js"):
            assert NOTE not in file.read_text("utf-8"), file


@pytest.mark.parametrize("media", ["multipart/form-data", "application/xml"])
def test_only_the_media_type_that_is_shown_is_judged(site, media):
    content = {
        "application/json": {"schema": AGE, "example": {"age": 3}},
        media: {"schema": {**AGE, "required": ["age", "name"]}, "example": {"age": "old"}},
    }
    built = site(files(document(requestBody={"required": True, "content": content})))

    assert NOTE not in built.status


def test_nothing_is_said_where_all_fits_or_nothing_is_checked(site):
    right = document(requestBody=body(AGE, example={"age": 3}))
    off = {"docsjson_openapi_check_examples": False}

    assert NOTE not in site(files(right)).status
    assert NOTE not in site(files(WRONG), conf=off).status


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
