"""A body is written in its own media type, and is the same in all places."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from xml.parsers.expat import ParserCreate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from sphinx_docsjson.ext.openapi.content.examples import examples_of
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver
from sphinx_docsjson.ext.openapi.request.bodies import language_of, xml_text
from sphinx_docsjson.ext.openapi.request.http import build_body, concrete
from sphinx_docsjson.ext.openapi.request.values import Sampler, answers_of, initial_body
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.view import Located
from sphinx_docsjson.yaml12 import read

CASES = read_fixture_file(Path(__file__).parent / "cases" / "bodies.txt")


def described(content, schemas=None, version="3.1.0"):
    operation = {
        "requestBody": {"required": True, "content": content},
        "responses": {"200": {"description": "It.", "content": content}},
    }
    spec = specification(
        {
            "openapi": version,
            "components": {"schemas": schemas or {}},
            "paths": {"/a": {"post": operation}},
        },
        "api.yaml",
    )
    return spec.operations[0], Examples(Schemas(spec.resolver))


@pytest.mark.parametrize(
    ("given_text", "expected"), [pytest.param(i, e, id=title) for _line, title, i, e in CASES]
)
def test_a_body_is_the_same_in_samples_on_the_page_and_in_the_mock(given_text, expected):
    case = read(given_text).value
    operation, examples = described(case["content"], case["schemas"], case.get("openapi", "3.1.0"))
    shown = ""
    for media in operation.body.content:
        ((_name, text),) = examples_of(media, examples, generate=True) or [("", "")]
        language = language_of(media.name) if text else "nothing"
        shown += f"{media.name} as {language}\n" + (f"{text.rstrip()}\n" if text else "")
        value = initial_body(operation.body, media, Sampler(examples))
        sent = build_body(operation, concrete(media.name), value)
        assert sent.text == text
        answer = next(a for a in answers_of(operation, examples) if a.media_type == media.name)
        assert answer.body == text

    assert shown == expected


def test_a_form_is_no_json_where_the_page_shows_it():
    value = {"a b": "1&2", "list": [1, 2], "object": {"x": 1}}
    form = "application/x-www-form-urlencoded"
    operation, examples = described(
        {form: {"example": value}, "multipart/mixed": {"example": value}}
    )
    shown = [
        text
        for media in operation.body.content
        for _name, text in examples_of(media, examples, generate=True)
    ]

    assert shown[0] == "a+b=1%262&list=1&list=2&object=%7B%22x%22%3A1%7D"
    assert 'Content-Disposition: form-data; name="object"' in shown[1]
    assert build_body(operation, form, value).text == shown[0]


# A reader of XML that knows the XML Objects of OpenAPI 3.0 and shares nothing with the writer.

NAMES = st.text("abcXYZ_é", min_size=1, max_size=6)
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))
SCALARS = st.sampled_from([{"type": "string"}, {"type": "integer"}, {"type": "boolean"}])


@st.composite
def xml_objects(draw, *, attribute=False):
    found = {}
    if draw(st.booleans()):
        found["name"] = draw(NAMES)
    if draw(st.booleans()):
        found["prefix"], found["namespace"] = draw(
            st.sampled_from([("p", "urn:p"), ("q", "urn:q")])
        )
    if attribute and draw(st.booleans()):
        found["attribute"] = True
    return found


@st.composite
def schemas_(draw, depth=2):
    kind = draw(st.sampled_from(["scalar", "list", "object"] if depth else ["scalar"]))
    if kind == "scalar":
        return {**draw(SCALARS), "xml": draw(xml_objects(attribute=True))}
    if kind == "list":
        items = draw(schemas_(depth=0)) | {"xml": draw(xml_objects())}
        xml = draw(xml_objects()) | {"wrapped": draw(st.booleans())}
        return {"type": "array", "items": items, "xml": xml}
    members = draw(st.dictionaries(NAMES, schemas_(depth=depth - 1), max_size=4))
    return {"type": "object", "properties": members, "xml": draw(xml_objects())}


def tag(schema, fallback, *, is_attribute=False):
    xml = schema.get("xml", {})
    namespace = xml.get("namespace", "")
    return (f"{{{namespace}}}" if namespace else "") + xml.get("name", fallback)


def tags(name, schema):
    """Return what a property takes up in its element."""
    if schema["type"] != "array" or schema["xml"].get("wrapped"):
        return {tag(schema, name)}
    return {tag(schema["items"], name)}


def is_told_apart(schema):
    """Whether no two properties are written alike."""
    if schema["type"] == "array":
        return is_told_apart(schema["items"])
    members = schema.get("properties", {})
    found = [one for name, member in members.items() for one in tags(name, member)]
    return len(found) == len(set(found)) and all(map(is_told_apart, members.values()))


def value_of(schema, draw):
    match schema["type"]:
        case "string":
            return draw(TEXTS)
        case "integer":
            return draw(st.integers())
        case "boolean":
            return draw(st.booleans())
        case "array":
            return [value_of(schema["items"], draw) for _ in range(draw(st.integers(1, 3)))]
    return {name: value_of(member, draw) for name, member in schema["properties"].items()}


def read_back(element, schema):
    if schema["type"] == "object":
        return {name: member(element, name, each) for name, each in schema["properties"].items()}
    return plain(element.text or "", schema)


def member(element, name, schema):
    xml = schema["xml"]
    if xml.get("attribute"):
        return plain(element.get(tag(schema, name)), schema)
    if schema["type"] == "array":
        inside = element
        if xml.get("wrapped"):
            (inside,) = element.findall(tag(schema, name))
            name = xml.get("name", name)
        return [
            read_back(one, schema["items"]) for one in inside.findall(tag(schema["items"], name))
        ]
    (found,) = element.findall(tag(schema, name))
    return read_back(found, schema)


def plain(text, schema):
    return text if schema["type"] == "string" else json.loads(text)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_xml_is_read_back_by_its_schema(data):
    members = data.draw(st.dictionaries(NAMES, schemas_(), max_size=5))
    schema = {"type": "object", "properties": members, "xml": {"name": "it"}}
    if not is_told_apart(schema):
        return
    value = value_of(schema, data.draw)
    document = xml_text((Located(schema, "#/it"),), value, Schemas(Resolver({})))

    assert read_back(ET.fromstring(document), schema) == value


KEYS = st.text(st.characters(max_codepoint=0xFF))


@settings(max_examples=30, deadline=None)
@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner)))
def test_whatever_is_given_the_document_is_well_formed(value):
    document = xml_text((Located({}, "#/it"),), value, Schemas(Resolver({})))

    ParserCreate().Parse(document.encode(), True)
