"""Made examples show what stands at the top of a value first, and stay valid."""

from __future__ import annotations

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.openapi.examples import MAX_VALUES, Examples
from sphinx_docsjson.openapi.resolver import Resolver

STRING = {"type": "string"}


def example(schema: dict) -> object:
    return Examples(Resolver({})).value(schema, "#/x", "response")


def record(fields: dict, required: tuple[str, ...] = ()) -> dict:
    return {"type": "object", "properties": fields, "required": list(required)}


def many(count: int) -> dict:
    return {f"field{number}": STRING for number in range(count)}


def test_a_large_field_does_not_crowd_out_its_neighbours():
    schema = record({"first": record({"inside": record(many(MAX_VALUES))}), "last": STRING})
    assert example(schema) == {"last": "string"}


def test_an_example_goes_as_deep_as_its_size_allows():
    schema = record({"a": record({"b": record({"c": STRING})}), "d": STRING})
    assert example(schema) == {"a": {"b": {"c": "string"}}, "d": "string"}


def test_required_fields_are_there_however_deep_they_stand():
    deep = record({"b": record({**many(MAX_VALUES), "c": STRING}, ("c",))}, ("b",))
    assert example(record({"a": deep}, ("a",))) == {"a": {"b": {"c": "string"}}}


def test_an_optional_object_of_which_nothing_is_shown_is_left_out():
    hollow = record({"inside": record(many(MAX_VALUES))})
    assert example(record({"a": hollow, "b": {"type": "array", "items": hollow}})) == {}


def test_a_wide_object_is_cut_at_its_optional_fields():
    shown = example(record({**many(3 * MAX_VALUES), "needed": STRING}, ("needed",)))
    assert len(shown) == MAX_VALUES
    assert "needed" in shown


schemas = st.recursive(
    st.sampled_from([STRING, {"type": "integer"}, {"type": "boolean"}, {"enum": ["a", "b"]}]),
    lambda inner: (
        st.builds(
            lambda fields, needed: record(fields, tuple(fields)[:needed]),
            st.dictionaries(st.sampled_from("abcdefgh"), inner, max_size=8),
            st.integers(0, 3),
        )
        | st.builds(lambda items: {"type": "array", "items": items}, inner)
        | st.builds(lambda fields: {"anyOf": fields}, st.lists(inner, min_size=1, max_size=3))
    ),
    max_leaves=120,
)


@given(schemas)
def test_a_made_example_is_valid(schema):
    jsonschema.validate(example(schema), schema)
