"""Whatever a description refers to by ``$ref`` is read as if it stood in its place."""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import Any

import pytest

from sphinx_docsjson.ext.api_checks.consistency import described_twice, mappings_to_nothing
from sphinx_docsjson.ext.openapi.content.examples import examples_of
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver
from sphinx_docsjson.ext.openapi.reading.specifications import load
from sphinx_docsjson.ext.openapi.request.samples import request_samples
from sphinx_docsjson.ext.openapi.request.values import Sampler, initial_values
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.fields import TreeMaker
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.view import Located
from tests.openapi.reference_oracle import differences

MAPS = ("headers", "examples", "links", "callbacks", "responses", "content")
METHODS = ("get", "put", "post", "delete", "patch")

CORNER = {"type": "integer", "minimum": 1, "maximum": 3, "example": 2}
TAGS = {"type": "array", "items": {"type": "string"}}
FORM = {
    "type": "object",
    "properties": {"photo": {"type": "string", "contentMediaType": "image/png"}, "row": CORNER},
    "required": ["photo", "row"],
}
ANSWER = {
    "description": "Fine",
    "headers": {
        "X-Row": {"schema": CORNER, "examples": {"third": {"value": 3}}},
        "X-Page": {"content": {"application/json": {"schema": CORNER, "example": 1}}},
    },
    "content": {"application/json": {"schema": FORM, "examples": {"one": {"value": {"row": 1}}}}},
    "links": {"next": {"operationId": "read", "parameters": {"row": "$response.body#/row"}}},
}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "A", "version": "1"},
    "servers": [{"url": "https://a.example"}],
    "paths": {
        "/rows/{row}": {
            "parameters": [{"name": "row", "in": "path", "required": True, "schema": CORNER}],
            "get": {
                "operationId": "read",
                "parameters": [
                    {"name": "tags", "in": "query", "required": True, "schema": TAGS},
                    {
                        "name": "at",
                        "in": "query",
                        "required": True,
                        "content": {"application/json": {"schema": FORM, "example": {"row": 3}}},
                    },
                    {"name": "X-Trace", "in": "header", "examples": {"a": {"value": "abc"}}},
                ],
                "responses": {"200": ANSWER, "default": {"description": "Else"}},
            },
            "post": {
                "requestBody": {"content": {"multipart/form-data": {"schema": FORM}}},
                "responses": {"201": ANSWER},
                "callbacks": {
                    "done": {"{$request.query.url}": {"post": {"responses": {"200": ANSWER}}}}
                },
                "security": [{"key": []}],
            },
        }
    },
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-K"}}},
}


def referring(document: dict[str, Any]) -> dict[str, Any]:
    """Return *document* with a reference in every place that may hold one."""
    apart: list[Any] = []

    def away(value: Any) -> dict[str, str]:
        apart.append(value)
        return {"$ref": f"#/x-apart/{len(apart) - 1}"}

    def parts(value: Any, key: str = "") -> Any:
        if isinstance(value, list):
            return [away(parts(v)) if key == "parameters" else parts(v) for v in value]
        if not isinstance(value, dict) or key in ("example", "value", "properties"):
            return value
        changed = {name: parts(member, name) for name, member in value.items()}
        for name in changed:
            inner = key in (*MAPS, "paths", "securitySchemes") or name in ("requestBody", "schema")
            if inner or name in METHODS:
                changed[name] = away(changed[name])
        return changed

    return {**parts(document), "x-apart": apart}


def read(document: dict[str, Any]) -> list[str]:
    """Return everything that pages and samples are made of, without where it stands."""
    spec = specification(document, "a.json")
    maker = TreeMaker(spec=spec)
    examples = Examples(maker.schemas)
    found = [repr(problem) for problem in spec.resolver.problems]
    for operation in spec.operations:
        trees = maker.trees(operation)
        values = initial_values(operation, Sampler(examples))
        found += map(repr, trees.parameters.values())
        found += map(repr, [*trees.contents.values(), *trees.headers.values()])
        found += [sample.code for sample in request_samples(operation, values)]
        found += [json.dumps(values.parameters), str(operation.security)]
        for response in operation.responses:
            found += map(str, response.links)
            found += [str(examples_of(m, examples, generate=True)) for m in response.content]
    return [re.sub(r"type='[^']*'", "", line) for line in found]  # a reference has a name


def test_a_reference_is_what_it_refers_to():
    plain = read(DOCUMENT)

    assert read(referring(DOCUMENT)) == plain
    assert any("https://a.example/rows/2?tags" in line for line in plain)
    assert any("photo.png" in line for line in plain)


@pytest.mark.parametrize("name", ["museum.yaml", "tictactoe-3.1.yaml", "redocly-cafe.yaml"])
def test_references_of_real_descriptions_are_followed(shared, name):
    loaded = load(name, shared / "openapi")
    assert loaded.document is not None
    document = json.loads(json.dumps(loaded.document, default=str))

    assert len(read(referring(document))) == len(read(document))


def test_a_shared_response_has_anchors_of_its_own_wherever_it_stands():
    shared = {"$ref": "#/components/responses/Wrong"}
    answers = {"200": {"description": "Fine."}, "404": shared, "default": shared}
    heard = {"{$request.query.u}": {m: {"responses": {"404": shared}} for m in ("post", "put")}}
    get = {"responses": answers, "callbacks": {"one": heard, "two": heard}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": {"/a": {"get": get}},
        "components": {
            "responses": {
                "Wrong": {
                    "description": "Wrong.",
                    "headers": {"X-Id": {"schema": {"type": "string"}}},
                    "content": {"application/json": {"schema": {"properties": {"why": {}}}}},
                }
            }
        },
    }
    spec = specification(document, "a.json")
    trees = TreeMaker(spec=spec).trees(spec.operations[0])

    roots = [*trees.contents.values(), *chain.from_iterable(trees.headers.values())]
    anchors = [field.anchor for root in roots for field in root.walk()]
    assert sorted(set(anchors)) == sorted(anchors)
    assert {"response-404-why", "response-default-why", "response-404-header-x-id"} < {*anchors}
    assert len([anchor for anchor in anchors if "-why" in anchor]) == 6


WRONG = {
    "openapi": "3.1.0",
    "info": {"title": "A", "version": "1"},
    "paths": {
        "/a": {
            "get": {
                "parameters": [{"$ref": "#/components/headers/H"}],
                "requestBody": {"$ref": "#/components/schemas/S"},
                "responses": {
                    "200": {"$ref": "#/components/schemas/S"},
                    "201": {
                        "description": "Fine",
                        "headers": {"X": {"$ref": "#/components/parameters/P"}},
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/parameters/P"}}
                        },
                    },
                    "202": {"$ref": "#/components/responses/R"},
                },
            }
        }
    },
    "components": {
        "schemas": {"S": {"type": "object"}},
        "headers": {"H": {"schema": {"type": "string"}}},
        "parameters": {
            "P": {"name": "p", "in": "query", "schema": {"$ref": "#/components/schemas/S"}}
        },
        "responses": {
            "R": {"description": "Fine", "headers": {"X": {"$ref": "#/components/headers/H"}}}
        },
    },
}


def test_a_reference_to_a_component_of_another_kind_says_what_is_needed():
    spec = specification(WRONG, "a.json")
    maker = TreeMaker(spec=spec)
    for operation in spec.operations:
        maker.trees(operation)

    said = {problem.message: problem.pointer for problem in spec.resolver.problems}
    assert {place.removeprefix("#/paths/~1a/get/"): text for text, place in said.items()} == {
        "parameters/0": "#/components/headers/H is a header, and a parameter is needed here",
        "requestBody": "#/components/schemas/S is a schema, and a request body is needed here",
        "responses/200": "#/components/schemas/S is a schema, and a response is needed here",
        "responses/201/headers/X": "#/components/parameters/P is a parameter, and a header is "
        "needed here",
        "responses/201/content/application~1json/schema": "#/components/parameters/P is a "
        "parameter, and a schema is needed here",
    }


def test_an_anchor_of_another_file_is_found_and_a_missing_one_is_named_as_it_is_written(site):
    """JSON Schema 2020-12, section 8.2.2: a fragment without a slash is the name of an anchor."""
    api = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": {
            "/a": {
                "get": {
                    "responses": {
                        "200": {
                            "description": "Fine",
                            "content": {
                                "application/json": {
                                    "schema": {
                                        "properties": {
                                            "leg": {"$ref": "o.json#leg"},
                                            "lost": {"$ref": "o.json#/Lost/x~1y"},
                                            "gone": {"$ref": "o.json#gone"},
                                        }
                                    }
                                }
                            },
                        }
                    }
                }
            }
        },
    }
    other = {"Leg": {"$anchor": "leg", "type": "string", "description": "One of four."}}
    config = {"name": "A", "navigation": [{"group": "G", "openapi": "api.json"}]}
    files = {"docs.json": config, "api.json": api, "o.json": other}

    built = site({name: json.dumps(text) for name, text in files.items()} | {"index.md": "# A"})

    page = next(built.outdir.rglob("get-a*.html")).read_text()
    assert "One of four." in page
    said = "\n".join(built.warning_lines)
    assert "there is nothing at the reference 'o.json#/Lost/x~1y'" in said
    assert "there is nothing at the reference 'o.json#gone'" in said
    assert "x-docsjson-files" not in said


TARGET = {"type": "integer"}
ORDER = {
    "$id": "https://example.com/schemas/order.json",
    "properties": {"to": {"$ref": "address.json"}, "by": {"$ref": "#/$defs/way"}},
    "$defs": {"way": TARGET},
}


@pytest.mark.parametrize(
    ("ref", "schemas", "files"),
    [
        ("o.json#leg", {}, {"o.json": {"A": {"$anchor": "leg", **TARGET}}}),
        ("urn:x:leg", {"A": {"$id": "urn:x:leg", **TARGET}}, {}),
        ("https://a.example/leg", {"A": {"$id": "https://a.example/leg", **TARGET}}, {}),
        ("https://a.example/o#leg", {}, {"o.json": {"$id": "https://a.example/o"}}),
        ("leg", {"A": {"$id": "leg", **TARGET}}, {}),
        ("leg#one", {"A": {"$id": "leg", "$defs": {"b": {"$anchor": "one", **TARGET}}}}, {}),
        ("#/components/schemas/A", {"A": {"$id": "a", "$ref": "#/$defs/b"}}, {}),
        ("#/components/schemas/A", {"A": {"$id": "a", "$ref": "#/components/schemas/B"}}, {}),
        ("order.json#/properties/by", {}, {"order.json": ORDER, "address.json": {}}),
        ("order.json#/properties/to", {}, {"order.json": ORDER, "address.json": TARGET}),
    ],
)
def test_a_reference_leads_to_the_schema_with_that_name(tmp_path, ref, schemas, files):
    """A file beside, and the root of the document, count where nothing has the `$id`."""
    named = {"B": TARGET, "Read": {"$ref": "o.json"} if "o.json" in files else {}, **schemas}
    for schema in (*schemas.values(), *files.values()):
        schema.setdefault("$defs", {"b": {"$anchor": "leg", **TARGET}})
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "components": {"schemas": {**named, "Whole": {"$ref": ref}}},
    }
    for name, content in {"a.json": document, **files}.items():
        (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")

    loaded = load("a.json", tmp_path)

    resolver = Resolver(loaded.document)
    whole = Located({"$ref": "#/components/schemas/Whole"}, "#/paths")
    assert Schemas(resolver).view(whole).keywords["type"] == "integer"
    assert not [*loaded.problems, *resolver.problems]


def test_no_message_names_a_file_as_the_bundle_does(tmp_path):
    lost = {"$ref": "o.json#/gone"}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "tags": [lost],
        "paths": {"/a": {"get": {"parameters": [lost], "responses": {"200": lost}}}},
        "components": {
            "schemas": {
                "A": {"discriminator": {"propertyName": "k", "mapping": {"a": "o.json#/gone"}}},
                "B": {"allOf": [{"$ref": "o.json#/C"}, {"$ref": "o.json#/D"}]},
            }
        },
    }
    said = {name: {"properties": {"x": {"description": name}}} for name in "CD"}
    (tmp_path / "a.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "o.json").write_text(json.dumps(said), encoding="utf-8")

    loaded = load("a.json", tmp_path)

    spec = specification(loaded.document, "a.json")
    found = [*loaded.problems, *spec.resolver.problems]
    found += [*mappings_to_nothing(spec.document), *described_twice(spec.document)]
    messages = [problem.message for problem in found]
    assert len([message for message in messages if "o.json#/" in message]) == 5
    assert not [message for message in messages if "x-docsjson-files" in message]


KNOWN = (
    "unknownKeyword[0]",  # an `$id` below a keyword that nobody knows
    "defs[0]",  # the meta-schema of JSON Schema itself, which no project has as a file
    "ref[6]",
    "cross-draft[0]",
)


@pytest.mark.nightly
def test_references_of_the_official_suite_lead_where_another_library_finds_them(shared):
    suite = shared / "JSON-Schema-Test-Suite"
    if not suite.is_dir():
        pytest.skip("DOCSJSON_INPUTS has no JSON-Schema-Test-Suite")

    assert [line for line in differences(suite) if not line.startswith(KNOWN)] == []
