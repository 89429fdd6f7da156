"""An operation or a schema → the content of its page, as nodes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.config import ENUM

from sphinx_docsjson.base.near_names import did_you_mean, near_name
from sphinx_docsjson.base.source_files import place_of_setting
from sphinx_docsjson.build import the_build
from sphinx_docsjson.components.assets import found_on
from sphinx_docsjson.components.families.side_examples import AFTER_EXAMPLES
from sphinx_docsjson.i18n import _
from sphinx_docsjson.openapi.content.about import docs_link, security_nodes, server_nodes
from sphinx_docsjson.openapi.content.examples import (
    body_group,
    payload_group,
    request_group,
    response_group,
)
from sphinx_docsjson.openapi.content.markdown import to_nodes, to_sections, without_components
from sphinx_docsjson.openapi.content.nodes import OTHER_FORMATS, endpoint_node, skip
from sphinx_docsjson.openapi.content.parts import Contents
from sphinx_docsjson.openapi.model.api import Operation, Parameter, Server
from sphinx_docsjson.openapi.model.operations import absolute_url, badges_of, page_extension
from sphinx_docsjson.openapi.pages.planning import slug
from sphinx_docsjson.openapi.request import playground_files
from sphinx_docsjson.openapi.request.playground_data import (
    Mode,
    playground_data,
    script_json,
)
from sphinx_docsjson.openapi.request.playground_files import STORAGE, playground_script, strings
from sphinx_docsjson.openapi.request.samples import LANGUAGES, chosen, request_samples
from sphinx_docsjson.openapi.request.values import Sampler, initial_values, sample_values
from sphinx_docsjson.openapi.schema.fields import PageTrees
from sphinx_docsjson.openapi.schema.fieldtree import Field
from sphinx_docsjson.urls import safe_source
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_docsjson.openapi.pages.reference import DescribedApi
    from sphinx_docsjson.openapi.request.http import Values


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

    :param api: the API that the operation belongs to.
    :param mode: how much of the playground is shown.
    :param generate: whether examples are made where the file gives none; ``None``: as
        ``docs.json`` says.
    :param translate: the description of a schema → what readers see of it in the playground.
    :param places: the kinds of parameters that come first.
    """

    operation: Operation
    trees: PageTrees
    api: DescribedApi
    config: Any
    mode: Mode = "show"
    generate: bool | None = None
    translate: Callable[[str], str] = str
    places: tuple[str, ...] = ()

    @cached_property
    def contents(self) -> Contents:
        """What makes the nodes of bodies and responses."""
        return Contents(
            trees=self.trees,
            pages=self.api.schemas,
            source=self.operation.spec,
            opened=self.api.settings.params_expanded,
            find_target=self.api.link_target,
            address=self._address,
        )

    def _address(self, url: str) -> str:
        return absolute_url(url, self.api.spec)

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
        tags = map(self.api.spec.tag, self.operation.tags)
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
        if self.mode != "show" or self.operation.kind != "operation":
            return []
        data = playground_data(
            self.operation,
            self._values,
            self.api.settings,
            sampler=self._sample,
            description=None if self.api.spec.document else "",
            translate=self.translate,
        )
        return [playground("", data=script_json(data))]

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
        if not self.api.settings.maintain_order:
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
    return [Contents(trees=PageTrees(), pages=api.schemas, source=api.spec.key).tree(root)]


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


# The playground on a page: its place in the document, and the files that the page loads.

SCRIPT, STYLE = "docsjson-playground.js", "docsjson-playground.css"
CSS_CLASS = "dj-playground"


class playground(nodes.General, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """Where the form of an operation stands; ``data`` is the JSON block that it is drawn from."""


def setup_playground(app: Sphinx) -> None:
    """Register the node and the settings."""
    app.add_config_value(
        "docsjson_playground_storage",
        "session",
        "html",
        types=ENUM(*STORAGE),
        description="Where the playground keeps credentials: `session` or `memory`.",
    )
    app.add_config_value(
        "docsjson_playground_proxy",
        "",
        "html",
        types=frozenset({str}),
        description="What is put before the URL of each request of the playground.",
    )
    others: dict[str, Any] = dict.fromkeys((*OTHER_FORMATS[:4], "docsjson_markdown"), (skip, None))
    app.add_node(playground, html=(write_playground, None), **others)


def write_playground(self: HTML5Translator, node: nodes.Element) -> None:
    """Write the block; the script draws the form behind it."""
    if self.builder.name != "epub":
        block = f'<script type="application/json">{node["data"]}</script>'
        self.body.append(f'<div class="{CSS_CLASS}">{block}</div>\n')
    raise nodes.SkipNode


def write_files(app: Sphinx) -> None:
    """Write the script, and the page that one comes back to from signing in."""
    if app.builder.format != "html" or app.builder.name == "epub":
        return
    build = the_build(app.config)
    languages, unknown = chosen(build.site.api.example_languages)
    for name in unknown:
        near = did_you_mean(near_name(name, LANGUAGES))
        message = (
            f"there are no request samples in {name!r}; there are {', '.join(LANGUAGES)}.{near}"
        )
        place = build.site.nearest("api.examples.languages") or build.site.source_file
        warn(Warn.CONFIG, message, location=place)
    proxy = safe_source(app.config.docsjson_playground_proxy)
    if proxy is None:
        message = "docsjson_playground_proxy must be an http(s) URL; no proxy is used"
        warn(Warn.URL, message, location=place_of_setting(app, "docsjson_playground_proxy"))
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    script = playground_script(
        site=re.sub(r"\W+", "-", build.site.name).strip("-").lower(),
        languages=languages,
        storage=app.config.docsjson_playground_storage,
        proxy=proxy or "",
        own=build.page_language.each(strings) if build.page_language else None,
    )
    (static / SCRIPT).write_text(script, encoding="utf-8")
    schemes = [one for s in build.reference.specs for one in s.security_schemes.values()]
    if playground_files.is_needed(schemes):
        page = playground_files.redirect_page(language=app.config.language or "en", style=STYLE)
        (static / playground_files.PAGE).write_text(page, encoding="utf-8")
        written = playground_files.redirect_script()
        (static / playground_files.SCRIPT).write_text(written, encoding="utf-8")


def load_files(
    app: Sphinx, _page: str, _template: str, _context: dict[str, Any], doctree: Any
) -> None:
    """Load the script and the style sheet on pages that hold a playground."""
    if app.builder.name != "epub" and found_on(doctree).any_kind(playground):
        app.add_js_file(SCRIPT, loading_method="defer")
        app.add_css_file(STYLE)
