"""Descriptions whose every text is meant to leave the place that it stands at in an .http file."""

from __future__ import annotations

import random
from typing import Any

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.pages.downloads import WrittenFile, http_file
from sphinx_docsjson.ext.openapi.request.http import Request, build_request
from sphinx_docsjson.ext.openapi.request.values import Sampler, initial_values, sample_values
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.fields import TreeMaker
from tests._support.inputs import input_data

_INPUTS = input_data(__file__, "made.yaml")

COMMANDS = _INPUTS["commands"]
SEPARATORS = [
    "",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\t",
    "\x0b",
    "\x85",
    "\u2028",
    "\u2029",
    "\ufeff",
]
WORDS = ["a", "Zz", "é", "1", "'", '"', "\\", ":", "#", "%", "{id}", ",", ";", "=", "\0", "日本"]

KINDS = [
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
    "text/markdown",
    "application/xml",
    "application/graphql",
    "application/x-ndjson",
    "application/octet-stream",
]


def nasty(chance: random.Random) -> str:
    """Return a text that is made of commands, line ends and words."""
    parts = []
    for _ in range(chance.randint(1, 4)):
        parts.append(chance.choice(SEPARATORS))
        parts.append(chance.choice(COMMANDS if chance.random() < 0.6 else WORDS))
    return "".join([*parts, chance.choice(SEPARATORS)])


def document(chance: random.Random) -> dict[str, Any]:
    """Return a description with nasty texts in some of its places, at random."""

    def text(usual: str) -> str:
        return nasty(chance) if chance.random() < 0.15 else usual

    key, other = text("key"), text("login") + "2"
    methods = ["get", "post", "put", "delete", "patch"]
    operations = {}
    for number in range(chance.randint(1, 4)):
        kind = chance.choice(KINDS)
        value: Any = text("words")
        if kind in ("application/json", *KINDS[1:3]):
            value = {text("a"): text("one"), text("b"): [text("two"), 1, True]}
        operation: dict[str, Any] = {
            "summary": text("Do it"),
            "operationId": text(f"do{number}"),
            "parameters": [
                {"name": "id", "in": "path", "required": True, "example": text("1")},
                {"name": text("q"), "in": "query", "required": True, "example": text("find")},
                {"name": text("X-One"), "in": "header", "required": True, "example": text("h")},
                {"name": text("c"), "in": "cookie", "required": True, "example": text("jar")},
            ][: chance.randint(1, 4)],
            "security": [{key: []}, {}] if chance.random() < 0.5 else [{other: [], key: []}],
            "responses": {},
        }
        if chance.random() < 0.7:
            media = kind if chance.random() < 0.9 else f"{kind}{nasty(chance)}"
            operation["requestBody"] = {"content": {media: {"example": value}}}
        if chance.random() < 0.2:
            operation["servers"] = [{"url": f"https://own.example/{text('v2')}"}]
        item = {methods[number]: operation}
        if chance.random() < 0.1:
            item = {"additionalOperations": {text("QUERY"): operation}}
        operations[f"/{text('things')}{number}/{{id}}"] = item
    return {
        "openapi": "3.2.0",
        "info": {"title": text("Things"), "version": text("1")},
        "servers": [{"url": f"https://api.example.com/{text('v1')}"}],
        "paths": operations,
        "components": {
            "securitySchemes": {
                key: {
                    "type": "apiKey",
                    "in": chance.choice(["query", "header", "cookie"]),
                    "name": text("X-Key"),
                },
                other: {"type": "http", "scheme": chance.choice(["basic", "bearer", "digest"])},
            }
        },
    }


def written(described: dict[str, Any]) -> tuple[WrittenFile, list[Request]]:
    """Return the file of a description, and the requests that it is meant to hold."""
    spec = specification(described, "api.yaml")
    sampler = Sampler(Examples(TreeMaker(spec=spec).schemas))
    title, server = f"{spec.title} {spec.info.version}", spec.servers[0].default_url
    file = http_file(title, server, spec.operations, sampler)
    left_out = {each.pointer for each, _reason in file.left_out}
    meant = [
        build_request(o, sample_values(o, initial_values(o, sampler), sampler))
        for o in spec.operations
        if o.pointer not in left_out
    ]
    return file, meant
