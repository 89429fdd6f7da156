"""Operations of the shared specifications, and values typed into every field of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.specifications import load
from sphinx_docsjson.ext.openapi.request.http import File, Values, concrete, kind_of
from sphinx_docsjson.ext.openapi.request.values import Sampler, initial_values
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from tests._support.inputs import REAL_INPUTS

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "theme" / "scripts" / "playground"
SPECS = REAL_INPUTS / "openapi"

TYPED = "a b&c=d/é'\"\\$x`{}\n😀%<>#?+~*"
"""A text with every character that some language or encoding treats in its own way."""


@cache
def spec(name: str):
    loaded = load(name, SPECS)
    assert loaded.document is not None
    return specification(loaded.document, name)


def sampler_of(specification):
    return Sampler(Examples(Schemas(specification.resolver)))


def initial(specification, operation) -> Values:
    return initial_values(operation, sampler_of(specification))


def typed(specification, operation, alternative: int = 0, content: int = 0) -> Values:
    """Return values for everything that *operation* takes, with difficult characters."""
    resolve = specification.resolver.get

    def value_for(schema: Any, depth: int = 0) -> Any:
        if isinstance(schema, dict) and "$ref" in schema and depth < 4:
            return value_for(resolve(schema["$ref"]), depth + 1)
        kind = schema.get("type") if isinstance(schema, dict) else None
        if kind == "object" and depth < 4:
            members = schema.get("properties") or {"k1": {"type": "string"}, "k2": {}}
            return {key: value_for(value, depth + 1) for key, value in list(members.items())[:5]}
        if kind == "array":
            return [value_for(schema.get("items"), depth + 1), "second"]
        if kind in ("integer", "number"):
            return 0
        if kind == "boolean":
            return False
        if isinstance(schema, dict) and schema.get("format") == "binary":
            return File(name="a photo.bin", type="image/png")
        return TYPED

    parameters = {
        f"{p.place}:{p.name}": one_line(value_for(p.schema))
        if p.place == "header"
        else value_for(p.schema)
        for p in operation.parameters
    }
    values = initial(specification, operation)
    media = operation.body.content[content] if operation.body else None
    body = values.body
    if media is not None:
        kind = kind_of(concrete(media.name))
        body = value_for(media.schema)
        if kind == "json":
            from sphinx_docsjson.ext.openapi.content.playground import jsonable
            from sphinx_docsjson.ext.openapi.reading.parse import json_of

            body = json_of(jsonable(body), 2)
        elif kind == "binary":
            body = File(name="a photo.bin", type="image/png")
        elif kind == "text" and not isinstance(body, str):
            body = TYPED
    return replace(
        values,
        server="http://127.0.0.1:9/base",
        parameters=parameters,
        media_type=concrete(media.name) if media else "",
        body=body,
        security=alternative if operation.security else None,
    )


def one_line(value: Any) -> Any:
    """Return *value* as a header can hold it: Latin-1, without line breaks."""
    if isinstance(value, dict):
        return {key: one_line(item) for key, item in value.items()}
    if isinstance(value, list):
        return [one_line(item) for item in value]
    return (
        value.replace("\n", " ").replace("😀", "").replace("é", "e")
        if isinstance(value, str)
        else value
    )
