"""Schemas whose references multiply cost no more than others: 18 levels of two are no 2**18."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests._support.building import build_site
from tests._support.finite import finishes
from tests._support.quick import quick_only

LEVELS = 18

KINDS = {
    "oneOf": lambda a: {"oneOf": [a, a]},
    "anyOf": lambda a: {"anyOf": [a, a]},
    "allOf": lambda a: {"allOf": [a, a]},
    "properties": lambda a: {"type": "object", "required": ["a"], "properties": {"a": a, "b": a}},
    "items": lambda a: {"type": "array", "minItems": 2, "items": {"oneOf": [a, a]}},
    "prefixItems": lambda a: {"type": "array", "prefixItems": [a, a], "items": a},
    "maps": lambda a: {"type": "object", "additionalProperties": a, "properties": {"a": a}},
    "patterns": lambda a: {"patternProperties": {"^a": a, "^b": a}},
    "conditions": lambda a: {"if": a, "then": a, "else": a},
    "negations": lambda a: {"not": {"not": a}, "oneOf": [a, {"not": a}]},
    "dependent": lambda a: {"dependentSchemas": {"x": a, "y": a}},
    "mixed": lambda a: {"allOf": [a, {"oneOf": [a, {"properties": {"a": a}}]}]},
    "inside": lambda a: {"properties": {"a": {"oneOf": [a, {"type": "array", "items": a}]}}},
}


def document(kind: str) -> dict[str, Any]:
    schemas: dict[str, Any] = {
        f"S{n}": KINDS[kind]({"$ref": f"#/components/schemas/S{n + 1}"}) for n in range(LEVELS)
    }
    schemas[f"S{LEVELS}"] = {"type": "object", "properties": {"x": {"type": "string"}}}
    schema = {"$ref": "#/components/schemas/S0"}
    example = {"a": {"a": {"x": 1}}, "x": [[1], {"b": 2}]}
    operation = {
        "summary": "Post",
        "parameters": [{"name": "q", "in": "query", "schema": schema}],
        "requestBody": {"content": {"application/json": {"schema": schema, "example": example}}},
        "responses": {
            "200": {"description": "ok", "content": {"application/json": {"schema": schema}}}
        },
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"post": operation}},
        "components": {"schemas": schemas},
    }


def build(folder: str, kind: str) -> None:
    config = {"name": "T", "navigation": ["index"], "openapi": "api.json"}
    built = build_site(
        Path(folder),
        {
            "docs.json": json.dumps(config),
            "index.md": "# Start\n",
            "api.json": json.dumps(document(kind)),
        },
        conf={"html_theme": "docsjson"},
    )
    pages = list(built.outdir.rglob("*.html"))
    assert len(pages) > 3
    assert max(page.stat().st_size for page in pages) < 600_000


@pytest.mark.parametrize("kind", quick_only(KINDS, ["allOf", "mixed", "dependent"]))
def test_a_page_is_made(tmp_path: Path, kind: str):
    assert finishes(build, str(tmp_path / "site"), kind)
