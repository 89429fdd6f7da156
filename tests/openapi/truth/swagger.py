"""A Swagger 2.0 file in the words of OpenAPI 3.0, by the two specifications side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

METHODS = ("get", "put", "post", "delete", "options", "head", "patch")
PLACES = {
    "#/definitions/": "#/components/schemas/",
    "#/responses/": "#/components/responses/",
    "#/parameters/": "#/components/parameters/",
}
KEPT = ("name", "in", "description", "required", "deprecated", "allowEmptyValue")
FLOWS = {"accessCode": "authorizationCode", "application": "clientCredentials"}
STYLES = {
    "csv": {"style": "form", "explode": False},
    "ssv": {"style": "spaceDelimited", "explode": False},
    "pipes": {"style": "pipeDelimited", "explode": False},
    "multi": {"style": "form", "explode": True},
}


def as_openapi(document: dict[str, Any]) -> dict[str, Any]:
    """Return a description that says what *document* says."""
    made = {name: document[name] for name in ("info", "tags", "externalDocs") if name in document}
    made |= {"openapi": "3.0.3", "security": document.get("security", [])}
    made["servers"] = document.get("x-servers") or _servers(document, document.get("schemes"))
    found = _Converter(document)
    made["paths"] = {path: found.item(item) for path, item in document["paths"].items()}
    responses = document.get("responses", {})
    produces = document.get("produces")
    made["components"] = {
        "schemas": {k: found.schema(v) for k, v in document.get("definitions", {}).items()},
        "responses": {k: found.response(v, produces) for k, v in responses.items()},
        "parameters": {
            k: found.parameter(v)
            for k, v in document.get("parameters", {}).items()
            if v.get("in") not in ("body", "formData")
        },
        "securitySchemes": {
            k: _scheme(v) for k, v in document.get("securityDefinitions", {}).items()
        },
    }
    return made


def _servers(document: dict[str, Any], schemes: Any) -> list[dict[str, str]]:
    base = document.get("basePath", "").rstrip("/")
    host = document.get("host")
    if not host:
        return [{"url": base or "/"}]
    return [{"url": f"{scheme}://{host}{base}"} for scheme in schemes or ["https"]]


class _Converter:
    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document

    def item(self, item: Any) -> Any:
        """Return a path item."""
        if not isinstance(item, dict):
            return item
        shared = item.get("parameters", [])
        made = {k: v for k, v in item.items() if k not in (*METHODS, "parameters")}
        made["parameters"] = [
            self.parameter(p)
            for p in shared
            if self.resolved(p).get("in") not in ("body", "formData")
        ]
        for method in METHODS:
            if isinstance(item.get(method), dict):
                made[method] = self.operation(item[method], shared)
        return made

    def resolved(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return what a reference to a shared parameter stands for."""
        while "$ref" in value:
            _hash, group, name = value["$ref"].split("/", 2)
            value = self.document[group][name.replace("~1", "/").replace("~0", "~")]
        return value

    def operation(self, raw: dict[str, Any], shared: Iterable[dict[str, Any]]) -> dict[str, Any]:
        """Return an operation."""
        left = ("parameters", "responses", "consumes", "produces", "schemes")
        made = {name: value for name, value in raw.items() if name not in left}
        own = raw.get("parameters", [])
        names = {(p["in"], p["name"]) for p in map(self.resolved, own)}
        listed = [p for p in map(self.resolved, shared) if (p["in"], p["name"]) not in names]
        listed += [self.resolved(p) for p in own]
        made["parameters"] = [
            self.parameter(p) for p in own if self.resolved(p)["in"] not in ("body", "formData")
        ]
        consumes = raw.get("consumes", self.document.get("consumes"))
        if body := self.body(listed, consumes):
            made["requestBody"] = body
        produces = raw.get("produces", self.document.get("produces"))
        made["responses"] = {
            status: self.response(value, produces) for status, value in raw["responses"].items()
        }
        if "schemes" in raw:
            made["servers"] = _servers(self.document, raw["schemes"])
        return made

    def body(self, listed: list[dict[str, Any]], consumes: Any) -> dict[str, Any]:
        """Return the body of a request: one parameter, or the fields of a form."""
        for parameter in listed:
            if parameter["in"] == "body":
                media = {"schema": self.schema(parameter.get("schema", {}))}
                kept = ("description", "required")
                made = {name: parameter[name] for name in kept if name in parameter}
                return {**made, "content": dict.fromkeys(consumes or ["application/json"], media)}
        fields = [parameter for parameter in listed if parameter["in"] == "formData"]
        if not fields:
            return {}
        has_file = any(field.get("type") == "file" for field in fields)
        forms = ("application/x-www-form-urlencoded", "multipart/form-data")
        names = [name for name in consumes or () if name in forms]
        names = [forms[1]] if has_file else names or [forms[0]]
        properties = {}
        for field in fields:
            schema = self.value(field)
            if "description" in field:
                schema["description"] = field["description"]
            properties[field["name"]] = schema
        required = [field["name"] for field in fields if field.get("required") is True]
        schema = {"type": "object", "properties": properties, "required": required}
        made = {"content": {name: {"schema": schema} for name in names}}
        return {**made, "required": True} if required else made

    def parameter(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Return a parameter outside of the body."""
        if "$ref" in raw:
            return self.schema(raw)
        made = {name: raw[name] for name in KEPT if name in raw}
        made["schema"] = self.value(raw)
        if "x-example" in raw:
            made["example"] = raw["x-example"]
        if raw.get("type") == "array":
            made |= STYLES.get(raw.get("collectionFormat", "csv"), {})
        return made

    def value(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of a value that stands beside its name."""
        left = (*KEPT, "collectionFormat")
        made = {name: value for name, value in raw.items() if name not in left}
        return self.schema(made)

    def response(self, raw: dict[str, Any], produces: Any) -> dict[str, Any]:
        """Return a response."""
        if "$ref" in raw:
            return self.schema(raw)
        left = ("schema", "examples", "headers")
        made = {name: value for name, value in raw.items() if name not in left}
        content: dict[str, Any] = {}
        if "schema" in raw:
            schema = self.schema(raw["schema"])
            content = {name: {"schema": schema} for name in produces or ["application/json"]}
        for name, example in raw.get("examples", {}).items():
            content.setdefault(name, {})["example"] = example
        if content:
            made["content"] = content
        headers = raw.get("headers", {})
        made["headers"] = {
            name: {
                "schema": self.value(header),
                **({"description": header["description"]} if "description" in header else {}),
            }
            for name, header in headers.items()
        }
        return made

    def schema(self, raw: Any) -> Any:
        """Return a schema, at all depths."""
        if isinstance(raw, list):
            return [self.schema(item) for item in raw]
        if not isinstance(raw, dict):
            return raw
        made = {}
        for name, value in raw.items():
            if name == "$ref" and isinstance(value, str):
                made[name] = _reference(value)
            elif name == "discriminator" and isinstance(value, str):
                made[name] = {"propertyName": value}
            elif name == "x-nullable":
                made["nullable"] = value
            elif name in ("default", "enum", "example", "required"):
                made[name] = value
            else:
                made[name] = self.schema(value)
        if made.get("type") == "file":
            made |= {"type": "string", "format": "binary"}
        return made


def _reference(text: str) -> str:
    for old, new in PLACES.items():
        if text.startswith(old):
            return new + text[len(old) :]
    return text


def _scheme(raw: dict[str, Any]) -> dict[str, Any]:
    if raw["type"] == "basic":
        return {**raw, "type": "http", "scheme": "basic"}
    if raw["type"] != "oauth2":
        return raw
    name = raw.get("flow", "implicit")
    kept = ("authorizationUrl", "tokenUrl")
    flow = {key: raw[key] for key in kept if key in raw}
    flow["scopes"] = raw.get("scopes", {})
    made = {key: raw[key] for key in ("type", "description") if key in raw}
    return {**made, "flows": {FLOWS.get(name, name): flow}}
