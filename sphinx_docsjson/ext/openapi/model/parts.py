"""Parameters, headers, bodies, responses and examples of an operation. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from sphinx_docsjson.ext.openapi.model.api import (
    Body,
    Encoding,
    Example,
    Header,
    Link,
    MediaType,
    Parameter,
    ParameterLocation,
    Response,
    Schema,
)
from sphinx_docsjson.ext.openapi.reading.parse import (
    extensions,
    items,
    mapping,
    optional_text,
    text,
)
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver, child

PLACES: dict[str, ParameterLocation] = {place: place for place in get_args(ParameterLocation)}
DEFAULT_STYLE = {"path": "simple", "query": "form", "header": "simple", "cookie": "form"}
COLLECTION_FORMATS = {
    "ssv": "spaceDelimited",
    "pipes": "pipeDelimited",
    "tsv": "tabDelimited",
}
"""What a Swagger 2.0 file says where OpenAPI 3 has no word, by ``x-collectionFormat``."""
IGNORED_HEADERS = ("accept", "content-type", "authorization")
"""Header parameters that have no meaning (OpenAPI 3.1, Parameter Object, ``name``)."""


def parameters_of(
    item: Mapping[str, Any],
    item_pointer: str,
    raw: Mapping[str, Any],
    pointer: str,
    path: str,
    resolver: Resolver,
) -> tuple[Parameter, ...]:
    """Return the parameters of an operation: its path's, overridden by its own.

    A ``{name}`` of the path that nobody describes becomes a required string parameter.
    """
    found: dict[tuple[str, str], Parameter] = {}
    for owner, where in ((item, item_pointer), (raw, pointer)):
        for index, value in enumerate(items(owner.get("parameters"))):
            here = child(where, "parameters", index)
            if parameter := _parameter(*resolver.follow(value, here), here, resolver):
                found[parameter.place, parameter.name] = parameter
    for name in re.findall(r"\{([^{}]+)\}", path):
        if ("path", name) not in found and path.startswith("/"):
            found["path", name] = Parameter(
                name=name, place="path", required=True, schema={"type": "string"}
            )
    return tuple(found.values())


def _parameter(
    raw: Mapping[str, Any], pointer: str, here: str, resolver: Resolver
) -> Parameter | None:
    name, place = text(raw.get("name")), PLACES.get(text(raw.get("in")))
    if not name or place is None:
        if raw:
            resolver.report("a parameter needs a name and a place ('in')", here)
        return None
    if place == "header" and name.lower() in IGNORED_HEADERS:
        return None
    style = text(raw.get("style")) or _older_style(raw) or DEFAULT_STYLE.get(place, "form")
    explode = raw.get("explode")
    return Parameter(
        name=name,
        place=place,
        **_valued(raw, pointer, resolver),
        required=raw.get("required") is True or place == "path",
        style=style,
        explode=explode if isinstance(explode, bool) else style in ("form", "cookie"),
        allow_reserved=raw.get("allowReserved") is True,
        allow_empty=place == "query" and raw.get("allowEmptyValue") is True,
        extensions=extensions(raw),
    )


def _older_style(raw: Mapping[str, Any]) -> str | None:
    return COLLECTION_FORMATS.get(text(raw.get("x-collectionFormat")))


def headers_of(value: Any, pointer: str, resolver: Resolver) -> tuple[Header, ...]:
    """Return the headers of a ``headers`` map."""
    headers = []
    for name, unresolved in mapping(value).items():
        raw, where = resolver.follow(unresolved, child(pointer, name))
        required, explode = raw.get("required") is True, raw.get("explode") is True
        valued = _valued(raw, where, resolver)
        headers.append(Header(name=name, required=required, explode=explode, **valued))
    return tuple(headers)


def _valued(raw: Mapping[str, Any], pointer: str, resolver: Resolver) -> dict[str, Any]:
    """Return what parameters and headers say about their values: ``schema`` or ``content``."""
    media_type, holder, where = None, raw, pointer
    for name, content in mapping(raw.get("content")).items():
        media_type = name
        holder, where = resolver.follow(content, child(pointer, "content", name))
        break
    found = examples_of(raw, pointer, resolver)
    return {
        "deprecated": raw.get("deprecated") is True,
        "description": text(raw.get("description")),
        "schema": schema_of(holder, "schema", where, resolver),
        "media_type": media_type,
        "examples": found or (examples_of(holder, where, resolver) if media_type else ()),
        "pointer": pointer,
        "schema_pointer": child(where, "schema"),
    }


def schema_of(
    raw: Mapping[str, Any], name: str, pointer: str, resolver: Resolver
) -> Schema | None:
    """Return the schema of an object's field; what is not a schema is reported."""
    value = raw.get(name)
    if value is None or isinstance(value, Mapping | bool):
        return value
    resolver.report(f"{name} must be an object", child(pointer, name), "openapi-schema")
    return None


def examples_of(raw: Mapping[str, Any], pointer: str, resolver: Resolver) -> tuple[Example, ...]:
    """Return the examples of a parameter, header or media type."""
    if "example" in raw:
        return (Example(name="", value=raw["example"], pointer=child(pointer, "example")),)
    return tuple(_examples(raw.get("examples"), child(pointer, "examples"), resolver))


def _examples(value: Any, pointer: str, resolver: Resolver) -> Iterator[Example]:
    for index, item in enumerate(items(value)):
        yield Example(name="", value=item, pointer=child(pointer, index))
    for name, unresolved in mapping(value).items():
        raw, where = resolver.follow(unresolved, child(pointer, name))
        key = "dataValue" if "dataValue" in raw else "value"
        serialized = raw.get("serializedValue")
        if key not in raw and serialized is None and "externalValue" not in raw:
            continue
        yield Example(
            name=name,
            value=raw.get(key),
            raw=serialized if isinstance(serialized, str) else None,
            summary=text(raw.get("summary")),
            description=text(raw.get("description")),
            url=None if key in raw else optional_text(raw.get("externalValue")),
            pointer=child(where, key),
        )


def content_of(value: Any, pointer: str, resolver: Resolver) -> tuple[MediaType, ...]:
    """Return the media types of a ``content`` map."""
    content = []
    for name, unresolved in mapping(value).items():
        raw, where = resolver.follow(unresolved, child(pointer, name))
        content.append(
            MediaType(
                name=name,
                schema=schema_of(raw, "schema", where, resolver),
                item_schema=schema_of(raw, "itemSchema", where, resolver),
                examples=examples_of(raw, where, resolver),
                encoding={
                    key: _encoding(mapping(encoding), child(where, "encoding", key), resolver)
                    for key, encoding in mapping(raw.get("encoding")).items()
                },
                pointer=where,
            )
        )
    return tuple(content)


def _encoding(raw: Mapping[str, Any], pointer: str, resolver: Resolver) -> Encoding:
    explode = raw.get("explode")
    return Encoding(
        content_type=optional_text(raw.get("contentType")),
        style=optional_text(raw.get("style")) or _older_style(raw),
        explode=explode if isinstance(explode, bool) else None,
        allow_reserved=raw.get("allowReserved") is True,
        headers=headers_of(raw.get("headers"), child(pointer, "headers"), resolver),
    )


def body_of(value: Any, pointer: str, resolver: Resolver) -> Body | None:
    """Return the request body, or ``None`` when there is none."""
    if value is None:
        return None
    raw, where = resolver.follow(value, pointer)
    content = content_of(raw.get("content"), child(where, "content"), resolver)
    if not content and not text(raw.get("description")):
        return None
    return Body(
        content=content,
        required=raw.get("required") is True,
        description=text(raw.get("description")),
        pointer=where,
    )


def responses_of(value: Any, pointer: str, resolver: Resolver) -> tuple[Response, ...]:
    """Return the responses in the order of the file."""
    responses = []
    for status, unresolved in mapping(value).items():
        if status.startswith("x-"):
            continue
        raw, where = resolver.follow(unresolved, child(pointer, status))
        responses.append(
            Response(
                status=status,
                summary=text(raw.get("summary")),
                description=text(raw.get("description")),
                headers=tuple(
                    header
                    for header in headers_of(raw.get("headers"), child(where, "headers"), resolver)
                    if header.name.lower() != "content-type"
                ),
                content=content_of(raw.get("content"), child(where, "content"), resolver),
                links=_links(raw.get("links"), child(where, "links"), resolver),
                pointer=where,
            )
        )
    return tuple(responses)


def _links(value: Any, pointer: str, resolver: Resolver) -> tuple[Link, ...]:
    links = []
    for name, unresolved in mapping(value).items():
        raw, _where = resolver.follow(unresolved, child(pointer, name))
        links.append(
            Link(
                name=name,
                operation_id=optional_text(raw.get("operationId")),
                operation_ref=optional_text(raw.get("operationRef")),
                parameters=mapping(raw.get("parameters")),
                request_body=raw.get("requestBody"),
                server=text(mapping(raw.get("server")).get("url")),
                description=text(raw.get("description")),
            )
        )
    return tuple(links)
