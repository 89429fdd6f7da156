"""Made examples show what stands at the top of a value first, and stay valid."""

from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.ext.openapi.reading.resolver import Resolver
from sphinx_docsjson.ext.openapi.schema.examples import ENOUGH, MAX_VALUES, Examples
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from tests._support.finite import steps

MANY_STEPS = 10_000_000
"""What is bounded takes a tenth of it, and what multiplies without bound never ends."""

STRING = {"type": "string"}


def example(schema: dict) -> object:
    return Examples(Schemas(Resolver({}))).value(schema, "#/x", "response")


def record(fields: dict, required: tuple[str, ...] = ()) -> dict:
    return {"type": "object", "properties": fields, "required": list(required)}


def wide(fields: dict) -> dict:
    return record({**fields, **many(MAX_VALUES // 2)})


def many(count: int) -> dict:
    return {f"field{number}": STRING for number in range(count)}


def test_a_large_field_does_not_crowd_out_its_neighbours():
    schema = record({"first": record({"inside": record(many(MAX_VALUES))}), **many(ENOUGH)})
    assert example(schema) == dict.fromkeys(many(ENOUGH), "string")


def test_what_is_otherwise_a_small_example_is_filled_up():
    shown = example(record({"data": record(many(2 * MAX_VALUES)), "last": STRING}))
    assert shown["last"] == "string"
    assert MAX_VALUES - 5 < len(shown["data"]) < MAX_VALUES


def test_an_example_goes_as_deep_as_its_size_allows():
    schema = record({"a": record({"b": record({"c": STRING})}), "d": STRING})
    assert example(schema) == {"a": {"b": {"c": "string"}}, "d": "string"}


def test_required_fields_are_there_however_deep_they_stand():
    deep = record({"b": record({**many(MAX_VALUES), "c": STRING}, ("c",))}, ("b",))
    shown = example(record({"a": deep, **many(ENOUGH)}, ("a",)))
    assert shown["a"] == {"b": {"c": "string"}}


def test_an_optional_object_of_which_nothing_is_shown_is_left_out():
    hollow = record({"inside": record(many(MAX_VALUES))})
    fields = {"a": hollow, "b": {"type": "array", "items": hollow}, **many(ENOUGH)}
    assert example(record(fields)) == dict.fromkeys(many(ENOUGH), "string")


def test_a_wide_object_is_cut_at_its_optional_fields():
    shown = example(record({**many(3 * MAX_VALUES), "needed": STRING}, ("needed",)))
    assert len(shown) == MAX_VALUES - 1
    assert "needed" in shown


@pytest.mark.parametrize("needed", [(), ("next0",), tuple(f"next{n}" for n in range(5))])
def test_types_that_multiply_take_no_time(needed):
    types = {
        f"Type{level}": record(
            {f"next{n}": {"$ref": f"#/components/schemas/Type{level + 1}"} for n in range(5)},
            needed,
        )
        for level in range(20)
    }
    examples = Examples(Schemas(Resolver({"components": {"schemas": types}})))
    assert steps(examples.value, {"$ref": "#/components/schemas/Type0"}, "#/x") < MANY_STEPS


LARGE = record(many(2 * MAX_VALUES))


@pytest.mark.parametrize(
    "schema",
    [
        {**record({"a": LARGE}), "minProperties": 1},
        {**record({"a": LARGE, **many(ENOUGH)}), "minProperties": ENOUGH + 1},
        {**record({"a": LARGE, "b": STRING}), "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {**record({"a": STRING, "b": LARGE, **many(9)}), "dependentRequired": {"a": ["b"]}},
    ],
)
def test_a_field_that_something_asks_for_is_there_whatever_its_size(schema):
    jsonschema.validate(example(schema), schema)


schemas = st.recursive(
    st.sampled_from([STRING, {"type": "integer"}, {"type": "boolean"}, {"enum": ["a", "b"]}]),
    lambda inner: (
        st.builds(
            lambda fields, needed: record(fields, tuple(fields)[:needed]),
            st.dictionaries(st.sampled_from("abcdefgh"), inner, max_size=8),
            st.integers(0, 3),
        )
        | st.builds(wide, st.dictionaries(st.sampled_from("abc"), inner, max_size=3))
        | st.builds(lambda items: {"type": "array", "items": items}, inner)
        | st.builds(lambda fields: {"anyOf": fields}, st.lists(inner, min_size=1, max_size=3))
    ),
    max_leaves=120,
)


@given(schemas)
def test_a_made_example_is_valid(schema):
    jsonschema.validate(example(schema), schema)


def test_a_type_of_many_parts_has_all_of_them():
    parts = {f"Part{n}": record({f"part{n}": STRING}, (f"part{n}",)) for n in range(17)}
    whole = {"allOf": [{"$ref": f"#/components/schemas/{name}"} for name in parts]}
    schemas = Schemas(Resolver({"components": {"schemas": {**parts, "Whole": whole}}}))

    assert len(Examples(schemas).value({"$ref": "#/components/schemas/Whole"}, "#/x")) == 17


limits = st.integers(-3, 3)  # whatever is drawn, 4 fits
numbers = st.fixed_dictionaries(
    {"type": st.sampled_from(["integer", "number"])},
    optional={
        "minimum": limits,
        "maximum": limits.map(lambda n: n + 12),
        "exclusiveMinimum": limits,
        "exclusiveMaximum": limits.map(lambda n: n + 13),
        "multipleOf": st.sampled_from([1, 2, 0.5]),
    },
)
FORMATS_JUDGED = ["date", "date-time", "email", "ipv4", "uuid", "uri", "hostname", "ipv6"]
texts = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={"minLength": st.integers(0, 9), "maxLength": st.integers(9, 12)},
    ),
    st.builds(lambda name: {"type": "string", "format": name}, st.sampled_from(FORMATS_JUDGED)),
    st.builds(
        lambda pattern: {"type": "string", "pattern": pattern},
        st.sampled_from([r"^\d{3}-[a-f]+$", r"^[A-Z]{2,4}\w*$", "b+", r"^(cat|dog)s?$"]),
    ),
)
choices = st.sampled_from(
    [{"enum": [None, "a"]}, {"const": 3}, {"type": "boolean"}, {"type": ["null", "string"]}]
)
plain = numbers | texts | choices


def kinds(inner):
    """Return schemas of lists, of maps, and of choices that their branches tell apart."""
    lists = st.fixed_dictionaries(
        {"type": st.just("array"), "items": inner},
        optional={"minItems": st.integers(0, 3), "maxItems": st.integers(3, 4)},
    )
    distinct = st.builds(
        lambda count: {
            "type": "array",
            "items": {"type": "integer"},
            "uniqueItems": True,
            "minItems": count,
        },
        st.integers(0, 20),
    )
    holding = st.builds(
        lambda item: {"type": "array", "items": item, "contains": {"const": "x"}},
        st.just({"type": "string"}),
    )
    maps = st.fixed_dictionaries(
        {"type": st.just("object"), "additionalProperties": inner},
        optional={
            "minProperties": st.integers(0, 3),
            "required": st.just(["named"]),
        },
    )
    patterned = st.builds(
        lambda item: {
            "type": "object",
            "patternProperties": {"^x-[a-z]+$": item},
            "additionalProperties": False,
            "minProperties": 1,
        },
        inner,
    )
    exclusive = st.sampled_from(
        [
            {
                **record({"a": STRING, "b": STRING}),
                "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
            },
            {"oneOf": [record({"a": STRING}, ("a",)), record({"a": {"type": "integer"}}, ("a",))]},
            {"oneOf": [record({"k": {"const": 1}}, ("k",)), record({"k": {"const": 2}}, ("k",))]},
            {**record({"k": {"enum": [1, 2]}}, ("k",)), "oneOf": [record({"k": {"const": 2}})]},
            {"oneOf": [record({"a": STRING}), record({"a": STRING, "b": STRING}, ("b",))]},
        ]
    )
    both = st.builds(
        lambda one, other: {"allOf": [record({"p": one}, ("p",)), record({"q": other}, ("q",))]},
        inner,
        inner,
    )
    return lists | distinct | holding | maps | patterned | exclusive | both


@given(st.recursive(plain, kinds, max_leaves=6))
def test_a_made_example_keeps_every_limit(schema):
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    jsonschema.Draft202012Validator(schema, format_checker=checker).validate(example(schema))


def test_a_discriminator_says_which_branch_an_example_is_of():
    pets = {name: record({"kind": STRING}, ("kind",)) for name in ("Cat", "Dog")}
    branches = [{"$ref": f"#/components/schemas/{name}"} for name in pets]
    tag = {"propertyName": "kind", "mapping": {"c": "Cat", "d": "Dog"}}
    schemas = Schemas(Resolver({"components": {"schemas": pets}}))
    made = Examples(schemas).value({"oneOf": branches, "discriminator": tag}, "#/x")

    assert made == {"kind": "c"}


CONST = {"properties": {"kind": {"const": "card"}}}
CASH = {"properties": {"kind": {"const": "cash"}}}


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ({"if": CONST, "then": {"required": ["pan"]}}, {"kind": "card", "pan": "string"}),
        ({"if": CASH, "else": {"required": ["pan"]}}, {"kind": "card", "pan": "string"}),
        (
            {"if": CONST, "then": {"properties": {"n": {"minimum": 5}}}},
            {"kind": "card", "n": 5},
        ),
        ({"if": CONST, "then": {"properties": {"n": False}}}, {"kind": "card"}),
        ({"dependentSchemas": {"n": {"required": ["pan"]}}}, {"n": 1, "pan": "string"}),
    ],
)
def test_an_example_has_what_its_own_values_ask_for(more, shown):
    fields = {"kind": {"enum": ["card", "cash"]}, "n": {"type": "integer", "minimum": 1}}
    schema = {**record(fields, ("kind",)), **more}

    made = example(schema)

    assert made == made | shown
    jsonschema.Draft202012Validator(schema).validate(made)
