"""Checks requests and responses against an API description with openapi-core.

``check`` validates what every form starts with and every page shows, and ``serve --mock`` what a
reader sends and gets. openapi-core takes half a second to load and 2 to 15 ms for each message, so
builds do it only on request.
"""

from __future__ import annotations

import logging
import re
import warnings
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from jsonschema.validators import extend
from openapi_core import Config, OpenAPI
from openapi_core.casting.schemas.exceptions import CastError
from openapi_core.datatypes import RequestParameters
from openapi_core.templating.media_types.exceptions import MediaTypeNotFound
from openapi_core.templating.security.exceptions import SecurityNotFound
from openapi_core.validation.request.exceptions import SecurityValidationError
from openapi_core.validation.schemas.exceptions import InvalidSchemaValue
from openapi_core.validation.schemas.factories import SchemaValidatorsFactory
from referencing.exceptions import Unresolvable
from werkzeug.datastructures import Headers, ImmutableMultiDict

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.ext.api_checks.examples import DOES_NOT_MATCH as EXAMPLE_DOES_NOT_MATCH
from sphinx_docsjson.ext.api_checks.values import Keywords, reason_of, shortened, shown
from sphinx_docsjson.ext.openapi.model.api import Operation, Specification
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.ext.openapi.reading.resolver import ApiProblem, Resolver
from sphinx_docsjson.ext.openapi.request.http import (
    IGNORED_HEADERS,
    Part,
    Request,
    RequestBody,
    Values,
    build_request,
    concrete,
    kind_of,
)
from sphinx_docsjson.ext.openapi.request.values import (
    ApiAnswer,
    Sampler,
    answers_of,
    initial_values,
    other_bodies,
    sample_values,
)
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.view import Direction, types_of


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
        for number, values in enumerate(begun(operation, sampler, prefill=prefill)):
            if number and values.body == "":
                continue  # nobody can make up XML; it is missed where the page shows it first
            kind = f" ({values.media_type})" if values.media_type else ""
            for reason in messages.request_errors(operation, values):
                yield _problem(f"the request of {name}{kind}{DOES_NOT_MATCH}{reason}", operation)
        for answer in answers_of(operation, examples):
            for reason in messages.answer_errors(operation, answer):
                which = f"the response {answer.described} of {name}"
                yield _problem(f"{which}{DOES_NOT_MATCH}{reason}", operation)


DOES_NOT_MATCH = " does not match the description: "


def unreported(problems: Iterable[ApiProblem], told: Iterable[ApiProblem]) -> Iterator[ApiProblem]:
    """Yield the problems that no example or default has, with what to do about them.

    A value in the description that does not match is reported at its place.

    :param told: what is wrong with examples and defaults, each by itself.
    """
    known = {_reason(problem.message) for problem in told}
    for problem in problems:
        if _reason(problem.message) not in known:
            yield replace(
                problem,
                message=f"{problem.message}; give it an example that does, or correct the schema",
            )


def _reason(message: str) -> str:
    """Return what is wrong with a value, without where it is."""
    said = message.partition(DOES_NOT_MATCH)[2] or message.partition(EXAMPLE_DOES_NOT_MATCH)[2]
    parameter, mark, rest = said.partition(": ")
    if mark and parameter.partition(" ")[0] in ("query", "path", "header", "cookie"):
        said = rest
    reason, mark, _pointer = said.rpartition(" at /")
    return reason if mark else said


def begun(operation: Operation, sampler: Sampler, *, prefill: bool) -> Iterator[Values]:
    """Yield the values that the samples and the form show, one for each kind of body."""
    first = sample_values(operation, initial_values(operation, sampler, prefill=prefill), sampler)
    yield first
    for media, body in other_bodies(operation, sampler, prefill=prefill):
        yield replace(first, media_type=concrete(media.name), body=body)


def _problem(message: str, operation: Operation) -> ApiProblem:
    return ApiProblem(message=message, pointer=operation.pointer, kind="openapi-request")


# Requests and responses of an operation, validated against the description by openapi-core.
#
# They are only validated: unmarshalling would import code that a description names. A ``$ref``
# that would fetch something outside the document is refused.

HOST = "http://api.invalid"

logging.getLogger("openapi_core").setLevel(logging.ERROR)  # its notes are in its errors


class _Arrived:
    """A request as openapi-core asks for it (``openapi_core.protocols.Request``)."""

    def __init__(self, operation: Operation, wire: Sent) -> None:
        url = urlsplit(wire.url)
        cookies = next((value for name, value in wire.headers if name == "Cookie"), "")
        self.host_url = HOST
        self.path = url.path
        self.path_pattern = path_of(operation)
        self.method = wire.method.lower()
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

    def __init__(self, answer: ApiAnswer) -> None:
        self.status_code = answer.status
        self.content_type = answer.media_type
        self.data = answer.body.encode("utf-8", "surrogatepass")
        self.headers = Headers(list(answer.headers))


class Refusal(NamedTuple):
    """Why a request is refused.

    :param status: the status that an API would answer with.
    """

    reason: str
    status: int = 400


class Messages:
    """Finds what is wrong with the requests and answers of one specification."""

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
        return extend(judges, type_checker=texts)  # type: ignore[no-untyped-call]  # jsonschema has no types

    def request_errors(self, operation: Operation, values: Values) -> list[str]:
        """Return why an API would refuse the request that *operation* makes of *values*."""
        wire = sent(build_request(operation, replace(values, server=HOST)))
        # A parameter without a value stays ``{memory_id}`` in the path, for the reader to fill in.
        names = {p.name for p in operation.parameters if p.place == "path"}
        open_ = {name for name in names if values.parameters.get(f"path:{name}") is None}
        found = self.refusals(operation, wire, is_begun=True, open_in_path=open_)
        return [one.reason for one in found]

    def refusals(
        self,
        operation: Operation,
        wire: Sent,
        *,
        is_begun: bool = False,
        open_in_path: Collection[str] = (),
    ) -> list[Refusal]:
        """Return why an API would refuse a request to *operation* at :data:`HOST`.

        :param is_begun: a reader has yet to fill the form; otherwise a page has sent it, which a
            browser lets have no cookies.
        :param open_in_path: the parameters of the path that have no value yet.
        """
        own = self._own(operation)
        if own is None:
            return []
        place = "" if is_begun else "cookie"
        own["parameters"] = [
            one
            for one in own["parameters"]
            if one.get("in") != place
            and not (one.get("in") == "path" and one.get("name") in open_in_path)
            and self._is_read(one, wire)
        ]
        self._change_security(own, place)
        if not self._is_body_read(operation, wire, is_begun=is_begun):
            own.pop("requestBody", None)
        api = self._api(operation, own, "request")
        return self._told(api.iter_request_errors(_Arrived(operation, wire)))

    def answer_errors(self, operation: Operation, answer: ApiAnswer) -> list[str]:
        """Return how a JSON answer differs from what the description promises."""
        own = self._own(operation)
        is_judged = kind_of(answer.media_type) == "json" and "*" not in answer.media_type
        response = next((r for r in operation.responses if r.status == answer.described), None)
        if own is None or response is None or not is_judged:
            return []
        # The right one is found first: a number that stands for a range may be described as well.
        own["responses"] = {str(answer.status): self._resolver.get(response.pointer)}
        api = self._api(operation, own, "response")
        request = _Arrived(operation, sent(build_request(operation, Values(server=HOST))))
        found = self._told(api.iter_response_errors(request, _Answered(answer)))
        return [one.reason for one in found]

    def _api(self, operation: Operation, own: dict[str, Any], direction: Direction) -> OpenAPI:
        """Return the document with one operation at our host, as far as openapi-core reads it.

        With all operations it would search a thousand paths for each request.
        """
        components = dict(mapping(self.spec.document.get("components")))
        schemes = mapping(components.get("securitySchemes")).items()
        components["securitySchemes"] = {name: self._scheme(one) for name, one in schemes}
        document = dict(self.spec.document) | {"components": components}
        document["servers"] = [{"url": HOST}]
        document["paths"] = {path_of(operation): {operation.method.lower(): own}}
        self._keywords.begin(direction, strict=True)
        return OpenAPI.from_dict(document, config=self._config)

    def _own(self, operation: Operation) -> dict[str, Any] | None:
        """Return an operation as the document has it, with the parameters of its path."""
        raw, _where = self._resolver.follow(self._resolver.get(operation.pointer), "")
        if not raw:
            return None
        shared = self._resolver.get(operation.pointer.rpartition("/")[0])
        inherited = items(mapping(shared).get("parameters"))
        listed = [*items(raw.get("parameters")), *inherited]
        own = {name: value for name, value in raw.items() if name not in ("servers", "callbacks")}
        own["parameters"] = [self._resolver.follow(one, "")[0] for one in listed]
        return own

    def _scheme(self, raw: Any) -> dict[str, Any]:
        """Return a security scheme; to openapi-core ``Bearer`` is not ``bearer``."""
        scheme = dict(self._resolver.follow(raw, "")[0])
        if isinstance(scheme.get("scheme"), str):
            scheme["scheme"] = scheme["scheme"].lower()
        return scheme

    def _change_security(self, own: dict[str, Any], place: str) -> None:
        """Remove from the requirements of an operation what is not asked for.

        openapi-core knows no ``mutualTLS``, which no form supports either.

        :param place: where no credentials come from.
        """
        known = mapping(mapping(self.spec.document.get("components")).get("securitySchemes"))
        schemes = {name: self._scheme(one) for name, one in known.items()}
        asked = {
            name
            for name, one in schemes.items()
            if one.get("type") in _CREDENTIALS and one.get("in") != place
        }
        required = own.get("security", self.spec.document.get("security"))
        own["security"] = [
            {name: scopes for name, scopes in mapping(one).items() if name in asked}
            for one in items(required)
        ]

    def _told(self, errors: Iterator[Exception]) -> list[Refusal]:
        found: list[Refusal] = []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about what is deprecated in the description
            try:
                for error in errors:
                    found += (Refusal(reason, _status(error)) for reason in _reasons(error))
            except (RecursionError, KeyError, ValueError, TypeError, AttributeError, Unresolvable):
                # What it refers to is in another operation, or it is wrong in another way, which
                # is reported elsewhere.
                return []
        return list(dict.fromkeys(found))

    def _is_read(self, raw: Mapping[str, Any], wire: Sent) -> bool:
        """Whether openapi-core reads a parameter as it is sent.

        It cannot read objects that are spread over a query, or deep objects behind a choice,
        treats the template of a path as one of RFC 6570, and splits a list after decoding it.
        """
        name, place = raw.get("name"), raw.get("in")
        if place not in ("path", "query", "header", "cookie") or "x-collectionFormat" in raw:
            return False
        style = raw.get("style", "simple" if place in ("path", "header") else "form")
        if place == "header" and str(name).lower() in IGNORED_HEADERS:
            return False
        if style == "deepObject" or (place == "path" and style != "simple"):
            return False
        kinds = self._types(raw.get("schema"))
        if "array" in kinds:
            inside = self._types(raw.get("schema"), "items")
            is_cut = "%2c" in wire.url.lower() and raw.get("explode") is not True
            is_plain = inside.isdisjoint(("object", "array")) and not is_cut
            return is_plain and style in ("form", "simple") and place != "cookie"
        return "object" not in kinds

    def _types(self, schema: Any, inside: str = "") -> set[str]:
        """Return the types that a schema may be of, or those of its *inside*: ``items``."""
        found: set[str] = set()
        seen: set[int] = set()
        waiting = [schema]
        while waiting:
            part = waiting.pop()
            if not isinstance(part, Mapping) or id(part) in seen:
                continue
            seen.add(id(part))
            if isinstance(part.get("$ref"), str):
                waiting.append(self._resolver.get(part["$ref"]))
            for word in ("allOf", "anyOf", "oneOf"):
                waiting += items(part.get(word))
            if inside:
                found |= self._types(part.get(inside))
            else:
                found.update(types_of(part.get("type")))
                found |= {kind for word, kind in _SAYS.items() if word in part}
        return found

    def _is_body_read(self, operation: Operation, wire: Sent, *, is_begun: bool) -> bool:
        """Whether openapi-core reads the body: JSON, and forms of single values.

        It treats every part of ``multipart`` as a string, and cannot read a list in the style
        ``deepObject``. A form that starts without fields has no body yet.
        """
        name = essence(wire.content_type)
        content = operation.body.content if operation.body else ()
        media = next((m for m in content if fnmatchcase(name, essence(m.name))), None)
        if not wire.body:
            kinds = {kind_of(one.name) for one in content}
            return not is_begun or kinds.isdisjoint(("form", "multipart"))
        kind = kind_of(name)
        if media is None or kind not in ("form", "multipart"):
            return media is None or kind in ("json", "binary")
        if any(how.style == "deepObject" for how in media.encoding.values()):
            return False
        schema, _where = self._resolver.follow(mapping(media.schema), "")
        fields = mapping(schema.get("properties"))
        read = {"string"} if kind == "multipart" else {"string", "integer", "number", "boolean"}
        return bool(fields) and all(self._types(one) <= read for one in fields.values())


_CREDENTIALS = ("apiKey", "http", "oauth2", "openIdConnect")
_SAYS = {"properties": "object", "additionalProperties": "object", "items": "array"}
"""Keywords that only values of one type have → that type, which schemas often leave out."""


def essence(media_type: str) -> str:
    """Return a media type without its parameters."""
    return media_type.partition(";")[0].strip().lower()


def path_of(operation: Operation) -> str:
    """Return the path of an operation without what is behind it to tell it from others."""
    return operation.path.split("?")[0].split("#")[0]


def _status(error: Exception) -> int:
    """Return the status that an API would answer with (RFC 9110, section 15.5)."""
    if isinstance(error, SecurityValidationError):
        return 401
    return 415 if isinstance(error.__cause__, MediaTypeNotFound) else 400


def _json(value: bytes, **_parameters: str) -> Any:
    return read_json(value)


def _kinds_of_json(spec: Specification) -> Iterator[str]:
    """Yield the media types of a specification that are JSON; openapi-core knows a few."""
    for operation in spec.operations:
        bodies = (operation.body, *operation.responses)
        for media in (media for body in bodies if body for media in body.content):
            if kind_of(media.name) == "json":
                yield essence(media.name)


def _in_path(template: str, path: str) -> dict[str, str]:
    """Return the values that are in a path."""
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
        if isinstance(cause, SecurityNotFound):
            ways = " or ".join(" and ".join(map(repr, names)) for names in cause.schemes)
            return [f"no credentials for {ways}"]
        if isinstance(cause, CastError):
            return [f"{where}: {shown(cause.value)} is not of type {cause.type!r}"]
        if isinstance(cause, InvalidSchemaValue):
            prefix = f"{where}: " if where else ""
            return [f"{prefix}{reason_of(one)}" for one in cause.schema_errors]  # type: ignore[arg-type]  # it is there for this validator
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
