"""Bodies, responses, headers, links and callbacks of an operation, as nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.families.tabs import tab, tab_set
from sphinx_docsjson.i18n import _
from sphinx_docsjson.openapi.content.about import page_link, place_link
from sphinx_docsjson.openapi.content.examples import example_notes, status_words
from sphinx_docsjson.openapi.content.markdown import first_sentence, to_nodes
from sphinx_docsjson.openapi.content.nodes import (
    endpoint_node,
    field_tree,
    field_tree_node,
    media_line_node,
    required_mark,
)
from sphinx_docsjson.openapi.model.api import (
    Body,
    Link,
    LinkTarget,
    MediaType,
    Operation,
    Response,
)
from sphinx_docsjson.openapi.schema.fields import PageTrees, callback_place
from sphinx_docsjson.openapi.schema.fieldtree import Field, Target, alike, name_slug
from sphinx_docsjson.openapi.schema.view import json_text

FindTarget: TypeAlias = Callable[[Link], LinkTarget | None]
"""Finds the operation that a link means."""


@dataclass(frozen=True, kw_only=True)
class Contents:
    """Makes the nodes of the contents of one page.

    :param trees: the field trees of the page.
    :param pages: the document of each schema that has one.
    :param source: the file that the texts come from.
    :param opened: nothing is closed at first.
    :param address: what an address of the file is relative to.
    """

    trees: PageTrees
    pages: dict[Target, str]
    source: str
    opened: bool = False
    find_target: FindTarget = lambda _link: None
    address: Callable[[str], str] = str

    def tree(self, field: Field) -> field_tree:
        """Return the node of a field tree."""
        node = field_tree_node(field, self.pages, opened=self.opened)
        node.source = self.source
        node.line = 0
        return node

    def fields(self, fields: Iterable[Field]) -> list[nodes.Node]:
        """Return the nodes of fields that stand beside each other."""
        return [self.tree(field) for field in fields]

    def body(self, body: Body, *, place: str = "") -> list[nodes.Node]:
        """Return the body of a request.

        :param place: that of the operation of a callback, see :func:`callback_place`.
        """
        found = to_nodes(body.description, self.source)
        return found + self.content(body.content, f"{place}body", required=body.required)

    def content(
        self, content: tuple[MediaType, ...], place: str, *, required: bool = False
    ) -> list[nodes.Node]:
        """Return what a body may hold: media types with the same fields stand together."""
        groups: list[tuple[list[MediaType], Field]] = []
        for media in content:
            tree = self.trees.contents[place, media.pointer]
            same = next((medias for medias, other in groups if alike(other, tree)), None)
            if same is not None:
                same.append(media)
            else:
                groups.append(([media], tree))
        found: list[nodes.Node] = []
        if required and len(groups) != 1:
            found.append(nodes.paragraph("", "", required_mark(), translatable=False))
        for medias, tree in groups:
            node = self.tree(tree)
            names = [media.name for media in medias]
            line = media_line_node(names, node, required=required and len(groups) == 1)
            told = (example for media in medias for example in media.examples)
            found += [line, node, *example_notes(told, self.source, self.address)]
        return found

    def responses(
        self, responses: tuple[Response, ...], *, prefix: str = "", place: str = ""
    ) -> list[nodes.Node]:
        """Return the responses as tabs, one for each status."""
        if not responses:
            return []
        tabs = tab_set(sync="false")
        tabs["classes"].append("dj-responses")
        tabs["translatable"] = False
        for response in responses:
            label = nodes.rubric(
                response.status, response.status, classes=["sd-tab-label"], translatable=False
            )
            panel = create_component("tab-content", ["sd-tab-content"])
            panel += self.response(response, place)
            item = become(create_component("tab-item", ["sd-tab-item"], selected=False), tab)
            item.attributes.update({"component": "Tab", "component_attributes": {}})
            item["ids"] = [f"{prefix}status-{_name(response.status)}"]
            item += [label, panel]
            tabs.append(item)
        return [tabs]

    def response(self, response: Response, place: str) -> list[nodes.Node]:
        """Return one response: what it means, its headers, its body, its links."""
        words = status_words(response.status)
        css = f"dj-status dj-status-{response.status[:1].lower()}"
        head = nodes.inline(words, words, classes=css.split())
        found: list[nodes.Node] = [nodes.paragraph("", "", head, classes=["dj-response-status"])]
        texts = dict.fromkeys(text for text in (response.summary, response.description) if text)
        for text in texts:
            found += to_nodes(text, self.source)
        owner = f"{place}{response.status}"
        found += self.content(response.content, owner)
        if headers := self.trees.headers.get(owner):
            found.append(_heading(_("Headers")))
            found += self.fields(headers)
        if response.links:
            found.append(_heading(_("Links")))
            found.append(link_nodes(response.links, self.find_target, self.source))
        return found

    def callback(self, name: str, operation: Operation) -> list[nodes.Node]:
        """Return the request that the API makes, and what it expects."""
        prefix = f"callback-{_name(name)}-"
        place = callback_place(name, operation)
        found: list[nodes.Node] = [endpoint_node(operation.method, operation.path)]
        if operation.summary and operation.summary != first_sentence(operation.description):
            found += to_nodes(operation.summary, self.source)
        found += to_nodes(operation.description, self.source)
        if operation.body:
            found.append(_heading(_("Body")))
            found += self.body(operation.body, place=place)
        if operation.responses:
            found.append(_heading(_("Expected responses")))
            found += self.responses(operation.responses, prefix=prefix, place=place)
        return found


def _heading(text: str) -> nodes.Node:
    """Return a heading that is no section, so that it may stand in a tab."""
    words = str(text)
    return nodes.rubric(words, words, classes=["dj-fields-heading"], translatable=False)


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
        if words := link.operation_id or link.operation_ref:
            about.append(_operation_line(words, target))
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


def _operation_line(words: str, target: LinkTarget | None) -> nodes.Node:
    """Return what is called next: the operation by its title, where it is known."""
    line = nodes.paragraph("", f"{_('Operation')}: ", translatable=False)
    if target is None:
        line.append(nodes.literal(words, words))
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
