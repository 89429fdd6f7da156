"""Fields: ParamField, ResponseField and Expandable, and the head that API pages share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from sphinx_design.dropdown import DropdownDirective

from sphinx_docsjson.components.attributes import as_list
from sphinx_docsjson.components.component_nodes import element, field_head
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.accordions import DETAILS, make_details
from sphinx_docsjson.components.forms import FORMS
from sphinx_docsjson.components.html_elements import Page, carry, rewrites, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.locale import _

LOCATIONS = ("path", "query", "header", "body", "cookie")


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldHead:
    """The first line of a field.

    :param anchor: the id of the field on the page, if it can be linked to.
    :param location: where a parameter is sent: path, query, header, body or cookie.
    :param default: the default as it is shown; ``None`` when there is none.
    :param before: pills before the name.
    :param after: pills after the type, such as ``nullable`` or ``read-only``.
    """

    name: str
    anchor: str | None = None
    type: str | None = None
    location: str | None = None
    required: bool = False
    deprecated: bool = False
    default: str | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def field_head_html(head: FieldHead, *, type_html: str | None = None) -> str:
    """Return the head of a field as HTML.

    A reference holds tens of thousands of these: the name and the type have no class of their
    own. The name is the code that is a child or in the link, the type the span without a class.

    :param type_html: trusted markup to show instead of ``head.type``, such as a link to a schema.
    """
    name = f"<code>{escape(head.name)}</code>"
    if head.anchor:
        name = f'<a href="#{escape(head.anchor)}">{name}</a>'
    shown = type_html if type_html is not None else escape(head.type or "")
    parts = [*(_pill("dj-field-pill", text) for text in head.before), name]
    if shown:
        parts.append(f"<span>{shown}</span>")
    if head.location:
        parts.append(_pill("dj-field-location", head.location))
    parts += [_pill("dj-field-pill", text) for text in head.after]
    if head.default is not None:
        parts.append(
            f'<span class="dj-field-default">{escape(_("default"))}: '
            f"<code>{escape(head.default)}</code></span>"
        )
    if head.required:
        parts.append(_pill("dj-field-required", _("required")))
    if head.deprecated:
        parts.append(_pill("dj-field-deprecated", _("deprecated")))
    return f'<div class="dj-field-head">{" ".join(parts)}</div>\n'


def _pill(css_class: str, text: str) -> str:
    return f'<span class="{css_class}">{escape(text)}</span>'


def fact_pills(*, default: str | None, required: bool, added: str) -> list[nodes.Node]:
    """Return the default and the mark of a required field as :func:`field_head_html` has them.

    :param added: a class for what no author wrote.
    """
    pills: list[nodes.Node] = []
    if default is not None:
        code = element("code", "", nodes.Text(default))
        words = nodes.Text(f"{_('default')}: ")
        pills.append(element("span", f"dj-field-default {added}", words, code))
    if required:
        text = nodes.Text(str(_("required")))
        pills.append(element("span", f"dj-field-required {added}", text))
    return pills


def field_head_node(head: FieldHead) -> field_head:
    """Return the head as a node: a paragraph for every builder but HTML."""
    return field_head("", "", *head_words(head), head=head, labels=[*head.before, *head.after])


def head_words(head: FieldHead) -> list[nodes.Node]:
    """Return the head as words."""
    words: list[nodes.Node] = [nodes.literal(head.name, head.name)]
    facts = [head.type, head.location, *head.before, *head.after]
    facts += [_("required")] if head.required else []
    facts += [_("deprecated")] if head.deprecated else []
    listed = ", ".join(str(fact) for fact in facts if fact)
    if listed:
        words += [nodes.Text(" ("), nodes.emphasis(listed, listed), nodes.Text(")")]
    if head.default is not None:
        words += [nodes.Text(f" {_('default')}: "), nodes.literal(head.default, head.default)]
    return words


def with_label(head: FieldHead, old: str, new: str) -> FieldHead:
    """Return *head* with *new* where the label *old* was."""

    def renamed(labels: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if label == old else label for label in labels)

    return replace(head, before=renamed(head.before), after=renamed(head.after))


def field_anchor(name: str) -> str:
    """Return the id of the field *name*: ``param-<name>``, without what an URL cannot hold."""
    kept = "".join(c if c.isalnum() or c in "._-" else "-" for c in name.strip())
    return "param-" + (kept.strip("-") or "field")


class FieldDirective(ComponentDirective):
    """A field; its head is one node, its description and nested fields follow."""

    def build(self) -> list[nodes.Node]:
        """Return the field."""
        node = self.container("field")
        name = self.field_name()
        anchor = self.anchor(node, field_anchor(name)) if name else None
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
    """A field of a response; ``body`` is met as another spelling of ``name``."""

    tag = "ResponseField"


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


FORMS[expandable] = DETAILS


@rewrites("ParamField", "ResponseField")
def write_field(node: Any, page: Page) -> list[nodes.Node]:
    """Write a field as its head and the rest."""
    head, *rest = node.children
    body = [element("div", "dj-field-body", *unwrap(rest))] if rest else []
    new = element("div", "dj-field", head, *body)
    return [carry(node, new, "dj-field")]


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
                doc="The name of the field.",
                required=True,
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
