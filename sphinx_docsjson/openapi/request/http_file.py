"""All requests of an API as one ``.http`` file, which editors send. Pure.

The format is that of JetBrains' HTTP Client, of REST Client for VS Code and of Visual Studio: a
request after each ``###``, variables as ``@name = value`` and ``{{name}}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_docsjson.openapi.request.http_request import build_request
from sphinx_docsjson.openapi.request.initial_values import Sampler, initial_values, sample_values
from sphinx_docsjson.openapi.request.parameter_styles import percent
from sphinx_docsjson.openapi.request.samples import part_data
from sphinx_docsjson.urls import scheme_of

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.access import SecurityScheme
    from sphinx_docsjson.openapi.model.api import Operation
    from sphinx_docsjson.openapi.request.http_request import Request, Values
    from sphinx_docsjson.openapi.request.request_body import RequestBody

BOUNDARY = "boundary"
SERVER = "server"
LOCAL = "http://localhost"


@dataclass(frozen=True, kw_only=True, slots=True)
class HttpFile:
    """What stands above the requests.

    :param server: the URL that most operations share.
    """

    title: str
    server: str


def http_file(head: HttpFile, operations: Iterable[Operation], sampler: Sampler) -> str:
    """Return the requests of *operations* with the values that samples begin with."""
    variables = {SERVER: head.server if scheme_of(head.server) else f"{LOCAL}{head.server}"}
    requests = []
    names: set[str] = set()
    for operation in operations:
        shown = sample_values(operation, initial_values(operation, sampler), sampler)
        values = _with_variables(shown, operation, head, variables)
        request = build_request(operation, values)
        requests.append(_request_text(operation, request, variables, names))
    lines = [f"# {_line(head.title)}", ""]
    lines += [f"@{name} = {_line(value)}" for name, value in variables.items()]
    return "\n\n".join(("\n".join(lines), *requests)) + "\n"


def _with_variables(
    values: Values, operation: Operation, head: HttpFile, variables: dict[str, str]
) -> Values:
    """Return *values* with variables for what a reader sets once: server and credentials."""
    credentials: dict[str, str | tuple[str, str]] = {}
    for requirement in (r for alternative in operation.security[:1] for r in alternative):
        scheme = requirement.scheme
        credential = values.credentials.get(scheme.key, "")
        if isinstance(credential, tuple):
            user, password = f"{_variable(scheme)}User", f"{_variable(scheme)}Password"
            variables |= {user: credential[0], password: credential[1]}
            credentials[scheme.key] = (f"{{{{{user}}}}}", f"{{{{{password}}}}}")
        elif credential:
            variables[_variable(scheme)] = credential
            credentials[scheme.key] = f"{{{{{_variable(scheme)}}}}}"
    own = values.server if values.server and values.server != head.server else ""
    server = own or f"{{{{{SERVER}}}}}"
    return replace(values, server=server, credentials=credentials)


def _variable(scheme: SecurityScheme) -> str:
    words = re.sub(r"\W+", "_", scheme.key, flags=re.ASCII).strip("_") or "credential"
    return words if words != SERVER else f"{words}Key"


def _request_text(
    operation: Operation, request: Request, variables: Iterable[str], names: set[str]
) -> str:
    url = request.url
    for name in variables:
        url = url.replace(percent(f"{{{{{name}}}}}"), f"{{{{{name}}}}}")
    lines = [f"### {_line(operation.title)}"]
    name = re.sub(r"\W+", "_", operation.operation_id or "", flags=re.ASCII).strip("_")
    if name and name not in names:
        names.add(name)
        lines.append(f"# @name {name}")
    lines.append(f"{request.method} {url}")
    if request.basic:
        lines.append(f"Authorization: Basic {' '.join(request.basic)}")
    lines += [f"{key}: {value}" for key, value in request.headers]
    if request.body:
        lines += _body_lines(request.body)
    return "\n".join(lines)


def _body_lines(body: RequestBody) -> list[str]:
    """Return the header and the lines of a body; files are read from beside the ``.http`` file."""
    if body.kind == "multipart":
        lines = [f"Content-Type: {body.type or 'multipart/form-data'}; boundary={BOUNDARY}", ""]
        for part in map(part_data, body.parts):
            content = f"< ./{_line(part['file'])}" if part["file"] else str(part["value"])
            head = part["head"].replace("\r\n", "\n").rstrip("\n")
            lines += [f"--{BOUNDARY}", *head.split("\n"), "", content]
        return [*lines, f"--{BOUNDARY}--"]
    head = [f"Content-Type: {body.type}"] if body.type else []
    if body.file:
        return [*head, "", f"< ./{_line(body.file)}"]
    text = re.sub(r"^(?=###|< )", " ", body.text, flags=re.MULTILINE)
    return [*head, "", *text.split("\n")] if text else head


def _line(text: str) -> str:
    return " ".join(text.split())
