"""What several parts of ``allOf`` say of one place is shown together, under the right name."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from docutils import nodes

from sphinx_docsjson.ext.api_checks.consistency import contradictions
from sphinx_docsjson.ext.openapi.content.fields_html import FieldWriter
from sphinx_docsjson.ext.openapi.content.fields_markdown import FieldMarkdown, FieldNodes
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.pages.documents import schema_title
from sphinx_docsjson.ext.openapi.schema.fields import FieldTrees, TreeMaker
from sphinx_docsjson.ext.openapi.schema.fieldtree import LARGE_PAGE, Budget, Target, alike

TRIP = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def maker(**schemas):
    document = {"openapi": "3.1.0", "components": {"schemas": {"Trip": TRIP, **schemas}}}
    return TreeMaker(spec=specification(document, "a.json"))


def tree(*parts, strict=False, left=LARGE_PAGE, **schemas):
    made = maker(**schemas)
    budget = Budget(left=left, strict=strict)
    trees = FieldTrees(made.schemas, made.weights, budget)
    return trees.tree({"allOf": list(parts)}, "#/here", "f", "response")


def data(schema):
    return {"type": "object", "properties": {"data": schema}}


def lists(items):
    return data({"type": "array", "items": items})


@pytest.mark.parametrize(
    ("general", "type_"),
    [
        (lists({"type": "object"}), "Trip[]"),
        (lists({}), "Trip[]"),
        (lists({"type": "object", "description": "What is found."}), "Trip[]"),
        (lists({"type": "object", "properties": {"at": {"type": "string"}}}), "object[]"),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_a_wrapper_shows_the_fields_of_the_items_that_a_list_gives_it(general, type_, strict):
    (field,) = tree(general, lists(ref("Trip")), strict=strict).children

    assert field.type == type_
    assert [child.name for child in field.children][-1] == "id"


@pytest.mark.parametrize("other", [{"description": "Words."}, {"nullable": True}, {"x-a": 1}])
def test_what_only_describes_takes_no_name_away(other):
    field = tree(data({"allOf": [ref("Trip"), other]})).children[0]

    assert field.type.split(" ")[0] == "Trip"


def test_a_reference_keeps_its_name_but_not_its_page_beside_more_fields():
    wide = {"properties": {f"f{n}": {"type": "string"} for n in range(100)}}
    more = {**ref("Wide"), "properties": {"more": {"type": "string"}}}
    asking = {**ref("Wide"), "required": ["f1"]}
    fields = {"more": more, "asking": asking, "only": {**ref("Wide"), "description": "Words."}}

    holder = {"properties": fields}
    shown = tree(ref("Holder"), strict=True, Wide=wide, Holder=holder).children

    assert [field.target for field in shown] == [
        Target(pointer="#/components/schemas/Holder/properties/more"),
        Target(pointer="#/components/schemas/Holder/properties/asking"),
        Target(pointer="#/components/schemas/Wide"),
    ]
    assert [field.type for field in shown] == ["object", "Wide", "Wide"]


def test_the_page_of_what_stands_in_two_places_has_the_fields_of_both():
    many = {f"f{n}": {"type": "string"} for n in range(60)}
    one, other = {"properties": many}, {"properties": {"last": {"type": "string"}}}
    schemas = {"One": lists(ref("A")), "Other": lists(ref("B")), "A": one, "B": other}
    made = maker(**schemas, Both={"allOf": [ref("One"), ref("Other")]})

    field = tree(ref("One"), ref("Other"), strict=True, left=9_000, **schemas).children[0]
    page = made.trees(field.target)

    assert field.target.beside
    assert [child.name for child in page.root.children] == [*many, "last"]
    assert schema_title(field.target) == "One.data"


@pytest.mark.parametrize("order", [1, -1])
def test_the_values_of_a_map_are_shown_whatever_part_tells_of_them(order):
    parts = [{"additionalProperties": {"type": "object"}}, {"additionalProperties": ref("Trip")}]
    field = tree(*parts[::order])

    assert field.type == "map<Trip>"
    assert [child.name for child in field.children[0].children] == ["id"]


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"contains": {"const": 1}, "maxContains": 2}, "at most 2 items that are: always 1"),
        ({"contains": ref("Trip")}, "at least 1 items that are: Trip"),
        ({"contains": {"enum": ["a", "b"]}}, "at least 1 items that are: a, b"),
        ({"prefixItems": [{"type": "string"}], "items": False}, "no other items"),
        ({"type": "array", "items": False}, "no items"),
    ],
)
def test_what_a_list_must_hold_is_said(schema, words):
    assert words in tree(data(schema)).children[0].constraints


KIND = {"properties": {"kind": {"type": "string", "enum": ["a", "b"]}}}


def said(*parts, **schemas):
    document = {"components": {"schemas": {"Trip": TRIP, "X": {"allOf": [*parts]}, **schemas}}}
    return [(problem.pointer, problem.message) for problem in contradictions(document)]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            [{"type": "string"}, {"type": "integer"}],
            "no value matches it, because allOf requires type string and type integer",
        ),
        (
            [KIND, {"properties": {"kind": {"type": "integer"}}}],
            "no value matches 'kind', because allOf requires type string and type integer",
        ),
        (
            [KIND, {"properties": {"kind": {"enum": ["c"]}}}],
            """no value matches 'kind', because allOf requires enum ["a", "b"] and enum ["c"]""",
        ),
        (
            [lists({"const": 1}), lists({"const": 2})],
            "no value matches 'data[]', because allOf requires const 1 and const 2",
        ),
        (
            [{"type": "integer", "minimum": 5}, {"maximum": 3}],
            "no value matches it, because allOf requires minimum 5 and maximum 3",
        ),
        (
            [{"type": "string", "const": "c"}, {"enum": ["a", "b"]}],
            """no value matches it, because allOf requires const c and enum ["a", "b"]""",
        ),
    ],
)
def test_parts_that_exclude_each_other_are_said_where_they_meet(parts, message):
    assert said(*parts) == [("#/components/schemas/X", message)]


@pytest.mark.parametrize(
    "parts",
    [
        [{"minimum": 5}, {"maximum": 3}],  # a text fits
        [{"type": ["string", "null"]}, {"type": ["integer", "null"]}],
        [{"type": "number"}, {"type": "integer"}],
        [{"properties": {"a": False}}, {"properties": {"a": {"type": "string"}}}],
        [{"additionalProperties": False}, {"properties": {"a": {"type": "string"}}}],
        [KIND, {"properties": {"kind": {"enum": ["b", "c"]}}}],
        [{"example": {"allOf": [{"type": "string"}, {"type": "integer"}]}}],
    ],
)
def test_parts_that_something_fits_are_right(parts):
    assert said(*parts) == []


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({}, True),
        ({"required": ["at"]}, False),
        ({"at": {"enum": ["a"]}}, False),
        ({"at": {"default": "a"}}, False),
        ({"at": {"example": "a"}}, False),
        ({"at": {"readOnly": True}}, False),
        ({"at": {"deprecated": True}}, False),
        ({"at": {"minLength": 3}}, False),
        ({"at": {"format": "date"}}, False),
        ({"at": {"description": "Words."}}, False),
        ({"at": {"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]}}, False),
        ({"in": {"additionalProperties": False}}, False),
    ],
)
def test_media_types_are_shown_as_one_when_a_reader_would_see_no_difference(change, same):
    def schema(change):
        inner = {"type": "object", "properties": {"x": {"type": "string"}}, **change.get("in", {})}
        at = {"type": "string", "description": "When.", **change.get("at", {})}
        fields = {"at": at, "in": inner, "up": ref("Node"), "kind": KIND}
        return {"type": "object", "properties": fields, "required": change.get("required", [])}

    node = {"type": "object", "properties": {"up": ref("Node")}}
    made = maker(Node=node, One=schema({}), Other=schema(change))
    trees = FieldTrees(made.schemas, made.weights, Budget(left=LARGE_PAGE, strict=False))
    one, other = (
        trees.tree({"$ref": f"#/components/schemas/{name}", "title": "T"}, "#/x", "b", "response")
        for name in ("One", "Other")
    )
    other = replace(other, type=one.type)

    assert alike(one, other) is same
    assert one.anchor != other.anchor


def test_a_form_says_how_its_fields_are_written():
    fields = {name: {"type": "string"} for name in ("photo", "plain")}
    fields["rows"] = {"type": "array", "items": {"type": "integer"}}
    encoding = {
        "photo": {"contentType": "image/png", "headers": {"X-Size": {"schema": {}}}},
        "rows": {"style": "form", "explode": False},
    }
    form = {"schema": {"type": "object", "properties": fields}, "encoding": encoding}
    content = {"multipart/form-data": form, "application/x-www-form-urlencoded": {**form}}
    content["application/x-www-form-urlencoded"].pop("encoding")
    document = {
        "openapi": "3.1.0",
        "paths": {"/a": {"post": {"requestBody": {"content": content}}}},
    }
    spec = specification(document, "a.json")

    first, second = TreeMaker(spec=spec).trees(spec.operations[0]).contents.values()

    assert [field.constraints for field in first.children] == [
        ("sent as image/png", "with the header X-Size"),
        (),
        ("rows=1,2",),
    ]
    assert [field.constraints for field in second.children] == [(), (), ()]
    assert not alike(first, second)


UNNAMED = {"type": "string", "default": "a", "deprecated": True, "readOnly": True}


@pytest.mark.parametrize(
    "schema",
    [UNNAMED, {"oneOf": [UNNAMED, {"type": "integer", "description": "A number."}]}],
    ids=["root", "variant"],
)
def test_what_has_no_name_says_its_default_and_its_marks_in_every_format(schema):
    root = tree(schema)
    books = FieldNodes(link=lambda _target, words: nodes.Text(words))
    formats = (
        FieldWriter(url_of=lambda _target: None).tree(root),
        FieldMarkdown(url_of=lambda _target: None, code=str).tree(root),
        "".join(node.astext() for node in books.tree(root)),
    )

    for written in formats:
        assert re.search(r"default: (<code>)?a\b", written)
        assert "read-only" in written
        assert "deprecated" in written


@pytest.mark.parametrize(
    ("schema", "type_", "said"),
    [
        ({"type": "string", "nullable": True}, "string | null", ()),
        ({"type": ["string", "null"]}, "string | null", ()),
        ({"type": "integer", "minimum": 3, "exclusiveMinimum": True}, "integer", ("more than 3",)),
        ({"type": "integer", "minimum": 3, "exclusiveMinimum": False}, "integer", ("at least 3",)),
        ({"type": "integer", "exclusiveMaximum": 9}, "integer", ("less than 9",)),
        ({"type": "string", "format": "uuid"}, "string<uuid>", ()),
        ({"type": "number", "format": "x-money"}, "number<x-money>", ()),
        (
            {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"},
            "string",
            ("encoded as base64", "content of type image/png"),
        ),
    ],
)
def test_the_words_of_each_version_say_the_same(schema, type_, said):
    field = tree(data(schema)).children[0]

    assert (field.type, field.constraints) == (type_, said)


@pytest.mark.parametrize(
    ("schema", "examples"),
    [
        ({"type": "string", "example": "a"}, ("a",)),
        ({"type": "string", "examples": ["a", "b"]}, ("a", "b")),
        ({"type": "string", "examples": ["near"], **ref("Far")}, ("near",)),
        ({"allOf": [{**ref("Far")}, {"examples": ["near"]}]}, ("near",)),
        (ref("Far"), ("far",)),
    ],
)
def test_the_nearest_examples_are_shown_however_they_are_spelt(schema, examples):
    field = tree(data(schema), Far={"type": "string", "example": "far"}).children[0]

    assert tuple(example.value for example in field.examples) == examples
