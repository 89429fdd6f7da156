"""Bodies of all shapes and media types, made by chance from a seed."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.playground.support import TYPED

LEAVES: tuple[dict[str, Any], ...] = (
    {"type": "string"},
    {"type": "string", "enum": ["a b", "c&d"]},
    {"type": "string", "example": TYPED},
    {"type": "string", "default": ""},
    {"type": "string", "format": "binary"},
    {"type": "string", "format": "binary"},
    {"type": "string", "format": "date-time"},
    {"type": ["string", "null"]},
    {"type": "integer", "format": "int64", "example": 1234567890123456789},
    {"type": "integer", "default": 0},
    {"type": "boolean", "default": False},
    {"type": "number", "example": 1.5},
    {"const": False},
    {"const": None},
    {"anyOf": [{"type": "string"}, {"type": "integer"}]},
)
NAMES = ("id", "a b", "x[]", "q&r", "é", "items", "f", "$v", "__proto__x", "constructor", "0")
MULTIPART, FORM = "multipart/form-data", "application/x-www-form-urlencoded"
ENCODINGS: dict[str, tuple[dict[str, Any], ...]] = {
    MULTIPART: (
        {"contentType": "application/json"},
        {"contentType": "image/png, image/jpeg"},
        {"contentType": "text/csv"},
    ),
    FORM: (
        {"style": "deepObject", "explode": True},
        {"style": "form", "explode": False},
        {"style": "pipeDelimited", "explode": False},
        {"style": "spaceDelimited"},
        {"contentType": "application/json"},
    ),
}
WHOLE: dict[str, dict[str, Any]] = {
    "text/plain": {"type": "string", "example": TYPED},
    "application/octet-stream": {"type": "string", "format": "binary"},
}
MEDIA = (*[MULTIPART, FORM, "application/json"] * 3, "application/xml", *WHOLE)


def any_schema(chance: Random, depth: int) -> dict[str, Any]:
    """Return a schema: a plain value more often the deeper it is."""
    kind = chance.random()
    if depth >= 3 or kind < 0.45:
        return chance.choice(LEAVES)
    if kind < 0.7:
        return any_object(chance, depth)
    inner = any_schema(chance, depth + 1)
    if kind < 0.88:
        return {"type": "array", "items": inner, "minItems": chance.randint(0, 2)}
    if kind < 0.94:
        return {"type": "object", "additionalProperties": inner}
    return {"oneOf": [any_object(chance, depth + 1), inner]}


def any_object(chance: Random, depth: int) -> dict[str, Any]:
    """Return the schema of an object, of which most fields are required."""
    names = chance.sample(NAMES, chance.randint(1, 4))
    fields = {name: any_schema(chance, depth + 1) for name in names}
    required = [name for name in names if chance.random() < 0.8]
    return {"type": "object", "properties": fields, "required": required or names[:1]}


def any_content(chance: Random) -> dict[str, Any]:
    """Return the content of a body in one media type."""
    media = chance.choice(MEDIA)
    schema = WHOLE.get(media) or any_object(chance, 0)
    encoding = {
        name: chance.choice(ENCODINGS[media])
        for name in schema.get("properties", {})
        if media in ENCODINGS and chance.random() < 0.35
    }
    return {media: {"schema": schema, "encoding": encoding}}


def any_bodies(seed: int, count: int, server: str) -> dict[str, Any]:
    """Return a description of operations that take bodies of all shapes."""
    chance = Random(seed)
    paths = {
        f"/op{number}": {
            "post": {
                "summary": f"Op {number}",
                "requestBody": {"required": True, "content": any_content(chance)},
                "responses": {"200": {"description": "Fine."}},
            }
        }
        for number in range(count)
    }
    info = {"title": "Bodies", "version": "1"}
    return {"openapi": "3.1.0", "info": info, "servers": [{"url": server}], "paths": paths}
