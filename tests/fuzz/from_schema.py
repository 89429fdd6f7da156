"""JSON values that a JSON Schema nearly allows, as a strategy of hypothesis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tests.fuzz.odd import odd_strings, odd_values

Schema = Mapping[str, Any]

WRONG = 25
"""One value in so many is another than the schema asks for."""

words = st.sampled_from(
    ("a", "b", "index", "name", "Title of it", "/a/{b}", "https://x.example/a", "#0a7", "a b", "1")
)
strings = st.one_of(words, words, words, odd_strings)
scalars = st.one_of(strings, st.integers(-3, 700), st.booleans(), st.none(), st.floats(-2, 9))


NAMES = {
    r"^\/": st.sampled_from(("/a", "/a/{b}", "/a/{b}.{c}", "/", "/{b}")),
    "^/": st.sampled_from(("/a", "/a/{b}", "/a/{b}.{c}", "/", "/{b}")),
    r"^[1-5](?:\d{2}|XX)$": st.sampled_from(("200", "201", "4XX", "503")),
    r"^[a-zA-Z0-9\.\-_]+$": st.sampled_from(("A", "B", "C.d", "-")),
}
"""What names of a pattern of OpenAPI's own schema are taken from."""

KINDS = ("schemas", "parameters", "responses", "requestBodies", "headers", "links", "callbacks")
REFERENCES = st.sampled_from(
    (
        *(f"#/components/{kind}/{name}" for kind in KINDS for name in "AB"),
        "#/paths/~1a/get",
        "#",
        "part.json",
        "part.json#/A",
    )
)


def from_schema(root: Schema, schema: Any, depth: int = 5) -> st.SearchStrategy[Any]:
    """Return values of *schema*, whose references lead into *root*, *depth* levels deep."""
    if not isinstance(schema, Mapping) or depth < 0:
        return scalars
    right = _right(root, schema, depth)
    return st.integers(0, WRONG).flatmap(lambda n: odd_values if n == WRONG else right)


def _right(root: Schema, schema: Schema, depth: int) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return st.deferred(lambda: from_schema(root, _target(root, schema["$ref"]), depth))
    if "then" in schema or "else" in schema:
        rest = {k: v for k, v in schema.items() if k not in ("if", "then", "else")}
        either = [{**rest, **schema[word]} for word in ("then", "else") if word in schema]
        return st.one_of(*(from_schema(root, part, depth) for part in either))
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    for word in ("oneOf", "anyOf"):
        if word in schema and "properties" not in schema:
            return st.one_of(*(from_schema(root, part, depth) for part in schema[word]))
    if "allOf" in schema and "properties" not in schema:
        return from_schema(root, schema["allOf"][0], depth)
    kind = schema.get("type", "object" if "properties" in schema else None)
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return _object(root, schema, depth)
    if kind == "array":
        return st.lists(from_schema(root, schema.get("items", {}), depth - 1), max_size=3)
    simple: dict[Any, st.SearchStrategy[Any]] = {
        "string": strings,
        "integer": st.integers(-3, 700),
        "number": st.floats(-2, 900, allow_nan=False),
        "boolean": st.booleans(),
    }
    return simple.get(kind, scalars)


def _object(root: Schema, schema: Schema, depth: int) -> st.SearchStrategy[Any]:
    named = {
        name: part for name, part in schema.get("properties", {}).items() if part is not False
    }
    required = [name for name in schema.get("required", ()) if name in named]
    others = [name for name in named if name not in required]
    more = [(NAMES.get(p, strings), part) for p, part in _patterns(schema).items()]
    if schema.get("additionalProperties"):
        more.append((strings, schema["additionalProperties"]))

    @st.composite
    def made(draw: st.DrawFn) -> dict[str, Any]:
        chosen = draw(st.lists(st.sampled_from(others), max_size=5, unique=True)) if others else []
        value = {
            n: draw(REFERENCES if n == "$ref" else from_schema(root, named[n], depth - 1))
            for n in [*required, *chosen]
        }
        for names, part in more:
            for name in draw(st.lists(names, max_size=2)):
                value[name] = draw(from_schema(root, part, depth - 1))
        return value

    return made()


def _patterns(schema: Schema) -> Mapping[str, Any]:
    patterns = schema.get("patternProperties", {})
    return {p: part for p, part in patterns.items() if not p.startswith("^x-")}


def _target(root: Schema, reference: str) -> Any:
    value: Any = root
    for part in reference.removeprefix("#").strip("/").split("/"):
        part = part.replace("~1", "/").replace("~0", "~")
        value = value.get(part, {}) if isinstance(value, Mapping) else {}
    return value
