"""Parameters and headers of Swagger 2.0 → those of OpenAPI 3.0, form fields → schemas. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import extensions, mapping, text
from sphinx_docsjson.text.word_sets import words

SCHEMA_KEYS = words(
    "type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength "
    "minLength pattern maxItems minItems uniqueItems enum multipleOf x-nullable"
)
"""What a parameter or header of Swagger 2.0 says itself, and a schema says in OpenAPI 3.0."""

STYLES: dict[tuple[str, str], dict[str, Any]] = {
    ("query", "csv"): {"style": "form", "explode": False},
    ("query", "multi"): {"style": "form", "explode": True},
    ("query", "ssv"): {"style": "spaceDelimited", "explode": False},
    ("query", "pipes"): {"style": "pipeDelimited", "explode": False},
    ("path", "csv"): {"style": "simple"},
    ("header", "csv"): {"style": "simple"},
}
"""Place and ``collectionFormat`` → what OpenAPI 3.0 says instead."""

RENAMED: dict[str, str] = {"x-example": "example", "x-deprecated": "deprecated"}
"""Names that authors use because Swagger 2.0 has none of its own."""

Convert = Callable[[Any], None]
"""Converts a schema in place."""

Note = Callable[[str, str], None]
"""Tells the author something: the words, and the pointer of what they are about."""


def parameter_of(
    raw: Mapping[str, Any], pointer: str, convert: Convert, note: Note
) -> dict[str, Any]:
    """Return a parameter of the path, the query or a header.

    :param pointer: where *raw* stands, for what cannot be said in OpenAPI 3.0.
    """
    place = text(raw.get("in"))
    found = _beside_schema(raw)
    if place == "path":
        found["required"] = True
    schema = schema_of(raw, convert)
    if raw.get("type") == "array" or "collectionFormat" in raw:
        found |= style_of(raw, place, pointer, note)
    found["schema"] = schema
    return found


def header_of(raw: Any, pointer: str, convert: Convert, note: Note) -> Any:
    """Return a header of a response."""
    if not isinstance(raw, dict) or "$ref" in raw:
        return raw
    found = _beside_schema(raw)
    if raw.get("type") == "array":
        found |= style_of(raw, "header", pointer, note)
    found["schema"] = schema_of(raw, convert)
    return found


def field_of(raw: Mapping[str, Any], convert: Convert) -> dict[str, Any]:
    """Return a parameter of ``formData`` as the schema of a property."""
    schema: dict[str, Any] = {}
    for name in ("description", "example", "deprecated"):
        if name in raw:
            schema[name] = raw[name]
    schema |= extensions({k: v for k, v in raw.items() if k not in SCHEMA_KEYS})
    for name, meant in RENAMED.items():
        if name in schema:
            schema[meant] = schema.pop(name)
    return schema | schema_of(raw, convert)


def _beside_schema(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a parameter says that is not about its value."""
    return {
        RENAMED.get(name, name): value
        for name, value in raw.items()
        if name not in SCHEMA_KEYS and name not in ("collectionFormat", "schema")
    }


def schema_of(raw: Mapping[str, Any], convert: Convert) -> dict[str, Any]:
    """Return what a parameter says of its value; a value without a type is text."""
    beside = raw.get("schema")
    schema = dict(beside) if isinstance(beside, dict) else {}
    schema |= {name: value for name, value in raw.items() if name in SCHEMA_KEYS}
    if not schema:
        schema["type"] = "string"
    elif "type" not in schema and not isinstance(beside, dict):
        schema = {"type": "string", **schema}
    convert(schema)
    return schema


def style_of(raw: Mapping[str, Any], place: str, pointer: str, note: Note) -> dict[str, Any]:
    """Return how the items of a list are written one after the other."""
    written = text(raw.get("collectionFormat")) or "csv"
    items = mapping(raw.get("items"))
    inner = text(items.get("collectionFormat"))
    if inner and items.get("type") == "array":
        note(f"lists inside lists ({inner!r}) cannot be told apart in OpenAPI 3", pointer)
    style = STYLES.get((place, written))
    if style is not None:
        return style
    note(f"OpenAPI 3 has no word for the collectionFormat {written!r} in {place}", pointer)
    return {"x-collectionFormat": written, "explode": False}


def encoding_of(raw: Mapping[str, Any], pointer: str, note: Note) -> dict[str, Any] | None:
    """Return how a list is written in a form, where it is not the way of OpenAPI 3.0."""
    if raw.get("type") != "array":
        return None
    style = style_of(raw, "query", pointer, note)
    return None if style.get("explode") else style
