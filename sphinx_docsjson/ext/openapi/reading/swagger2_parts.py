"""Converts references, bodies, parameters and schemas of Swagger 2.0. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.ext.openapi.reading.locations import moved_pointer, normal_pointer
from sphinx_docsjson.ext.openapi.reading.parse import extensions, mapping, text, texts
from sphinx_docsjson.ext.openapi.reading.resolver import (
    FILES,
    MAX_CHAIN,
    ApiProblem,
    child,
    segments,
)

PointedValue = tuple[Mapping[str, Any], str]
"""A parameter, and where it is."""


class Conversion:
    """What is known while one bundled document is converted.

    :param document: as it was before the conversion.
    :param moved: a pointer into the new document → the pointer into the old one.
    """

    def __init__(self, document: dict[str, Any], moved: dict[str, str]) -> None:
        self.document = document
        self.moved = moved
        self.notes: list[ApiProblem] = []
        self._references: list[tuple[dict[str, Any], bool]] = []
        # The schemas are kept referenced, so that no ``id()`` is used twice.
        self._converted: dict[int, Any] = {}

    def note(self, message: str, pointer: str) -> None:
        """Tell the author what the conversion cannot keep."""
        self.notes.append(ApiProblem(message=message, pointer=pointer, kind="openapi-schema"))

    def schema(self, value: Any) -> None:
        """Convert a schema and everything below it in place, however often it is met."""
        stack = [value]
        while stack:
            node = stack.pop()
            if not isinstance(node, dict) or id(node) in self._converted:
                continue
            self._converted[id(node)] = node
            if isinstance(node.get("$ref"), str):
                self.refer(node, to_schema=True)
            _convert_one(node)
            stack += _below(node)

    def target(self, value: Any, pointer: str) -> PointedValue:
        """Return the object that *value* is or refers to, and where it is."""
        for _ in range(MAX_CHAIN):
            ref = value.get("$ref") if isinstance(value, dict) else None
            if not isinstance(ref, str):
                break
            value = self.find(ref)
            pointer = ref
        return mapping(value), pointer

    def find(self, ref: str) -> Any:
        """Return what *ref* points to, or ``None``."""
        return self._find(segments(ref)) if ref.startswith("#/") else None

    def replace(self, ref: str, value: Any) -> None:
        """Put *value* where *ref* points to."""
        *above, last = segments(ref)
        holder = self._find(above)
        if isinstance(holder, dict):
            holder[last] = value
        elif isinstance(holder, list):
            holder[int(last)] = value

    def _find(self, parts: list[str]) -> Any:
        value: Any = self.document
        for part in parts:
            if isinstance(value, list) and part.isdecimal() and int(part) < len(value):
                value = value[int(part)]
            elif isinstance(value, dict) and part in value:
                value = value[part]
            else:
                return None
        return value

    def refer(self, node: dict[str, Any], *, to_schema: bool = False) -> dict[str, Any]:
        """Return a reference, which is rewritten when all places are known."""
        self._references.append((node, to_schema))
        return node

    def rewrite(self) -> None:
        """Make all references lead to where things are now."""
        objects: dict[str, str] = {}
        schemas: dict[str, str] = {}
        for new, old in self.moved.items():
            if old.startswith("#/responses/") and not new.startswith("#/components/"):
                continue  # a copy, for one operation, of what still is in one place
            unwrapped = new.endswith("/schema") and not old.endswith("/schema")
            (schemas if unwrapped else objects).setdefault(old, new)
        schemas = {**objects, **schemas}
        at = 0
        while at < len(self._references):
            node, to_schema = self._references[at]
            at += 1
            ref = node["$ref"]
            if ref.startswith(f"#/{FILES}/"):
                if to_schema:
                    self.schema(self.find(ref))  # this may add to the references
            elif self.find(ref) is None:
                continue  # messages quote what the author wrote
            elif ref.startswith("#/definitions/"):
                node["$ref"] = f"#/components/schemas/{ref.removeprefix('#/definitions/')}"
            elif ref.startswith("#/"):
                now = schemas if to_schema else objects
                node["$ref"] = moved_pointer(normal_pointer(ref), now)


# Bodies, forms and responses of Swagger 2.0 → bodies and responses with ``content``. Pure.

MULTIPART, URLENCODED = "multipart/form-data", "application/x-www-form-urlencoded"


def media_types(value: Any) -> list[str]:
    """Return what ``consumes`` or ``produces`` lists."""
    return list(dict.fromkeys(texts([value] if isinstance(value, str) else value)))


def identity(raw: Mapping[str, Any]) -> tuple[str, str]:
    """Return what a parameter of an operation shares with the one of the path that it replaces."""
    return text(raw.get("name")), text(raw.get("in"))


def body_of_parameter(
    work: Conversion, parameter: PointedValue, consumes: Sequence[str], here: str
) -> dict[str, Any]:
    """Return the request body that a parameter ``in: body`` describes.

    :param here: where the result will be.
    """
    raw, pointer = parameter
    schema = raw.get("schema", {})
    work.schema(schema)
    examples = raw.get("x-examples")
    by_type = mapping(examples)
    body: dict[str, Any] = {name: raw[name] for name in ("description", "required") if name in raw}
    content: dict[str, Any] = {}
    work.moved[here] = pointer
    for kind in consumes or ("application/json",):
        content[kind] = {"schema": schema}
        at = child(here, "content", kind)
        work.moved[at] = pointer
        work.moved[child(at, "schema")] = child(pointer, "schema")
        if kind in by_type:
            content[kind]["example"] = by_type[kind]
            work.moved[child(at, "example")] = child(pointer, "x-examples", kind)
        elif "x-example" in raw:
            content[kind]["example"] = raw["x-example"]
            work.moved[child(at, "example")] = child(pointer, "x-example")
    kept = extensions(raw)
    kept.pop("x-example", None)
    if any(kind in by_type for kind in content):
        del kept["x-examples"]
    return {**body, "content": content, **kept}


def body_of_form(
    work: Conversion, fields: Sequence[PointedValue], consumes: Sequence[str], here: str
) -> dict[str, Any]:
    """Return the request body that the parameters ``in: formData`` describe together."""
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    encoding: dict[str, Any] = {}
    required = []
    kinds = _form_types(fields, consumes)
    for raw, pointer in fields:
        name = text(raw.get("name"))
        schema["properties"][name] = field_of(work, raw)
        if raw.get("required") is True:
            required.append(name)
        if (way := encoding_of(work, raw, pointer)) is not None:
            encoding[name] = way
        for kind in kinds:
            work.moved[child(here, "content", kind, "schema", "properties", name)] = pointer
            work.moved[child(here, "content", kind, "encoding", name)] = pointer
    if required:
        schema["required"] = required
    media = {"schema": schema, **({"encoding": encoding} if encoding else {})}
    work.moved[here] = fields[0][1]
    body = {"content": dict.fromkeys(kinds, media)}
    return {**body, "required": True} if required else body


def _form_types(fields: Sequence[PointedValue], consumes: Sequence[str]) -> list[str]:
    """Return the media types of a form; a file can only be sent in parts."""
    if any(raw.get("type") == "file" for raw, _pointer in fields):
        return [MULTIPART]
    return [kind for kind in consumes if kind in (MULTIPART, URLENCODED)] or [URLENCODED]


def response_of(
    work: Conversion, raw: Mapping[str, Any], pointer: str, here: str, produces: Sequence[str]
) -> dict[str, Any]:
    """Return a response.

    :param pointer: where *raw* is.
    :param here: where the result will be.
    """
    found = {k: v for k, v in raw.items() if k not in ("schema", "examples", "headers")}
    if here != pointer:
        work.moved[here] = pointer
    headers = raw.get("headers")
    if isinstance(headers, dict):
        found["headers"] = {}
        for name, value in headers.items():
            if name.lower() == "status code":
                continue
            at = child(pointer, "headers", name)
            found["headers"][name] = header_of(work, value, at)
            work.moved[child(here, "headers", name, "schema")] = at
    elif "headers" in raw:
        found["headers"] = headers
    examples = raw.get("examples")
    by_type = {k: v for k, v in mapping(examples).items() if "/" in k}
    schema = raw.get("schema")
    if schema is not None:
        work.schema(schema)
    kinds = list(dict.fromkeys((*produces, *by_type)))
    if not kinds and schema is not None:
        kinds = ["*/*"]
    content: dict[str, Any] = {}
    for kind in kinds if schema is not None else by_type:
        media = content[kind] = {}
        at = child(here, "content", kind)
        work.moved[at] = pointer
        if schema is not None:
            media["schema"] = schema
            work.moved[child(at, "schema")] = child(pointer, "schema")
        if kind in by_type:
            media["example"] = _of_file(by_type[kind], work)
            work.moved[child(at, "example")] = child(pointer, "examples", kind)
    return {**found, "content": content} if content else found


def _of_file(value: Any, work: Conversion) -> Any:
    """Return an example that is a reference to a file as what is in that file."""
    ref = value.get("$ref") if isinstance(value, dict) else None
    if not isinstance(ref, str) or segments(ref)[:1] != [FILES]:
        return value
    found = work.find(ref)
    return value if found is None else found


# Parameters and headers of Swagger 2.0 → those of OpenAPI 3.0, form fields → schemas. Pure.

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


def parameter_of(work: Conversion, raw: Mapping[str, Any], pointer: str) -> dict[str, Any]:
    """Return a parameter of the path, the query or a header.

    :param pointer: where *raw* is, for what cannot be said in OpenAPI 3.0.
    """
    place = text(raw.get("in"))
    found = _beside_schema(raw)
    if place == "path":
        found["required"] = True
    schema = schema_of(work, raw)
    if raw.get("type") == "array" or "collectionFormat" in raw:
        found |= style_of(work, raw, place, pointer)
    found["schema"] = schema
    return found


def header_of(work: Conversion, raw: Any, pointer: str) -> Any:
    """Return a header of a response."""
    if not isinstance(raw, dict) or "$ref" in raw:
        return raw
    found = _beside_schema(raw)
    if raw.get("type") == "array":
        found |= style_of(work, raw, "header", pointer)
    found["schema"] = schema_of(work, raw)
    return found


def field_of(work: Conversion, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a parameter of ``formData`` as the schema of a property."""
    schema: dict[str, Any] = {}
    for name in ("description", "example", "deprecated"):
        if name in raw:
            schema[name] = raw[name]
    schema |= extensions({k: v for k, v in raw.items() if k not in SCHEMA_KEYS})
    for name, meant in RENAMED.items():
        if name in schema:
            schema[meant] = schema.pop(name)
    return schema | schema_of(work, raw)


def _beside_schema(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a parameter says that is not about its value."""
    return {
        RENAMED.get(name, name): value
        for name, value in raw.items()
        if name not in SCHEMA_KEYS and name not in ("collectionFormat", "schema")
    }


def schema_of(work: Conversion, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a parameter says about its value; a value without a type is text."""
    beside = raw.get("schema")
    schema = dict(beside) if isinstance(beside, dict) else {}
    schema |= {name: value for name, value in raw.items() if name in SCHEMA_KEYS}
    if not schema:
        schema["type"] = "string"
    elif "type" not in schema and not isinstance(beside, dict):
        schema = {"type": "string", **schema}
    work.schema(schema)
    return schema


def style_of(work: Conversion, raw: Mapping[str, Any], place: str, pointer: str) -> dict[str, Any]:
    """Return how the items of a list are written one after the other."""
    written = text(raw.get("collectionFormat")) or "csv"
    items = mapping(raw.get("items"))
    inner = text(items.get("collectionFormat"))
    if inner and items.get("type") == "array":
        work.note(f"lists inside lists ({inner!r}) cannot be told apart in OpenAPI 3", pointer)
    style = STYLES.get((place, written))
    if style is not None:
        return style
    work.note(f"OpenAPI 3 has no equivalent of collectionFormat {written!r} in {place}", pointer)
    return {"x-collectionFormat": written, "explode": False}


def encoding_of(work: Conversion, raw: Mapping[str, Any], pointer: str) -> dict[str, Any] | None:
    """Return how a list is written in a form, where it is not the way of OpenAPI 3.0."""
    if raw.get("type") != "array":
        return None
    style = style_of(work, raw, "query", pointer)
    return None if style.get("explode") else style


# Schemas of Swagger 2.0 → schemas of OpenAPI 3.0, in place. Pure.

NAMED = ("properties", "patternProperties", "definitions", "$defs")
LISTED = ("allOf", "anyOf", "oneOf", "prefixItems")
SINGLE = (
    *("items", "additionalItems", "additionalProperties"),
    *("not", "contains", "if", "then", "else"),
)
EXTENSIONS = {"x-anyOf": "anyOf", "x-oneOf": "oneOf", "x-not": "not"}
"""Names under which authors wrote what Swagger 2.0 does not have."""


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
    """Convert one schema, without what is below it."""
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
