"""What fits a merged schema fits every part of ``allOf``, and the reverse: jsonschema judges."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from sphinx_docsjson.ext.openapi.reading.resolver import Resolver
from sphinx_docsjson.ext.openapi.schema.constraints import Describer
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.view import Located, Parts, SchemaView

NAMES = ("a", "ab", "x1")
KEYS = (*NAMES, "y1", "z1")
PATTERNS = ("^y", "^z")
numbers = st.sampled_from([-1, 0, 0.5, 1, 2, 3, 5, 7.5])
sizes = st.integers(0, 3)
values = st.recursive(
    st.sampled_from(
        [None, True, False, 0, 1, 2, 3, 5, 6, 1.5, 0.5, -1, "", "a", "ab", "b1", "ccc"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=5,
)
types = st.sampled_from(["string", "integer", "number", "boolean", "array", "object", "null"])
keywords = {
    "type": types | st.lists(types, min_size=1, max_size=3, unique=True),
    "minimum": numbers,
    "maximum": numbers,
    "exclusiveMinimum": numbers | st.booleans(),
    "exclusiveMaximum": numbers | st.booleans(),
    "multipleOf": st.sampled_from([0.5, 1, 1.5, 2, 3]),
    "enum": st.lists(values, min_size=1, max_size=4),
    "const": values,
    "minLength": sizes,
    "maxLength": sizes,
    "pattern": st.sampled_from(["^a", "b", "1$"]),
    "format": st.sampled_from(["date", "uuid"]),
    "minItems": sizes,
    "maxItems": sizes,
    "uniqueItems": st.booleans(),
    "minProperties": sizes,
    "maxProperties": sizes,
    "required": st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
    "dependentRequired": st.dictionaries(
        st.sampled_from(NAMES), st.lists(st.sampled_from(NAMES), max_size=2, unique=True)
    ),
    "nullable": st.booleans(),
    "title": st.just("T"),
}
flat = st.fixed_dictionaries({}, optional=keywords)
DEFINITIONS: dict[str, Any] = {
    "List": {"type": "array", "items": {"type": ["object", "string"]}, "minItems": 1},
    "Open": {"properties": {"a": {"type": "string"}}, "additionalProperties": {"maxLength": 2}},
    "Named": {"allOf": [{"$ref": "#/definitions/Open"}, {"required": ["a"]}]},
    "Maybe": {"anyOf": [{"$ref": "#/definitions/Named"}, {"$ref": "#/definitions/List"}]},
    "Only": {"patternProperties": {"^z": {"minimum": 1}}, "propertyNames": {"minLength": 2}},
}


def is_more_than_null(schema: Any) -> bool:
    """Leave out what is known by another rule: a branch for ``null`` makes the whole nullable."""
    return schema.get("type") not in ("null", ["null"]) and schema.get("const", "") is not None


def holding(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    below = inner | st.booleans()
    return st.fixed_dictionaries(
        {},
        optional={
            **{name: keywords[name] for name in ("type", "required", "minimum", "nullable")},
            "properties": st.dictionaries(st.sampled_from(NAMES), below, max_size=3),
            "patternProperties": st.dictionaries(st.sampled_from(PATTERNS), below, max_size=2),
            "dependentSchemas": st.dictionaries(st.sampled_from(NAMES), inner, max_size=1),
            "additionalProperties": below,
            "propertyNames": st.fixed_dictionaries({}, optional={"maxLength": sizes}),
            "items": below,
            "prefixItems": st.lists(below, min_size=1, max_size=2),
            "contains": below,
            "minContains": sizes,
            "maxContains": sizes,
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "oneOf": st.lists(inner.filter(is_more_than_null), min_size=2, max_size=2),
            "anyOf": st.lists(inner.filter(is_more_than_null), min_size=2, max_size=2),
            "not": inner,
            "if": inner,
            "then": below,
            "else": below,
            "$ref": st.sampled_from([f"#/definitions/{name}" for name in DEFINITIONS]),
        },
    )


schemas = st.recursive(flat, holding, max_leaves=4)
HOLDING_ONE = ("not", "items", "contains", "additionalProperties", "if", "then", "else")


def judged(schema: Any) -> Any:
    """Return a schema of either version in the words of JSON Schema 2020-12."""
    if not isinstance(schema, dict):
        return schema
    said = {name: plain(name, value) for name, value in schema.items()}
    for name, limit in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if isinstance(said.get(name), bool) and said.pop(name) and limit in said:
            said[name] = said.pop(limit)
    said.pop("title", None)
    types = said.get("type")
    if said.pop("nullable", False) and types:
        said["type"] = list({*([types] if isinstance(types, str) else types), "null"})
    return said


def plain(name: str, value: Any) -> Any:
    if name in ("properties", "patternProperties", "dependentSchemas"):
        return {key: judged(member) for key, member in value.items()}
    if name in ("allOf", "oneOf", "anyOf", "prefixItems"):
        return [judged(member) for member in value]
    return judged(value) if name in HOLDING_ONE else value


def as_schema(view: SchemaView) -> Any:
    """Return what a view says as one schema."""
    if view.never:
        return False
    every: list[Any] = [{"not": judged(part.schema)} for part in view.negations]
    every += [{name: value} for name, more in view.further.items() for value in more]
    for group in view.alternatives:
        every.append({group.kind: [judged(branch.schema) for branch in group.branches]})
    for wanted in view.contained:
        often = {"minContains": wanted.least, "maxContains": wanted.most}
        said = {name: number for name, number in often.items() if number is not None}
        every.append({"contains": judged(wanted.schema.schema), **said})
    for test, then, other in view.conditions:
        said = {"then": then, "else": other}
        branches = {name: judged(part.schema) for name, part in said.items() if part}
        kind = {"type": "object"} if test.pointer.endswith("/dependentSchemas") else {}
        every.append({"if": {**kind, "allOf": [judged(test.schema)]}, **branches})
    found: dict[str, Any] = {**view.keywords, "allOf": every, "required": list(view.required)}
    found |= {name: together(parts) for name, parts in view.schemas.items()}
    found["properties"] = {name: together(parts) for name, parts in view.properties.items()}
    found["patternProperties"] = {name: together(p) for name, p in view.patterns.items()}
    if view.positions:
        found["prefixItems"] = [together(parts) for parts in view.positions]
    return found


def together(parts: Parts) -> Any:
    return {"allOf": [judged(part.schema) for part in parts]}


def opened(branches: list[Any]) -> list[Any]:
    """Let ``additionalProperties: false`` of one part pass the fields that others declare."""
    declared = {place for branch in branches for place in declared_in(branch)}
    return [open_to(branch, declared) for branch in branches]


def declared_in(branch: Any) -> set[tuple[str, str]]:
    if not isinstance(branch, dict):
        return set()
    kinds = ("properties", "patternProperties")
    found = {(kind, name) for kind in kinds for name in branch.get(kind, {})}
    parts = [*branch.get("allOf", [])]
    if "$ref" in branch:
        parts.append(DEFINITIONS[branch["$ref"].rpartition("/")[2]])
    for part in parts:
        found |= declared_in(part)
    return found


def open_to(branch: Any, declared: set[tuple[str, str]]) -> Any:
    if not isinstance(branch, dict):
        return branch
    result = {**branch}
    if "allOf" in branch:
        result["allOf"] = [open_to(part, declared) for part in branch["allOf"]]
    if branch.get("additionalProperties") is False:
        for kind in ("properties", "patternProperties"):
            others = {name: True for group, name in declared if group == kind}
            result[kind] = {**others, **branch.get(kind, {})}
    return result


def view_of(*branches: Any) -> SchemaView:
    document = {"definitions": DEFINITIONS}
    return Schemas(Resolver(document)).view(Located({"allOf": list(branches)}, "#/x"))


def fits(schema: Any, value: Any) -> bool:
    whole = {"definitions": DEFINITIONS, "allOf": [schema]}
    return bool(Draft202012Validator(whole).is_valid(value))


@settings(max_examples=100, deadline=None)
@given(st.lists(schemas, min_size=1, max_size=3), st.lists(values, min_size=1, max_size=12))
def test_a_value_fits_the_view_if_it_fits_every_part(branches, instances):
    merged = as_schema(view_of(*branches))
    parts = [judged(branch) for branch in opened(branches)]

    for value in instances:
        assert fits(merged, value) == all(fits(part, value) for part in parts), value


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ({"minimum": 5}, {"minimum": 1}, ("at least 5",)),
        ({"minimum": 5, "exclusiveMinimum": True}, {"minimum": 1}, ("at least 1", "more than 5")),
        ({"multipleOf": 4}, {"multipleOf": 6}, ("a multiple of 12",)),
        ({"pattern": "^a"}, {"pattern": "z$"}, ("matches ^a", "matches z$")),
        (
            {"not": {"const": 1}},
            {"not": {"const": 2}},
            ("not: integer, always 1", "not: integer, always 2"),
        ),
        (
            {"contentEncoding": "base64"},
            {"contentEncoding": "base64", "contentMediaType": "image/png"},
            ("encoded as base64", "content of type image/png"),
        ),
        (
            {"propertyNames": {"maxLength": 3}},
            {"propertyNames": {"pattern": "^a"}},
            ("keys: length: at most 3, matches ^a",),
        ),
        ({"additionalProperties": True}, {"additionalProperties": False}, ("no other fields",)),
        (
            {"dependentRequired": {"a": ["b"]}},
            {"dependentRequired": {"a": ["c"]}},
            ("with a also b, c",),
        ),
        (
            {"contains": {"const": 1}},
            {"contains": {"const": 2}, "minContains": 3},
            ("at least 1 items that are: always 1", "at least 3 items that are: always 2"),
        ),
    ],
)
def test_no_limit_of_a_part_is_lost_in_words(one, other, words):
    schemas = Schemas(Resolver({}))
    describe = Describer(schemas)
    view = schemas.view(Located(one, "#/x"), Located(other, "#/y"))

    assert describe.constraints(view, view) == words


@pytest.mark.parametrize(
    ("one", "other", "type_"),
    [
        ({"type": "number"}, {"type": "integer"}, "integer"),
        ({"type": "string", "nullable": True}, {"type": "string"}, "string"),
        ({"type": "string"}, {"nullable": True}, "string | null"),
        ({"type": "string", "format": "date"}, {"format": "uuid"}, "string<date, uuid>"),
        ({"type": "string"}, {"type": "integer"}, "never"),
        ({"enum": [1]}, {"enum": [True]}, "never"),
        (
            {"type": "array", "items": {"enum": ["a", 1]}},
            {"items": {"type": "string"}},
            "string[]",
        ),
    ],
)
def test_the_type_in_words_is_that_of_all_parts(one, other, type_):
    view = view_of(one, other)

    assert Describer(Schemas(Resolver({}))).type_of(view) == type_
