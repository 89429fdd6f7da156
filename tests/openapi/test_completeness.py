"""Everything that a real specification says about an operation stands on some page."""

from __future__ import annotations

import html
import json
import re

import pytest

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.specifications import load

SPECIFICATIONS = [
    "museum.yaml",
    "tictactoe-3.1.yaml",
    "redoc-petstore-3.1.yaml",
    "redocly-cafe.yaml",
    "scalar-galaxy.yaml",
    "multi-file-starter/openapi/openapi.yaml",
    pytest.param("discord.json", marks=pytest.mark.nightly),
    pytest.param("stripe.yaml", marks=pytest.mark.nightly),
]


class Reader:
    """Reads from a specification, without our code, what its pages must hold."""

    def __init__(self, document):
        self.document = document
        self.names, self.values = set(), set()
        self.seen = set()

    def resolve(self, value):
        while isinstance(value, dict) and isinstance(value.get("$ref"), str):
            node = self.document
            for part in value["$ref"].split("/")[1:]:
                node = node[part.replace("~1", "/").replace("~0", "~")]
            value = node
        return value

    def schema(self, value, direction):
        key = (id(value), direction)
        if not isinstance(value, dict) or key in self.seen:
            return
        self.seen.add(key)
        if isinstance(value.get("$ref"), str):
            self.schema(self.resolve(value), direction)
        for name, member in value.get("properties", {}).items():
            inner = self.resolve(member)
            hidden = {"request": "readOnly", "response": "writeOnly"}[direction]
            if not (isinstance(inner, dict) and (inner.get(hidden) or member.get(hidden))):
                self.names.add(name)
                self.schema(member, direction)
        for value_ in value.get("enum", []):
            if isinstance(value_, str) and value_:
                self.values.add(value_)
        for name in ("allOf", "oneOf", "anyOf", "prefixItems"):
            for member in value.get(name, []):
                self.schema(member, direction)
        for name in ("items", "additionalProperties"):
            self.schema(value.get(name), direction)
        for name, member in value.get("patternProperties", {}).items():
            self.names.add(f"/{name}/")
            self.schema(member, direction)

    def operation(self, item, operation):
        for raw in (*item.get("parameters", []), *operation.get("parameters", [])):
            parameter = self.resolve(raw)
            if parameter["name"].lower() not in ("accept", "content-type", "authorization"):
                self.names.add(parameter["name"])
                self.schema(parameter.get("schema"), "request")
        body = self.resolve(operation.get("requestBody", {}))
        for media in body.get("content", {}).values():
            self.schema(media.get("schema"), "request")
        for raw in operation.get("responses", {}).values():
            response = self.resolve(raw)
            for name in response.get("headers", {}):
                if name.lower() != "content-type":
                    self.names.add(name)
            for media in response.get("content", {}).values():
                self.schema(media.get("schema"), "response")


@pytest.mark.parametrize("name", SPECIFICATIONS)
def test_every_parameter_property_response_and_value_is_on_a_page(shared, site, name, tmp_path):
    folder = shared / "openapi"
    source = tmp_path / "src"
    for path in folder.rglob("*"):
        if path.is_file() and (path.name == name or "/" in name):
            target = source / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    settings = {
        "name": "T",
        "openapi": name,
        "navigation": [{"group": "A", "pages": ["index"]}],
    }
    built = site(
        {
            "docs.json": json.dumps(settings),
            "index.md": "---\ntitle: T\ndescription: T\n---\n\nText.\n",
        },
        srcdir=source,
        conf={
            "docsjson_openapi_check_examples": False,
            "docsjson_openapi_check_specification": False,
        },
    )
    assert built.warning_lines == []

    loaded = load(name, folder)
    spec = specification(loaded.document, name)
    pages = [path.read_text(encoding="utf-8") for path in built.outdir.rglob("*.html")]
    text = "\n".join(pages)
    codes = {html.unescape(found) for found in re.findall(r"<code[^>]*>([^<]*)</code>", text)}
    named = {
        html.unescape(found)
        for found in re.findall(r'"dj-field-head">(?:<a [^>]*>)?<code>([^<]*)</code>', text)
    }
    reader = Reader(loaded.document)
    for paths in ("paths", "webhooks"):
        for item in loaded.document.get(paths, {}).values():
            item = reader.resolve(item)
            for method, operation in item.items():
                if method in ("get", "put", "post", "delete", "patch", "query", "options"):
                    reader.operation(item, operation)

    assert reader.names - named == set()
    assert reader.values - codes == set()
    endpoints = text.count('class="dj-endpoint"')
    assert endpoints >= len(spec.operations) + len(spec.webhooks)
    # Half of a page of Stripe are six lists of 295 values, each a target of its own.
    assert max(map(len, pages)) < 330_000
