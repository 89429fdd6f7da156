"""Readers can have the description of an API, and its requests for the client of an editor."""

from __future__ import annotations

import json
import re

import pytest

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.pages.downloads import for_readers, http_file
from sphinx_docsjson.ext.openapi.request.http import build_request
from sphinx_docsjson.ext.openapi.request.values import Sampler, initial_values
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.fields import TreeMaker
from tests._support.inputs import input_data

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
    assert [a["href"] for a in links] == ["../api/plants.yaml", "../api/plants.http"]
    assert all((built.outdir / "api-reference" / a["href"]).is_file() for a in links)
    assert "Descriptions of the API: api/plants.yaml, api/plants.http" in built.text("llms.txt")
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
    written = [path for path in built.outdir.rglob("*") if path.is_file()]
    pages = [path for path in written if "doctrees" not in path.parts]
    assert not [p.name for p in pages if b"GET {{server}}/secret" in p.read_bytes()]


def test_nothing_is_given_away_where_docs_json_says_so_or_the_file_is_hidden(site):
    built = site(files(openapi={"source": "api/plants.yaml", "download": False}))
    assert not (built.outdir / "api").exists()
    assert "plants.yaml" not in built.text("llms.txt")
    built = site(files(openapi=".private/plants.yaml", **{".private/plants.yaml": SPEC}))
    assert not (built.outdir / ".private").exists()


DOCUMENT = input_data(__file__, "downloads.yaml")


def read_http(text):
    """Return the requests of a file as a client of an editor reads them."""
    head, *parts = re.split(r"^###", text, flags=re.MULTILINE)
    variables = dict(re.findall(r"^@(\w+) = (.*)$", head, flags=re.MULTILINE))
    for part in parts:
        filled = re.sub(r"\{\{(\w+)\}\}", lambda match: variables[match.group(1)], part)
        top, _blank, body = filled.strip("\n").partition("\n\n")
        lines = [line for line in top.split("\n")[1:] if not line.startswith("#")]
        method, _space, url = lines[0].partition(" ")
        yield method, url, dict(line.split(": ", 1) for line in lines[1:]), body


def test_requests_of_the_file_are_those_of_the_samples():
    spec = specification(DOCUMENT, "api.yaml")
    sampler = Sampler(Examples(TreeMaker(spec=spec).schemas))
    file = http_file("Plants 1", "https://api.example.com/v1", spec.operations, sampler)

    assert [each.path for each, _reason in file.left_out] == ["/text"]
    read = list(read_http(file.text))
    for operation, (method, url, headers, body) in zip(spec.operations[:-1], read, strict=True):
        wanted = build_request(operation, initial_values(operation, sampler))
        assert (method, url) == (wanted.method, wanted.url)
        basic = headers.pop("Authorization", "").removeprefix("Basic ").split()
        assert tuple(basic) == (wanted.basic or ())
        kind = headers.pop("Content-Type", "")
        assert headers == dict(wanted.headers)
        assert kind.startswith(wanted.body.type)
        if wanted.body.kind == "json":
            assert json.loads(body) == json.loads(wanted.body.text)
        elif wanted.body.kind == "multipart":
            assert body.count("--boundary") == len(wanted.body.parts) + 1
            assert "\n\n< ./file.bin\n--boundary--" in body
    assert "# @name put_plant\n" in file.text


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
