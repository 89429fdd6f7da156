"""What requests and responses carry, as frozen data: parameters, bodies, headers, examples.

Schemas stay the raw mappings of the file, with every ``$ref`` a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Schema: TypeAlias = Mapping[str, Any] | bool
"""A JSON Schema as the file has it; ``$ref`` strings point into the bundled document."""

Place = Literal["path", "query", "header", "cookie", "querystring"]


SEPARATORS = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}
"""Style → what stands between the items of a list. OpenAPI has them in
queries and forms; Swagger 2.0 has them everywhere, and tabs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    """An example value; ``raw`` is its serialised text when the file gives only that.

    :param missing: the value lies outside the file (``externalValue``) and is not known here.
    """

    name: str
    value: Any = None
    raw: str | None = None
    summary: str = ""
    description: str = ""
    url: str | None = None
    pointer: str = ""

    @property
    def missing(self) -> bool:
        """Whether the value is only linked to."""
        return self.url is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class Header:
    """A header of a response or of a part of a multipart body.

    :param media_type: the media type of the value when it is serialised by ``content``.
    :param pointer: where it stands in the bundled document, such as ``#/paths/~1a/get/…``.
    :param schema_pointer: where its schema stands.
    """

    name: str
    required: bool = False
    deprecated: bool = False
    description: str = ""
    explode: bool = False
    schema: Schema | None = None
    media_type: str | None = None
    examples: tuple[Example, ...] = ()
    pointer: str = ""
    schema_pointer: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Parameter(Header):
    """A parameter of an operation: like a header, in one of several places.

    :param style: how the value is serialised; the default of its place when the file is silent.
    """

    place: Place
    style: str = "simple"
    allow_reserved: bool = False
    extensions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Encoding:
    """How one property of a form is written (``application/x-www-form-urlencoded``, multipart)."""

    content_type: str | None = None
    style: str | None = None
    explode: bool | None = None
    allow_reserved: bool = False
    headers: tuple[Header, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class MediaType:
    """The content of a body in one media type.

    :param item_schema: the schema of each item of a stream (OpenAPI 3.2).
    """

    name: str
    schema: Schema | None = None
    item_schema: Schema | None = None
    examples: tuple[Example, ...] = ()
    encoding: Mapping[str, Encoding] = field(default_factory=dict)
    pointer: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Body:
    """The body of a request, in each media type that it may have."""

    content: tuple[MediaType, ...]
    required: bool = False
    description: str = ""
    pointer: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """What a value of a response can be used for next."""

    name: str
    operation_id: str | None = None
    operation_ref: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    request_body: Any = None
    server: str = ""
    description: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Response:
    """A response; ``status`` is a code, a range such as ``4XX``, or ``default``."""

    status: str
    summary: str = ""
    description: str = ""
    headers: tuple[Header, ...] = ()
    content: tuple[MediaType, ...] = ()
    links: tuple[Link, ...] = ()
    pointer: str = ""
