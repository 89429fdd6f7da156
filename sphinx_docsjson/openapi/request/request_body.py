"""The body of a request: JSON, forms, text and files, as a program writes them. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sphinx_docsjson.openapi.model.exchange import SEPARATORS
from sphinx_docsjson.openapi.request.parameter_styles import (
    deep,
    form_text,
    header_value,
    names_and_values,
    scalar,
    well_formed,
)

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.api import Operation
    from sphinx_docsjson.openapi.model.exchange import Encoding, MediaType

BodyKind = Literal["json", "form", "multipart", "text", "binary"]

_LONG_NUMBER = re.compile(r"\d{16,}|[eE.]\d*\d{15}|\d[eE]")
_PART_TYPE = re.compile(
    r"[\w!#$&^.+-]+/[\w!#$&^.+-]+"
    r"(?: ?; ?(?!filename|headers|encoder)[\w.-]+=(?:[\w.+:-]+|\"[\w.+: -]*\"))*",
    re.ASCII,
)
"""One media type, without what curl would take for a list of files or a file of headers."""

_TEXT = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)', re.DOTALL)


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

    :param body: see :class:`~sphinx_docsjson.openapi.request.http_request.Values`.
    """
    media = media_type_of(operation, media_type)
    if media is None or body is None:
        return None
    name = concrete(media.name)
    kind = kind_of(name)
    if isinstance(body, File):
        return RequestBody(kind="binary", type=body.type or name, file=body.name)
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
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, indent=2)
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

    Numbers of more than 15 digits are rounded by languages that have only doubles, ``null`` is
    no body to ``requests``, and ``__proto__`` is no member in JavaScript: they are written as
    text.
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
    wanted = (how.content_type if how else None) or ""
    said = wanted if _PART_TYPE.fullmatch(wanted) else ""
    if value is None:
        return []
    if isinstance(value, (list, tuple)) and kind_of(said or "text/plain") != "json":
        return [part for item in value for part in multipart_parts(name, item, encoding)]
    if isinstance(value, File):
        return [Part(name=name, file=value.name, type=said or value.type)]
    return [Part(name=name, value=well_formed(scalar(value)), type=said)]
