"""An operation or a schema → the content of its page, as nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.components.listings.side_examples import AFTER_EXAMPLES
from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.checks.values.prefill import WrongPrefill, wrong_values
from sphinx_docsjson.openapi.content.about.docs_links import OwnPage, docs_link
from sphinx_docsjson.openapi.content.about.link_rows import FindTarget
from sphinx_docsjson.openapi.content.about.server_rows import server_nodes
from sphinx_docsjson.openapi.content.api_nodes import endpoint_node
from sphinx_docsjson.openapi.content.bodies import Contents
from sphinx_docsjson.openapi.content.examples.samples_nodes import (
    body_group,
    payload_group,
    request_group,
    response_group,
)
from sphinx_docsjson.openapi.content.markdown_nodes import to_nodes, to_sections
from sphinx_docsjson.openapi.content.playground_page import playground_node
from sphinx_docsjson.openapi.content.security_rows import security_nodes
from sphinx_docsjson.openapi.content.simple_html import without_components
from sphinx_docsjson.openapi.model.access import Server
from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.model.exchange import Parameter
from sphinx_docsjson.openapi.model.page_extension import badges_of, page_extension
from sphinx_docsjson.openapi.model.relative_urls import absolute_url
from sphinx_docsjson.openapi.pages.document_names import slug
from sphinx_docsjson.openapi.request.initial_values import Sampler, initial_values, sample_values
from sphinx_docsjson.openapi.request.playground_data import Mode, playground_data
from sphinx_docsjson.openapi.request.samples import chosen, request_samples
from sphinx_docsjson.openapi.schema.example_values import Examples
from sphinx_docsjson.openapi.schema.fieldtree import Field, Target
from sphinx_docsjson.openapi.schema.page_fields import OperationTrees, SchemaTree
from sphinx_docsjson.site.model import Api

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.checks.values.validity import SchemaValidators
    from sphinx_docsjson.openapi.request.http_request import Values

PART = "api_part"
"""The attribute of the sections that an operation is made of; an author's have none."""

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

    :param pages: the document of each schema that has one.
    :param validators: what holds the values of the request against their schemas.
    :param find_target: finds the operation that a link of a response means.
    :param own_page: finds the page of the site that an address means.
    :param mode: how much of the playground is shown.
    :param translate: the description of a schema → what readers see of it in the playground.
    :param places: the kinds of parameters that come first.
    """

    operation: Operation
    trees: OperationTrees
    examples: Examples
    api: Api
    config: Any
    spec: Specification | None = None
    pages: dict[Target, str] = field(default_factory=dict)
    validators: SchemaValidators | None = None
    find_target: FindTarget = lambda _link: None
    own_page: OwnPage = lambda _url: None
    mode: Mode = "show"
    translate: Callable[[str], str] = str
    places: tuple[str, ...] = ()

    @property
    def contents(self) -> Contents:
        """What makes the nodes of bodies and responses."""
        opened = self.api.params_expanded
        return Contents(
            self.trees,
            self.pages,
            self.operation.spec,
            opened=opened,
            find_target=self.find_target,
            address=self._address,
        )

    def _address(self, url: str) -> str:
        return absolute_url(url, self.spec) if self.spec else url

    def head(self) -> list[nodes.Node]:
        """Return what stands above the page's own text: the marks and the endpoint."""
        operation = self.operation
        found: list[nodes.Node] = []
        badges = [*badges_of(operation.extensions), *self._marks()]
        if badges:
            line = nodes.paragraph("", classes=["dj-api-badges"], translatable=False)
            for words in badges:
                line += [nodes.Text(" ")] if line.children else []
                line.append(nodes.inline(words, words, classes=["dj-tag"]))
            found.append(line)
        if operation.deprecated:
            text = _paragraph(_("This operation is deprecated."))
            found.append(nodes.warning("", text, classes=["dj-deprecated"]))
        elif operation.stability:
            text = _paragraph(_("Stability of this operation: %s.") % operation.stability)
            found.append(nodes.note("", text))
        if operation.kind == "webhook":
            found.append(endpoint_node(operation.method, operation.path))
        else:
            base = operation.servers[0].default_url if operation.servers else ""
            found.append(endpoint_node(operation.method, operation.path, base))
        return found

    def _marks(self) -> list[str]:
        """Return the tags of the operation that are marks and no groups."""
        tags = [self.spec.tag(name) for name in self.operation.tags] if self.spec else []
        return [tag.label for tag in tags if tag.kind == "badge"]

    def content(self) -> list[nodes.Node]:
        """Return the text that the description adds to the page, as text from outside."""
        text = page_extension(self.operation.extensions).content
        before, sections = to_sections(without_components(text), self.operation.spec)
        return [*before, *sections]

    def description(self) -> list[nodes.Node]:
        """Return the operation's own text."""
        return to_nodes(self.operation.about, self.operation.spec)

    def playground(self) -> list[nodes.Node]:
        """Return the form, where it is shown."""
        if self.mode != "show" or self.operation.kind != "operation" or self.spec is None:
            return []
        data = playground_data(
            self.operation,
            self._values,
            self.api,
            sampler=self._sample,
            description=None if self.spec.document else "",
            translate=self.translate,
        )
        return [playground_node(data)]

    def wrong_prefill(self) -> list[WrongPrefill]:
        """Return the values of the shown request that the description does not allow."""
        fits = self.validators
        if fits is None or self.mode == "hide" or self.operation.kind != "operation":
            return []
        return list(wrong_values(self.operation, self._shown, fits))

    @property
    def media_type(self) -> str:
        """The media type of the body that the form and the samples show."""
        return self._shown.media_type

    @cached_property
    def _values(self) -> Values:
        return initial_values(self.operation, self._sample, prefill=self.api.examples_prefill)

    @cached_property
    def _shown(self) -> Values:
        return sample_values(self.operation, self._values, self._sample)

    @cached_property
    def _sample(self) -> Sampler:
        return Sampler(self.examples)

    def samples(self, *, request: bool = True, response: bool = True) -> list[nodes.Node]:
        """Return the groups of the right column; those that the author wrote are not made."""
        found: list[nodes.Node | None] = []
        if request and self.mode != "hide" and self.operation.kind == "operation":
            languages, _unknown = chosen(self.api.example_languages)
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
        found = security_nodes(self.operation.security, self.operation.spec)
        if not found:
            return []
        words = str(_("Authorization"))
        title = nodes.rubric(words, words, classes=["dj-fields-heading"], translatable=False)
        return [title, *found]

    def sections(self) -> list[nodes.section]:
        """Return the sections: what a request carries, what comes back."""
        operation, contents = self.operation, self.contents
        found = [
            _section(_("Authorization"), security_nodes(operation.security, operation.spec)),
            *(
                _section(title, contents.fields(self._parameters(operation.in_place(place))))
                for place, title in self._places()
            ),
        ]
        if operation.body:
            title = _("Payload") if operation.kind == "webhook" else _("Body")
            found.append(_section(title, contents.body(operation.body), "request-body"))
        title = _("Expected responses") if operation.kind == "webhook" else _("Responses")
        responses = _section(title, contents.responses(operation.responses))
        if responses is not None:
            responses[AFTER_EXAMPLES] = True
        found.append(responses)
        found.append(self._callbacks(contents))
        found.append(_section(_("Servers"), server_nodes(self._own_servers(), operation.spec)))
        found.append(_section(_("More about it"), self._external_docs()))
        return [section for section in found if section is not None]

    def _places(self) -> list[tuple[str, Any]]:
        first = {place: number for number, place in enumerate(self.places)}
        return sorted(PLACES, key=lambda each: first.get(each[0], len(first)))

    def _parameters(self, parameters: tuple[Parameter, ...]) -> list[Field]:
        fields = [self.trees.parameters[f"{item.place}:{item.name}"] for item in parameters]
        if not self.api.maintain_order:
            fields.sort(key=lambda item: (not item.required, item.name.casefold()))
        return fields

    def _callbacks(self, contents: Contents) -> nodes.section | None:
        found = [
            _section(
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
        return _section(_("Callbacks"), [section for section in found if section is not None])

    def _examples_of(
        self, group: Callable[..., nodes.Node | None], operation: Operation, label: str = ""
    ) -> nodes.Node | None:
        generate = self.api.examples_autogenerate
        return group(operation, self.examples, generate=generate, label=label)

    def _own_servers(self) -> tuple[Server, ...]:
        """Return the servers when there is something to choose or to know."""
        servers = self.operation.servers
        telling = len(servers) > 1 or any(s.variables or s.description for s in servers)
        return servers if telling and self.operation.kind == "operation" else ()

    def _external_docs(self) -> list[nodes.Node]:
        docs = self.operation.external_docs
        link = docs_link(docs, self.own_page, self._address) if docs else None
        return [nodes.paragraph("", "", link)] if link else []


def schema_nodes(tree: SchemaTree, pages: dict[Target, str], spec: str) -> list[nodes.Node]:
    """Return the content of a schema's page."""
    contents = Contents(OperationTrees(), pages, spec, opened=False)
    return [contents.tree(tree.root)]


def _section(title: Any, content: list[Any], anchor: str = "") -> nodes.section | None:
    """Return a section of our own, or ``None`` when nothing is in it.

    :param anchor: its id, where the title would give one that fields have too.
    """
    content = [node for node in content if node is not None]
    if not content:
        return None
    words = str(title)
    heading = nodes.title(words, words, translatable=False)
    section = nodes.section("", heading, *content, ids=[anchor or slug(words, "part")])
    section[PART] = True
    return section


def _paragraph(text: Any) -> nodes.paragraph:
    words = str(text)
    return nodes.paragraph(words, words)
