"""The page of an operation or a schema: parameters, bodies, responses, samples, as nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_docsjson.base.files import slug
from sphinx_docsjson.base.nodes import OF_TITLE
from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.families.side_examples import AFTER_EXAMPLES
from sphinx_docsjson.components.families.tabs import tab, tab_set
from sphinx_docsjson.ext.openapi.content.access import security_line, server_nodes
from sphinx_docsjson.ext.openapi.content.examples import (
    body_group,
    example_notes,
    payload_group,
    request_group,
    response_group,
    status_title,
)
from sphinx_docsjson.ext.openapi.content.links import docs_link, page_link, place_link
from sphinx_docsjson.ext.openapi.content.markdown import (
    first_sentence,
    to_nodes,
    to_sections,
)
from sphinx_docsjson.ext.openapi.content.nodes import (
    endpoint_node,
    field_tree,
    field_tree_node,
    media_choice,
    media_group,
    media_line_node,
    required_mark,
)
from sphinx_docsjson.ext.openapi.content.playground import (
    playground,
    playground_data,
    script_json,
)
from sphinx_docsjson.ext.openapi.model.api import (
    Body,
    Link,
    LinkTarget,
    MediaType,
    Operation,
    Parameter,
    Response,
    Server,
)
from sphinx_docsjson.ext.openapi.model.operations import absolute_url, badges_of, page_extension
from sphinx_docsjson.ext.openapi.reading.parse import text as text_of
from sphinx_docsjson.ext.openapi.request.samples import chosen, request_samples
from sphinx_docsjson.ext.openapi.request.values import Sampler, initial_values, sample_values
from sphinx_docsjson.ext.openapi.schema.fields import PageTrees, callback_place, without_spaces
from sphinx_docsjson.ext.openapi.schema.fieldtree import Field, Target, alike, name_slug
from sphinx_docsjson.ext.openapi.schema.view import json_text
from sphinx_docsjson.i18n import _

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.pages.reference import DescribedApi
    from sphinx_docsjson.ext.openapi.request.http import Values
    from sphinx_docsjson.site.model import PlaygroundMode


PART = "api_part"
"""The attribute of the sections that an operation is made of; an author's have none."""

RESPONSE_NAME = "api_response"
"""The attribute by which the tab of a response tells the domain which it is."""

PLACES = (
    ("path", _("Path parameters")),
    ("query", _("Query parameters")),
    ("querystring", _("Query string")),
    ("header", _("Headers")),
    ("cookie", _("Cookies")),
)


@dataclass(frozen=True, kw_only=True)
class OperationPage:
    """What an operation's page is made of.

    :param api: the API that the operation belongs to.
    :param mode: how much of the playground is shown.
    :param generate: whether examples are made where the file gives none; ``None``: as
        ``docs.json`` says.
    :param translate: the description of a schema → what readers see of it in the playground.
    """

    operation: Operation
    trees: PageTrees
    api: DescribedApi
    config: Any
    mode: PlaygroundMode = "show"
    generate: bool | None = None
    translate: Callable[[str], str] = str

    @cached_property
    def contents(self) -> Contents:
        """What makes the nodes of bodies and responses."""
        return Contents(
            trees=self.trees,
            pages=self.api.schemas,
            source=self.operation.spec,
            opened=self.api.settings.params_expanded,
            compact=self.api.settings.density == "compact",
            find_target=self.api.link_target,
            address=self._address,
        )

    def _address(self, url: str) -> str:
        return absolute_url(url, self.api.spec)

    def head(self) -> list[nodes.Node]:
        """Return what is above the page's own text: the marks and the warnings."""
        operation = self.operation
        found: list[nodes.Node] = []
        badges = [*badges_of(operation.extensions), *self._marks()]
        if badges:
            line = nodes.paragraph("", classes=["dj-api-badges"], translatable=False)
            for badge in badges:
                line += [nodes.inline(badge, badge, classes=["dj-tag"]), nodes.Text(" ")]
            found.append(line)
        if operation.deprecated:
            text = _paragraph(_("This operation is deprecated."))
            reason = text_of(operation.extensions.get("x-deprecated-reason")).strip()
            why = to_nodes(reason, operation.spec) if reason else []
            found.append(nodes.warning("", text, *why, classes=["dj-deprecated"]))
        elif operation.stability:
            text = _paragraph(_("Stability of this operation: %s.") % operation.stability)
            found.append(nodes.note("", text))
        return found

    def endpoint(self) -> list[nodes.Node]:
        """Return the line with method and address; the form is below it."""
        operation = self.operation
        is_sent = operation.kind != "webhook" and operation.servers
        base = operation.servers[0].default_url if is_sent else ""
        node = endpoint_node(operation.method, operation.path, base)
        if len(operation.servers) > 1 and base and self.mode != "simple":
            title = str(_("Servers"))
            node["servers"] = slug(title, "part"), f"{title} ({len(operation.servers)})"
        return [node]

    def _marks(self) -> list[str]:
        """Return the tags of the operation that are marks and no groups."""
        tags = map(self.api.spec.tag, self.operation.tags)
        return [tag.label for tag in tags if tag.kind == "badge"]

    def content(self) -> list[nodes.Node]:
        """Return the text that the description adds to the page, as text from outside."""
        text = page_extension(self.operation.extensions).content
        before, sections = to_sections(text, self.operation.spec)
        return [*before, *sections]

    def description(self) -> list[nodes.Node]:
        """Return the operation's own text."""
        return to_nodes(self.operation.about, self.operation.spec)

    def playground(self) -> list[nodes.Node]:
        """Return the form, where it is shown."""
        if self.mode == "hide" or self.operation.kind != "operation":
            return []
        # Without a form the samples follow the media type that a reader chooses.
        is_simple = self.mode == "simple"
        if is_simple and not (self.operation.body and len(self.operation.body.content) > 1):
            return []
        data = playground_data(
            self.operation,
            self._values,
            self.api.settings,
            sampler=self._sample,
            description=None if self.api.spec.document else "",
            translate=self.translate,
        )
        block = script_json(data | {"simple": True} if is_simple else data)
        return [playground("", data=block, **{OF_TITLE: True})]

    @cached_property
    def _values(self) -> Values:
        prefill = self.api.settings.examples_prefill
        return initial_values(self.operation, self._sample, prefill=prefill)

    @cached_property
    def _shown(self) -> Values:
        return sample_values(self.operation, self._values, self._sample)

    @cached_property
    def _sample(self) -> Sampler:
        return Sampler(self.api.examples)

    def samples(self, *, request: bool = True, response: bool = True) -> list[nodes.Node]:
        """Return the groups of the right column; those that the author wrote are not made."""
        found: list[nodes.Node | None] = []
        if request and self.mode != "hide" and self.operation.kind == "operation":
            languages, _unknown = chosen(self.api.settings.example_languages)
            samples = request_samples(self.operation, self._shown, languages)
            found.append(request_group(samples))
            if self.operation.body:
                # Samples that the author wrote need not hold the example.
                least = 1 if self.operation.code_samples else 2
                found.append(body_group(self.operation.body, self._sample, least=least))
        elif request and self.operation.kind == "webhook":
            found.append(self._examples_of(payload_group, self.operation))
        if response:
            found.append(self._examples_of(response_group, self.operation))
        return [node for node in found if node is not None]

    def authorization(self) -> list[nodes.Node]:
        """Return what a request must carry, without a section around it."""
        found = security_line(self.operation.security, self.operation.spec)
        if not found:
            return []
        text = str(_("Authorization"))
        title = nodes.rubric(text, text, classes=["dj-fields-heading"], translatable=False)
        return [title, *found]

    def _authorization(self) -> nodes.section | None:
        found = security_line(self.operation.security, self.operation.spec)
        section = part_section(_("Authorization"), found)
        if section is not None:
            section["classes"].append("dj-api-line")
        return section

    def sections(self) -> list[nodes.section]:
        """Return the sections: what a request carries, what comes back."""
        operation, contents = self.operation, self.contents
        found = [
            self._authorization(),
            *(
                part_section(title, contents.fields(self._parameters(operation.in_place(place))))
                for place, title in PLACES
            ),
        ]
        if operation.body:
            title = _("Payload") if operation.kind == "webhook" else _("Body")
            found.append(part_section(title, contents.body(operation.body), "request-body"))
        title = _("Expected responses") if operation.kind == "webhook" else _("Responses")
        responses = part_section(title, contents.responses(operation.responses))
        if responses is not None:
            responses[AFTER_EXAMPLES] = True
        found.append(responses)
        found.append(self._callbacks(contents))
        found.append(part_section(_("Servers"), server_nodes(self._own_servers(), operation.spec)))
        found.append(part_section(_("More information"), self._external_docs()))
        self._add_choice(found, title)
        return [section for section in found if section is not None]

    def _add_choice(self, sections: list[nodes.section | None], last: Any) -> None:
        """Add the choice of the media type above the first section that has several.

        :param last: the title of the responses.
        """
        body = self.operation.body
        bodies = (body.content if body else (), *(r.content for r in self.operation.responses))
        several = [content for content in bodies if len(content) > 1]
        names = dict.fromkeys(media.name for content in several for media in content)
        if len(names) < 2:
            return
        anchor = "request-body" if several[0] is bodies[0] else slug(str(last), "part")
        for section in sections:
            if section is not None and anchor in section["ids"]:
                section.insert(1, media_choice("", media=list(names)))

    def _parameters(self, parameters: tuple[Parameter, ...]) -> list[Field]:
        fields = [self.trees.parameters[f"{item.place}:{item.name}"] for item in parameters]
        if not self.api.settings.maintain_order:
            fields.sort(key=lambda item: (not item.required, item.name.casefold()))
        return fields

    def _callbacks(self, contents: Contents) -> nodes.section | None:
        found = [
            part_section(
                callback.name,
                [
                    *contents.callback(callback.name, inner),
                    self._examples_of(payload_group, inner, callback.name),
                    self._examples_of(response_group, inner, callback.name),
                ],
            )
            for callback in self.operation.callbacks
            for inner in callback.operations
        ]
        return part_section(_("Callbacks"), [section for section in found if section is not None])

    def _examples_of(
        self, group: Callable[..., nodes.Node | None], operation: Operation, label: str = ""
    ) -> nodes.Node | None:
        generate = self.generate
        if generate is None:
            generate = self.api.settings.examples_autogenerate
        return group(operation, self.api.examples, generate=generate, label=label)

    def _own_servers(self) -> tuple[Server, ...]:
        """Return the servers when there is something to choose or to know."""
        servers = self.operation.servers
        telling = len(servers) > 1 or any(s.variables or s.description for s in servers)
        return servers if telling and self.operation.kind == "operation" else ()

    def _external_docs(self) -> list[nodes.Node]:
        docs = self.operation.external_docs
        link = docs_link(docs, self.api.own_page, self._address) if docs else None
        return [nodes.paragraph("", "", link)] if link else []


def schema_nodes(root: Field, api: DescribedApi, title: str) -> list[nodes.Node]:
    """Return the fields of a schema, under a heading that has its *title*."""
    root = replace(root, type="object") if root.type == title else root
    compact = api.settings.density == "compact"
    contents = Contents(trees=PageTrees(), pages=api.schemas, source=api.spec.key, compact=compact)
    return [contents.tree(root)]


def part_section(title: Any, content: list[Any], anchor: str = "") -> nodes.section | None:
    """Return a section of our own, or ``None`` when nothing is in it.

    :param anchor: its id, where the title would give one that fields have too.
    """
    content = [node for node in content if node is not None]
    if not content:
        return None
    text = str(title)
    heading = nodes.title(text, text, translatable=False)
    section = nodes.section("", heading, *content, ids=[anchor or slug(text, "part")])
    section["classes"].append("dj-api-part")
    section[PART] = True
    return section


def _paragraph(text: Any) -> nodes.paragraph:
    plain = str(text)
    return nodes.paragraph(plain, plain)


# Bodies, responses, headers, links and callbacks of an operation, as nodes.

FindTarget: TypeAlias = Callable[[Link], LinkTarget | None]
"""Finds the operation that a link means."""


@dataclass(frozen=True, kw_only=True)
class Contents:
    """Makes the nodes of the contents of one page.

    :param trees: the field trees of the page.
    :param pages: the document of each schema that has one.
    :param source: the file that the texts come from.
    :param opened: nothing is closed at first.
    :param compact: what is said about a field is on the line of its name.
    :param address: what an address of the file is relative to.
    :param follows: what media types have follows the one that is chosen above.
    """

    trees: PageTrees
    pages: dict[Target, str]
    source: str
    opened: bool = False
    compact: bool = False
    find_target: FindTarget = lambda _link: None
    address: Callable[[str], str] = str
    follows: bool = True

    def tree(self, field: Field) -> field_tree:
        """Return the node of a field tree."""
        node = field_tree_node(field, self.pages, opened=self.opened, compact=self.compact)
        node.source = self.source
        node.line = 0
        return node

    def fields(self, fields: Iterable[Field]) -> list[nodes.Node]:
        """Return the nodes of fields that are beside each other."""
        return [self.tree(field) for field in fields]

    def body(self, body: Body, *, place: str = "") -> list[nodes.Node]:
        """Return the body of a request.

        :param place: that of the operation of a callback, see :func:`callback_place`.
        """
        owner = f"{place}body"
        said = {self.trees.contents[owner, media.pointer].description for media in body.content}
        found = [] if said == {body.description} else to_nodes(body.description, self.source)
        return found + self.content(body.content, owner, required=body.required)

    def content(
        self, content: tuple[MediaType, ...], place: str, *, required: bool = False
    ) -> list[nodes.Node]:
        """Return what a body may hold: media types with the same fields are together."""
        groups: list[tuple[list[MediaType], Field]] = []
        for media in content:
            tree = self.trees.contents[place, media.pointer]
            same = next((medias for medias, other in groups if alike(other, tree)), None)
            if same is not None:
                same.append(media)
            else:
                groups.append(([media], tree))
        found: list[nodes.Node] = []
        if required and not groups:
            found.append(nodes.paragraph("", "", required_mark(), translatable=False))
        for medias, tree in groups:
            node = self.tree(tree)
            names = [media.name for media in medias]
            line = media_line_node(names, node, required=required)
            told = (example for media in medias for example in media.examples)
            made: list[nodes.Node] = [line, node]
            made += example_notes(told, self.source, self.address)
            found += (
                [media_group("", *made, media=names)] if len(groups) > 1 and self.follows else made
            )
        return found

    def responses(
        self,
        responses: tuple[Response, ...],
        *,
        prefix: str = "",
        place: str = "",
        owner: str = "",
    ) -> list[nodes.Node]:
        """Return the responses as tabs, one for each status.

        :param owner: what their names begin with, behind that of the operation.
        """
        if not responses:
            return []
        tabs = tab_set(sync="false")
        tabs["classes"].append("dj-responses")
        tabs["translatable"] = False
        for response in responses:
            family = _status_classes(response.status)
            name = nodes.inline(response.status, response.status, classes=family)
            label = nodes.rubric("", "", name, classes=["sd-tab-label"], translatable=False)
            panel = create_component("tab-content", ["sd-tab-content"])
            panel += self.response(response, place)
            item = become(create_component("tab-item", ["sd-tab-item"], selected=False), tab)
            item.attributes.update({"component": "Tab", "component_attributes": {}})
            item["ids"] = [f"{prefix}status-{_name(response.status)}"]
            item[RESPONSE_NAME] = f"{owner}{without_spaces(response.status)}"
            item += [label, panel]
            tabs.append(item)
        return [tabs]

    def response(self, response: Response, place: str) -> list[nodes.Node]:
        """Return one response: what it means, its headers, its body, its links."""
        title = status_title(response.status)
        head = nodes.inline(title, title, classes=_status_classes(response.status))
        found: list[nodes.Node] = [nodes.paragraph("", "", head, classes=["dj-response-status"])]
        texts = dict.fromkeys(text for text in (response.summary, response.description) if text)
        for text in texts:
            found += to_nodes(text, self.source)
        owner = f"{place}{response.status}"
        found += self.content(response.content, owner)
        if headers := self.trees.headers.get(owner):
            found.append(fields_heading(_("Headers")))
            found += replace(self, compact=True).fields(headers)
        if response.links:
            found.append(fields_heading(_("Links")))
            found.append(link_nodes(response.links, self.find_target, self.source))
        return found

    def callback(self, name: str, operation: Operation) -> list[nodes.Node]:
        """Return the request that the API makes, and what it expects, in all its media types."""
        if self.follows:
            return replace(self, follows=False).callback(name, operation)
        prefix = f"callback-{_name(name)}-"
        place = callback_place(name, operation)
        found: list[nodes.Node] = [endpoint_node(operation.method, operation.path)]
        if operation.summary and operation.summary != first_sentence(operation.description):
            found += to_nodes(operation.summary, self.source)
        found += to_nodes(operation.description, self.source)
        if operation.body:
            found.append(fields_heading(_("Body")))
            found += self.body(operation.body, place=place)
        if operation.responses:
            found.append(fields_heading(_("Expected responses")))
            owner = f"callback.{without_spaces(name)}."
            found += self.responses(operation.responses, prefix=prefix, place=place, owner=owner)
        return found


def _status_classes(status: str) -> list[str]:
    """Return the classes of a status: its family has a colour and a shape."""
    return ["dj-status", f"dj-status-{status[:1].lower()}"]


def fields_heading(text: str) -> nodes.Node:
    """Return a heading that is not a section, so that it may be in a tab."""
    plain = str(text)
    return nodes.rubric(plain, plain, classes=["dj-fields-heading"], translatable=False)


def _name(text: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in text.lower()).strip("-") or "x"


# What the values of a response can be used for next (Link Objects), as nodes.


def link_nodes(links: tuple[Link, ...], find: FindTarget, source: str) -> nodes.Node:
    """Return a list of links: the operation of each, and the values that it is given."""
    listed = nodes.definition_list()
    for link in links:
        term = nodes.term("", "", nodes.literal(link.name, link.name))
        about = to_nodes(link.description, source)
        target = find(link)
        if text := link.operation_id or link.operation_ref:
            about.append(_operation_line(text, target))
        if link.server:
            url = nodes.literal(link.server, link.server)
            about.append(nodes.paragraph("", f"{_('Server')}: ", url))
        values = [
            (_parameter_name(name, target), value) for name, value in link.parameters.items()
        ]
        if link.request_body is not None:
            values.append((nodes.literal("body", "body"), link.request_body))
        for name, value in values:
            shown = json_text(value)
            line = nodes.paragraph("", "", name, nodes.Text(" = "), nodes.literal(shown, shown))
            about.append(line)
        listed.append(nodes.definition_list_item("", term, nodes.definition("", *about)))
    return listed


def _operation_line(text: str, target: LinkTarget | None) -> nodes.Node:
    """Return what is called next: the operation by its title, where it is known."""
    line = nodes.paragraph("", f"{_('Operation')}: ", translatable=False)
    if target is None:
        line.append(nodes.literal(text, text))
        return line
    operation = target.operation
    line.append(page_link(target.docname, operation.title, by_title=True))
    address = f"{operation.method} {operation.path}"
    if address != operation.title:
        line += [nodes.Text(" "), nodes.literal(address, address)]
    return line


def _parameter_name(name: str, target: LinkTarget | None) -> nodes.Node:
    """Return the name of a parameter, which may have its place in front (``path.id``)."""
    inner = nodes.literal(name, name)
    if target is None or target.docname is None:
        return inner
    place, _dot, rest = name.partition(".")
    found = [
        item
        for item in target.operation.parameters
        if item.name == name or (item.place == place and item.name == rest)
    ]
    if not found:
        return inner
    anchor = f"{found[0].place}-{name_slug(found[0].name)}"
    return place_link(inner, target.docname, anchor)
