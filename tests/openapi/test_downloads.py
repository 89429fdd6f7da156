"""Readers can have the description of an API, without what is not for them."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.pages.downloads import for_readers

SPEC = """\
openapi: 3.1.0  # as it is
info: {title: Plants, version: 1.10}
servers: [{url: https://api.example.com/v1}]
paths:
  /plants: {get: {operationId: list, responses: {}}}
"""


def files(spec=SPEC, openapi="api/plants.yaml", **more):
    config = {"name": "T", "openapi": openapi, "navigation": [{"group": "A", "pages": ["index"]}]}
    return {"docs.json": json.dumps(config), "api/plants.yaml": spec, "index.md": "# A\n", **more}


def test_the_description_is_written_as_it_was_given_and_led_to(site):
    built = site(files())
    assert (built.outdir / "api/plants.yaml").read_text() == SPEC
    links = built.article("api-reference/overview").select(".dj-api-files a")
    assert [a["href"] for a in links] == ["../api/plants.yaml"]
    assert "Descriptions of the API: api/plants.yaml" in built.text("llms.txt")
    assert "(../api/plants.yaml)" in built.text("api-reference/overview.md")


def test_several_files_are_written_as_one_whose_references_lead_somewhere(site):
    spec = SPEC.replace("{operationId: list, responses: {}}", "{$ref: parts/list.yaml}")
    built = site(files(spec, **{"api/parts/list.yaml": "operationId: list\nresponses: {}\n"}))
    document = json.loads(built.text("api/plants.json"))
    again = specification(document, "plants.json")
    assert [o.operation_id for o in again.operations] == ["list"]
    assert not (built.outdir / "api/plants.yaml").exists()


@pytest.mark.parametrize("where", ["operation", "path"])
def test_what_is_not_for_readers_is_not_in_what_they_can_have(site, where):
    item = "{get: {x-internal: true}}" if where == "operation" else "{x-excluded: true, get: {}}"
    built = site(files(SPEC + f"  /secret: {item}\n"))
    document = json.loads(built.text("api/plants.json"))
    assert "get" not in document["paths"].get("/secret", {})
    assert "/plants" in document["paths"]


def test_nothing_is_given_away_where_docs_json_says_so_or_the_file_is_hidden(site):
    built = site(files(openapi={"source": "api/plants.yaml", "download": False}))
    assert not (built.outdir / "api").exists()
    assert "plants.yaml" not in built.text("llms.txt")
    built = site(files(openapi=".private/plants.yaml", **{".private/plants.yaml": SPEC}))
    assert not (built.outdir / ".private").exists()


def test_what_only_those_operations_use_goes_with_them():
    components = {
        "schemas": {
            "Plant": {"properties": {"bed": {"$ref": "#/components/schemas/Bed"}}},
            "Bed": {"type": "string"},
            "Secret": {"properties": {"key": {"$ref": "#/components/schemas/Key"}}},
            "Key": {"oneOf": [{"$ref": "#/components/schemas/Bed"}]},
            "Spare": {"items": {"$ref": "#/components/schemas/Shared"}},
            "Shared": {"type": "integer"},
        },
        "responses": {
            "Hidden": {"description": "", "content": {"a/b": {"schema": ref("Secret")}}}
        },
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Plants", "version": "1"},
        "components": components,
        "paths": {
            "/plants": {"get": {"responses": {"200": answer(ref("Plant"))}}},
            "/secret": {
                "x-internal": True,
                "get": {
                    "responses": {
                        "200": {"$ref": "#/components/responses/Hidden"},
                        "400": answer(ref("Shared")),
                    }
                },
            },
        },
    }

    found = for_readers(document)["components"]

    assert found == {
        "schemas": {
            name: components["schemas"][name] for name in ("Plant", "Bed", "Spare", "Shared")
        },
        "responses": {},
    }


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def answer(schema):
    return {"description": "", "content": {"application/json": {"schema": schema}}}
