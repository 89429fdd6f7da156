"""The page of an AsyncAPI channel: who sends which messages, and their fields.

A message is shown as a body of OpenAPI is: by the same field trees, media lines and examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from docutils import nodes

from sphinx_docsjson.base.files import slug
from sphinx_docsjson.ext.openapi.content.access import security_nodes, server_nodes, value_nodes
from sphinx_docsjson.ext.openapi.content.examples import (
    CodeExample,
    example_group_node,
    example_notes,
    examples_of,
)
from sphinx_docsjson.ext.openapi.content.links import docs_link, page_link, place_link
from sphinx_docsjson.ext.openapi.content.markdown import first_sentence, to_nodes
from sphinx_docsjson.ext.openapi.content.nodes import (
    endpoint_node,
    media_line_node,
    method_classes,
)
from sphinx_docsjson.ext.openapi.content.page import OperationPage, fields_heading, part_section
from sphinx_docsjson.ext.openapi.model.api import (
    CHANNEL,
    Channel,
    ChannelMessage,
    ChannelOperation,
    ExternalDocs,
    MediaType,
    ProtocolBinding,
    Reply,
)
from sphinx_docsjson.ext.openapi.request.bodies import language_of
from sphinx_docsjson.ext.openapi.schema.fields import channel_place
from sphinx_docsjson.i18n import _
from sphinx_docsjson.urls import scheme_of

OPERATION = "channel_operation"
"""The attribute of a section that says which operation of the channel it is about."""

BY_ADDRESS = ("ws", "wss", "http", "https")
"""The protocols whose channels are paths of the URL of a server."""

SENTENCES = {
    "send": _("The application sends to this channel. Subscribe to it to receive what it sends."),
    "receive": _(
        "The application receives from this channel. Publish to it to send to the application."
    ),
    "subscribe": _(
        "You subscribe to this channel, and the application sends (AsyncAPI 2: subscribe)."
    ),
    "publish": _(
        "You publish to this channel, and the application receives (AsyncAPI 2: publish)."
    ),
}
"""The word of the description → whose side it is told from. Version 2 says what others may do,
version 3 what the described application does."""


@dataclass(frozen=True, kw_only=True)
class ChannelPage(OperationPage):
    """What the page of a channel is made of."""

    @cached_property
    def _channel(self) -> Channel:
        """The channel without the messages of operations that have pages."""
        channel = self.operation.channel
        assert channel is not None
        if not (paged := [each for each in channel.operations if self._own_page(channel, each)]):
            return channel
        rest = [each for each in channel.operations if each not in paged]
        gone, kept = _keys(paged), _keys(rest)
        shown = [each for each in channel.messages if each.key in kept or each.key not in gone]
        return replace(channel, messages=tuple(shown))

    def _own_page(self, channel: Channel, each: ChannelOperation) -> str | None:
        """Return the document of an operation that is not only here."""
        return self.api.operations.get((CHANNEL, channel.part(each)))

    @cached_property
    def _anchors(self) -> dict[str, str]:
        """Key of a message → the anchor of its section, which no field has."""
        found: dict[str, str] = {}
        for message in self._channel.messages:
            name = anchor = f"{slug(message.key, 'message')}-message"
            number = 2
            while anchor in found.values():
                anchor, number = f"{name}-{number}", number + 1
            found[message.key] = anchor
        return found

    def head(self) -> list[nodes.Node]:
        """Return what is above the page's own text: marks and warnings."""
        found = super().head()
        if self.operation.deprecated:
            text = str(_("This channel is deprecated."))
            warning = nodes.warning("", nodes.paragraph(text, text), classes=["dj-deprecated"])
            found = [node for node in found if not isinstance(node, nodes.warning)] + [warning]
        if not self._channel.addressed:
            text = str(_("The address of this channel is known only at run time."))
            found.append(nodes.paragraph(text, text))
        return found

    def endpoint(self) -> list[nodes.Node]:
        """Return the line with protocol and address."""
        operation = self.operation
        base = operation.servers[0].default_url if operation.servers else ""
        joins = scheme_of(base) in BY_ADDRESS and operation.path.startswith("/")
        return [endpoint_node(operation.method, operation.path, base if joins else "")]

    def playground(self) -> list[nodes.Node]:
        """Return nothing: a form sends requests of HTTP."""
        return []

    def samples(self, *, request: bool = True, response: bool = True) -> list[nodes.Node]:
        """Return one group with the payloads, and the headers, of all messages."""
        shown: list[CodeExample] = []
        for message in self._channel.messages if request else ():
            for part, media in (("", message.payload), (str(_("headers")), message.headers)):
                if media is not None:
                    shown += self._examples_in(message, media, part)
        group = example_group_node("RequestExample", shown)
        return [group] if group is not None else []

    def _examples_in(
        self, message: ChannelMessage, media: MediaType, part: str
    ) -> Iterator[CodeExample]:
        generate = self.generate
        if generate is None:
            generate = self.api.settings.examples_autogenerate
        # A schema is the same whatever the bytes are, such as those of Avro.
        is_text = bool(language_of(media.name)) and bool(media.name)
        known = media if is_text else _as_json(media)
        made = examples_of(known, self.api.examples, generate=generate, direction="both")
        for number, (name, text) in enumerate(made, start=1):
            words = (message.label, part, name or (str(number) if number > 1 else ""))
            title = " · ".join(dict.fromkeys(word for word in words if word))
            yield CodeExample(title=title, language=language_of(known.name), code=text)

    def sections(self) -> list[nodes.section]:
        """Return the sections: how to get in, what is done, what is sent."""
        operation, contents, channel = self.operation, self.contents, self._channel
        fields = contents.fields(self._parameters(operation.in_place("path")))
        found = [
            part_section(_("Authorization"), security_nodes(operation.security, operation.spec)),
            part_section(_("Channel parameters"), fields),
            *self._operations(channel),
            *map(self._message, channel.messages),
            part_section(_("Bindings"), self._bindings(channel.bindings, "")),
            part_section(_("Servers"), server_nodes(operation.servers, operation.spec)),
            part_section(_("More information"), self._docs(operation.external_docs)),
        ]
        return [section for section in found if section is not None]

    # -- operations --------------------------------------------------------------------------

    def _operations(self, channel: Channel) -> list[Any]:
        """Return a section of all operations, or the one that the page is of."""
        shown = list(map(self._operation, channel.operations))
        is_alone = any(each.pointer == self.operation.pointer for each in channel.operations)
        return shown if is_alone else [part_section(_("Operations"), shown)]

    def _operation(self, each: ChannelOperation) -> nodes.Element | None:
        """Return what the application does, with which messages, and what answers them.

        On a page of its own, its title and its text are those of the page.
        """
        is_alone = self.operation.pointer == each.pointer
        word = title = str(_("Send") if each.action == "send" else _("Receive"))
        line = nodes.paragraph("", "", translatable=False, classes=["dj-channel-action"])
        if not is_alone:
            css = method_classes("POST" if each.action == "send" else "GET")
            line.append(nodes.strong(word, word, classes=css))
            title = each.title or first_sentence(each.summary).removesuffix(".") or each.name
            title = title or word
            if page := self._own_page(self._channel, each):
                line += [nodes.Text(" "), page_link(page, title)]
                return line
        if each.name and each.name != title:
            line += [nodes.Text(" "), nodes.literal(each.name, each.name)]
        if each.deprecated:
            text = str(_("deprecated"))
            line += [nodes.Text(" "), nodes.inline(text, text, classes=["dj-field-deprecated"])]
        side = str(SENTENCES.get(each.word, SENTENCES[each.action]))
        content: list[nodes.Node] = [line, nodes.paragraph(side, side)]
        if not is_alone:
            if each.title or first_sentence(each.summary) != each.summary.strip():
                content += to_nodes(each.summary, self.operation.spec)
            content += to_nodes(each.description, self.operation.spec)
        content += self._named(each.messages)
        if each.reply:
            content += self._reply(each.reply)
        if each.security:
            content.append(fields_heading(_("Authorization")))
            content += security_nodes(each.security, self.operation.spec)
        content += self._headed(_("Bindings"), self._bindings(each.bindings, each.key))
        content += self._docs(each.external_docs)
        section = part_section(title, content, f"{slug(each.name or word)}-operation")
        if section is not None:
            section[OPERATION] = each
        return section

    def _named(self, listed: Sequence[tuple[str, str]]) -> list[nodes.Node]:
        """Return a line with messages by name; those of this page are links."""
        if not listed:
            return []
        label = _("Message") if len(listed) == 1 else _("One of these messages")
        labels = {message.key: message.label for message in self._channel.messages}
        line = nodes.paragraph("", f"{label}: ", translatable=False)
        here = self.api.page_of(self.operation)
        for number, (name, key) in enumerate(listed):
            line += [nodes.Text(", ")] if number else []
            shown = labels.get(key, name)
            inner = nodes.literal(shown, shown)
            anchor = self._anchors.get(key)
            is_link = anchor is not None and here is not None
            line.append(
                place_link(inner, here or "", anchor or "", is_field=False) if is_link else inner
            )
        return [line]

    def _reply(self, reply: Reply) -> list[nodes.Node]:
        """Return where the answer comes, and what it may be."""
        found: list[nodes.Node] = [fields_heading(_("Reply"))]
        channels = {each.key[1]: each for each in self.api.spec.channels}
        if reply.channel and reply.channel != self._channel.name:
            line = nodes.paragraph("", f"{_('Channel')}: ", translatable=False)
            channel = channels.get(reply.channel)
            title = channel.title if channel else reply.channel
            docname = self.api.operations.get((CHANNEL, reply.channel))
            line.append(page_link(docname, title))
            found.append(line)
        elif reply.channel:
            text = str(_("The reply also comes over this channel."))
            found.append(nodes.paragraph(text, text))
        if reply.address:
            location, about = reply.address
            line = nodes.paragraph("", f"{_('Its address is in')} ", translatable=False)
            line.append(nodes.literal(location, location))
            found += [line, *to_nodes(about, self.operation.spec)]
        found += self._named(reply.messages)
        return found

    # -- messages ----------------------------------------------------------------------------

    def _message(self, message: ChannelMessage) -> nodes.section | None:
        """Return a message: what it means, its headers, its payload."""
        source = self.operation.spec
        content: list[nodes.Node] = []
        names = dict.fromkeys((message.name, message.key))
        line = nodes.paragraph("", "", translatable=False, classes=["dj-message-names"])
        for name in names:
            if name and name != message.label:
                line += [nodes.Text(" ")] if line.children else []
                line.append(nodes.literal(name, name))
        for tag in message.tags:
            label = self.api.spec.tag(tag).label
            line += [nodes.Text(" ")] if line.children else []
            line.append(nodes.inline(label, label, classes=["dj-tag"]))
        if message.deprecated:
            text = str(_("deprecated"))
            line += [nodes.Text(" ")] if line.children else []
            line.append(nodes.inline(text, text, classes=["dj-field-deprecated"]))
        content += [line] if line.children else []
        content += to_nodes(message.summary, source)
        if message.description.strip() != message.summary.strip():
            content += to_nodes(message.description, source)
        if message.correlation:
            content += self._correlation(*message.correlation)
        content += self._headers(message)
        content += self._payload(message)
        for part, form, text in message.sources:
            content += self._source(part, form, text)
        content += self._headed(_("Bindings"), self._bindings(message.bindings, message.key))
        content += self._docs(message.external_docs)
        if not content:
            text = str(_("This message has no payload and no headers."))
            content.append(nodes.paragraph(text, text))
        return part_section(message.label, content, self._anchors[message.key])

    def _payload(self, message: ChannelMessage) -> list[nodes.Node]:
        media = message.payload
        if media is None:
            return []
        node = self.contents.tree(
            self.trees.contents[channel_place(message.key, ""), media.pointer]
        )
        names = [message.content_type] if message.content_type else []
        line = media_line_node(names, node, required=False)
        told = example_notes(media.examples, self.operation.spec, self.contents.address)
        return [fields_heading(_("Payload")), line, node, *told]

    def _headers(self, message: ChannelMessage) -> list[nodes.Node]:
        media = message.headers
        if media is None:
            return []
        tree = self.trees.contents[channel_place(message.key, "header"), media.pointer]
        is_plain = tree.children and not tree.groups and not tree.description
        shown = self.contents.fields(tree.children if is_plain else [tree])
        return [fields_heading(_("Headers")), *shown]

    def _source(self, part: str, form: str, text: str) -> list[nodes.Node]:
        """Return a schema that is not a JSON Schema, as it is written."""
        said = str(_("A schema in the format %s, as it is written:") % form)
        language = "json" if text.lstrip()[:1] in ("{", "[") else "text"
        if "protobuf" in form:
            language = "protobuf"
        title = _("Headers") if part == "headers" else _("Payload")
        if not text:  # the file is missing, which is reported where the description names it
            return [fields_heading(title), nodes.paragraph("", "", nodes.literal(form, form))]
        block = nodes.literal_block(text, text, force=True, language=language)
        return [fields_heading(title), nodes.paragraph(said, said), block]

    def _correlation(self, location: str, about: str) -> list[nodes.Node]:
        line = nodes.paragraph("", f"{_('Correlation id')}: ", translatable=False)
        line.append(nodes.literal(location, location))
        return [line, *to_nodes(about, self.operation.spec)]

    # -- what several of them have -----------------------------------------------------------

    def _bindings(self, bindings: Iterable[ProtocolBinding], owner: str) -> list[nodes.Node]:
        """Return what is special to each protocol.

        :param owner: the key of the message or operation that it holds for; nothing: the channel.
        """
        listed = nodes.definition_list(classes=["dj-servers"])
        for binding in bindings:
            content: list[nodes.Node] = []
            for name, value in binding.values.items():
                content += value_nodes(name, value)
            for media in binding.schemas:
                place = channel_place(owner, f"{binding.protocol} {media.name}")
                tree = self.trees.contents.get((place, media.pointer))
                if tree is not None:
                    content.append(self.contents.tree(replace(tree, name=media.name)))
            term = nodes.term("", "", nodes.literal(binding.protocol, binding.protocol))
            listed.append(nodes.definition_list_item("", term, nodes.definition("", *content)))
        return [listed] if listed.children else []

    def _headed(self, title: Any, content: list[nodes.Node]) -> list[nodes.Node]:
        return [fields_heading(title), *content] if content else []

    def _docs(self, docs: ExternalDocs | None) -> list[nodes.Node]:
        link = docs_link(docs, self.api.own_page, self.contents.address) if docs else None
        return [nodes.paragraph("", "", link)] if link else []


def _keys(operations: Iterable[ChannelOperation]) -> set[str]:
    """Return the keys of the messages that operations send, receive and answer with."""
    replies = (each.reply.messages for each in operations if each.reply)
    listed = (*(each.messages for each in operations), *replies)
    return {key for messages in listed for _name, key in messages}


def _as_json(media: MediaType) -> MediaType:
    return replace(media, name="application/json")
