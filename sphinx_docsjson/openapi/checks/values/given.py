"""What stands in one object of a document as an example or a default. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sphinx_docsjson.openapi.reading.lenient import items, mapping
from sphinx_docsjson.openapi.reading.resolver import Resolver, child
from sphinx_docsjson.openapi.schema.merge import types_of
from sphinx_docsjson.openapi.schema.view import Direction, Located

JSON = re.compile(r"[/+]json\s*(;|$)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    """An example or a default.

    :param owner: what it belongs to, in words.
    :param strict: it is a whole message, with the fields of its direction only.
    """

    kind: Literal["example", "default"]
    value: Any
    pointer: str
    schema: Located
    owner: str
    name: str = ""
    direction: Direction = "both"
    strict: bool = False


def examples_in(
    owner: Mapping[str, Any], pointer: str, is_json: bool, resolver: Resolver
) -> Iterator[tuple[str, Any, str]]:
    """Yield the name, the value and the place of each example of an object."""
    if "example" in owner:
        yield "", owner["example"], child(pointer, "example")
    listed = owner.get("examples")
    for index, value in enumerate(items(listed)):
        yield "", value, child(pointer, "examples", index)
    for name, unresolved in mapping(listed).items():
        here = child(pointer, "examples", name)
        if not isinstance(unresolved, Mapping):
            continue
        example, where = resolver.follow(unresolved, here)
        for key in ("value", "dataValue"):
            if key in example:
                yield name, example[key], child(where, key)
        written = example.get("serializedValue")
        if is_json and isinstance(written, str):
            try:
                yield name, json.loads(written), child(where, "serializedValue")
            except ValueError:
                continue


def is_text(schema: Any, resolver: Resolver) -> bool:
    """Whether a value that is written as text is that text."""
    seen = set()
    while isinstance(schema, Mapping) and isinstance(ref := schema.get("$ref"), str):
        if ref in seen:
            return False
        seen.add(ref)
        schema = resolver.get(ref)
    return types_of(mapping(schema).get("type")) == ["string"]


def given_in(
    schema: Mapping[str, Any],
) -> Iterator[tuple[Literal["example", "default"], str, Any]]:
    """Yield the kind, the place and the value of what a schema gives."""
    if "example" in schema:
        yield "example", "example", schema["example"]
    for index, value in enumerate(items(schema.get("examples"))):
        yield "example", f"examples/{index}", value
    if "default" in schema:
        yield "default", "default", schema["default"]


def target_of(schema: Located) -> str:
    """Return where a schema stands, or the one that it only refers to."""
    ref = mapping(schema.schema).get("$ref")
    return ref if isinstance(ref, str) and len(schema.schema) == 1 else schema.pointer
