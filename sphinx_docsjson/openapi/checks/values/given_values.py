"""Every example and every default of a document, with the schema that it should fit. Pure.

The document is walked as OpenAPI builds it up, so that a property called ``example`` is one. What
a reference leads to is walked once, where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sphinx_docsjson.openapi.checks.values.given import (
    JSON,
    Given,
    examples_in,
    given_in,
    is_text,
    target_of,
)
from sphinx_docsjson.openapi.model.operation_model import METHODS
from sphinx_docsjson.openapi.reading.lenient import items, mapping, text
from sphinx_docsjson.openapi.reading.resolver import Resolver, child, segments
from sphinx_docsjson.openapi.schema.view import Direction, Located

_SCHEMA_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_SCHEMA_LISTS = ("allOf", "oneOf", "anyOf", "prefixItems")
_SCHEMAS = (
    *("items", "additionalProperties", "not", "if", "then", "else", "contains"),
    *("propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """Where a part of the document stands: in whose words, and in which direction it goes.

    :param sent: the API itself sends what stands here; readers do not know which way that is.
    """

    owner: str
    details: tuple[str, ...] = ()
    direction: Direction = "both"
    sent: bool = False

    @property
    def words(self) -> str:
        """The owner with what leads from it to here."""
        return f"{self.owner} ({', '.join(self.details)})" if self.details else self.owner

    def to(self, detail: str, direction: Direction | None = None) -> Standing:
        """Return the way to a part."""
        way = "both" if self.sent else direction or self.direction
        return replace(self, details=(*self.details, detail), direction=way)


_Walk = Callable[[Mapping[str, Any], str, Standing], None]


def given_values(document: Mapping[str, Any], resolver: Resolver) -> list[Given]:
    """Return the examples and defaults of a bundled document, in its order."""
    walk = _Walker(resolver)
    walk.document(document)
    return walk.found


@dataclass(kw_only=True)
class _Todo:
    walk: _Walk
    ref: str
    way: Standing


class _Walker:
    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.found: list[Given] = []
        self._waiting: list[_Todo] = []
        self._seen: set[tuple[int, str]] = set()
        self._judged: set[tuple[str, str]] = set()

    def document(self, document: Mapping[str, Any]) -> None:
        """Walk everything that is there, then what is only referred to."""
        for section, owner in (("paths", ""), ("webhooks", "webhook"), ("x-webhooks", "webhook")):
            for path, item in mapping(document.get(section)).items():
                if not path.startswith("x-"):
                    way = Standing(owner=owner, sent=bool(owner))
                    self.visit(self.path_item, item, child(f"#/{section}", path), way)
        components = mapping(document.get("components"))
        for kind, walk, words, direction in self._components():
            for name, value in mapping(components.get(kind)).items():
                pointer = child("#/components", kind, name)
                way = Standing(owner=f"the {words} {name!r}", direction=direction)
                self.visit(walk, value, pointer, way)
        while self._waiting:
            todo = self._waiting.pop(0)
            target = self.resolver.get(todo.ref)
            if isinstance(target, Mapping):
                self.visit(todo.walk, target, todo.ref, todo.way)

    def _components(self) -> list[tuple[str, _Walk, str, Direction]]:
        return [
            ("schemas", self.schema, "schema", "both"),
            ("parameters", self.valued, "parameter", "request"),
            ("headers", self.valued, "header", "both"),
            ("requestBodies", self.contents, "request body", "request"),
            ("responses", self.response, "response", "response"),
            ("mediaTypes", self.media_type, "media type", "both"),
            ("pathItems", self.path_item, "path item", "both"),
            ("callbacks", self.callback, "callback", "both"),
        ]

    def visit(self, walk: _Walk, value: Any, pointer: str, way: Standing) -> None:
        """Walk an object, or put what it refers to on the list; each is walked once."""
        if not isinstance(value, Mapping) or (id(value), walk.__name__) in self._seen:
            return
        self._seen.add((id(value), walk.__name__))
        ref = value.get("$ref")
        is_ref = isinstance(ref, str) and ref.startswith("#/")
        if is_ref:
            self._waiting.append(_Todo(walk=walk, ref=str(ref), way=way))
        if not is_ref or walk in (self.schema, self.path_item):
            walk(value, pointer, way)

    def path_item(self, item: Mapping[str, Any], pointer: str, way: Standing) -> None:
        """Walk a path item."""
        path = segments(pointer)[-1]
        name = f"{way.owner} {path}".strip()
        self._parameters(item, pointer, replace(way, owner=name))
        operations: list[tuple[str, Any, tuple[str, ...]]]
        operations = [(m.upper(), v, (m,)) for m, v in item.items() if m.lower() in METHODS]
        others = mapping(item.get("additionalOperations"))
        operations += [(m, v, ("additionalOperations", m)) for m, v in others.items()]
        for method, operation, names in operations:
            inside = replace(way, owner=name if way.owner else f"{method} {path}")
            self.visit(self.operation, operation, child(pointer, *names), inside)

    def operation(self, operation: Mapping[str, Any], pointer: str, way: Standing) -> None:
        """Walk an operation."""
        self._parameters(operation, pointer, way)
        where = child(pointer, "requestBody")
        inside = way.to("request", "request")
        self.visit(self.contents, operation.get("requestBody"), where, inside)
        for status, response in mapping(operation.get("responses")).items():
            where = child(pointer, "responses", status)
            self.visit(self.response, response, where, way.to(status, "response"))
        for name, callback in mapping(operation.get("callbacks")).items():
            inside = replace(way, owner=f"{way.owner}, callback", sent=True)
            self.visit(self.callback, callback, child(pointer, "callbacks", name), inside)

    def _parameters(self, owner: Mapping[str, Any], pointer: str, way: Standing) -> None:
        for index, parameter in enumerate(items(owner.get("parameters"))):
            said = mapping(parameter)
            words = f"{text(said.get('in'))} parameter {text(said.get('name'))!r}"
            where = child(pointer, "parameters", index)
            self.visit(self.valued, parameter, where, way.to(words, "request"))

    def callback(self, callback: Mapping[str, Any], pointer: str, way: Standing) -> None:
        """Walk a callback."""
        for expression, item in callback.items():
            if not expression.startswith("x-"):
                inside = replace(way, sent=True)
                self.visit(self.path_item, item, child(pointer, expression), inside)

    def response(self, response: Mapping[str, Any], pointer: str, way: Standing) -> None:
        """Walk a response."""
        self._headers(response, pointer, way)
        self.contents(response, pointer, way)

    def _headers(self, owner: Mapping[str, Any], pointer: str, way: Standing) -> None:
        for name, header in mapping(owner.get("headers")).items():
            where = child(pointer, "headers", name)
            self.visit(self.valued, header, where, way.to(f"header {name!r}"))

    def contents(self, owner: Mapping[str, Any], pointer: str, way: Standing) -> None:
        """Walk the media types of a body."""
        for name, media in mapping(owner.get("content")).items():
            where = child(pointer, "content", name)
            self.visit(self.media_type, media, where, way.to(name))

    def media_type(self, media: Mapping[str, Any], pointer: str, way: Standing) -> None:
        """Walk the content of a body in one media type."""
        name = pointer.rpartition("/")[2].replace("~1", "/")
        self._examples(media, pointer, way, strict=True, is_json=bool(JSON.search(name)))
        for keyword in ("schema", "itemSchema"):
            self.visit(self.schema, media.get(keyword), child(pointer, keyword), way)
        encodings: list[tuple[Any, tuple[str | int, ...]]]
        encodings = [
            (value, ("encoding", name)) for name, value in mapping(media.get("encoding")).items()
        ]
        encodings += [
            (value, ("prefixEncoding", index))
            for index, value in enumerate(items(media.get("prefixEncoding")))
        ]
        for encoding, names in [*encodings, (media.get("itemEncoding"), ("itemEncoding",))]:
            self._headers(mapping(encoding), child(pointer, *names), way)

    def valued(self, owner: Mapping[str, Any], pointer: str, way: Standing) -> None:
        """Walk a parameter or a header."""
        self._examples(owner, pointer, way)
        self.visit(self.schema, owner.get("schema"), child(pointer, "schema"), way)
        self.contents(owner, pointer, way)

    def _examples(
        self,
        owner: Mapping[str, Any],
        pointer: str,
        way: Standing,
        *,
        strict: bool = False,
        is_json: bool = True,
    ) -> None:
        schema = owner.get("schema")
        if not isinstance(schema, Mapping | bool):
            return
        located = Located(schema, child(pointer, "schema"))
        for name, value, where in examples_in(owner, pointer, is_json, self.resolver):
            if not is_json and isinstance(value, str) and not is_text(schema, self.resolver):
                continue
            key = (where, target_of(located))
            if key in self._judged:
                continue
            self._judged.add(key)
            self.found.append(
                Given(
                    kind="example",
                    value=value,
                    pointer=where,
                    schema=located,
                    owner=way.words,
                    name=name,
                    direction=way.direction,
                    strict=strict,
                )
            )

    def schema(self, schema: Mapping[str, Any], pointer: str, way: Standing) -> None:
        """Walk a schema and all schemas in it."""
        for kind, name, value in given_in(schema):
            self.found.append(
                Given(
                    kind=kind,
                    value=value,
                    pointer=f"{pointer}/{name}",
                    schema=Located(schema, pointer),
                    owner=way.words,
                )
            )
        for keyword in _SCHEMA_MAPS:
            if keyword in schema:
                where = f"{pointer}/{keyword}"
                for name, part in mapping(schema[keyword]).items():
                    self.visit(self.schema, part, child(where, name), way)
        for keyword in _SCHEMA_LISTS:
            for index, part in enumerate(items(schema.get(keyword))):
                self.visit(self.schema, part, f"{pointer}/{keyword}/{index}", way)
        for keyword in _SCHEMAS:
            if keyword in schema:
                self.visit(self.schema, schema[keyword], f"{pointer}/{keyword}", way)
