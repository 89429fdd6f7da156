"""Hosts and security of Swagger 2.0 → servers and security schemes of OpenAPI 3.0. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import extensions, items, mapping, text, texts

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
    choices = [choice for choice in map(text, items(found.get("enum"))) if choice]
    default = text(found.get("default")) or (choices[0] if choices else name)
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
