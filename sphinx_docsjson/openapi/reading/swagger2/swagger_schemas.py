"""Schemas of Swagger 2.0 → schemas of OpenAPI 3.0, in place. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

NAMED = ("properties", "patternProperties", "definitions", "$defs")
LISTED = ("allOf", "anyOf", "oneOf", "prefixItems")
SINGLE = (
    "items",
    "additionalItems",
    "additionalProperties",
    "not",
    "contains",
    "if",
    "then",
    "else",
)
EXTENSIONS = {"x-anyOf": "anyOf", "x-oneOf": "oneOf", "x-not": "not"}
"""Names under which authors wrote what Swagger 2.0 does not have."""


class SchemaConverter:
    """Converts schemas, each once, however often it is met.

    :param reference: notes that a ``$ref`` of the mapping that it is given has to be rewritten.
    """

    def __init__(self, reference: Callable[[dict[str, Any]], None]) -> None:
        self.reference = reference
        # Held on to, so that no identity is given away twice.
        self.done: dict[int, Any] = {}

    def convert(self, value: Any) -> None:
        """Convert a schema and everything below it."""
        stack = [value]
        while stack:
            node = stack.pop()
            if not isinstance(node, dict) or id(node) in self.done:
                continue
            self.done[id(node)] = node
            if isinstance(node.get("$ref"), str):
                self.reference(node)
            _convert_one(node)
            stack += _below(node)


def _below(node: dict[str, Any]) -> Iterator[Any]:
    for name in NAMED:
        if isinstance(found := node.get(name), dict):
            yield from found.values()
    for name in LISTED:
        if isinstance(found := node.get(name), list):
            yield from found
    for name in SINGLE:
        yield node.get(name)


def _convert_one(node: dict[str, Any]) -> None:
    """Convert one schema, without what lies below it."""
    _take_extensions(node)
    if isinstance(name := node.get("discriminator"), str):
        node["discriminator"] = {"propertyName": name}
    if isinstance(items := node.get("items"), list):
        # A list gives each position a schema of its own, which OpenAPI 3.0 cannot say.
        node["items"] = items[0] if len(items) == 1 else {"anyOf": items} if items else {}
    _convert_type(node)
    if node.get("type") == "array":
        node.setdefault("items", {})
    node.pop("collectionFormat", None)


def _take_extensions(node: dict[str, Any]) -> None:
    if isinstance(nullable := node.get("x-nullable"), bool):
        del node["x-nullable"]
        node["nullable"] = nullable
    for name, meant in EXTENSIONS.items():
        if name in node and meant not in node:
            node[meant] = node.pop(name)
    if isinstance(more := node.get("x-required"), list):
        listed = node.get("required")
        node["required"] = [*(listed if isinstance(listed, list) else ()), *more]
        del node["x-required"]
    found = node.get("x-discriminator")
    if isinstance(found, dict) and isinstance(found.get("propertyName"), str):
        del node["x-discriminator"]
        node["discriminator"] = _with_new_mapping(found)


def _with_new_mapping(discriminator: dict[str, Any]) -> dict[str, Any]:
    mapping = discriminator.get("mapping")
    if not isinstance(mapping, dict):
        return discriminator
    renamed = {
        value: ref.replace("#/definitions/", "#/components/schemas/", 1)
        if isinstance(ref, str)
        else ref
        for value, ref in mapping.items()
    }
    return {**discriminator, "mapping": renamed}


def _convert_type(node: dict[str, Any]) -> None:
    named = node.get("type")
    if named == "file":
        node["type"], node["format"] = "string", "binary"
    elif named == "null":
        del node["type"]
        node["nullable"] = True
    elif isinstance(named, list):
        del node["type"]
        types = [name for name in named if isinstance(name, str) and name != "null"]
        if "null" in named:
            node["nullable"] = True
        if len(types) == 1:
            node["type"] = types[0]
        elif types and "anyOf" not in node:
            node["anyOf"] = [{"type": name} for name in types]
