"""Builds the HTTP request of an operation from values, in one form for all samples. Pure.

In ``theme/scripts/playground``, ``request.js``, ``parameters.js`` and ``bodies.js`` are the same
as this module, ``parameter_styles`` and ``request_body``, function by function; a test compares.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from sphinx_docsjson.ext.openapi.model.api import SEPARATORS
from sphinx_docsjson.ext.openapi.reading.parse import SourceFloat, json_of
from sphinx_docsjson.urls import without_ways_up

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.model.api import (
        Encoding,
        MediaType,
        Operation,
        Parameter,
        SecurityScheme,
    )


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
    :param accept: the media type of the answer; empty: what the server likes best.
    :param security: the index of the alternative that is used, or ``None``.
    :param credentials: scheme key → token, or ``(user name, password)``.
    """

    server: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    media_type: str = ""
    body: Any = None
    accept: str = ""
    security: int | None = None
    credentials: Mapping[str, str | tuple[str, str]] = field(default_factory=dict)


def build_request(operation: Operation, values: Values) -> Request:
    """Return the request that *operation* makes of *values*.

    A required parameter of path or query that has no value is as ``{name}``.
    """
    path, query = operation.path.split("#")[0], list[str]()
    headers, cookies = list[tuple[str, str]](), list[str]()
    if values.accept:
        headers.append(("Accept", header_value(values.accept)))
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


# The body of a request: JSON, forms, text and files, as a program writes them. Pure.

BodyKind = Literal["json", "form", "multipart", "text", "binary"]

_LONG_NUMBER = re.compile(r"\d{16,}|[eE.]\d*\d{15}|\d[eE]")
_PART_TYPE = re.compile(
    r"[\w!#$&^.+-]+/[\w!#$&^.+-]+"
    r"(?: ?; ?(?!filename|headers|encoder)[\w.-]+=(?:[\w.+:-]+|\"[\w.+: -]*\"))*",
    re.ASCII,
)
"""One media type, without what curl would take for a list of files or a file of headers."""

_TEXT = re.compile(r'"(?>(?:[^"\\]++|\\.)*)(?:"|\Z)', re.DOTALL)


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """A file that the reader chooses; a sample shows only its name."""

    name: str
    type: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A field of a form: a text or a file, with its media type when that must be said."""

    name: str
    value: str = ""
    file: str = ""
    type: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RequestBody:
    """The body of a request.

    :param kind: how a program writes it.
    :param type: the media type; the value of ``Content-Type``, except for ``multipart``.
    :param text: the exact text of ``json``, ``form`` and ``text``.
    :param parts: the fields of ``form`` and ``multipart``.
    :param file: the name of the file that is sent as ``binary``.
    """

    kind: BodyKind
    type: str
    text: str = ""
    parts: tuple[Part, ...] = ()
    file: str = ""


def kind_of(media_type: str) -> BodyKind:
    """Return how a body of *media_type* is written by a program."""
    name = media_type.split(";")[0].strip().lower()
    if name == "application/x-www-form-urlencoded":
        return "form"
    if name.startswith("multipart/"):
        return "multipart"
    if re.search(r"[/+]json$", name):
        return "json"
    if name.startswith("text/") or re.search(r"[/+](xml|yaml|x-yaml|graphql|javascript)$", name):
        return "text"
    return "text" if re.search(r"[/+-](x-)?(ndjson|jsonl|json-seq)$", name) else "binary"


def build_body(operation: Operation, media_type: str, body: Any) -> RequestBody | None:
    """Return the body of a request in one media type, or ``None``.

    :param body: see :class:`~sphinx_docsjson.ext.openapi.request.http.Values`.
    """
    media = media_type_of(operation, media_type)
    if media is None or body is None:
        return None
    name = concrete(media.name)
    kind = kind_of(name)
    if isinstance(body, File):
        # A file says what it is only where the description leaves it open: `image/*`.
        own = body.type if "*" in media.name else ""
        return RequestBody(kind="binary", type=own or name, file=body.name)
    if isinstance(body, Mapping) and kind == "form":
        pairs = [pair for key, v in body.items() for pair in form_pairs(key, v, media.encoding)]
        text = "&".join(f"{form_text(key)}={form_text(value)}" for key, value in pairs)
        parts = tuple(Part(name=key, value=value) for key, value in pairs)
        return RequestBody(kind=kind, type=name, text=text, parts=parts) if parts else None
    if isinstance(body, Mapping) and kind == "multipart":
        parts = tuple(
            p for key, v in body.items() for p in multipart_parts(key, v, media.encoding)
        )
        return RequestBody(kind=kind, type=name, parts=parts) if parts else None
    text = body if isinstance(body, str) else json_of(body, 2)
    text = well_formed(text)
    if kind == "json" and not is_literal(text):
        kind = "text"
    return RequestBody(kind="text" if kind != "json" else kind, type=name, text=text)


def media_type_of(operation: Operation, name: str) -> MediaType | None:
    """Return the content of the body in the concrete media type *name*."""
    content = operation.body.content if operation.body and name else ()
    return next((media for media in content if concrete(media.name) == name), None)


def concrete(media_type: str) -> str:
    """Return a media type that can be sent, for a range such as ``*/*`` or ``image/*``.

    It is on one line, so that no header follows it.
    """
    if "*" not in media_type:
        return header_value(media_type)
    guess = "json" if media_type in ("*/*", "application/*") else "octet-stream"
    return f"application/{guess}"


def is_literal(text: str) -> bool:
    """Whether *text* is JSON that every language can hold as a literal.

    Numbers of more than 15 digits are rounded by languages that only have doubles, ``requests``
    sends no body for ``null``, and ``__proto__`` is not a member in JavaScript: they are written
    as text.
    """
    if text.strip() == "null" or '"__proto__"' in text:
        return False
    try:
        json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return _LONG_NUMBER.search(_TEXT.sub("", text)) is None


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def form_pairs(name: str, value: Any, encoding: Mapping[str, Encoding]) -> list[tuple[str, str]]:
    """Return the decoded pairs of one field of a URL-encoded form (section 4.8.15.1)."""
    how = encoding.get(name)
    style, explode = (how.style, how.explode) if how else (None, None)
    if value is None:
        return []
    if style == "deepObject" and isinstance(value, (Mapping, list, tuple)):
        return deep(name, value)
    if isinstance(value, Mapping):
        if style != "form":
            return [(name, scalar(value))]
        members = names_and_values(value)
        return members if explode is not False else [(name, ",".join(sum(members, ())))]
    if isinstance(value, (list, tuple)):
        items = [scalar(item) for item in value]
        joint = SEPARATORS.get(style or "", ",")
        return [(name, joint.join(items))] if explode is False else [(name, i) for i in items]
    return [(name, scalar(value))]


def multipart_parts(name: str, value: Any, encoding: Mapping[str, Encoding]) -> list[Part]:
    """Return the parts of one field of a multipart form; every item of a list is a part."""
    how = encoding.get(name)
    wanted = how.part_type if how else ""
    said = wanted if _PART_TYPE.fullmatch(wanted) else ""
    if value is None:
        return []
    is_list = isinstance(value, (list, tuple))
    has_files = is_list and any(isinstance(item, File) for item in value)
    if is_list and (has_files or kind_of(said or "text/plain") != "json"):
        return [part for item in value for part in multipart_parts(name, item, encoding)]
    if isinstance(value, File):
        own = value.type if _PART_TYPE.fullmatch(value.type) else ""
        return [Part(name=name, file=value.name, type=said or own)]
    # An object is JSON unless something else is specified (OpenAPI 3.1.1, section 4.8.15.1).
    usual = "application/json" if isinstance(value, (Mapping, list, tuple)) else ""
    return [Part(name=name, value=well_formed(scalar(value)), type=said or usual)]


# How values are written into a URL, a header or a form: styles and percent-encoding. Pure.
#
# Values are encoded strictly (RFC 3986, section 2.3: only unreserved characters are kept), so that
# no client changes a byte of the URL. Source of the styles: OpenAPI 3.1.1, section 4.8.12.3,
# "Style Values".

RESERVED = ":/?#[]@!$&'()*+,;="
"""The reserved characters that ``allowReserved`` leaves alone, before the query's own go."""

_LINE_BREAKS = re.compile(r"[\x00\r\n]+")
_SURROGATES = re.compile("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """Return *text* without lone surrogates, which no encoding has."""
    return _SURROGATES.sub("\ufffd", text)


def percent(value: str, keep: str = "") -> str:
    """Return *value* percent-encoded, except for unreserved characters and those in *keep*."""
    return quote(well_formed(value), safe=keep)


def scalar(value: Any) -> str:
    """Return a value as text: as its file has it, or as JavaScript's ``String`` makes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, SourceFloat):
        return value.text
    if isinstance(value, float):
        size = abs(value)
        if value.is_integer() and size < 1e21:
            return str(int(value))
        if 1e-6 <= size < 1e21:
            return format(Decimal(repr(value)), "f")
        return re.sub(r"e([+-])0+", r"e\1", repr(value))
    if isinstance(value, (Mapping, list, tuple)):
        return json_of(value, tight=True)
    return str(value)


def names_and_values(value: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the members of an object that have a value, as text."""
    return [(key, scalar(item)) for key, item in value.items() if item is not None]


def plain(parameter: Parameter, value: Any) -> str:
    """Return a header's value: the style ``simple``, without percent-encoding."""
    if parameter.media_type:
        return scalar(value)
    if isinstance(value, Mapping):
        joint = "=" if parameter.explode else ","
        return ",".join(f"{key}{joint}{item}" for key, item in names_and_values(value))
    if isinstance(value, (list, tuple)):
        return SEPARATORS.get(parameter.style, ",").join(map(scalar, value))
    return scalar(value)


def in_path(parameter: Parameter, value: Any) -> str:
    """Return the value of a path parameter in the style ``simple``, ``label`` or ``matrix``."""
    keep = RESERVED.translate({ord(c): None for c in "/?#[]"}) if parameter.allow_reserved else ""
    name, style = percent(parameter.name), "simple" if parameter.media_type else parameter.style
    lead = {"label": ".", "matrix": ";"}.get(style, "")
    between = lead if parameter.explode and lead else ","
    if parameter.media_type or not isinstance(value, (Mapping, list, tuple)):
        text = percent(scalar(value), keep)
        return f";{name}={text}" if style == "matrix" else lead + text
    if isinstance(value, Mapping):
        joint = "=" if parameter.explode else ","
        items = [
            f"{percent(k, keep)}{joint}{percent(v, keep)}" for k, v in names_and_values(value)
        ]
    else:
        items = [percent(scalar(item), keep) for item in value]
        between = percent(SEPARATORS[style]) if style in SEPARATORS else between
        if style == "matrix" and parameter.explode:
            items = [f"{name}={item}" for item in items]
    if style == "matrix" and not parameter.explode:
        return f";{name}=" + between.join(items)
    return lead + between.join(items)


def in_query(parameter: Parameter, value: Any) -> list[str]:
    """Return the ``name=value`` pairs of a query or cookie parameter, encoded."""
    keep = (
        RESERVED.translate({ord(c): None for c in "#&=+[]'"}) if parameter.allow_reserved else ""
    )

    def encoded(text: str) -> str:
        return percent(text, keep)

    name = percent(parameter.name)
    if parameter.media_type:
        return [f"{name}={encoded(scalar(value))}"]
    if parameter.style == "deepObject" and isinstance(value, (Mapping, list, tuple)):
        return [f"{percent(key)}={encoded(text)}" for key, text in deep(parameter.name, value)]
    if isinstance(value, Mapping):
        members = names_and_values(value)
        if parameter.explode:
            return [f"{percent(key)}={encoded(text)}" for key, text in members]
        value = [part for member in members for part in member]
    if isinstance(value, (list, tuple)):
        items = [encoded(scalar(item)) for item in value]
        if parameter.explode:
            return [f"{name}={item}" for item in items]
        joint = percent(SEPARATORS.get(parameter.style, ","), ",")
        return [f"{name}={joint.join(items)}"]
    return [f"{name}={encoded(scalar(value))}"]


def deep(name: str, value: Any) -> list[tuple[str, str]]:
    """Return ``name[key][…]`` pairs; OpenAPI leaves nesting and lists open, servers agree."""
    if isinstance(value, Mapping):
        members: Sequence[tuple[Any, Any]] = list(value.items())
    elif isinstance(value, (list, tuple)):
        members = list(enumerate(value))
    else:
        return [] if value is None else [(name, scalar(value))]
    return [pair for key, item in members for pair in deep(f"{name}[{key}]", item)]


def whole_query(parameter: Parameter, value: Any) -> str:
    """Return the query that one parameter makes alone (``in: querystring``, OpenAPI 3.2)."""
    if parameter.media_type == "application/x-www-form-urlencoded" and isinstance(value, Mapping):
        return "&".join(f"{percent(key)}={percent(item)}" for key, item in names_and_values(value))
    return percent(scalar(value))


def header_value(value: str) -> str:
    """Return *value* as a header can hold it: on one line."""
    return _LINE_BREAKS.sub(" ", well_formed(value)).strip()


def form_text(value: str) -> str:
    """Return *value* as ``application/x-www-form-urlencoded`` (URL Standard, section 5.2)."""
    return percent(value, "* ").replace("~", "%7E").replace(" ", "+")
