"""Turns a bundled AsyncAPI document into a :class:`Specification`. Pure.

Each channel becomes one :class:`Operation` of the kind ``channel``, so that all code for
operations also handles channels: pages, navigation, search, twins. Source of the rules: AsyncAPI
2.6.0 and 3.0.0 (3.1.0 adds a binding), section "Schema" of each, and the binding specifications.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.ext.openapi.model.api import (
    CHANNEL,
    Channel,
    ChannelMessage,
    ChannelOperation,
    Example,
    MediaType,
    MessageAction,
    Operation,
    OperationTag,
    Parameter,
    ProtocolBinding,
    Reply,
    Requirement,
    Security,
    SecurityScheme,
    Server,
    Specification,
    info_of,
)
from sphinx_docsjson.ext.openapi.model.operations import (
    HIDDEN,
    external_docs_of,
    is_excluded,
    schemes_of,
    security_of,
    servers_of,
    specification,
    tags_of,
)
from sphinx_docsjson.ext.openapi.reading.locations import AS_WRITTEN, SourcePointers
from sphinx_docsjson.ext.openapi.reading.parse import (
    extensions,
    items,
    json_of,
    mapping,
    optional_text,
    text,
    texts,
)
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver, child, segments
from sphinx_docsjson.i18n import _

if TYPE_CHECKING:
    from sphinx_docsjson.site.model import Location

JSON_SCHEMA = re.compile(
    r"application/(?:vnd\.aai\.asyncapi|vnd\.oai\.openapi|schema)(?:\+(?:json|yaml))?(?:;.*)?"
)
"""The formats of schemas whose fields are shown; others are shown as they are written."""

SCHEMA_FIELDS = ("query", "headers", "key", "groupId", "clientId", "correlationData")
"""The fields of bindings that are schemas (WebSockets, HTTP, Kafka, MQTT, JMS, Anypoint MQ)."""

FEW_OPERATIONS = 10
"""A channel with more has a page for each: those of WebSockets carry a whole API."""

ACTIONS: Mapping[str, MessageAction] = {"publish": "receive", "subscribe": "send"}
"""What the application does, by the words of AsyncAPI 2, which say what others may do."""


def described(
    document: Mapping[str, Any],
    key: str,
    source_pointers: SourcePointers = AS_WRITTEN,
    files: tuple[str, ...] = (),
    named: Location | None = None,
) -> Specification:
    """Return the model of a bundled document, of OpenAPI or of AsyncAPI.

    The arguments are those of :func:`~sphinx_docsjson.ext.openapi.model.operations.specification`.
    """
    if "asyncapi" not in document:
        return specification(document, key, source_pointers, files, named)
    resolver = Resolver(document)
    info, components = mapping(document.get("info")), mapping(document.get("components"))
    base = Specification(
        key=key,
        version=text(document.get("asyncapi")),
        title=text(info.get("title")),
        description=text(info.get("description")),
        info=replace(info_of(info), id=text(document.get("id"))),
        document=document,
        resolver=resolver,
        source_pointers=source_pointers,
        files=files,
        named=named,
        security_schemes=_schemes(components.get("securitySchemes"), resolver),
        external_docs=external_docs_of(document.get("externalDocs", info.get("externalDocs"))),
    )
    reader = _ChannelReader(base)
    channels = tuple(reader.channels())
    declared = tags_of(reader.listed(document.get("tags", info.get("tags")), "#/tags"))
    known = {tag.name for tag in declared}
    inline = [tag for name, tag in reader.tags.items() if name not in known]
    servers = tuple(each.server for each in reader.servers.values())
    return replace(base, channels=channels, tags=(*declared, *inline), servers=servers)


def _schemes(value: Any, resolver: Resolver) -> dict[str, SecurityScheme]:
    """Return the security schemes by name; a key of HTTP is what OpenAPI calls a key."""
    found = schemes_of(value, resolver)
    return {
        name: replace(scheme, type="apiKey") if scheme.type == "httpApiKey" else scheme
        for name, scheme in found.items()
    }


@dataclass(frozen=True, kw_only=True)
class _KnownServer:
    server: Server
    protocol: str
    security: Security


@dataclass(kw_only=True)
class _Found:
    """A message of a channel, before all names of the channel are known."""

    raw: Mapping[str, Any]
    pointer: str
    name: str


@dataclass
class _ChannelReader:
    """Reads the channels of one document.

    :param tags: what is said about tags where they are used.
    """

    spec: Specification
    tags: dict[str, OperationTag] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.document, self.resolver = self.spec.document, self.spec.resolver
        self.is_old = self.spec.version.startswith("2")
        self.servers = {
            pointer: self.server(name, *self.resolver.follow(value, pointer))
            for name, value in mapping(self.document.get("servers")).items()
            for pointer in [child("#/servers", name)]
            if isinstance(value, Mapping)
        }

    # -- servers and security ----------------------------------------------------------------

    def server(self, name: str, raw: Mapping[str, Any], pointer: str) -> _KnownServer:
        """Return a server: its address with the protocol in front, and what lets someone in."""
        protocol = text(raw.get("protocol"))
        url = text(raw.get("url")) or text(raw.get("host")) + text(raw.get("pathname"))
        if protocol and "://" not in url:
            url = f"{protocol}://{url}"
        variables = {
            key: self.resolver.follow(value, child(pointer, "variables", key))[0]
            for key, value in mapping(raw.get("variables")).items()
        }
        words = (text(raw.get(key)) for key in ("title", "summary", "description"))
        about = "\n\n".join(dict.fromkeys(word for word in words if word))
        (server,) = servers_of([{"url": url or name, "variables": variables}])
        version = text(raw.get("protocolVersion"))
        server = replace(
            server,
            name=name,
            description=about,
            protocol=" ".join((protocol, version)).strip(),
            bindings=self.bindings(raw.get("bindings"), child(pointer, "bindings")),
            tags=tags_of(self.listed(raw.get("tags"), child(pointer, "tags"))),
            external_docs=external_docs_of(raw.get("externalDocs")),
        )
        security = self.security(raw.get("security"), child(pointer, "security"))
        return _KnownServer(server=server, protocol=protocol, security=security)

    def servers_of(self, raw: Mapping[str, Any], pointer: str) -> list[_KnownServer]:
        """Return the servers of a channel: those that it names, or all of them."""
        found = []
        for index, value in enumerate(items(raw.get("servers"))):
            ref = child("#/servers", value) if isinstance(value, str) else _ref(value)
            where = child(pointer, "servers", index)
            if ref in self.servers:
                found.append(self.servers[ref])
            elif isinstance(value, str):
                self.resolver.report(f"there is no server {value!r}", where)
            elif known := self.resolver.follow(value, where)[0]:
                name = segments(ref)[-1] if ref else ""
                found.append(self.server(name, known, where))
        return found if items(raw.get("servers")) else list(self.servers.values())

    def security(self, value: Any, pointer: str) -> Security:
        """Return the alternatives of a ``security`` list."""
        if self.is_old:
            return security_of(value, self.spec.security_schemes, self.resolver, pointer)
        found = []
        for index, item in enumerate(items(value)):
            raw, _where = self.resolver.follow(item, child(pointer, index))
            ref = _ref(item)
            name = segments(ref)[-1] if ref else text(raw.get("type")) or "security"
            if raw:
                scheme = _schemes({name: raw}, self.resolver)[name]
                found.append((Requirement(scheme=scheme, scopes=texts(raw.get("scopes"))),))
        return tuple(found)

    # -- channels ----------------------------------------------------------------------------

    def channels(self) -> Iterator[Operation]:
        """Yield the channels, in the order of the file."""
        listed = {
            name: self.resolver.follow(value, child("#/channels", name))
            for name, value in mapping(self.document.get("channels")).items()
            if isinstance(value, Mapping)
        }
        self.places = {pointer: name for name, (_raw, pointer) in reversed(listed.items())}
        by_channel = {} if self.is_old else self.operations_by_channel(listed)
        for name, (raw, pointer) in listed.items():
            if is_excluded(raw):
                continue
            with self.resolver.recording() as refs:
                made = self.channel(name, raw, pointer, by_channel.get(name, []))
            made = replace(made, refs=tuple(refs), pointer=child("#/channels", name))
            yield made
            yield from _parts(made)

    def channel(
        self,
        name: str,
        raw: Mapping[str, Any],
        pointer: str,
        operations: Iterable[tuple[str, Mapping[str, Any], str]],
    ) -> Operation:
        """Return one channel with all that it carries."""
        found: list[_Found] = []
        if self.is_old:
            made = [
                self.old_operation(word, *self.resolver.follow(raw[word], where), found)
                for word in ("subscribe", "publish")
                if isinstance(raw.get(word), Mapping)
                for where in [child(pointer, word)]
            ]
        else:
            for key, value in mapping(raw.get("messages")).items():
                message, where = self.resolver.follow(value, child(pointer, "messages", key))
                found.append(_Found(raw=message, pointer=where, name=key))
            made = [self.operation(*each, name, found) for each in operations]
        address = name if self.is_old else optional_text(raw.get("address"))
        servers = self.servers_of(raw, pointer)
        names = self.tag_names(raw.get("tags"), child(pointer, "tags"))
        if self.is_old:  # there only operations have tags
            names = tuple(dict.fromkeys(tag for each in made for tag in each.tags))
        words = (text(raw.get(key)) for key in ("summary", "description"))
        return Operation(
            spec=self.spec.key,
            method=next((each.protocol.upper() for each in servers if each.protocol), CHANNEL),
            path=address or name,
            kind="channel",
            summary=title if (title := text(raw.get("title"))) != name else "",
            description="\n\n".join(dict.fromkeys(word for word in words if word)),
            deprecated=_is_deprecated(raw),
            hidden=raw.get(HIDDEN) is True,
            tags=names,
            parameters=tuple(self.parameters(raw.get("parameters"), child(pointer, "parameters"))),
            servers=tuple(each.server for each in servers),
            security=_alternatives(each.security for each in servers),
            external_docs=external_docs_of(raw.get("externalDocs")),
            extensions=extensions(raw),
            channel=Channel(
                name=name,
                label=name if self.is_old else sentence(name),
                addressed=address is not None,
                operations=tuple(made),
                messages=tuple(self.message(each) for each in found),
                bindings=self.bindings(raw.get("bindings"), child(pointer, "bindings")),
            ),
        )

    def parameters(self, value: Any, pointer: str) -> Iterator[Parameter]:
        """Yield the variables of an address; version 3 has only texts."""
        for name, item in mapping(value).items():
            raw, where = self.resolver.follow(item, child(pointer, name))
            schema = raw.get("schema")
            if not isinstance(schema, Mapping | bool):
                schema = {"type": "string"}
                schema |= {key: raw[key] for key in ("enum", "default", "examples") if key in raw}
            about = text(raw.get("description"))
            if location := text(raw.get("location")):
                about += f"\n\n{_('It is also in the message')}: `{location}`"
            yield Parameter(
                name=name,
                place="path",
                required=True,
                description=about.strip(),
                schema=schema,
                pointer=where,
                schema_pointer=child(where, "schema"),
            )

    # -- operations --------------------------------------------------------------------------

    def operations_by_channel(
        self, listed: Mapping[str, tuple[Mapping[str, Any], str]]
    ) -> dict[str, list[tuple[str, Mapping[str, Any], str]]]:
        """Return the operations of version 3 by the names of their channels."""
        found: dict[str, list[tuple[str, Mapping[str, Any], str]]] = {}
        for key, value in mapping(self.document.get("operations")).items():
            raw, where = self.resolver.follow(value, child("#/operations", key))
            if is_excluded(raw):
                continue
            name = self.channel_named(raw.get("channel"), child(where, "channel"))
            if name in listed:
                found.setdefault(name, []).append((key, raw, where))
            elif raw:
                message = f"the operation {key!r} is left out: its channel is not in 'channels'"
                self.resolver.report(message, where)
        return found

    def channel_named(self, value: Any, pointer: str) -> str:
        """Return the name of the channel that a reference means; nothing: it means none."""
        parts = segments(_ref(value))
        if len(parts) == 2 and parts[0] == "channels":
            return parts[1]
        return self.places.get(self.resolver.follow(value, pointer)[1], "") if value else ""

    def operation(
        self,
        key: str,
        raw: Mapping[str, Any],
        pointer: str,
        channel: str,
        found: list[_Found],
    ) -> ChannelOperation:
        """Return an operation of version 3."""
        raw = self.with_traits(raw, pointer)
        named = items(raw.get("messages"))
        keys = self.messages_named(named, child(pointer, "messages"), channel, found)
        every = [(each.name, each.name) for each in found]
        word = text(raw.get("action"))
        return replace(
            self.shared(raw, pointer),
            action="receive" if word == "receive" else "send",
            word=word,
            name=key,
            messages=tuple(keys if "messages" in raw else every),
            reply=self.reply(raw.get("reply"), child(pointer, "reply"), channel, found),
        )

    def old_operation(
        self, word: str, raw: Mapping[str, Any], pointer: str, found: list[_Found]
    ) -> ChannelOperation:
        """Return an operation of version 2; its messages are added to those of the channel."""
        raw = self.with_traits(raw, pointer)
        where = child(pointer, "message")
        value = raw.get("message")
        first, place = self.resolver.follow(value, where) if value is not None else ({}, where)
        listed = [(value, where)] if first else []
        if "oneOf" in first:
            where = child(place, "oneOf")
            listed = [(item, child(where, i)) for i, item in enumerate(items(first["oneOf"]))]
        keys = [self.old_message(item, place, found) for item, place in listed]
        return replace(
            self.shared(raw, pointer),
            action=ACTIONS[word],
            word=word,
            name=text(raw.get("operationId")),
            messages=tuple((key, key) for key in dict.fromkeys(keys)),
        )

    def old_message(self, value: Any, pointer: str, found: list[_Found]) -> str:
        """Return the key of a message, which publishers and subscribers may share."""
        raw, where = self.resolver.follow(value, pointer)
        if known := next((each for each in found if each.pointer == where), None):
            return known.name
        ref = _ref(value)
        own = text(raw.get("messageId")) or (segments(ref)[-1] if ref else text(raw.get("name")))
        name = free = own or "message"
        number = 2
        while any(each.name == free for each in found):
            free, number = f"{name}-{number}", number + 1
        found.append(_Found(raw=raw, pointer=where, name=free))
        return free

    def shared(self, raw: Mapping[str, Any], pointer: str) -> ChannelOperation:
        """Return what both versions say about an operation in the same words."""
        return ChannelOperation(
            action="send",
            word="",
            title=text(raw.get("title")),
            summary=text(raw.get("summary")),
            description=text(raw.get("description")),
            deprecated=_is_deprecated(raw),
            security=self.security(raw.get("security"), child(pointer, "security")),
            tags=self.tag_names(raw.get("tags"), child(pointer, "tags")),
            external_docs=external_docs_of(raw.get("externalDocs")),
            bindings=self.bindings(raw.get("bindings"), child(pointer, "bindings")),
            pointer=pointer,
        )

    def reply(self, value: Any, pointer: str, channel: str, found: list[_Found]) -> Reply | None:
        """Return what answers the messages of an operation."""
        if value is None:
            return None
        raw, where = self.resolver.follow(value, pointer)
        name = self.channel_named(raw.get("channel"), child(where, "channel"))
        known = found if name in ("", channel) else []
        named = self.messages_named(
            items(raw.get("messages")), child(where, "messages"), name, known
        )
        if not named and name:
            named = [(each.name, each.name) for each in known]
        address = mapping(raw.get("address"))
        if address:
            address, _place = self.resolver.follow(address, child(where, "address"))
        location = text(address.get("location"))
        about = (location, text(address.get("description"))) if location else None
        return Reply(channel=name, messages=tuple(named), address=about)

    def messages_named(
        self, listed: Iterable[Any], pointer: str, channel: str, found: list[_Found]
    ) -> list[tuple[str, str]]:
        """Return the names of messages, and the keys of those that are among *found*."""
        names = []
        for index, value in enumerate(listed):
            ref = _ref(value)
            raw, where = self.resolver.follow(value, child(pointer, index))
            start = f"{child('#/channels', channel)}/messages/"
            same = [each for each in found if child(start[:-1], each.name) == ref]
            same = same or [each for each in found if each.pointer == where]
            own = text(raw.get("title")) or text(raw.get("name"))
            name = own or (segments(ref)[-1] if ref else "")
            names.append((name or "message", same[0].name if same else ""))
        return names

    # -- messages ----------------------------------------------------------------------------

    def message(self, each: _Found) -> ChannelMessage:
        """Return a message with its traits merged."""
        pointer = each.pointer
        raw = self.with_traits(each.raw, pointer)
        form = text(raw.get("schemaFormat"))
        given = text(raw.get("contentType"))
        content_type = given or text(self.document.get("defaultContentType"))
        payload, payload_source = self.content(raw, "payload", pointer, form)
        headers, headers_source = self.content(raw, "headers", pointer, "")
        if payload is not None:
            examples = tuple(self.examples(raw, pointer, "payload"))
            payload = replace(payload, name=content_type or "application/json", examples=examples)
        if headers is not None:
            headers = replace(headers, examples=tuple(self.examples(raw, pointer, "headers")))
        correlation = None
        if isinstance(raw.get("correlationId"), Mapping):
            ids, _place = self.resolver.follow(
                raw["correlationId"], child(pointer, "correlationId")
            )
            correlation = (text(ids.get("location")), text(ids.get("description")))
        return ChannelMessage(
            key=each.name,
            name=text(raw.get("name")),
            title=text(raw.get("title")),
            summary=text(raw.get("summary")),
            description=text(raw.get("description")),
            deprecated=_is_deprecated(raw),
            content_type=content_type,
            payload=payload,
            headers=headers,
            sources=(*payload_source, *headers_source),
            correlation=correlation,
            tags=self.tag_names(raw.get("tags"), child(pointer, "tags")),
            external_docs=external_docs_of(raw.get("externalDocs")),
            bindings=self.bindings(raw.get("bindings"), child(pointer, "bindings")),
            pointer=pointer,
        )

    def content(
        self, raw: Mapping[str, Any], keyword: str, pointer: str, form: str
    ) -> tuple[MediaType | None, tuple[tuple[str, str, str], ...]]:
        """Return the schema of a payload or of headers, or its source in a format of its own."""
        value = raw.get(keyword)
        if value is None:
            return None, ()
        target, place = value, pointer
        if isinstance(value, Mapping):
            inner, where = (
                self.resolver.follow(value, child(pointer, keyword))
                if _ref(value)
                else (value, "")
            )
            if "schemaFormat" in inner and "schema" in inner:  # Multi Format Schema Object
                form, target = text(inner.get("schemaFormat")), inner["schema"]
                place, keyword = where or child(pointer, keyword), "schema"
        if form and not JSON_SCHEMA.fullmatch(form):
            target = (self.resolver.get(_ref(target)) or "") if _ref(target) else target
            shown = target if isinstance(target, str) else json_of(target, 2)
            return None, ((keyword if keyword != "schema" else "payload", form, shown),)
        if not isinstance(target, Mapping | bool):
            self.resolver.report(f"{keyword} must be an object", place, "openapi-schema")
            return None, ()
        return MediaType(name="", schema=target, pointer=place, keyword=keyword), ()

    def examples(self, raw: Mapping[str, Any], pointer: str, part: str) -> Iterator[Example]:
        """Yield the examples of one part of a message."""
        for index, item in enumerate(items(raw.get("examples"))):
            if isinstance(item, Mapping) and part in item:
                yield Example(
                    name=text(item.get("name")),
                    summary=text(item.get("summary")),
                    value=item[part],
                    pointer=child(pointer, "examples", index, part),
                )

    def bindings(self, value: Any, pointer: str) -> tuple[ProtocolBinding, ...]:
        """Return what is special to protocols; what says nothing is omitted."""
        if not isinstance(value, Mapping):
            return ()
        found = []
        listed, place = self.resolver.follow(value, pointer)
        for protocol, item in listed.items():
            if protocol.startswith("x-") or not isinstance(item, Mapping):
                continue
            raw, where = self.resolver.follow(item, child(place, protocol))
            schemas = {key: raw[key] for key in SCHEMA_FIELDS if isinstance(raw.get(key), Mapping)}
            values = {key: item for key, item in raw.items() if key not in schemas}
            made = tuple(
                MediaType(name=key, schema=schema, pointer=where, keyword=key)
                for key, schema in schemas.items()
            )
            if raw:
                found.append(ProtocolBinding(protocol=protocol, values=values, schemas=made))
        return tuple(found)

    # -- what several of them have -----------------------------------------------------------

    def with_traits(self, raw: Mapping[str, Any], pointer: str) -> Mapping[str, Any]:
        """Return an object with its traits merged (JSON Merge Patch, RFC 7396).

        In version 2 a trait wins over the object, in version 3 the object over its traits.
        """
        listed = items(raw.get("traits"))
        traits = [
            self.resolver.follow(trait, child(pointer, "traits", index))[0]
            for index, trait in enumerate(listed)
            if isinstance(trait, Mapping)
        ]
        if not traits:
            return raw
        layers = [raw, *traits] if self.is_old else [*traits, raw]
        merged: Any = {}
        for layer in layers:
            merged = _patched(merged, layer)
        return mapping(merged)

    def tag_names(self, value: Any, pointer: str) -> tuple[str, ...]:
        """Return the names of tags, and keep what is said about them."""
        found = tags_of(self.listed(value, pointer))
        for tag in found:
            self.tags.setdefault(tag.name, tag)
        return tuple(dict.fromkeys(tag.name for tag in found))

    def listed(self, value: Any, pointer: str) -> list[Any]:
        """Return the items of a list, each behind its reference."""
        return [
            self.resolver.follow(item, child(pointer, index))[0]
            for index, item in enumerate(items(value))
            if isinstance(item, Mapping)
        ]


def _parts(whole: Operation) -> Iterator[Operation]:
    """Yield a page for each operation of a channel that has many; their group is the channel."""
    channel = whole.channel
    if channel is None or len(channel.operations) <= FEW_OPERATIONS:
        return
    messages = {message.key: message for message in channel.messages}
    for each in channel.operations:
        replies = each.reply.messages if each.reply else ()
        keys = list(dict.fromkeys(key for _name, key in (*each.messages, *replies)))
        words = (each.summary if each.title else "", each.description)
        yield replace(
            whole,
            summary=each.title or each.summary or sentence(each.name),
            description="\n\n".join(dict.fromkeys(word for word in words if word)),
            deprecated=each.deprecated,
            tags=(whole.title,),
            external_docs=None,
            extensions={},
            pointer=each.pointer,
            channel=replace(
                channel,
                name=channel.part(each),
                operations=(each,),
                messages=tuple(messages[key] for key in keys if key in messages),
                bindings=(),
            ),
        )


def _alternatives(listed: Iterable[Security]) -> Security:
    """Return the alternatives of several servers, each once."""
    found: list[tuple[Requirement, ...]] = []
    for security in listed:
        found += [each for each in security if each not in found]
    return tuple(found)


def sentence(name: str) -> str:
    """Return the id of a channel as the hosted platform shows it: before each capital a space."""
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()
    return words[:1].upper() + words[1:]


def _ref(value: Any) -> str:
    return text(value.get("$ref")) if isinstance(value, Mapping) else ""


def _is_deprecated(raw: Mapping[str, Any]) -> bool:
    return raw.get("deprecated") is True or raw.get("x-deprecated") is True


def _patched(target: Any, patch: Any) -> Any:
    """Return *target* changed by a merge patch; neither is changed itself."""
    if not isinstance(patch, Mapping):
        return patch
    result = dict(target) if isinstance(target, Mapping) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = _patched(result.get(name), value)
    return result
