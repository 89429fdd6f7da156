"""Bodies, responses, headers, links and callbacks of an operation, as nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_docsjson.compat.node_classes import become
from sphinx_docsjson.components.families.tabs import tab, tab_set
from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.about.link_rows import FindTarget, link_nodes
from sphinx_docsjson.openapi.content.api_nodes import (
    endpoint_node,
    field_tree,
    field_tree_node,
    media_line_node,
    required_mark,
)
from sphinx_docsjson.openapi.content.examples.example_notes import example_notes
from sphinx_docsjson.openapi.content.markdown_nodes import to_nodes
from sphinx_docsjson.openapi.content.outside_markdown import first_sentence
from sphinx_docsjson.openapi.content.statuses import status_words
from sphinx_docsjson.openapi.model.api import Operation
from sphinx_docsjson.openapi.model.exchange import Body, MediaType, Response
from sphinx_docsjson.openapi.schema.fieldtree import Field, Target, alike
from sphinx_docsjson.openapi.schema.page_fields import OperationTrees, callback_place


class Contents:
    """Makes the nodes of the contents of one page.

    :param trees: the field trees of the operation.
    :param pages: the document of each schema that has one.
    :param source: the file that the texts come from.
    :param opened: nothing is closed at first.
    :param find_target: finds the operation that a link means.
    :param address: what an address of the file is relative to.
    """

    def __init__(
        self,
        trees: OperationTrees,
        pages: dict[Target, str],
        source: str,
        *,
        opened: bool,
        find_target: FindTarget = lambda _link: None,
        address: Callable[[str], str] = str,
    ) -> None:
        self.find_target = find_target
        self.address = address
        self.trees = trees
        self.pages = pages
        self.source = source
        self.opened = opened

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
