"""What ``docs.json`` says of an operation where its file is silent. Pure."""

from __future__ import annotations

from dataclasses import replace

from sphinx_docsjson.openapi.model.access import Server
from sphinx_docsjson.openapi.model.api import Operation
from sphinx_docsjson.openapi.model.security_model import security_of_auth
from sphinx_docsjson.openapi.pages.reference import ApiReference


def with_defaults(operation: Operation, reference: ApiReference) -> Operation:
    """Return an operation with the servers and the authentication of ``docs.json``."""
    if operation.kind != "operation":
        return operation
    api = reference.api
    if not operation.servers and api.base_urls:
        servers = tuple(Server(url=url) for url in api.base_urls)
        operation = replace(operation, servers=servers)
    if not operation.security and api.auth and not reference.specs[operation.spec].security:
        operation = replace(operation, security=security_of_auth(api.auth))
    return operation
