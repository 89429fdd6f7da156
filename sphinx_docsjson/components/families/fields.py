"""Fields: ParamField, ResponseField and Expandable, and the head that API pages share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from docutils import nodes
from sphinx_design.dropdown import DropdownDirective

from sphinx_docsjson.base.markdown import list_item
from sphinx_docsjson.base.nodes import add_anchors
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.accordions import DETAILS, make_details
from sphinx_docsjson.components.field_heads import FieldHead, field_anchors, field_head_node
from sphinx_docsjson.components.registry import Attribute, Component, as_list, registry
from sphinx_docsjson.components.renderers import (
    RENDERERS,
    Drawing,
    Renderers,
    copy_identity,
    element,
    entry,
    unwrap,
)
from sphinx_docsjson.i18n import _

LOCATIONS = ("path", "query", "header", "body", "cookie")


class field_entry(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """The head of a field, its description and the fields inside it."""


class FieldDirective(ComponentDirective):
    """A field; its head is one node, its description and nested fields follow."""

    node_class = field_entry
    css_class = "dj-field"

    def build(self) -> list[nodes.Node]:
        """Return the field."""
        node = self.container()
        name = self.field_name()
        document = self.state.document
        anchor = add_anchors(document, node, field_anchors(name)) if name else None
        head = field_head_node(self.head(anchor))
        self.set_source_info(head)
        node += head
        self.parse_content(node)
        return [node]

    def field_name(self) -> str:
        """Return the name of the field."""
        return self.values.get("name", "")

    def head(self, anchor: str | None) -> FieldHead:
        """Return the first line of the field."""
        return FieldHead(
            name=self.field_name(),
            anchor=anchor,
            type=self.values.get("type"),
            required=self.flag("required"),
            deprecated=self.flag("deprecated"),
            default=self.values.get("default"),
            before=tuple(as_list(self.values.get("pre", ""))),
            after=tuple(as_list(self.values.get("post", ""))),
        )


class ResponseFieldDirective(FieldDirective):
    """A field of a response; ``body`` is met as another spelling of ``name``.

    A response that is one value, no object, has a type only.
    """

    tag = "ResponseField"

    def build(self) -> list[nodes.Node]:
        """Return the field; say so when it has neither a name nor a type."""
        if not self.field_name() and not self.values.get("type"):
            self.complain('<ResponseField> needs a name or a type: write name="…" or type="…".')
        return super().build()


class ParamFieldDirective(FieldDirective):
    """A parameter of a request: the attribute that names it says where it is sent."""

    tag = "ParamField"

    def location(self) -> str | None:
        """Return where the parameter is sent."""
        return next((place for place in LOCATIONS if self.values.get(place)), None)

    def field_name(self) -> str:
        """Return the value of the location attribute, or of ``name``."""
        place = self.location()
        return self.values.get(place or "name", "")

    def build(self) -> list[nodes.Node]:
        """Return the field; say so when it has no name."""
        if not self.field_name():
            self.complain("<ParamField> needs a name: write path, query, header or body = it.")
        return super().build()

    def head(self, anchor: str | None) -> FieldHead:
        """Return the head with the location."""
        default = self.values.get("default") or self.values.get("initialValue")
        return replace(
            FieldDirective.head(self, anchor), location=self.location(), default=default
        )


class expandable(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A title (a rubric) and the fields that open."""


class ExpandableDirective(ComponentDirective, DropdownDirective):
    """Nested fields that open."""

    tag = "Expandable"
    extends: ClassVar = dict(DropdownDirective.option_spec)

    def build(self) -> list[nodes.Node]:
        """Return a dropdown of sphinx-design, marked as ours."""
        title = self.values.get("title") or str(_("properties"))
        opened = self.flag("defaultOpen") and not self.flag("defaultClosed")
        return [make_details(self, expandable, title, opened=opened)]


def field_html(node: Any, drawing: Drawing) -> list[nodes.Node]:
    """Return a field as its head and the rest."""
    head, *rest = drawing.borrow_children(node.children)
    body = [element("div", "dj-field-body", *rest)] if rest else []
    return [copy_identity(node, element("div", "dj-field", head, *body), "dj-field")]


def field_markdown(writer: Any, node: Any) -> str:
    """Return an item of a list; the description and nested fields follow in the item."""
    return list_item("-", writer.blocks(node.children))


def field_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the head of a field, and its description and the fields inside it below."""
    head, *content = unwrap(node.children)
    return [entry(head.children, content, node["ids"])]


RENDERERS[field_entry] = Renderers(html=field_html, markdown=field_markdown, paper=field_on_paper)
RENDERERS[expandable] = DETAILS


_TYPE = Attribute(name="type", type="text", doc="The type, such as `string` or `integer[]`.")
_REQUIRED = Attribute(name="required", type="flag", doc="Marks the field as required.")
_OPTIONAL = Attribute(name="optional", type="flag", doc="Says that it is not; without effect.")
_DEPRECATED = Attribute(name="deprecated", type="flag", doc="Marks the field as deprecated.")
_DEFAULT = Attribute(name="default", type="text", doc="The default value.")
_OPEN = Attribute(
    name="defaultOpen",
    type="flag",
    doc="Opens it at first.",
    aliases=("openDefault", "open"),
)

registry.add(
    Component(
        name="ParamField",
        doc="A parameter of a request. One of `path`, `query`, `header`, `body` names it.",
        one_of=LOCATIONS,
        attributes=(
            *(
                Attribute(name=place, type="text", doc=f"The name of a {place} parameter.")
                for place in LOCATIONS
            ),
            Attribute(name="name", type="text", doc="The name, where no location is given."),
            _TYPE,
            _REQUIRED,
            _OPTIONAL,
            _DEFAULT,
            _DEPRECATED,
            Attribute(
                name="placeholder", type="text", doc="What an empty input of the playground shows."
            ),
            Attribute(name="initialValue", type="text", doc="Shown as the default."),
        ),
        directive=ParamFieldDirective,
    ),
    Component(
        name="ResponseField",
        doc="A field of a response.",
        main="name",
        attributes=(
            Attribute(
                name="name",
                type="text",
                doc="The name of the field; without one, the type is shown alone.",
                aliases=("body",),
            ),
            _TYPE,
            _REQUIRED,
            _OPTIONAL,
            _DEFAULT,
            _DEPRECATED,
            Attribute(name="pre", type="list", doc="Labels before the name."),
            Attribute(name="post", type="list", doc="Labels after the name."),
            Attribute(name="defaultOpen", type="flag", doc="Accepted, without effect."),
        ),
        directive=ResponseFieldDirective,
    ),
    Component(
        name="Expandable",
        doc="Fields of an object, closed until the reader opens them.",
        main="title",
        attributes=(
            Attribute(name="title", type="markdown", doc="What opens it.", default="properties"),
            _OPEN,
            Attribute(name="defaultClosed", type="flag", doc="Closes it at first."),
        ),
        directive=ExpandableDirective,
    ),
)
