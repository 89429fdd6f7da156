"""Inlines references in places where OpenAPI allows none. Pure.

A schema, a parameter or a response may be a reference, and stays one. An operation, a tag or a
list of parameters may not, but authors who split a description into files write them, and Redocly
reads them. Source of the shapes: OpenAPI 3.2.0, and Swagger 2.0 where its names differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.ext.openapi.reading.parse import Put, keep_finite
from sphinx_docsjson.ext.openapi.reading.resolver import FILES, Resolver, child

MAX_CHAIN = 32

_TEXTS = words("description summary title")
_SCHEMA = "items additionalProperties not if then else contains propertyNames contentSchema "
_SCHEMA += "unevaluatedProperties unevaluatedItems"
_METHODS = "get put post delete options head patch trace query"


def _fields(shape: str, names: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), shape)


SHAPES: Mapping[str, Mapping[str, str]] = {
    "Root": {
        **_fields("{PathItem}", "paths webhooks x-webhooks"),
        "components": "=Components",
        **_fields("=", "channels operations"),
        "servers": "[=Server]",
        "tags": "[=Tag]",
        "security": "[=]",
        "info": "=Info",
        "definitions": "{Schema}",
        "parameters": "{Parameter}",
        "responses": "{Response}",
        **_fields("=", "externalDocs securityDefinitions x-tagGroups"),
    },
    "Info": _fields("=", "contact license"),
    "Components": {
        "schemas": "{Schema}",
        "responses": "{Response}",
        **_fields("{Parameter}", "parameters headers"),
        "requestBodies": "{Body}",
        "callbacks": "{Callback}",
        "pathItems": "{PathItem}",
        "mediaTypes": "{MediaType}",
        "securitySchemes": "{SecurityScheme}",
        "examples": "{Example}",
        "links": "{Link}",
    },
    "Server": {"variables": "{=Variable}"},
    "Variable": {"enum": "="},
    "Tag": {"externalDocs": "="},
    "PathItem": {
        "parameters": "[Parameter]",
        "servers": "[=Server]",
        "additionalOperations": "{=Operation}",
        **_fields("=Operation", _METHODS),
    },
    "Operation": {
        "parameters": "[Parameter]",
        "requestBody": "Body",
        "responses": "{Response}",
        "callbacks": "{Callback}",
        "servers": "[=Server]",
        "security": "[=]",
        **_fields("=", "externalDocs tags"),
        **_fields("[=]", "x-codeSamples x-code-samples"),
    },
    "Callback": {"*": "PathItem"},
    "Parameter": {
        "schema": "Schema",
        "content": "{MediaType}",
        "examples": "{Example}",
        "example": "?",
    },
    "Body": {"content": "{MediaType}"},
    "MediaType": {
        **_fields("Schema", "schema itemSchema"),
        "examples": "{Example}",
        "example": "?",
        "encoding": "{=Encoding}",
    },
    "Encoding": {"headers": "{Parameter}"},
    "Response": {
        "headers": "{Parameter}",
        "content": "{MediaType}",
        "links": "{Link}",
        "schema": "Schema",
    },
    "Link": {"parameters": "=", "server": "=Server"},
    "Example": {"value": "?"},
    "SecurityScheme": {"flows": "{=Flow}"},
    "Flow": {"scopes": "="},
    "Discriminator": {"mapping": "="},
    "Schema": {
        **_fields("Schema", _SCHEMA),
        **_fields("{Schema}", "properties patternProperties $defs definitions dependentSchemas"),
        **_fields("[Schema]", "allOf oneOf anyOf prefixItems"),
        "discriminator": "=Discriminator",
        **_fields("=", "externalDocs xml required enum type"),
        "example": "?",
    },
}
"""Shape → its fields.

``=`` is put in place of its reference, ``{…}`` is a map, ``[…]`` a list; maps and lists
themselves are put in their places. ``?`` may be a value that only looks like a reference.
"""


@dataclass(kw_only=True)
class Inlined:
    """What was put into other places.

    :param moved: the pointer of each reference → the pointer that it had.
    :param missing: reference and pointer of those that lead nowhere.
    :param endless: reference and pointer of those that are omitted, as the document would have
        endless with them, or too large.
    """

    moved: dict[str, str] = field(default_factory=dict)
    missing: list[tuple[str, str]] = field(default_factory=list)
    endless: list[tuple[str, str]] = field(default_factory=list)


def inline(document: dict[str, Any]) -> Inlined:
    """Put what is referred to where OpenAPI has no references into *document*."""
    walk = _Walk(document)
    walk.run()
    walk.done.endless += ((put.ref, put.pointer) for put in keep_finite(document, walk.puts))
    return walk.done


class _Walk:
    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.resolver = Resolver(document)
        self.done = Inlined()
        self.puts: list[Put] = []
        self.seen: set[tuple[int, str]] = set()
        self.stack: list[tuple[Any, str, str]] = [(document, "#", "Root")]
        # The schemas of one file hold only references that are schemas; there are very many.
        self.into_schemas = FILES in document

    def run(self) -> None:
        """Look at every object whose shape is known, each once."""
        while self.stack:
            node, pointer, shape = self.stack.pop()
            if not isinstance(node, dict) or (id(node), shape) in self.seen:
                continue
            self.seen.add((id(node), shape))
            if isinstance(ref := node.get("$ref"), str):
                self.stack.append((self.resolver.get(ref), ref, shape))
            if shape == "Schema" and not self.into_schemas:
                continue
            for name in _TEXTS:
                if isinstance(node.get(name), dict):
                    self.put(node, name, child(pointer, name), str)
            fields = SHAPES.get(shape, {})
            every = fields.get("*")
            for name in list(node) if every else fields.keys() & node.keys():
                self.member(node, name, child(pointer, name), every or fields[name])

    def member(self, node: dict[str, Any], name: str, pointer: str, shape: str) -> None:
        """Look at what is in a field."""
        if shape[0] in "{[":
            wanted = dict if shape[0] == "{" else list
            value, pointer = self.put(node, name, pointer, wanted)
            inner = shape[1:-1]
            if isinstance(value, dict):
                for key in value:
                    self.member(value, key, child(pointer, key), inner)
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    self.item(value, index, item, child(pointer, index), inner)
        elif shape == "?":
            self.inside(*self.put(node, name, pointer, object, certain=False))
        elif shape[0] == "=":
            self.stack.append((*self.put(node, name, pointer, object), shape[1:]))
        else:
            self.stack.append((node[name], pointer, shape))

    def inside(self, value: Any, pointer: str) -> None:
        """Put files in the places of their references inside an example, where they exist."""
        stack = [(value, pointer)]
        while stack:
            node, here = stack.pop()
            if not isinstance(node, dict | list) or (id(node), "?") in self.seen:
                continue
            self.seen.add((id(node), "?"))
            for key in list(node) if isinstance(node, dict) else range(len(node)):
                where = child(here, key)
                ref = node[key].get("$ref") if isinstance(node[key], dict) else None
                if isinstance(ref, str) and ref.startswith(f"#/{FILES}/"):
                    stack.append(self.put(node, key, where, object, certain=False))
                else:
                    stack.append((node[key], where))

    def item(self, listed: list[Any], index: int, item: Any, pointer: str, shape: str) -> None:
        """Look at an item of a list."""
        if shape[0] == "=":
            item, pointer = self.put(listed, index, pointer, object)
        self.stack.append((item, pointer, shape.removeprefix("=")))

    def put(
        self, holder: Any, key: Any, pointer: str, wanted: type, *, certain: bool = True
    ) -> tuple[Any, str]:
        """Put the target of a reference in its place; return what is there, and from where.

        :param holder: the object or list that it is in, under *key*.
        :param wanted: what is there; a reference to anything else stays.
        :param certain: it is a reference, even when it has no target.
        """
        value = holder[key]
        ref = value.get("$ref") if isinstance(value, dict) else None
        if not isinstance(ref, str):
            return value, pointer
        found, place = self.target(ref)
        if found is None and not certain:
            return value, pointer
        if found is None:
            self.done.missing.append((ref, pointer))
            holder[key] = wanted() if wanted is not object else {}
            return holder[key], pointer
        if not isinstance(found, wanted):
            return value, pointer
        beside = {name: item for name, item in value.items() if name != "$ref"}
        holder[key] = {**found, **beside} if isinstance(found, dict) and beside else found
        self.done.moved[pointer] = place
        self.puts.append(Put(holder=holder, key=key, ref=ref, pointer=pointer))
        return holder[key], place

    def target(self, ref: str) -> tuple[Any, str]:
        """Return what a chain of references leads to, with what is beside them, and where."""
        beside: dict[str, Any] = {}
        for _step in range(MAX_CHAIN):
            found = self.resolver.get(ref)
            onward = found.get("$ref") if isinstance(found, dict) else None
            if not isinstance(onward, str):
                return {**found, **beside} if beside and isinstance(found, dict) else found, ref
            beside = {**found, **beside}
            beside.pop("$ref")
            ref = onward
        return None, ref
