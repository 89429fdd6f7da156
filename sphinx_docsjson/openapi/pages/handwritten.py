"""A page with ``api: POST /path`` in its front matter: its fields are the operation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from docutils import nodes

from sphinx_docsjson.openapi.model.access import Server
from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.model.exchange import Body, MediaType, Parameter
from sphinx_docsjson.openapi.model.security_model import security_of_auth
from sphinx_docsjson.openapi.pages.binding import read_binding
from sphinx_docsjson.openapi.reading.resolver import Resolver
from sphinx_docsjson.site.model import Api, Auth
from sphinx_docsjson.urls import is_external, safe_source

TYPES = {
    "str": "string",
    "string": "string",
    "text": "string",
    "file": "string",
    "int": "integer",
    "integer": "integer",
    "float": "number",
    "number": "number",
    "bool": "boolean",
    "boolean": "boolean",
    "array": "array",
    "list": "array",
    "object": "object",
    "json": "object",
}
_ORIGIN = re.compile(r"([a-z]+://[^/?#]+)(.*)", re.IGNORECASE | re.DOTALL)


def handwritten_operation(
    document: nodes.document, metadata: Mapping[str, Any], api: Api, docname: str
) -> tuple[Specification, Operation] | None:
    """Return the operation that a page describes by its fields, or ``None``."""
    binding = read_binding(str(metadata.get("api", "")))
    if binding is None or binding.method == "WEBHOOK":
        return None
    servers, path = _address(binding.path, api)
    fields = [
        node for node in document.findall(nodes.container) if node.get("component") == "ParamField"
    ]
    parameters = []
    properties: dict[str, Any] = {}
    required: list[str] = []
    for field in fields:
        if _inside_field(field):
            continue
        attributes: dict[str, str] = field.get("component_attributes", {})
        place = next((p for p in ("path", "query", "header", "cookie") if attributes.get(p)), None)
        needed = attributes.get("required") == "true"
        if place:
            parameters.append(_parameter(attributes[place], place, attributes, needed=needed))
        elif name := attributes.get("body"):
            properties[name] = _schema(attributes)
            required += [name] if needed else []
    known = {parameter.name for parameter in parameters if parameter.place == "path"}
    parameters += [
        Parameter(name=name, place="path", required=True, schema={"type": "string"})
        for name in re.findall(r"\{([^{}]+)\}", path)
        if name not in known
    ]
    operation = Operation(
        spec=docname,
        method=binding.method,
        path=path,
        servers=servers,
        parameters=tuple(parameters),
        body=_body(properties, required),
        security=security_of_auth(auth) if (auth := _auth(metadata, api)) else (),
        pointer="#/paths",
    )
    document_of_page: dict[str, Any] = {}
    spec = Specification(
        key=docname,
        version="3.1.0",
        title="",
        description="",
        document=document_of_page,
        resolver=Resolver(document_of_page),
        operations=(operation,),
    )
    return spec, operation


def _address(text: str, api: Api) -> tuple[tuple[Server, ...], str]:
    """Return the servers and the path of an endpoint, which may be a full URL."""
    if is_external(text):
        match = _ORIGIN.fullmatch(safe_source(text) or "")
        if match:
            return (Server(url=match.group(1)),), match.group(2) or "/"
        return (), "/"
    path = text if text.startswith("/") else f"/{text}"
    return tuple(Server(url=url) for url in api.base_urls), path


def _auth(metadata: Mapping[str, Any], api: Api) -> Auth | None:
    """Return the authentication of a page: its own ``authMethod``, else that of docs.json."""
    match str(metadata.get("authMethod", "")).lower():
        case "bearer" | "basic" | "key" as own:
            name = api.auth.name if api.auth and api.auth.method == own else None
            return Auth(method=own, name=name)
        case "none":
            return None
        case _:
            return api.auth


def _inside_field(node: nodes.Element) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.get("component") in ("ParamField", "ResponseField"):
            return True
        parent = parent.parent
    return False


def _parameter(name: str, place: Any, attributes: Mapping[str, str], *, needed: bool) -> Parameter:
    return Parameter(
        name=name,
        place=place,
        required=needed or place == "path",
        deprecated=attributes.get("deprecated") == "true",
        style="form" if place in ("query", "cookie") else "simple",
        explode=place in ("query", "cookie"),
        schema=_schema(attributes),
    )


def _schema(attributes: Mapping[str, str]) -> dict[str, Any]:
    """Return the schema that the attributes of a field say."""
    written = attributes.get("type", "").strip().lower()
    word = re.split(r"[\s<|(\[]", written, maxsplit=1)[0]
    schema: dict[str, Any] = {"type": TYPES.get(word, "string")}
    if written.endswith("[]"):
        schema = {"type": "array", "items": {"type": TYPES.get(word, "string")}}
    if word == "file":
        schema["format"] = "binary"
    default = attributes.get("default") or attributes.get("initialValue")
    if default:
        schema["default"] = _value(default, schema["type"])
    elif attributes.get("placeholder"):
        schema["example"] = _value(attributes["placeholder"], schema["type"])
    return schema


def _value(text: str, kind: str) -> Any:
    """Return an attribute as a value of its type; what is none stays text."""
    try:
        if kind == "integer":
            return int(text)
        if kind == "number":
            return float(text)
    except ValueError:
        return text
    if kind == "boolean":
        return text.lower() == "true"
    return text


def _body(properties: dict[str, Any], required: list[str]) -> Body | None:
    if not properties:
        return None
    has_file = any(schema.get("format") == "binary" for schema in properties.values())
    schema = {"type": "object", "properties": properties, "required": required}
    name = "multipart/form-data" if has_file else "application/json"
    return Body(content=(MediaType(name=name, schema=schema, pointer="#/body"),), required=True)
