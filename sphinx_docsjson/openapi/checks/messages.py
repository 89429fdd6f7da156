"""Every request that a form begins with and every response of a page, held against openapi-core.

This takes about 10 ms for each, so it is done on demand.
"""

from __future__ import annotations

import json
import logging
import re
import warnings
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from jsonschema.validators import extend
from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from openapi_core.validation.schemas.exceptions import InvalidSchemaValue
from openapi_core.validation.schemas.factories import SchemaValidatorsFactory
from referencing.exceptions import Unresolvable
from werkzeug.datastructures import Headers, ImmutableMultiDict

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.openapi.checks.values import Keywords, reason_of, shortened
from sphinx_docsjson.openapi.model.api import (
    MediaType,
    Operation,
    Parameter,
    Response,
    Specification,
)
from sphinx_docsjson.openapi.reading.parse import items, mapping
from sphinx_docsjson.openapi.reading.resolver import ApiProblem, Resolver, child
from sphinx_docsjson.openapi.request.http import (
    File,
    Part,
    Request,
    RequestBody,
    Values,
    build_request,
    concrete,
    header_value,
    kind_of,
    media_type_of,
    plain,
)
from sphinx_docsjson.openapi.request.values import (
    Sampler,
    initial_values,
    other_bodies,
    sample_values,
)
from sphinx_docsjson.openapi.schema.examples import Examples


def message_problems(
    spec: Specification, examples: Examples, *, prefill: bool = False
) -> Iterator[ApiProblem]:
    """Yield the requests and responses that do not fit their operations.

    :param examples: what makes values where the description gives none.
    :param prefill: ``api.examples.prefill``.
    """
    messages = Messages(spec)
    sampler = Sampler(examples)
    for operation in spec.operations:
        name = f"{operation.method} {operation.path}"
        for values in begun(operation, sampler, prefill=prefill):
            kind = f" ({values.media_type})" if values.media_type else ""
            for reason in messages.request_errors(operation, values):
                yield _problem(f"the request of {name}{kind} does not fit: {reason}", operation)
        for status, reason in _responses(operation, messages, examples):
            message = f"the response {status} of {name} does not fit: {reason}"
            yield _problem(message, operation)


def begun(operation: Operation, sampler: Sampler, *, prefill: bool) -> Iterator[Values]:
    """Yield the values that the samples and the form show, one for each kind of body."""
    first = sample_values(operation, initial_values(operation, sampler, prefill=prefill), sampler)
    yield first
    for media, body in other_bodies(operation, sampler, prefill=prefill):
        yield replace(first, media_type=concrete(media.name), body=body)


def _responses(
    operation: Operation, messages: Messages, examples: Examples
) -> Iterator[tuple[str, str]]:
    """Yield the status and the reason of each response example that is wrong."""
    for response in operation.responses:
        for media in response.content[:1]:
            given = [e.value for e in media.examples if not e.missing and e.raw is None]
            if media.schema is None:
                continue
            if not given:
                where = child(media.pointer, "schema")
                given = [examples.value(media.schema, where, "response")]
            for value in given:
                found = messages.response_errors(operation, response, media, value, examples)
                yield from ((response.status, reason) for reason in found)


def _problem(message: str, operation: Operation) -> ApiProblem:
    return ApiProblem(message=message, pointer=operation.pointer, kind="openapi-request")


# Requests and responses of an operation, held against the description by openapi-core.
#
# They are only ever validated: unmarshalling imports code that a description names. Whatever a
# ``$ref`` outside of the document would fetch is refused.

HOST = "http://api.invalid"

logging.getLogger("openapi_core").setLevel(logging.ERROR)  # what it notes is in its errors


class _Arrived:
    """A request as openapi-core asks for it (``openapi_core.protocols.Request``)."""

    def __init__(self, operation: Operation, request: Request) -> None:
        wire = sent(request)
        url = urlsplit(wire.url)
        cookies = next((value for name, value in wire.headers if name == "Cookie"), "")
        self.host_url = HOST
        self.path = url.path
        self.path_pattern = operation.path.split("?")[0].split("#")[0]
        self.method = request.method.lower()
        self.content_type = wire.content_type
        self.body = wire.body
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(parse_qsl(url.query, keep_blank_values=True)),
            header=Headers(list(wire.headers)),
            cookie=ImmutableMultiDict(
                (unquote(name), unquote(value))
                for name, _, value in (pair.partition("=") for pair in cookies.split("; "))
            ),
            path=_in_path(self.path_pattern, url.path),
        )


class _Answered:
    """A response as openapi-core asks for it (``openapi_core.protocols.Response``)."""

    def __init__(self, status: int, media_type: str, data: bytes, headers: Headers) -> None:
        self.status_code = status
        self.content_type = media_type
        self.data = data
        self.headers = headers


class Messages:
    """Finds what is wrong with the requests and responses of one specification."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self._resolver = Resolver(spec.document)
        self._keywords = Keywords(self._resolver, spec.version)
        self._config = Config(
            spec_validator_cls=None,  # type: ignore[arg-type]  # as its documentation has it
            schema_validators_factory=SchemaValidatorsFactory(self._validators()),
            extra_media_type_deserializers=dict.fromkeys(_kinds_of_json(spec), _json),
        )

    def _validators(self) -> Any:
        """Return the class that judges examples, too; the bytes of a file are a text to it."""
        judges = self._keywords.validator_class()
        texts = judges.TYPE_CHECKER.redefine(
            "string", lambda _checker, value: isinstance(value, str | bytes)
        )
        # jsonschema's extend() has no annotations.
        return extend(judges, type_checker=texts)  # type: ignore[no-untyped-call]

    def request_errors(self, operation: Operation, values: Values) -> list[str]:
        """Return why an API would refuse the request that *operation* makes of *values*."""
        request = build_request(operation, _at_our_host(values))
        document = self._only(operation, values)
        if document is None:
            return []
        self._keywords.begin("request", strict=True)
        api = OpenAPI.from_dict(document, config=self._config)
        return self._said(api.iter_request_errors(_Arrived(operation, request)))

    def response_errors(
        self,
        operation: Operation,
        response: Response,
        media: MediaType,
        value: Any,
        made: Examples,
    ) -> list[str]:
        """Return how a JSON response differs from what the description promises.

        :param made: makes the headers that the response must have.
        """
        values = Values(server=HOST)
        document = self._only(operation, values)
        if document is None or kind_of(media.name) != "json" or "*" in media.name:
            return []
        status = re.sub("[xX]", "9", response.status) if response.status != "default" else "999"
        headers = Headers()
        for header in response.headers:
            if header.required and header.schema is not None:
                example = next((e.value for e in header.examples if e.value is not None), None)
                if example is None:
                    example = made.value(header.schema, header.schema_pointer, "response")
                parameter = Parameter(name=header.name, place="header", explode=header.explode)
                headers.add(header.name, header_value(plain(parameter, example)))
        data = json.dumps(value, default=str).encode()
        self._keywords.begin("response", strict=True)
        api = OpenAPI.from_dict(document, config=self._config)
        request = _Arrived(operation, build_request(operation, values))
        answer = _Answered(int(status), media.name, data, headers)
        return self._said(api.iter_response_errors(request, answer))

    def _said(self, errors: Iterator[Exception]) -> list[str]:
        found = []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about what is deprecated in the description
            try:
                for error in errors:
                    found += _reasons(error)
            except (RecursionError, KeyError, ValueError, TypeError, AttributeError, Unresolvable):
                # What it refers to is in another operation, or it is wrong in another way, which
                # is told elsewhere.
                return []
        return list(dict.fromkeys(found))

    def _only(self, operation: Operation, values: Values) -> dict[str, Any] | None:
        """Return the document with one operation at our host, as far as openapi-core reads it.

        With all operations it would look through a thousand paths for each request.
        """
        raw, _where = self._resolver.follow(self._resolver.get(operation.pointer), "")
        if not raw:
            return None
        shared = self._resolver.get(operation.pointer.rpartition("/")[0])
        inherited = items(mapping(shared).get("parameters"))
        listed = [*items(raw.get("parameters")), *inherited]
        kept = [self._resolver.follow(one, "")[0] for one in listed]
        own = {name: value for name, value in raw.items() if name not in ("servers", "callbacks")}
        own["parameters"] = [one for one in kept if self._is_read(one, operation, values)]
        if not self._is_body_read(operation, values):
            own.pop("requestBody", None)
        document = dict(self.spec.document)
        document["servers"] = [{"url": HOST}]
        path = operation.path.split("?")[0].split("#")[0]
        document["paths"] = {path: {operation.method.lower(): own}}
        return document

    def _is_read(self, raw: Mapping[str, Any], operation: Operation, values: Values) -> bool:
        """Whether openapi-core reads a parameter as it is sent.

        It reads no objects that are spread over a query, no deep objects behind a choice, and
        takes the template of a path for that of RFC 6570.
        """
        name, place = raw.get("name"), raw.get("in")
        if place not in ("path", "query", "header", "cookie") or "x-collectionFormat" in raw:
            return False
        style = raw.get("style", "simple" if place in ("path", "header") else "form")
        value = values.parameters.get(f"{place}:{name}")
        if place == "header" and str(name).lower() in ("accept", "content-type", "authorization"):
            return False
        if place == "path" and style != "simple":
            return False
        if isinstance(value, list):
            plain_items = not any(isinstance(v, Mapping | list) or "," in str(v) for v in value)
            return plain_items and style in ("form", "simple") and place != "cookie"
        return not isinstance(value, Mapping)

    def _is_body_read(self, operation: Operation, values: Values) -> bool:
        """Whether openapi-core reads the body: JSON, and forms of single values.

        It takes every part of ``multipart`` for a text, and reads no list in the style
        ``deepObject``. A form without fields is no body yet.
        """
        media = media_type_of(operation, values.media_type)
        kind = kind_of(media.name) if media is not None else "json"
        if media is None or kind not in ("form", "multipart"):
            return kind in ("json", "binary")
        if any(how.style == "deepObject" for how in media.encoding.values()):
            return False
        schema, _where = self._resolver.follow(mapping(media.schema), "")
        fields = mapping(values.body).values()
        read = str | File if kind == "multipart" else str | int | float | File
        return bool(fields) and all(isinstance(v, read) for v in fields) and "properties" in schema


def _json(value: bytes, **_parameters: str) -> Any:
    return read_json(value)


def _kinds_of_json(spec: Specification) -> Iterator[str]:
    """Yield the media types of a specification that are JSON; openapi-core knows a few."""
    for operation in spec.operations:
        bodies = (operation.body, *operation.responses)
        for media in (media for body in bodies if body for media in body.content):
            if kind_of(media.name) == "json":
                yield media.name.partition(";")[0].strip().lower()


def _at_our_host(values: Values) -> Values:
    return replace(values, server=HOST)


def _in_path(template: str, path: str) -> dict[str, str]:
    """Return the values that stand in a path."""
    names = re.findall(r"\{([^{}]+)\}", template)
    pieces = re.split(r"\{[^{}]+\}", template)
    found = re.fullmatch("(.*?)".join(map(re.escape, pieces)), path, re.DOTALL)
    return dict(zip(names, map(unquote, found.groups()), strict=True)) if found else {}


def _reasons(error: BaseException) -> list[str]:
    """Return what an error of openapi-core says, with what a schema refuses, one by one."""
    where = " ".join(
        str(getattr(error, name)) for name in ("location", "name") if hasattr(error, name)
    )
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, InvalidSchemaValue):
            prefix = f"{where}: " if where else ""
            return [f"{prefix}{reason_of(one)}" for one in cause.schema_errors]  # type: ignore[arg-type]
        last, cause = cause, cause.__cause__
    return [shortened(f"{where}: {last}" if where and str(last) != str(error) else str(error))]


# A request as its bytes: what a client makes of it. Pure.

BOUNDARY = "docsjson-7MA4YWxkTrZu0gW"
FILE = b"\x89PNG\r\n\x1a\n"
"""What stands for a file that a reader still has to choose."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sent:
    """A request on its way.

    :param content_type: empty without a body.
    """

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    content_type: str = ""
    body: bytes | None = None


def sent(request: Request) -> Sent:
    """Return what goes over the wire."""
    headers = request.headers
    if request.basic:
        pair = b64encode(":".join(request.basic).encode()).decode()
        headers = (*headers, ("Authorization", f"Basic {pair}"))
    kind, body = _body(request.body) if request.body else ("", None)
    return Sent(
        method=request.method, url=request.url, headers=headers, content_type=kind, body=body
    )


def _body(body: RequestBody) -> tuple[str, bytes]:
    if body.kind == "multipart":
        parts = b"".join(map(_part, body.parts))
        return f"{body.type}; boundary={BOUNDARY}", parts + f"--{BOUNDARY}--\r\n".encode()
    if body.kind == "binary":
        return body.type, FILE
    return body.type, body.text.encode("utf-8", "surrogatepass")


def _part(part: Part) -> bytes:
    named = f'form-data; name="{part.name}"' + (f'; filename="{part.file}"' if part.file else "")
    kind = part.type or ("application/octet-stream" if part.file else "")
    head = f"--{BOUNDARY}\r\nContent-Disposition: {named}\r\n"
    head += f"Content-Type: {kind}\r\n\r\n" if kind else "\r\n"
    return head.encode() + (FILE if part.file else part.value.encode()) + b"\r\n"
