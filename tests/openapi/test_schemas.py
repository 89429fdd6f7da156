"""Whatever a schema says, a reader sees it as fields, and no tree grows without bound."""

from __future__ import annotations

import json
import pickle

import pytest

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.fields import FieldTrees, TreeMaker
from sphinx_docsjson.ext.openapi.schema.fieldtree import (
    FIELD_COST,
    LARGE_PAGE,
    MANY_OPERATIONS,
    SMALL_PAGE,
    BeyondBudget,
    Budget,
    Target,
    Weights,
)
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from tests._support.finite import steps

STEPS_OF_A_PAGE = 500_000


def document(**schemas):
    return {"openapi": "3.1.0", "components": {"schemas": schemas}}


def trees(strict=False, left=LARGE_PAGE, **schemas):
    resolver = Resolver(document(**schemas))
    return FieldTrees(Schemas(resolver), Weights(resolver), Budget(left=left, strict=strict))


def tree(schema, direction="both", **schemas):
    return trees(**schemas).tree(schema, "#/here", "body", direction)


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def names(field):
    return [child.name for child in field.children]


def test_all_of_is_one_object_with_the_tightest_limits():
    field = tree(
        {
            "allOf": [
                {"properties": {"id": {"type": "string", "minLength": 2}}, "required": ["id"]},
                {"properties": {"id": {"minLength": 5}, "name": {"type": "string"}}},
            ]
        }
    )

    assert names(field) == ["id", "name"]
    assert field.children[0].required
    assert field.children[0].constraints == ("length: at least 5",)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string", "format": "date-time"}, "string<date-time>"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"type": "string", "nullable": True}, "string | null"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"anyOf": [ref("A"), {"type": "null"}]}, "A | null"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "string | integer"),
        ({"anyOf": [{"type": "array", "items": ref("A")}, ref("A")]}, "A[] | A"),
        ({"type": "array", "items": ref("A")}, "A[]"),
        ({"type": "array", "items": {"type": ["string", "integer"]}}, "(string | integer)[]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "map<integer>"),
        ({"type": "object", "additionalProperties": ref("A")}, "map<A>"),
        ({"type": "string", "format": "binary"}, "file"),
        ({"enum": ["a", "b"]}, "string"),
        ({"allOf": [ref("A")], "description": "x"}, "A"),
        ({}, "any"),
        (True, "any"),
        (False, "never"),
    ],
)
def test_types_are_put_into_words(schema, words):
    assert tree(schema, A={"type": "object", "properties": {"x": {}}}).type == words


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"minimum": 1, "maximum": 9}, "1 to 9"),
        ({"minimum": 1, "exclusiveMinimum": True}, "more than 1"),
        ({"exclusiveMaximum": 5}, "less than 5"),
        ({"minLength": 3, "maxLength": 3}, "length: 3"),
        ({"maxItems": 4}, "number of items: at most 4"),
        ({"pattern": "^a$"}, "matches ^a$"),
        ({"multipleOf": 5}, "a multiple of 5"),
        ({"uniqueItems": True}, "no item twice"),
        ({"const": "x"}, "always x"),
        ({"additionalProperties": False, "properties": {}}, "no other fields"),
        ({"not": {"enum": ["x"]}}, "not: string, x"),
        (
            {"type": "array", "items": {"type": "string", "maxLength": 5}},
            "each: length: at most 5",
        ),
        ({"dependentRequired": {"a": ["b"]}}, "with a also b"),
        ({"contentEncoding": "base64"}, "encoded as base64"),
    ],
)
def test_limits_are_put_into_words(schema, words):
    assert words in tree(schema).constraints


def test_one_of_has_named_variants_with_their_discriminator_values():
    field = tree(
        {
            "oneOf": [ref("Cat"), ref("Dog")],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"meow": "#/components/schemas/Cat", "Dog": "Dog"},
            },
        },
        Cat={"type": "object", "properties": {"lives": {"type": "integer"}}},
        Dog={"type": "object", "properties": {"bark": {"type": "string"}}},
    )

    (group,) = field.groups
    assert group.discriminator == "kind"
    assert [(v.label, v.value, names(v.field)) for v in group.variants] == [
        ("Cat", "meow", ["lives"]),
        ("Dog", "Dog", ["bark"]),
    ]


def test_enum_values_carry_their_descriptions():
    by_list = tree({"enum": ["a", "b"], "x-enum-descriptions": ["first", "second"]})
    by_map = tree({"enum": [1], "x-enumDescriptions": {"1": "one"}})
    by_const = tree({"oneOf": [{"const": "a", "title": "Alpha"}, {"const": "b"}]})

    assert [(v.value, v.description) for v in by_list.enum] == [("a", "first"), ("b", "second")]
    assert [(v.value, v.description) for v in by_map.enum] == [("1", "one")]
    assert [(v.value, v.description) for v in by_const.enum] == [("a", "Alpha"), ("b", "")]
    assert by_const.groups == ()


def test_an_empty_text_can_be_seen():
    field = tree({"enum": ["", "a"], "default": "", "x-enum-descriptions": {"": "nothing"}})

    assert [(v.value, v.description) for v in field.enum] == [('""', "nothing"), ("a", "")]
    assert field.default == '""'


def test_read_only_is_left_out_of_requests_and_write_only_out_of_responses():
    schema = {"properties": {"id": {"readOnly": True}, "secret": {"writeOnly": True}, "x": {}}}

    assert names(tree(schema, "request")) == ["secret", "x"]
    assert names(tree(schema, "response")) == ["id", "x"]
    assert names(tree(schema, "both")) == ["id", "secret", "x"]


def test_maps_patterns_and_tuples_show_what_stands_in_them():
    field = tree(
        {
            "type": "object",
            "properties": {"a": {}},
            "patternProperties": {"^x-": {"type": "string"}},
            "additionalProperties": {"type": "integer"},
        }
    )
    assert [(c.name, c.kind) for c in field.children] == [
        ("a", "property"),
        ("^x-", "pattern"),
        ("*", "additional"),
    ]

    pair = tree({"prefixItems": [{"type": "string"}, {"type": "integer"}]})
    assert [(c.name, c.type) for c in pair.children] == [("0", "string"), ("1", "integer")]


def test_a_type_inside_itself_is_cut_with_the_place_where_it_is_open():
    field = tree(
        ref("Node"),
        Node={"properties": {"next": ref("Node"), "all": {"type": "array", "items": ref("Node")}}},
    )

    assert [child.open_at for child in field.children] == ["body", "body"]
    assert all(child.children == () for child in field.children)


def test_the_same_base_in_two_related_types_is_not_taken_for_a_cycle():
    field = tree(
        ref("Dog"),
        Base={"properties": {"name": {"type": "string"}}},
        Cat={"allOf": [ref("Base"), {"properties": {"lives": {}}}]},
        Dog={"allOf": [ref("Base"), {"properties": {"enemy": ref("Cat")}}]},
    )

    enemy = field.children[1]
    assert enemy.open_at is None
    assert names(enemy) == ["name", "lives"]


def test_a_dynamic_reference_is_bound_by_the_schema_that_leads_to_it():
    paged = {
        "$defs": {"item": {"$dynamicAnchor": "item", "not": {}}},
        "properties": {"data": {"type": "array", "items": {"$dynamicRef": "#item"}}},
    }
    moons = {"$defs": {"item": {"$dynamicAnchor": "item", **ref("Moon")}}, **ref("Paged")}

    field = tree(ref("Moons"), Paged=paged, Moons=moons, Moon={"properties": {"mass": {}}})

    assert field.children[0].type == "Moon[]"
    assert names(field.children[0]) == ["mass"]


def test_conditions_show_the_fields_that_they_add():
    field = tree(
        {
            "properties": {"kind": {"type": "string"}},
            "if": {"properties": {"kind": {"const": "card"}}},
            "then": {"properties": {"number": {"type": "string"}}, "required": ["number"]},
            "else": {"properties": {"iban": {"type": "string"}}},
        }
    )

    (group,) = field.groups
    assert [(v.label, names(v.field)) for v in group.variants] == [
        ("if kind = card", ["number"]),
        ("otherwise", ["iban"]),
    ]


def wide(count, prefix="f"):
    properties = {f"{prefix}{i}": {"type": "string", "description": "d"} for i in range(count)}
    return {"type": "object", "properties": properties}


def test_a_large_type_is_linked_to_where_room_is_short():
    builder = trees(strict=True, Big=wide(60), Small=wide(3))

    field = builder.tree({"properties": {"b": ref("Big"), "s": ref("Small")}}, "#/x", "b", "both")

    big, small = field.children
    assert big.target == Target(pointer="#/components/schemas/Big")
    assert big.children == ()
    assert names(small) == ["f0", "f1", "f2"]
    assert list(builder.targets) == [big.target]


def test_a_choice_without_a_name_is_shown_in_place_and_links_to_its_types():
    described = {**wide(60), "description": "What Big is."}
    builder = trees(strict=True, Big=described)
    choice = {"anyOf": [{"type": "string", "maxLength": 9}, ref("Big")], "nullable": True}

    (field,) = builder.tree({"properties": {"b": choice}}, "#/x", "b", "both").children

    assert field.target is None
    text, big = (variant.field for variant in field.groups[0].variants)
    assert text.constraints == ("length: at most 9",)
    assert big.target == Target(pointer="#/components/schemas/Big")
    assert big.description == ""
    assert list(builder.targets) == [big.target]


def test_a_choice_of_many_short_types_stays_in_place():
    builder = trees(strict=True)
    choice = {"anyOf": [{"type": "string", "pattern": f"^{number}"} for number in range(60)]}

    (field,) = builder.tree({"properties": {"b": choice}}, "#/x", "b", "both").children

    assert len(field.groups[0].variants) == 60


def test_a_choice_of_many_types_has_a_page_of_its_own():
    schemas = {f"Type{number}": wide(60) for number in range(50)}
    top = {"properties": {"b": {"oneOf": [ref(name) for name in schemas]}}}

    (field,) = trees(strict=True, Top=top, **schemas).tree(ref("Top"), "#/x", "b", "both").children

    assert field.target == Target(pointer="#/components/schemas/Top/properties/b")
    assert field.groups == ()


def test_fields_that_a_page_has_no_room_for_stay_on_it_behind_one_disclosure():
    field = trees(strict=True, left=30 * FIELD_COST, Big=wide(90)).tree(
        ref("Big"), "#/x", "f", "both"
    )

    assert names(field) == [f"f{i}" for i in range(90)]
    assert 8 <= field.in_view < 40


def test_a_tree_that_must_be_whole_says_when_it_does_not_fit():
    with pytest.raises(BeyondBudget):
        trees(left=SMALL_PAGE, Big=wide(500)).tree(ref("Big"), "#/x", "f", "both")


@pytest.mark.parametrize("strict", [True, False])
def test_schemas_that_multiply_stay_bounded(strict):
    schemas = {
        f"S{i}": {"properties": {n: ref(f"S{i + 1}") for n in "abcdefgh"}} for i in range(30)
    }
    schemas["S30"] = {"properties": {"back": ref("S0")}}
    builder = trees(strict=strict, left=SMALL_PAGE, **schemas)

    def build():
        try:
            field = builder.tree(ref("S0"), "#/x", "f", "both")
        except BeyondBudget:
            assert not strict
        else:
            assert sum(1 for _ in field.walk()) < 400

    assert steps(build) < STEPS_OF_A_PAGE


@pytest.mark.parametrize(
    "schemas",
    [
        {"A": {"allOf": [ref("A")]}},
        {"A": {"allOf": [ref("N")]}, "N": {"type": "array", "items": ref("N")}},
        {"A": {"oneOf": [{"type": "string"}, ref("N")]}, "N": {"oneOf": [ref("A")]}},
        {"A": {"additionalProperties": ref("A")}},
        {"A": ref("A")},
        {"A": {"properties": {"a": {"allOf": [ref("A"), {"properties": {"b": {}}}]}}}},
        {"A": {"$ref": "#/nowhere"}},
        {"A": 3},
        {"A": {"properties": {"a": 3, "b": None, "$ref": {"type": "string"}}}},
        {"A": {"type": 3, "enum": 3, "required": "x", "items": [], "oneOf": {}, "minLength": []}},
    ],
)
@pytest.mark.parametrize("strict", [True, False])
def test_no_schema_is_endless_or_breaks_the_page(schemas, strict):
    builder = trees(strict=strict, **schemas)
    field = builder.tree(ref("A"), "#/x", "f", "both")
    Examples(builder.schemas).value(ref("A"), "#/x")

    assert sum(1 for _ in field.walk()) < 50


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string", "example": "x", "default": "y"}, "x"),
        ({"type": "string", "default": "y"}, "y"),
        ({"enum": ["a", "b"]}, "a"),
        ({"type": "string", "format": "date"}, "2026-01-15"),
        ({"type": "integer", "minimum": 5}, 5),
        ({"type": "integer", "exclusiveMinimum": 5}, 6),
        ({"type": "integer", "minimum": 0, "maximum": 0}, 0),
        ({"type": "array", "minItems": 2, "items": {"type": "boolean"}}, [True, True]),
        ({"type": "string", "minLength": 8}, "stringst"),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, 1),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"key": 1}),
        ({"oneOf": [ref("A"), {"type": "string"}]}, {"x": 1}),
        ({"properties": {"a": {"type": "string"}}, "allOf": [ref("A")]}, {"a": "string", "x": 1}),
    ],
)
def test_an_example_is_what_the_schema_says(schema, value):
    resolver = Resolver(document(A={"properties": {"x": {"type": "integer"}}}))

    assert Examples(Schemas(resolver)).value(schema, "#/x") == value


def test_a_resolver_is_stored_without_what_it_found():
    resolver = Resolver(document(A={"type": "string"}))
    fresh = len(pickle.dumps(resolver))
    assert resolver.get("#/components/schemas/A") == {"type": "string"}
    stored = pickle.dumps(resolver)

    assert len(stored) == fresh
    assert pickle.loads(stored).get("#/components/schemas/A") == {"type": "string"}


def test_an_example_may_hold_required_fields_only():
    schema = {"properties": {"a": {"type": "string"}, "b": {}}, "required": ["a"]}

    examples = Examples(Schemas(Resolver({})), only_required=True)

    assert examples.value(schema, "#/x") == {"a": "string"}


def test_examples_can_be_written_as_json():
    schema = {"properties": {"a": {"type": "number", "minimum": 0.5}, "b": {"type": "object"}}}

    json.dumps(Examples(Schemas(Resolver({}))).value(schema, "#/x"))


def test_fields_can_be_sorted_with_required_ones_first():
    resolver = Resolver({})
    budget = Budget(left=LARGE_PAGE, strict=True)
    builder = FieldTrees(Schemas(resolver), Weights(resolver), budget, keep_order=False)
    schema = {"properties": {"c": {}, "b": {}, "a": {}}, "required": ["c"]}

    assert names(builder.tree(schema, "#/x", "f", "both")) == ["c", "a", "b"]


@pytest.mark.parametrize(("operations", "opened"), [(20, True), (MANY_OPERATIONS, False)])
def test_a_large_reference_opens_only_short_types_where_room_is_short(operations, opened):
    fields = {f"f{number}": {"type": "string"} for number in range(100)}
    answer = {
        "description": "It is there.",
        "content": {
            "application/json": {
                "schema": {"properties": {**fields, "in": ref("Middle"), "s": ref("Short")}}
            }
        },
    }
    found = specification(
        {
            **document(
                Middle={"properties": {f"m{number}": {} for number in range(30)}},
                Short={"properties": {"a": {}, "b": {}}},
            ),
            "info": {"title": "Many", "version": "1"},
            "paths": {f"/{n}": {"get": {"responses": {"200": answer}}} for n in range(operations)},
        },
        "many.json",
    )

    made = TreeMaker(spec=found).trees(found.operations[0])
    (shown,) = made.contents.values()
    members = {child.name: child for child in shown.children}
    assert len(members["in"].children) == (30 if opened else 0)
    assert bool(members["in"].target) is not opened
    assert len(members["s"].children) == 2
