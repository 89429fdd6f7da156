"""The JSON block of an operation, and what its form begins with."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from sphinx_docsjson.base.theme_files import theme_sheet
from sphinx_docsjson.ext.openapi.content import playground
from sphinx_docsjson.ext.openapi.content.playground import (
    mode_of,
    playground_data,
    playground_script,
    script_json,
)
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES
from sphinx_docsjson.ext.openapi.request.values import initial_values
from sphinx_docsjson.ext.openapi.schema.form import KEPT
from sphinx_docsjson.site.model import Api, Auth
from tests.playground.support import SCRIPTS, initial, sampler_of, spec
from tools import messages


def block_of(schema=None, api=None, **operation):
    if schema is not None:
        operation["requestBody"] = {"content": {"application/json": {"schema": schema}}}
    made = specification(
        {
            "openapi": "3.1.0",
            "paths": {"/a": {"post": operation}},
            "components": {
                "schemas": {
                    "Node": {
                        "type": "object",
                        "properties": {"next": {"$ref": "#/components/schemas/Node"}},
                    },
                    "Named": {
                        "type": "object",
                        "required": ["name"],
                        "properties": {
                            "name": {"type": "string"},
                            "id": {"type": "string", "readOnly": True},
                        },
                    },
                },
                "securitySchemes": {"basic": {"type": "http", "scheme": "basic"}},
            },
        },
        "api.yaml",
    )
    op = made.operations[0]
    sampler = sampler_of(made)
    values = initial_values(op, sampler)
    return playground_data(op, values, api or Api(), sampler=sampler)


def form_of(schema):
    block = block_of(schema)
    return block["body"]["content"][0]["schema"], block["schemas"]


def test_a_reference_stays_a_name_even_when_it_contains_itself():
    form, schemas = form_of({"$ref": "#/components/schemas/Node"})

    assert form == {"$ref": "Node"}
    assert schemas["Node"]["properties"]["next"] == {"$ref": "Node"}


def test_all_of_is_merged_and_read_only_properties_are_not_asked_for():
    form, _ = form_of(
        {
            "allOf": [
                {"$ref": "#/components/schemas/Named"},
                {"properties": {"age": {"type": "integer", "minimum": 0}}, "required": ["age"]},
            ]
        }
    )

    assert form["properties"] == {
        "name": {"type": "string"},
        "age": {"type": "integer", "minimum": 0},
    }
    assert form["required"] == ["name", "age"]


def test_variants_have_names_and_the_value_of_their_discriminator():
    form, _ = form_of(
        {
            "oneOf": [
                {"$ref": "#/components/schemas/Named"},
                {"type": "null"},
                {"type": "string"},
            ],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"person": "#/components/schemas/Named"},
            },
        }
    )

    assert [variant["label"] for variant in form["variants"]] == ["person", "string"]
    assert form["variants"][0]["properties"]["kind"]["enum"] == ["person"]
    assert form["nullable"] is True


def test_what_all_of_asks_for_is_asked_for_together():
    form, _ = form_of(
        {
            "allOf": [
                {"minimum": 5, "exclusiveMinimum": True, "enum": [1, 6, 7]},
                {"type": "integer", "minimum": 1, "enum": [6, 7, 8]},
                {"title": "T"},
            ]
        }
    )
    text, _ = form_of({"allOf": [{"type": "string", "pattern": "^a"}, {"pattern": "z$"}]})

    assert form == {"type": "integer", "minimum": 1, "exclusiveMinimum": 5, "enum": [6, 7]}
    assert text["pattern"] == ["^a", "z$"]


def test_a_property_of_two_parts_is_both():
    parts = [{"properties": {"a": {"type": "string"}}}, {"properties": {"a": {"maxLength": 3}}}]
    form, _ = form_of({"allOf": parts})

    assert form["properties"] == {"a": {"type": "string", "maxLength": 3}}


def test_the_script_knows_every_word_of_a_form_schema():
    types = (SCRIPTS / "types.d.ts").read_text(encoding="utf-8")
    known = set(re.findall(r"^  (\S+?)\??:", types.partition("interface Schema {")[2], re.M))
    form, schemas = form_of(
        {
            "oneOf": [{"$ref": "#/components/schemas/Named"}, {"type": "string"}],
            "properties": {
                "all": dict.fromkeys(KEPT, 1) | {"type": "number", "description": "d"},
                "items": {"type": "array", "items": {}, "nullable": True, "deprecated": True},
                "named": {"oneOf": [{"const": 1, "title": "One"}], "example": 1},
            },
            "required": ["all"],
            "additionalProperties": {"type": "boolean"},
        }
    )

    assert (
        words_of({"properties": {**form["variants"][0]["properties"], **schemas}}) - known == set()
    )


def words_of(form):
    inner = [*form.get("properties", {}).values(), *form.get("variants", [])]
    inner += [form[name] for name in ("items", "extra") if name in form]
    return set(form).union(*map(words_of, inner))


def test_constants_with_titles_are_one_choice():
    form, _ = form_of({"oneOf": [{"const": 1, "title": "One"}, {"const": 2, "title": "Two"}]})

    assert form == {"type": "integer", "enum": [1, 2], "labels": ["One", "Two"]}


def test_type_lists_are_variants_and_null_is_a_value():
    form, _ = form_of({"type": ["string", "integer", "null"]})

    assert [variant["type"] for variant in form["variants"]] == ["string", "integer"]
    assert form["nullable"] is True


def test_the_names_of_basic_authentication_come_from_docs_json():
    api = Api(auth=Auth(method="basic", name="Client ID:Secret"))
    block = block_of(api=api, security=[{"basic": []}])

    assert block["schemes"]["basic"]["labels"] == ("Client ID", "Secret")


def test_only_required_parameters_are_filled_in():
    block = block_of(
        parameters=[
            {"name": "a", "in": "query", "required": True, "schema": {"enum": ["x", "y"]}},
            {"name": "b", "in": "query", "schema": {"default": 3}},
        ]
    )

    assert block["values"] == {"query:a": "x"}


def test_what_a_sample_shows_for_a_required_parameter_is_not_in_the_form():
    number = {"name": "n", "in": "query", "required": True, "schema": {"type": "integer"}}
    untyped = {"name": "u", "in": "query", "required": True, "schema": {}}
    block = block_of(parameters=[number, untyped, {**number, "name": "o", "required": False}])

    assert block["values"] == {}
    assert block["made"] == {"query:n": 1, "query:u": "string"}
    assert "made" not in block_of(parameters=[{**number, "example": 3}])


@pytest.mark.parametrize(
    ("own", "site", "mode"),
    [
        (None, "show", "show"),
        (None, "simple", "simple"),
        ("hide", "show", "hide"),
        ("interactive", "hide", "show"),
        ("nonsense", "simple", "simple"),
    ],
)
def test_the_mode_of_the_page_wins_over_the_site(own, site, mode):
    assert mode_of(own, Api(playground=site)) == mode


def test_no_text_of_a_block_ends_its_script():
    data = {"a": "</script><script>alert(1)</script><!--", "b": "\u2028\ud800&amp;"}
    written = script_json(data)

    assert "<" not in written
    assert ">" not in written
    assert json.loads(written) == {**data, "b": "\u2028\ufffd&amp;"}


@pytest.mark.parametrize("name", ["stripe.yaml", "discord.json", "scalar-galaxy.yaml"])
def test_no_block_is_large(shared, name):
    made = spec(name)
    for operation in made.operations:
        values = initial(made, operation)
        data = playground_data(operation, values, Api(), sampler=sampler_of(made))
        assert len(script_json(data)) < 110_000, operation.key


def test_every_text_of_the_scripts_can_be_translated(monkeypatch):
    said = {
        text
        for script in SCRIPTS.glob("*.js")
        for text in re.findall(r"\btext\('([^']+)'", script.read_text(encoding="utf-8"))
    }

    monkeypatch.setattr(playground, "_", str.swapcase)

    assert playground.strings() == {text: text.swapcase() for text in said}
    assert said <= {message.id for message in messages.collect()}


def test_the_script_and_the_style_keep_within_their_budget():
    def packed(*languages):
        script = playground_script(site="docs", languages=languages)
        return len(gzip.compress(script.encode(), 9))

    alone = packed()
    more = {name: packed(name) - alone for name in LANGUAGES}

    assert alone <= 32 * 1024
    assert {name: size for name, size in more.items() if size > 1024} == {}
    assert len(gzip.compress(theme_sheet("docsjson-playground.css").encode(), 9)) <= 3200


def test_a_file_of_xml_is_a_file_and_an_object_a_text():
    fields = {"f": {"type": "string", "format": "binary"}, "o": {"type": "object"}}
    media = {
        "schema": {"type": "object", "properties": fields},
        "encoding": {name: {"contentType": "application/xml"} for name in fields},
    }
    block = block_of(requestBody={"content": {"multipart/form-data": media}})

    shown = block["body"]["content"][0]["schema"]["properties"]
    assert shown["f"]["type"] == "file"
    assert shown["o"] == {"type": "string", "format": "xml"}


def test_a_server_that_is_only_a_slash_is_asked_for():
    named = {"url": "https://a.example"}

    assert block_of(servers=[{"url": "/"}])["servers"] == []
    assert block_of(servers=[{"url": "/"}, named])["servers"] == [{"url": ""}, named]
