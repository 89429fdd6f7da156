"""An OpenAPI description as frozen data: what an API offers, whatever version it is written in.

Schemas stay the raw mappings of the file, with every ``$ref`` a name: whoever needs what is
behind it asks ``Specification.resolver``. Inlining is what makes large specifications explode.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.reading.resolver import Resolver

Schema: TypeAlias = Mapping[str, Any] | bool
"""A JSON Schema as the file has it; ``$ref`` strings point into the bundled document."""

Place = Literal["path", "query", "header", "cookie", "querystring"]


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


@dataclass(frozen=True, kw_only=True, slots=True)
class OAuthFlow:
    """An OAuth 2 flow."""

    name: str
    authorization_url: str | None = None
    token_url: str | None = None
    refresh_url: str | None = None
    device_url: str | None = None
    scopes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class SecurityScheme:
    """A way to authenticate.

    :param key: its name in the file.
    :param type: ``apiKey``, ``http``, ``oauth2``, ``openIdConnect`` or ``mutualTLS``.
    :param place: for ``apiKey``: ``query``, ``header`` or ``cookie``.
    :param parameter: for ``apiKey``: the name of that parameter.
    :param scheme: for ``http``: ``basic``, ``bearer``, ``digest`` …, lower-case.
    """

    key: str
    type: str
    description: str = ""
    place: str = ""
    parameter: str = ""
    scheme: str = ""
    bearer_format: str = ""
    flows: tuple[OAuthFlow, ...] = ()
    openid_url: str | None = None
    deprecated: bool = False
    extensions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Requirement:
    """A scheme that a request must satisfy, with the scopes it needs."""

    scheme: SecurityScheme
    scopes: tuple[str, ...] = ()


Security: TypeAlias = tuple[tuple[Requirement, ...], ...]
"""The alternatives (OR), each a set of requirements that hold together (AND).

An empty alternative ``()`` means that no authentication is a choice; no alternatives at all
mean that the operation is open.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerVariable:
    """A variable of a server's URL."""

    name: str
    default: str
    enum: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Server:
    """A base URL; ``{name}`` in it stands for a variable."""

    url: str
    description: str = ""
    name: str = ""
    variables: tuple[ServerVariable, ...] = ()

    @property
    def default_url(self) -> str:
        """The URL with every variable at its default, without a slash at the end."""
        url = self.url
        for variable in self.variables:
            url = url.replace(f"{{{variable.name}}}", variable.default)
        return url.rstrip("/")


@dataclass(frozen=True, kw_only=True, slots=True)
class ExternalDocs:
    """A link to more documentation."""

    url: str
    description: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tag:
    """A group of operations, in the order of the file."""

    name: str
    title: str = ""
    description: str = ""
    parent: str | None = None
    external_docs: ExternalDocs | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeSample:
    """A request sample that the file brings (``x-codeSamples``)."""

    language: str
    label: str
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Callback:
    """A request that the API makes to an address it was given (``expression``)."""

    name: str
    expression: str
    operations: tuple[Operation, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Operation:
    """One operation, webhook or callback.

    :param spec: the key of its :class:`Specification`.
    :param method: upper-case (``GET``).
    :param path: the path, or the name of a webhook, or the expression of a callback.
    :param kind: what it is.
    :param servers: the servers that hold for it: its own, its path's, or the file's.
    :param security: see :data:`Security`.
    :param pointer: where it stands in the bundled document.
    :param refs: the ``$ref`` names that were followed to build it (schemas are not).
    """

    spec: str
    method: str
    path: str
    kind: Literal["operation", "webhook", "callback"] = "operation"
    operation_id: str | None = None
    summary: str = ""
    description: str = ""
    deprecated: bool = False
    stability: str = ""
    tags: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    responses: tuple[Response, ...] = ()
    callbacks: tuple[Callback, ...] = ()
    servers: tuple[Server, ...] = ()
    security: Security = ()
    external_docs: ExternalDocs | None = None
    code_samples: tuple[CodeSample, ...] = ()
    extensions: Mapping[str, Any] = field(default_factory=dict)
    pointer: str = ""
    refs: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What identifies it in its file: ``("GET", "/a")`` or ``("WEBHOOK", "name")``."""
        return ("WEBHOOK" if self.kind == "webhook" else self.method, self.path)

    @property
    def title(self) -> str:
        """The summary, or else the method and the path."""
        return self.summary or (
            self.path if self.kind == "webhook" else f"{self.method} {self.path}"
        )

    def in_place(self, place: str) -> tuple[Parameter, ...]:
        """Return its parameters of one place, in order."""
        return tuple(p for p in self.parameters if p.place == place)


@dataclass(frozen=True, kw_only=True)
class Specification:
    """An OpenAPI description.

    :param key: how documents and the navigation name it: its path from the source directory, or
        its URL.
    :param version: the version of OpenAPI that it is written in, such as ``3.1.0``.
    :param document: the bundled document: one mapping, all ``$ref`` strings inside it.
    :param operations: those of ``paths``, in the order of the file.
    :param tag_groups: ``x-tagGroups``: a name with the tags below it.
    """

    key: str
    version: str
    title: str
    description: str
    document: Mapping[str, Any]
    resolver: Resolver
    operations: tuple[Operation, ...] = ()
    webhooks: tuple[Operation, ...] = ()
    servers: tuple[Server, ...] = ()
    security: Security = ()
    security_schemes: Mapping[str, SecurityScheme] = field(default_factory=dict)
    tags: tuple[Tag, ...] = ()
    tag_groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    external_docs: ExternalDocs | None = None

    @property
    def stem(self) -> str:
        """The file name without its extension."""
        return self.key.rsplit("/", 1)[-1].rsplit(".", 1)[0]

    def find(self, method: str, path: str) -> Operation | None:
        """Return the operation *method* *path* (or ``WEBHOOK`` *name*), or ``None``."""
        wanted = (method.upper(), path)
        return next((o for o in (*self.operations, *self.webhooks) if o.key == wanted), None)
