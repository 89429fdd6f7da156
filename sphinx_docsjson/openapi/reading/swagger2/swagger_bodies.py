"""Bodies, forms and responses of Swagger 2.0 → bodies and responses with ``content``. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import extensions, mapping, text, texts
from sphinx_docsjson.openapi.reading.resolver import FILES, child, segments
from sphinx_docsjson.openapi.reading.swagger2.swagger_parameters import (
    Convert,
    Note,
    encoding_of,
    field_of,
    header_of,
)

MULTIPART, URLENCODED = "multipart/form-data", "application/x-www-form-urlencoded"

Moved = dict[str, str]
"""A pointer into the new document → the pointer into the old one."""

Placed = tuple[Mapping[str, Any], str]
"""A parameter, and where it stands."""


def media_types(value: Any) -> list[str]:
    """Return what ``consumes`` or ``produces`` lists."""
    return list(dict.fromkeys(texts([value] if isinstance(value, str) else value)))


def identity(raw: Mapping[str, Any]) -> tuple[str, str]:
    """Return what a parameter of an operation shares with the one of the path that it replaces."""
    return text(raw.get("name")), text(raw.get("in"))


def body_of_parameter(
    parameter: Placed, consumes: Sequence[str], here: str, convert: Convert, moved: Moved
) -> dict[str, Any]:
    """Return the request body that a parameter ``in: body`` describes.

    :param here: where the result will stand.
    """
    raw, pointer = parameter
    schema = raw.get("schema", {})
    convert(schema)
    examples = raw.get("x-examples")
    by_type = mapping(examples)
    body: dict[str, Any] = {name: raw[name] for name in ("description", "required") if name in raw}
    content: dict[str, Any] = {}
    moved[here] = pointer
    for kind in consumes or ("application/json",):
        content[kind] = {"schema": schema}
        moved[child(here, "content", kind)] = pointer
        moved[child(here, "content", kind, "schema")] = child(pointer, "schema")
        if kind in by_type:
            content[kind]["example"] = by_type[kind]
            moved[child(here, "content", kind, "example")] = child(pointer, "x-examples", kind)
        elif "x-example" in raw:
            content[kind]["example"] = raw["x-example"]
            moved[child(here, "content", kind, "example")] = child(pointer, "x-example")
    kept = extensions(raw)
    kept.pop("x-example", None)
    if any(kind in by_type for kind in content):
        del kept["x-examples"]
    return {**body, "content": content, **kept}


def body_of_form(
    fields: Sequence[Placed],
    consumes: Sequence[str],
    here: str,
    convert: Convert,
    note: Note,
    moved: Moved,
) -> dict[str, Any]:
    """Return the request body that the parameters ``in: formData`` describe together."""
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    encoding: dict[str, Any] = {}
    required = []
    kinds = _form_types(fields, consumes)
    for raw, pointer in fields:
        name = text(raw.get("name"))
        schema["properties"][name] = field_of(raw, convert)
        if raw.get("required") is True:
            required.append(name)
        if (way := encoding_of(raw, pointer, note)) is not None:
            encoding[name] = way
        for kind in kinds:
            moved[child(here, "content", kind, "schema", "properties", name)] = pointer
            moved[child(here, "content", kind, "encoding", name)] = pointer
    if required:
        schema["required"] = required
    media = {"schema": schema, **({"encoding": encoding} if encoding else {})}
    moved[here] = fields[0][1]
    body = {"content": dict.fromkeys(kinds, media)}
    return {**body, "required": True} if required else body


def _form_types(fields: Sequence[Placed], consumes: Sequence[str]) -> list[str]:
    """Return the media types of a form; a file can only be sent in parts."""
    if any(raw.get("type") == "file" for raw, _pointer in fields):
        return [MULTIPART]
    return [kind for kind in consumes if kind in (MULTIPART, URLENCODED)] or [URLENCODED]


def response_of(
    raw: Mapping[str, Any],
    pointer: str,
    here: str,
    produces: Sequence[str],
    convert: Convert,
    note: Note,
    moved: Moved,
    files: Mapping[str, Any],
) -> dict[str, Any]:
    """Return a response.

    :param pointer: where *raw* stands.
    :param here: where the result will stand.
    :param files: the other files of the specification, by name.
    """
    found = {k: v for k, v in raw.items() if k not in ("schema", "examples", "headers")}
    if here != pointer:
        moved[here] = pointer
    headers = raw.get("headers")
    if isinstance(headers, dict):
        found["headers"] = {}
        for name, value in headers.items():
            if name.lower() == "status code":
                continue
            at = child(pointer, "headers", name)
            found["headers"][name] = header_of(value, at, convert, note)
            moved[child(here, "headers", name, "schema")] = at
    elif "headers" in raw:
        found["headers"] = headers
    examples = raw.get("examples")
    by_type = {k: v for k, v in mapping(examples).items() if "/" in k}
    schema = raw.get("schema")
    if schema is not None:
        convert(schema)
    kinds = list(dict.fromkeys((*produces, *by_type)))
    if not kinds and schema is not None:
        kinds = ["*/*"]
    content: dict[str, Any] = {}
    for kind in kinds if schema is not None else by_type:
        media = content[kind] = {}
        at = child(here, "content", kind)
        moved[at] = pointer
        if schema is not None:
            media["schema"] = schema
            moved[child(at, "schema")] = child(pointer, "schema")
        if kind in by_type:
            media["example"] = _of_file(by_type[kind], files)
            moved[child(at, "example")] = child(pointer, "examples", kind)
    return {**found, "content": content} if content else found


def _of_file(value: Any, files: Mapping[str, Any]) -> Any:
    """Return an example that is a reference to a file as what stands in that file."""
    ref = value.get("$ref") if isinstance(value, dict) else None
    parts = segments(ref) if isinstance(ref, str) else []
    if parts[:1] != [FILES]:
        return value
    found: Any = files
    for part in parts[1:]:
        if not isinstance(found, dict) or part not in found:
            return value
        found = found[part]
    return found
