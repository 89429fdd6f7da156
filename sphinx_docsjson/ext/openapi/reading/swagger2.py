"""Converts Swagger 2.0 to OpenAPI 3.0. Pure.

The rules are those of the OpenAPI Initiative's guide "Upgrading from OpenAPI 2.0 to 3.0"; where
it leaves something open, the npm package ``swagger2openapi`` is followed. The differences that are
meant are in ``tests/openapi/swagger2``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.ext.openapi.reading.locations import SourcePointers
from sphinx_docsjson.ext.openapi.reading.parse import extensions, items, mapping, text, texts
from sphinx_docsjson.ext.openapi.reading.resolver import FILES, ApiProblem, child
from sphinx_docsjson.ext.openapi.reading.swagger2_parts import (
    Conversion,
    PointedValue,
    body_of_form,
    body_of_parameter,
    identity,
    media_types,
    parameter_of,
    response_of,
)

VERSION = "3.0.4"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
IN_BODY = ("body", "formData")
ITEM_EXTENSIONS = {"x-trace": "trace", "x-summary": "summary", "x-description": "description"}
OUTER = words("swagger host basePath schemes consumes produces x-servers components")
COMPONENTS = {
    "definitions": "schemas",
    "parameters": "parameters",
    "responses": "responses",
    "securityDefinitions": "securitySchemes",
}


@dataclass(frozen=True, kw_only=True)
class Converted:
    """A document of OpenAPI 3.0.

    :param source_pointers: where its parts are in the document that it was made of.
    :param notes: what OpenAPI 3.0 cannot say.
    """

    document: dict[str, Any]
    source_pointers: SourcePointers
    notes: tuple[ApiProblem, ...]


def convert_swagger(document: dict[str, Any], *, default_scheme: str = "https") -> Converted:
    """Return a bundled document of Swagger 2.0 as OpenAPI 3.0.

    Whatever Swagger 2.0 does not allow is left as it is, for the validators.

    :param document: given away: its schemas are part of the result.
    :param default_scheme: of addresses whose scheme the document does not say.
    """
    converter = _Converter(document, default_scheme)
    result = converter.run()
    source_pointers = SourcePointers(layers=(converter.work.moved,))
    return Converted(
        document=result, source_pointers=source_pointers, notes=tuple(converter.work.notes)
    )


class _Converter:
    def __init__(self, document: dict[str, Any], default_scheme: str) -> None:
        self.document = document
        self.default_scheme = default_scheme
        self.consumes = media_types(document.get("consumes"))
        self.produces = media_types(document.get("produces"))
        moved = {f"#/components/{new}": f"#/{old}" for old, new in COMPONENTS.items()}
        self.work = Conversion(document, moved)
        self.settled: set[str] = set()

    def run(self) -> dict[str, Any]:
        """Convert everything; references are rewritten last, when all places are known."""
        old = self.document
        found: dict[str, Any] = {"openapi": VERSION}
        servers = servers_of_swagger(old, self.default_scheme)
        for name, value in old.items():
            if name in OUTER or name in COMPONENTS or name == FILES:
                continue
            if name in ("paths", "x-webhooks") and isinstance(value, dict):
                found[name] = {
                    path: self.path_item(item, child(f"#/{name}", path))
                    for path, item in value.items()
                }
            else:
                found[name] = value
            if name == "info" and servers is not None:
                found["servers"] = servers
        if servers is not None:
            found.setdefault("servers", servers)
        if components := self.components():
            found["components"] = components
        if files := mapping(old.get(FILES)):
            found[FILES] = files
        self.work.rewrite()
        return found

    def components(self) -> dict[str, Any]:
        """Return what the document declares for use elsewhere."""
        found = dict(mapping(self.document.get("components")))
        for old, new in COMPONENTS.items():
            declared = self.document.get(old)
            if not isinstance(declared, dict):
                continue
            here = f"#/components/{new}"
            values: dict[str, Any] = {}
            for name, value in declared.items():
                at = child(f"#/{old}", name)
                if old == "definitions":
                    self.work.schema(value)
                elif old == "parameters":
                    raw, _pointer = self.work.target(value, at)
                    if raw.get("in") in IN_BODY:
                        continue  # each operation that uses it has it in its own body
                    value = self.parameter(value, at, child(here, name))
                elif old == "responses":
                    value = self.response(value, at, child(here, name), self.produces)
                else:
                    value = security_scheme(value)
                values[name] = value
            if values:
                found[new] = {**mapping(found.get(new)), **values}
        return found

    def path_item(self, item: Any, pointer: str) -> Any:
        """Return a path item."""
        if not isinstance(item, dict):
            return item
        found: dict[str, Any] = {}
        if isinstance(item.get("$ref"), str):
            self.settle(item["$ref"], "path item")
        shared = self.placed(item.get("parameters"), child(pointer, "parameters"))
        for name, value in item.items():
            at = child(pointer, name)
            meant = ITEM_EXTENSIONS.get(name, str(name))
            if meant in METHODS and isinstance(value, dict):
                found[meant] = self.operation(value, at, shared)
            elif name == "parameters":
                found[name] = self.parameters(value, at)
            elif name == "x-servers" and isinstance(value, list):
                found["servers"] = value
            else:
                found[meant] = value
        if isinstance(found.get("$ref"), str):
            self.work.refer(found)
        return found

    def operation(
        self, raw: dict[str, Any], pointer: str, shared: list[PointedValue]
    ) -> dict[str, Any]:
        """Return an operation.

        :param shared: the parameters of the path.
        """
        found: dict[str, Any] = {}
        consumes = media_types(raw["consumes"]) if "consumes" in raw else self.consumes
        produces = media_types(raw["produces"]) if "produces" in raw else self.produces
        own = self.placed(raw.get("parameters"), child(pointer, "parameters"))
        body = self.body(own, shared, consumes, child(pointer, "requestBody"), pointer)
        for name, value in raw.items():
            at = child(pointer, name)
            if name == "parameters":
                left = self.parameters(value, at)
                if left or not isinstance(value, list):
                    found[name] = left
                if body is not None:
                    found["requestBody"] = body
            elif name == "responses" and isinstance(value, dict):
                found[name] = {
                    status: self.response(
                        answer, child(at, status), child(at, status), produces, "produces" in raw
                    )
                    for status, answer in value.items()
                }
            elif name == "x-servers" and isinstance(value, list):
                found["servers"] = value
            elif name not in ("consumes", "produces", "schemes"):
                found[name] = value
        if body is not None:
            found.setdefault("requestBody", body)
        if "servers" not in found and (
            servers := servers_of_operation(raw, self.document, self.default_scheme)
        ):
            found["servers"] = servers
        return found

    def parameters(self, value: Any, pointer: str) -> Any:
        """Return a list of parameters without those that describe a body."""
        if not isinstance(value, list):
            return value
        found: list[Any] = []
        for number, raw in enumerate(value):
            at = child(pointer, number)
            if self.work.target(raw, at)[0].get("in") in IN_BODY:
                continue
            here = child(pointer, len(found))
            found.append(self.parameter(raw, at, here))
        return found

    def parameter(self, raw: Any, pointer: str, here: str) -> Any:
        """Return a parameter that describes no body, or the reference to it."""
        if not isinstance(raw, dict):
            return raw
        if here != pointer:
            self.work.moved[here] = pointer
        if isinstance(raw.get("$ref"), str):
            self.settle(raw["$ref"], "parameter")
            return self.work.refer(dict(raw))
        if "in" not in raw and "name" not in raw:
            return raw
        own = child(pointer, "schema") if "schema" in raw else pointer
        self.work.moved[child(here, "schema")] = own
        if "x-example" in raw:
            self.work.moved[child(here, "example")] = child(pointer, "x-example")
        return parameter_of(self.work, raw, pointer)

    def body(
        self,
        own: list[PointedValue],
        shared: list[PointedValue],
        consumes: list[str],
        here: str,
        pointer: str,
    ) -> dict[str, Any] | None:
        """Return the request body of an operation, or ``None``."""
        names = {identity(raw) for raw, _at in own}
        placed = [p for p in shared if identity(p[0]) not in names] + own
        bodies = [p for p in placed if p[0].get("in") == "body"]
        fields = [p for p in placed if p[0].get("in") == "formData" and text(p[0].get("name"))]
        if bodies:
            if fields or len(bodies) > 1:
                self.work.note("an operation has one body; the others are left out", pointer)
            return body_of_parameter(self.work, bodies[-1], consumes, here)
        if fields:
            return body_of_form(self.work, fields, consumes, here)
        return None

    def response(
        self, raw: Any, pointer: str, here: str, produces: list[str], own: bool = False
    ) -> Any:
        """Return a response, or the reference to it.

        :param own: whether *produces* are those of one operation: what it shares with others is
            then written out, because it is of other media types there.
        """
        if not isinstance(raw, dict):
            return raw
        if isinstance(raw.get("$ref"), str):
            target, at = self.work.target(raw, pointer)
            if not own or "schema" not in target or produces == self.produces:
                self.settle(raw["$ref"], "response")
                return self.work.refer(dict(raw))
            raw, pointer = dict(target), at
        return response_of(self.work, raw, pointer, here, produces)

    def placed(self, value: Any, pointer: str) -> list[PointedValue]:
        """Return the parameters of a list as what they refer to."""
        given = value if isinstance(value, list) else ()
        return [self.work.target(raw, child(pointer, number)) for number, raw in enumerate(given)]

    def settle(self, ref: str, kind: str) -> None:
        """Convert what is in another file, in its place; it is known by what refers to it."""
        if not ref.startswith(f"#/{FILES}/") or ref in self.settled:
            return
        self.settled.add(ref)
        value = self.work.find(ref)
        if not isinstance(value, dict):
            return
        if kind == "path item":
            value = self.path_item(value, ref)
        elif kind == "response":
            value = self.response(value, ref, ref, self.produces)
        elif value.get("in") not in IN_BODY:
            value = self.parameter(value, ref, ref)
        self.work.replace(ref, value)


# Hosts and security of Swagger 2.0 → servers and security schemes of OpenAPI 3.0. Pure.

FLOWS = {"application": "clientCredentials", "accessCode": "authorizationCode"}
"""Flows of OAuth2 that have another name now; ``implicit`` and ``password`` keep theirs."""

MOVED_INTO_FLOW = ("flow", "authorizationUrl", "tokenUrl", "scopes")

_VARIABLE = re.compile(r"\{([^{}]+)\}")


def servers_of_swagger(document: Mapping[str, Any], default_scheme: str) -> list[Any] | None:
    """Return the servers that a document names, or ``None`` when it names none.

    :param default_scheme: the one of the address that the document came from (Swagger 2.0,
        section "Swagger Object", field ``schemes``).
    """
    if isinstance(own := document.get("x-servers"), list):
        return own
    schemes = texts(document.get("schemes"))
    if isinstance(template := document.get("x-ms-parameterized-host"), dict):
        return _parameterized(document, template, schemes or (default_scheme,))
    return [_server(url) for url in addresses(document, schemes or (default_scheme,))] or None


def servers_of_operation(
    operation: Mapping[str, Any], document: Mapping[str, Any], default_scheme: str
) -> list[Any]:
    """Return the servers of an operation that is reached in another way than the others."""
    schemes = texts(operation.get("schemes"))
    usual = texts(document.get("schemes")) or (default_scheme,)
    if not schemes or set(schemes) == set(usual) or "x-servers" in document:
        return []
    return [_server(url) for url in addresses(document, schemes)] if document.get("host") else []


def addresses(document: Mapping[str, Any], schemes: tuple[str, ...]) -> list[str]:
    """Return the base addresses of a document under each of *schemes*."""
    host, base = text(document.get("host")).strip(), text(document.get("basePath")).strip()
    if not host:
        return [base] if base else []
    path = base.rstrip("/")
    path = f"/{path}" if path and not path.startswith("/") else path
    return [f"{scheme}://{host}{path}" for scheme in schemes]


def _server(url: str) -> dict[str, Any]:
    url = url.replace("{{", "{").replace("}}", "}")
    names = dict.fromkeys(_VARIABLE.findall(url))
    if not names:
        return {"url": url}
    return {"url": url, "variables": {name: {"default": name} for name in names}}


def _parameterized(
    document: Mapping[str, Any], template: Mapping[str, Any], schemes: tuple[str, ...]
) -> list[Any]:
    """Return the servers of ``x-ms-parameterized-host``, an extension of AutoRest."""
    url = text(template.get("hostTemplate")) + text(document.get("basePath")).rstrip("/")
    parameters = mapping(document.get("parameters"))
    variables: dict[str, Any] = {}
    for raw in map(mapping, items(template.get("parameters"))):
        name_of_shared = text(raw.get("$ref")).rpartition("/")[2]
        found = mapping(parameters.get(name_of_shared)) if name_of_shared else raw
        if name := text(found.get("name")):
            variables[name] = _variable(found, name)
    for name in _VARIABLE.findall(url):
        variables.setdefault(name, {"default": name})
    shape: dict[str, Any] = {"variables": variables} if variables else {}
    if template.get("useSchemePrefix") is False:
        return [{"url": url, **shape}]
    return [{"url": f"{scheme}://{url}", **shape} for scheme in schemes]


def _variable(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    choices = [*map(text, items(found.get("enum")))]
    default = text(found["default"]) if "default" in found else next(filter(None, choices), name)
    return {
        "default": default,
        **({"enum": choices} if choices else {}),
        **extensions(found),
        **({"description": found["description"]} if "description" in found else {}),
    }


def security_scheme(raw: Any) -> Any:
    """Return a security scheme as OpenAPI 3.0 writes it."""
    if not isinstance(raw, dict):
        return raw
    kind = raw.get("type")
    if kind == "basic":
        return {**raw, "type": "http", "scheme": "basic"}
    if kind != "oauth2" or "flows" in raw:
        return raw
    flow = text(raw.get("flow"))
    details: dict[str, Any] = {}
    for name in ("authorizationUrl", "tokenUrl"):
        if name in raw:
            details[name] = raw[name]
    details["scopes"] = raw.get("scopes", {})
    kept = {name: value for name, value in raw.items() if name not in MOVED_INTO_FLOW}
    return {**kept, "flows": {FLOWS.get(flow, flow): details}} if flow else kept
