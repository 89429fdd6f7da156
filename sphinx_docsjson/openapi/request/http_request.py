"""The HTTP request that an operation and its values make: one normal form for all samples. Pure.

In ``theme/scripts/playground``, ``request.js``, ``parameters.js`` and ``bodies.js`` are the same
as this module, ``parameter_styles`` and ``request_body``, function by function; a test compares.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_docsjson.openapi.request.parameter_styles import (
    RESERVED,
    header_value,
    in_path,
    in_query,
    percent,
    plain,
    whole_query,
)
from sphinx_docsjson.openapi.request.request_body import RequestBody, build_body
from sphinx_docsjson.urls import without_ways_up

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.access import SecurityScheme
    from sphinx_docsjson.openapi.model.api import Operation

_HEADER_NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
"""What a header can be called (RFC 9110, section 5.1); another name could be more headers."""

IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})
"""Header parameters of these names have no meaning (OpenAPI 3.1.1, section 4.8.12.2.1)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A request, ready to be written down in any language.

    :param url: absolute and encoded, with the query.
    :param headers: without ``Content-Type``.
    :param basic: user name and password, when they can be given to a client as they are.
    """

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    basic: tuple[str, str] | None = None
    body: RequestBody | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Values:
    """What a reader typed, or what a sample shows before anyone typed.

    :param server: the base URL, with its variables filled in.
    :param parameters: ``"place:name"`` → value; what is not there is not sent.
    :param media_type: which content of the body is sent; empty: no body.
    :param body: the text of the body; for forms the mapping of its fields, for binary bodies a
        :class:`File`.
    :param security: the index of the alternative that is used, or ``None``.
    :param credentials: scheme key → token, or ``(user name, password)``.
    """

    server: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    media_type: str = ""
    body: Any = None
    security: int | None = None
    credentials: Mapping[str, str | tuple[str, str]] = field(default_factory=dict)


def build_request(operation: Operation, values: Values) -> Request:
    """Return the request that *operation* makes of *values*.

    A required parameter of path or query that has no value stands as ``{name}``.
    """
    path, query = operation.path.split("#")[0], list[str]()
    headers, cookies = list[tuple[str, str]](), list[str]()
    for parameter in operation.parameters:
        value = values.parameters.get(f"{parameter.place}:{parameter.name}")
        if value is None:
            if parameter.required and parameter.place == "query":
                query.append(f"{percent(parameter.name)}={{{percent(parameter.name)}}}")
            continue
        match parameter.place:
            case "path":
                path = path.replace(f"{{{parameter.name}}}", in_path(parameter, value))
            case "query":
                query += in_query(parameter, value)
            case "querystring":
                query += [whole_query(parameter, value)]
            case "header" if parameter.name.lower() not in IGNORED_HEADERS:
                headers.append((parameter.name, header_value(plain(parameter, value))))
            case "cookie":
                cookies += in_query(parameter, value)
    basic = None
    for scheme in schemes_of(operation, values.security):
        credential = values.credentials.get(scheme.key, "")
        if not credential:
            continue
        if isinstance(credential, tuple) and ":".join(credential).isascii():
            basic = credential
        else:
            authorize(scheme, credential, query, headers, cookies)
    headers = [header for header in headers if _HEADER_NAME.fullmatch(header[0])]
    if cookies:
        headers.append(("Cookie", header_value("; ".join(cookies))))
    body = build_body(operation, values.media_type, values.body)
    server = values.server.rstrip("/")
    path = without_ways_up(quote(path, safe="/{}%" + RESERVED.replace("?#[]", "")))
    # What begins with two slashes would be another host.
    url = server + ("/." + path if not server and path.startswith("//") else path)
    if query:
        url += ("&" if "?" in url else "?") + "&".join(query)
    return Request(
        method=operation.method, url=url, headers=tuple(headers), basic=basic, body=body
    )


def schemes_of(operation: Operation, alternative: int | None) -> list[SecurityScheme]:
    """Return the schemes that must hold together in one alternative."""
    if alternative is None or alternative >= len(operation.security):
        return []
    return [requirement.scheme for requirement in operation.security[alternative]]


def authorize(
    scheme: SecurityScheme,
    credential: str | tuple[str, str],
    query: list[str],
    headers: list[tuple[str, str]],
    cookies: list[str],
) -> None:
    """Add *credential* at the place that *scheme* names."""
    if isinstance(credential, tuple):
        pair = b64encode(":".join(credential).encode()).decode()
        headers.append(("Authorization", f"Basic {pair}"))
        return
    token = header_value(credential)
    if scheme.type == "apiKey":
        match scheme.place:
            case "query":
                query.append(f"{percent(scheme.parameter)}={percent(credential)}")
            case "cookie":
                cookies.append(f"{percent(scheme.parameter)}={percent(credential)}")
            case _:
                headers.append((scheme.parameter, token))
    elif scheme.type in ("oauth2", "openIdConnect") or scheme.scheme == "bearer":
        prefixed = token.lower().startswith("bearer ")
        headers.append(("Authorization", token if prefixed else f"Bearer {token}"))
    elif scheme.type == "http":
        headers.append(("Authorization", token))
