"""Operations, schemas and tags as parts of a page that is about more than one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_docsjson.anchors import free_id, give_id
from sphinx_docsjson.compat.node_classes import become
from sphinx_docsjson.components.listings.code_groups import code_group
from sphinx_docsjson.components.listings.side_examples import side_example
from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.about.operation_lists import operation_list
from sphinx_docsjson.openapi.content.examples.example_groups import as_nodes, example_group
from sphinx_docsjson.openapi.content.markdown_nodes import to_nodes
from sphinx_docsjson.openapi.content.page_content import OperationPage, schema_nodes
from sphinx_docsjson.openapi.content.specification_texts import PageTexts, translated
from sphinx_docsjson.openapi.embedding.anchored_trees import anchored_trees
from sphinx_docsjson.openapi.embedding.choosing import Extent, exemplary, reduced
from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.objects.index_entries import index_node
from sphinx_docsjson.openapi.objects.openapi_domain import mark
from sphinx_docsjson.openapi.objects.page_objects import (
    ApiObject,
    operation_object,
    schema_object,
)
from sphinx_docsjson.openapi.pages.api_defaults import with_defaults
from sphinx_docsjson.openapi.pages.document_names import schema_title, slug
from sphinx_docsjson.openapi.pages.grouping import groups_of
from sphinx_docsjson.openapi.pages.reference import ApiReference
from sphinx_docsjson.openapi.schema.fieldtree import Target, anchored


@dataclass(frozen=True, kw_only=True)
class ApiParts:
    """Makes the parts of one page.

    :param sections: whether sections may stand where the parts go.
    :param noted: whether what is shown can be named by roles.
    """

    document: nodes.document
    config: Any
    texts: PageTexts
    reference: ApiReference
    spec: Specification
    sections: bool = True
    noted: bool = True

    def operation(self, operation: Operation, extent: Extent, title: str = "") -> list[nodes.Node]:
        """Return an operation with all that it is asked to show."""
        words = title or self.texts.plain(operation.title)
        word = "webhook" if operation.kind == "webhook" else operation.method
        name = operation.operation_id or f"{word} {operation.path}"
        part = self._part(words, slug(name, "operation"))
        anchor = part["ids"][0]
        trees = anchored_trees(self.reference.maker(self.spec).operation(operation), anchor)
        page = self._page(reduced(operation, extent), trees, extent)
        part += [*page.description(), *page.head()]
        for section in page.sections():
            part += self._flat(section, anchor, extent)
        part += self._examples(operation, trees, extent)
        known = operation_object(operation, trees, self.spec.schema_names, own=False)
        self._note(part, known)
        return [part]

    def _page(self, operation: Operation, trees: Any, extent: Extent) -> OperationPage:
        reference, spec = self.reference, self.spec
        return OperationPage(
            operation=translated(with_defaults(operation, reference), self.texts),
            trees=translated(trees, self.texts),
            examples=reference.examples(spec),
            api=replace(reference.api, examples_autogenerate=extent.generated),
            config=self.config,
            spec=spec,
            pages=reference.schema_pages.get(spec.key, {}),
            find_target=partial(reference.link_target, spec),
            own_page=partial(reference.own_page, spec),
            mode="simple",
            translate=self.texts.markdown,
            places=extent.places,
        )

    def _examples(self, operation: Operation, trees: Any, extent: Extent) -> Iterator[nodes.Node]:
        """Yield the request and the responses as code among the text."""
        if not extent.examples:
            return
        request = self._page(exemplary(operation, extent, "request"), trees, extent)
        response = self._page(exemplary(operation, extent, "response"), trees, extent)
        sides = (
            (_("Request"), request.samples(response=False)),
            (_("Response"), response.samples(request=False)),
        )
        for title, groups in sides:
            for group in groups:
                yield _rubric(str(title))
                yield among_text(group)

    def _flat(self, section: nodes.section, prefix: str, extent: Extent) -> Iterator[nodes.Node]:
        """Yield a section of an operation without making it an entry of the page's contents."""
        for node in section.children:
            if isinstance(node, nodes.title):
                yield _rubric(node.astext(), *self._ids(section, prefix))
            elif isinstance(node, nodes.section):
                yield from self._flat(node, prefix, extent)
            elif isinstance(node, side_example):
                yield from [among_text(node)] if extent.examples else []
            else:
                for inner in node.findall(nodes.Element):
                    names, inner["ids"] = self._ids(inner, prefix), []
                    for name in names:
                        give_id(self.document, inner, name)
                yield node

    def _ids(self, node: nodes.Element, prefix: str) -> list[str]:
        return [free_id(self.document, f"{prefix}-{name}") for name in node["ids"]]

    def schema(self, name: str, pointer: str, title: str = "") -> list[nodes.Node]:
        """Return a schema with its fields."""
        target = Target(pointer=pointer)
        shown = schema_title(target)
        part = self._part(title or shown, slug(shown, "schema"))
        tree = self.reference.maker(self.spec).schema(target)
        tree = translated(replace(tree, root=anchored(tree.root, part["ids"][0])), self.texts)
        root = replace(tree.root, description="")
        if root.type == shown:
            root = replace(root, type="object")
        part += to_nodes(tree.root.description, self.spec.key)
        pages = self.reference.schema_pages.get(self.spec.key, {})
        part += schema_nodes(replace(tree, root=root), pages, self.spec.key)
        self._note(part, schema_object(self.spec.key, shown, tree.root, own=False))
        return [part]

    def tag_list(self, operations: Sequence[Operation]) -> list[nodes.Node]:
        """Return a list of operations that leads to them."""
        pages = {
            operation.key: docname
            for operation in operations
            if (docname := self.reference.page_of(self.spec, operation))
        }
        shown = [replace(each, summary=self.texts.plain(each.summary)) for each in operations]
        return operation_list(shown, pages)

    def groups(self, operations: Sequence[Operation], extent: Extent) -> Iterator[nodes.Node]:
        """Yield a section for each tag, with its operations."""
        webhooks = tuple(each for each in operations if each.kind == "webhook")
        others = tuple(each for each in operations if each.kind != "webhook")
        spec = replace(self.spec, operations=others, webhooks=webhooks, tag_groups=())
        for group in groups_of(spec):
            for each in group.walk():
                if not each.operations:
                    continue
                part = self._part(self.texts.plain(each.title), slug(each.title, "tag"))
                if each.tag:
                    about = self.texts.markdown(self.spec.tag(each.tag).description)
                    part += to_nodes(about, self.spec.key)
                    self._note(
                        part, ApiObject(kind="tag", spec=self.spec.key, name=each.tag, own=False)
                    )
                for operation in each.operations:
                    part += self.operation(operation, extent)
                yield part

    def _part(self, words: str, wanted: str) -> nodes.Element:
        """Return a section, or what stands for one where none may stand."""
        anchor = free_id(self.document, wanted)
        if self.sections:
            heading = nodes.title(words, words, translatable=False)
            part: nodes.Element = nodes.section("", heading)
        else:
            part = nodes.container("", _rubric(words, heading=True))
        give_id(self.document, part, anchor)
        return part

    def _note(self, part: nodes.Element, known: ApiObject) -> None:
        if self.noted:
            anchor = part["ids"][0]
            mark(self.document, known, anchor)
            part.insert(1, index_node(known, anchor))


def among_text(group: nodes.Node) -> nodes.Node:
    """Return a group of examples as code that stands among the text, not beside it."""
    made = as_nodes(group) if isinstance(group, example_group) else group
    node: Any = create_component("dj-codegroup", ["dj-code-group"], children=made.children)
    node = become(node, code_group)
    node.attributes.update({"component": "CodeGroup", "component_attributes": {}})
    return node  # type: ignore[no-any-return]


def _rubric(words: str, *ids: str, heading: bool = False) -> nodes.rubric:
    classes = ["dj-heading" if heading else "dj-fields-heading"]
    return nodes.rubric(words, words, classes=classes, ids=list(ids), translatable=False)


def in_tag(operations: Iterable[Operation], tag: str) -> list[Operation]:
    """Return the operations that have a tag."""
    return [operation for operation in operations if tag in operation.tags]
