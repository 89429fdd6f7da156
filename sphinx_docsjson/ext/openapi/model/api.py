"""An API description as frozen data, independent of the version it is written in.

Schemas stay the raw mappings of the file, with every ``$ref`` a name: to follow one, call
``Specification.resolver``. Inlining is what makes large specifications explode.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_docsjson.ext.openapi.reading.locations import AS_WRITTEN, SourcePointers
from sphinx_docsjson.ext.openapi.reading.parse import mapping, optional_text, text
from sphinx_docsjson.urls import without_ways_up

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.reading.resolver import Resolver
    from sphinx_docsjson.site.model import Location


@dataclass(frozen=True, kw_only=True, slots=True)
class ExternalDocs:
    """A link to more documentation."""

    url: str
    description: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class OperationTag:
    """A group of operations, in the order of the file.

    :param title: how readers see it, where that is not its name.
    :param kind: what it is for (OpenAPI 3.2): ``nav``, ``badge``, ``audience`` …
    :param groups: whether it is a group of the navigation, and not a mark of operations.
    """

    name: str
    title: str = ""
    summary: str = ""
    description: str = ""
    parent: str | None = None
    kind: str = ""
    groups: bool = True
    external_docs: ExternalDocs | None = None

    @property
    def label(self) -> str:
        """How readers see it."""
        return self.title or self.name


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


OperationKind: TypeAlias = Literal["operation", "webhook", "callback", "channel"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Operation:
    """One operation, webhook or callback; or one channel of AsyncAPI, with all that it carries.

    :param spec: the key of its :class:`Specification`.
    :param method: upper-case (``GET``).
    :param path: the path, or the name of a webhook, or the expression of a callback.
    :param kind: what it is.
    :param summary_is_shared: its summary is that of its path, or there is none; and so is its
        description.
    :param hidden: it has a page, which is not in the navigation (``x-hidden``).
    :param servers: the servers that hold for it: its own, its path's, or the file's.
    :param security: see :data:`Security`.
    :param pointer: where it is in the bundled document.
    :param refs: the ``$ref`` names that were followed to build it (schemas are not).
    :param one_of_several: its path or webhook has other methods, too.
    :param channel: what a channel carries; then the method is its protocol.
    """

    spec: str
    method: str
    path: str
    kind: OperationKind = "operation"
    operation_id: str | None = None
    summary: str = ""
    summary_is_shared: bool = False
    description_is_shared: bool = False
    description: str = ""
    deprecated: bool = False
    hidden: bool = False
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
    one_of_several: bool = False
    channel: Channel | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What identifies it in its file: ``("GET", "/a")`` or ``("WEBHOOK", "name")``.

        Of a webhook with several methods each is called by its own: ``("WEBHOOK", "POST name")``.
        A channel has the name that its file gives it: ``("CHANNEL", "name")``.
        """
        if self.channel is not None:
            return (CHANNEL, self.channel.name)
        if self.kind != "webhook":
            return (self.method, self.path)
        return ("WEBHOOK", f"{self.method} {self.path}" if self.one_of_several else self.path)

    @property
    def title(self) -> str:
        """The summary on one line, or else its id or its description, or the method and the path.

        The summary of a path would give all of its operations the same title. The name of a
        webhook says more than a part of its summary.
        """
        title = short_title(self.summary)
        if self.channel is not None:
            return title or self.channel.label
        if self.kind != "webhook":
            named = "" if self.summary_is_shared else title
            named = named or title_of_id(self.operation_id or "")
            if not named and not self.description_is_shared:
                named = _brief(self.description)
            return named or f"{self.method} {self.path}"
        is_whole = len(title) >= len(self.summary.strip().removesuffix("."))
        return title if title and is_whole else self.path

    @property
    def about(self) -> str:
        """The description; before it the summary, when the title is only a part of that."""
        text = " ".join(self.summary.split())
        known = text in ("", f"{self.title}.") or is_all_of(self.title, self.summary)
        if known or " ".join(self.description.split()).startswith(text):
            return self.description
        return f"{self.summary.strip()}\n\n{self.description}".strip()

    def in_place(self, place: str) -> tuple[Parameter, ...]:
        """Return its parameters of one place, in order."""
        return tuple(p for p in self.parameters if p.place == place)


# A channel of AsyncAPI: who sends and receives which messages over it, as frozen data.

CHANNEL = "CHANNEL"
"""What stands for the method of a channel where one identifies it."""

MessageAction: TypeAlias = Literal["send", "receive"]
"""What the described application does (AsyncAPI 3). ``publish`` of version 2 is ``receive``: it
says what others may do, and so is ``subscribe`` ``send``."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProtocolBinding:
    """What is special to a protocol.

    :param values: the fields of the binding, without those that are schemas.
    :param schemas: the fields that are schemas, such as ``query`` of WebSockets, by their names.
    """

    protocol: str
    values: Mapping[str, Any] = field(default_factory=dict)
    schemas: tuple[MediaType, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ChannelMessage:
    """A message that is sent over a channel, with its traits merged.

    :param key: its name on the channel, unique there.
    :param payload: its content; one in a format that is not a JSON Schema has no schema.
    :param headers: its headers, a schema of an object.
    :param sources: the parts that are no JSON Schema: their name, the format, and the text.
    :param correlation: where the id that ties messages together is, and what is said about it.
    """

    key: str
    name: str = ""
    title: str = ""
    summary: str = ""
    description: str = ""
    deprecated: bool = False
    content_type: str = ""
    payload: MediaType | None = None
    headers: MediaType | None = None
    sources: tuple[tuple[str, str, str], ...] = ()
    correlation: tuple[str, str] | None = None
    tags: tuple[str, ...] = ()
    external_docs: ExternalDocs | None = None
    bindings: tuple[ProtocolBinding, ...] = ()
    pointer: str = ""

    @property
    def label(self) -> str:
        """How readers see it."""
        return self.title or self.name or self.key


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What answers the messages of an operation (AsyncAPI 3).

    :param channel: the name of the channel of the answer; nothing: it is known only at run time.
    :param messages: what may come: the names and, of those of this channel, the keys.
    :param address: where the address is at run time, and what is said about it.
    """

    channel: str = ""
    messages: tuple[tuple[str, str], ...] = ()
    address: tuple[str, str] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ChannelOperation:
    """What the application does with a channel.

    :param word: how the file says it: ``publish`` and ``subscribe`` in AsyncAPI 2.
    :param messages: names and, of those of this channel, keys; one of them is sent at a time.
    """

    action: MessageAction
    word: str
    name: str = ""
    title: str = ""
    summary: str = ""
    description: str = ""
    deprecated: bool = False
    messages: tuple[tuple[str, str], ...] = ()
    security: Security = ()
    tags: tuple[str, ...] = ()
    external_docs: ExternalDocs | None = None
    bindings: tuple[ProtocolBinding, ...] = ()
    reply: Reply | None = None
    pointer: str = ""

    @property
    def key(self) -> str:
        """What tells it from the messages and the other operations of its channel."""
        return f"{self.word} {self.name}".strip()


@dataclass(frozen=True, kw_only=True, slots=True)
class Channel:
    """What a channel carries.

    :param name: what identifies it in its file: in AsyncAPI 2 its address.
    :param label: its title where the file gives it none.
    :param addressed: whether its address is known before run time.
    """

    name: str
    label: str
    addressed: bool = True
    operations: tuple[ChannelOperation, ...] = ()
    messages: tuple[ChannelMessage, ...] = ()
    bindings: tuple[ProtocolBinding, ...] = ()

    def part(self, operation: ChannelOperation) -> str:
        """Return the name by which a page of its own means one operation of many."""
        return f"{self.name} {operation.name}"

    @property
    def media(self) -> Iterator[tuple[str, str, MediaType]]:
        """Yield the schemas of its page: whose they are, what it is, and the schema.

        They are those of a message, of an operation (see its ``key``), or of the channel.
        """
        for owner, bindings in (
            ("", self.bindings),
            *((o.key, o.bindings) for o in self.operations),
        ):
            for binding in bindings:
                for schema in binding.schemas:
                    yield owner, f"{binding.protocol} {schema.name}", schema
        for message in self.messages:
            if message.headers is not None:
                yield message.key, "header", message.headers
            if message.payload is not None:
                yield message.key, "", message.payload
            for binding in message.bindings:
                for schema in binding.schemas:
                    yield message.key, f"{binding.protocol} {schema.name}", schema


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkTarget:
    """The operation that a link of a response means, and the document of its page."""

    operation: Operation
    docname: str | None


# What a description says about its API as a whole: the Info Object, as frozen data. Pure.


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiContact:
    """Who answers questions about an API."""

    name: str = ""
    url: str | None = None
    email: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiLicence:
    """The licence of an API.

    :param identifier: its name in the list of SPDX.
    """

    name: str
    url: str | None = None
    identifier: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiInfo:
    """The Info Object without the title, which :class:`Specification` has.

    :param version: the version of the description, such as ``1.2.0``.
    :param id: the URI of the application (AsyncAPI).
    :param terms: the address of the terms of service.
    """

    version: str = ""
    id: str = ""
    summary: str = ""
    description: str = ""
    terms: str | None = None
    contact: ApiContact | None = None
    licence: ApiLicence | None = None


@dataclass(frozen=True, kw_only=True)
class Specification:
    """An OpenAPI description.

    :param key: how documents and the navigation name it: its path from the source directory, or
        its URL.
    :param version: the version of OpenAPI that it is written in, such as ``3.1.0``.
    :param document: the bundled document: one mapping, all ``$ref`` strings inside it.
    :param source_pointers: where the parts of the document are in its files.
    :param files: the keys of all files that it was read from, overlays among them.
    :param named: where the project names it: what is wrong in a file that nobody here can edit
        is reported there.
    :param operations: those of ``paths``, in the order of the file.
    :param channels: those of an AsyncAPI description, which has no operations.
    :param tag_groups: ``x-tagGroups``: a name with the tags below it.
    """

    key: str
    version: str
    title: str
    description: str
    info: ApiInfo = field(default_factory=ApiInfo)
    document: Mapping[str, Any]
    resolver: Resolver
    source_pointers: SourcePointers = AS_WRITTEN
    files: tuple[str, ...] = ()
    named: Location | None = None
    operations: tuple[Operation, ...] = ()
    webhooks: tuple[Operation, ...] = ()
    channels: tuple[Operation, ...] = ()
    servers: tuple[Server, ...] = ()
    security: Security = ()
    security_schemes: Mapping[str, SecurityScheme] = field(default_factory=dict)
    tags: tuple[OperationTag, ...] = ()
    tag_groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    external_docs: ExternalDocs | None = None

    @cached_property
    def every_operation(self) -> tuple[Operation, ...]:
        """The operations and the webhooks; of an AsyncAPI description the channels."""
        return (*self.operations, *self.webhooks, *self.channels)

    @property
    def in_groups(self) -> tuple[Operation, ...]:
        """What tags sort: the operations, or the channels."""
        return (*self.operations, *self.channels)

    @property
    def is_async(self) -> bool:
        """Whether it is a description of AsyncAPI."""
        return "asyncapi" in self.document

    @cached_property
    def by_key(self) -> Mapping[tuple[str, str], Operation]:
        """The operations and webhooks by what identifies them; of equal ones the first."""
        return {each.key: each for each in reversed(self.every_operation)}

    @property
    def stem(self) -> str:
        """The file name without its extension."""
        return self.key.rsplit("/", 1)[-1].rsplit(".", 1)[0]

    @property
    def schema_names(self) -> Collection[str]:
        """The names of its schemas that others refer to."""
        components = self.document.get("components")
        schemas = components.get("schemas") if isinstance(components, Mapping) else None
        return schemas if isinstance(schemas, Mapping) else ()

    def tag(self, name: str) -> OperationTag:
        """Return the tag *name*; one that is not declared says nothing."""
        found = (tag for tag in self.tags if tag.name == name)
        return next(found, OperationTag(name=name))

    def grouping_tag(self, operation: Operation) -> str | None:
        """Return the first tag of an operation that is a group, ``None`` without any."""
        return next((name for name in operation.tags if self.tag(name).groups), None)


# Where an API is reached and what lets a request in, as frozen data.

_NO_PATH = re.compile(r"[\x00-\x20?#\\]")
_VARIABLE = re.compile(r"\{([^{}]+)\}")


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
    default: str | None
    enum: tuple[str, ...] = ()
    description: str = ""

    @property
    def start(self) -> str:
        """What stands for it in a URL: its default, or a value that it may have, or its name."""
        if self.default is not None:
            return self.default
        return next((value for value in self.enum if value), self.name)


@dataclass(frozen=True, kw_only=True, slots=True)
class Server:
    """A base URL; ``{name}`` in it stands for a variable.

    :param protocol: what AsyncAPI says about it: the protocol, and its version. Only there it has
        bindings, tags and documentation elsewhere.
    """

    url: str
    description: str = ""
    name: str = ""
    variables: tuple[ServerVariable, ...] = ()
    protocol: str = ""
    bindings: tuple[ProtocolBinding, ...] = ()
    tags: tuple[OperationTag, ...] = ()
    external_docs: ExternalDocs | None = None

    @property
    def starts(self) -> dict[str, str]:
        """What each variable of the URL begins with: one that nobody describes, its name."""
        known = {variable.name: variable.start for variable in self.variables}
        return {name: known.get(name, name) for name in _VARIABLE.findall(self.url)}

    @property
    def default_url(self) -> str:
        """The URL with every variable at its default, without a slash at the end."""
        return self.with_values(self.starts).rstrip("/")

    def with_values(self, values: Mapping[str, str]) -> str:
        """Return the URL with *values* for its variables; one without a value stays.

        A value stays within the segments that it is in.
        """
        return "/".join(
            without_ways_up(_filled(segment, values)) if "{" in segment else segment
            for segment in self.url.split("/")
        )


def _filled(segment: str, values: Mapping[str, str]) -> str:
    """Return a segment of a URL with values for its variables, put in in one step."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in values:
            return found[0]
        return _NO_PATH.sub(lambda match: quote(match[0]), values[found[1]])

    return _VARIABLE.sub(value, segment)


def info_of(raw: Mapping[str, Any]) -> ApiInfo:
    """Return what an Info Object says."""
    contact, licence = mapping(raw.get("contact")), mapping(raw.get("license"))
    who = ApiContact(
        name=text(contact.get("name")),
        url=optional_text(contact.get("url")),
        email=optional_text(contact.get("email")),
    )
    terms = ApiLicence(
        name=text(licence.get("name")) or text(licence.get("identifier")),
        url=optional_text(licence.get("url")),
        identifier=optional_text(licence.get("identifier")),
    )
    return ApiInfo(
        version=text(raw.get("version")),
        summary=text(raw.get("summary")),
        description=text(raw.get("description")),
        terms=optional_text(raw.get("termsOfService")),
        contact=who if who != ApiContact() else None,
        licence=terms if terms.name else None,
    )


# What requests and responses carry, as frozen data: parameters, bodies, headers, examples.
#
# Schemas stay the raw mappings of the file, with every ``$ref`` a name.

Schema: TypeAlias = Mapping[str, Any] | bool
"""A JSON Schema as the file has it; ``$ref`` strings point into the bundled document."""

ParameterLocation = Literal["path", "query", "header", "cookie", "querystring"]


SEPARATORS = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}
"""Style → what is between the items of a list. OpenAPI has them in
queries and forms; Swagger 2.0 has them everywhere, and tabs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    """An example value; ``raw`` is its serialised text when the file gives only that.

    :param missing: the value is outside the file (``externalValue``) and is not known here.
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
    :param pointer: where it is in the bundled document, such as ``#/paths/~1a/get/…``.
    :param schema_pointer: where its schema is.
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

    place: ParameterLocation
    style: str = "simple"
    allow_reserved: bool = False
    allow_empty: bool = False
    extensions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Encoding:
    """How one property of a form is written (``application/x-www-form-urlencoded``, multipart).

    :param content_type: a media type, a range of them, or several, parted by commas.
    """

    content_type: str | None = None
    style: str | None = None
    explode: bool | None = None
    allow_reserved: bool = False
    headers: tuple[Header, ...] = ()

    @property
    def part_type(self) -> str:
        """The media type that a part is sent with: the first that is not a range, else none."""
        named = (each.strip() for each in (self.content_type or "").split(","))
        return next((each for each in named if each and "*" not in each), "")


@dataclass(frozen=True, kw_only=True, slots=True)
class MediaType:
    """The content of a body in one media type.

    :param item_schema: the schema of each item of a stream (OpenAPI 3.2).
    :param keyword: the field below *pointer* that has the schema.
    """

    name: str
    schema: Schema | None = None
    item_schema: Schema | None = None
    examples: tuple[Example, ...] = ()
    encoding: Mapping[str, Encoding] = field(default_factory=dict)
    pointer: str = ""
    keyword: str = "schema"


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


# What an operation is called where there is room for a line: its summary, shortened. Pure.

LONG = 100
"""A summary of more characters is cut after its first sentence, and then between words."""

_MARKS = re.compile(r"[*_`\[\]<>#&\\!~|\n]")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"'`(])")
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|no|approx)\.$", re.IGNORECASE)


@lru_cache(maxsize=4096)
def short_title(text: str) -> str:
    """Return a summary as a title: plain text, and of a long one its first sentence."""
    plain = _plain(text) if _MARKS.search(text) else " ".join(text.split())
    if len(plain) <= LONG:
        return plain
    sentence = _first_sentence(plain)
    if len(sentence) <= LONG:
        return sentence.removesuffix(".")
    return f"{sentence[:LONG].rpartition(' ')[0].rstrip(',;:–- ') or sentence[:LONG]}…"


_PARTS_OF_IDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[0-9]+")
"""A word of an id such as ``getUserByID`` or ``get_user``."""

MOST_WORDS = 7
"""An id of more words was made by a program, and says the method and the path once more."""

BRIEF = 60
"""A first sentence of up to this many characters is a title."""


@lru_cache(maxsize=4096)
def title_of_id(text: str) -> str:
    """Return an id of an operation in words; ``""`` where it is none that a person chose."""
    words = _PARTS_OF_IDS.findall(text)
    if not 1 < len(words) <= MOST_WORDS or not text.isascii() or not text[0].isalpha():
        return ""
    shown = [word if word.isupper() and len(word) > 1 else word.lower() for word in words]
    return f"{shown[0][0].upper()}{shown[0][1:]} {' '.join(shown[1:])}"


@lru_cache(maxsize=4096)
def _brief(description: str) -> str:
    """Return the first sentence of a description, if it is short enough for a title."""
    first = description.strip().partition("\n\n")[0]
    if not first or len(first) > 4 * BRIEF:
        return ""
    sentence = _first_sentence(_plain(first)).removesuffix(".")
    return sentence if len(sentence) <= BRIEF else ""


def is_all_of(title: str, summary: str) -> bool:
    """Whether a title says all that its summary says: every word, and there is no link."""
    text = " ".join(summary.split())
    if text == title:
        return True
    is_one = "\n" not in summary.strip() and "](" not in text and "<" not in text
    return is_one and _plain(text) == title


def _first_sentence(text: str) -> str:
    for match in _SENTENCE.finditer(text):
        if not _ABBREVIATED.search(text[: match.start()]):
            return text[: match.start()]
    return text


def _plain(text: str) -> str:
    """Return the first block of a Markdown text without its markup."""
    text = text.strip()
    tokens = _parser().parse(text) if "\n" in text else _parser().parseInline(text)
    blocks = [token for token in tokens if token.type == "inline"]
    label = "".join(map(_word, blocks[0].children or ())) if blocks else text
    plain = " ".join(label.split())
    return plain.removesuffix(".") if len(blocks) > 1 else plain


def _word(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return "" if token.type == "html_inline" else token.content


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True}).enable("strikethrough")
