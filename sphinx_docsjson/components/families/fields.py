"""Fields: ParamField, ResponseField and Expandable, and the head that API pages share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx_design.dropdown import DropdownDirective

from sphinx_docsjson.base.markdown import code_span, emphasized, escape_text, list_item
from sphinx_docsjson.base.nodes import add_anchors
from sphinx_docsjson.components.attributes import as_list
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.accordions import DETAILS, make_details
from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.paper import entry, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers
from sphinx_docsjson.i18n import _

LOCATIONS = ("path", "query", "header", "body", "cookie")


class field_entry(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """The head of a field, its description and the fields inside it."""


class FieldDirective(ComponentDirective):
    """A field; its head is one node, its description and nested fields follow."""

    node_class = field_entry
    css_class = "dj-field"

    def build(self) -> list[nodes.Node]:
        """Return the field; nothing of one that is hidden."""
        if self.flag("hidden"):
            return []
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

    A response that is one value, not an object, has only a type.
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
            self.complain(f"<{self.tag}> needs a name: write path, query, header or body = it.")
        return super().build()

    def head(self, anchor: str | None) -> FieldHead:
        """Return the head with the location."""
        default = self.values.get("default") or self.values.get("initialValue")
        return replace(
            FieldDirective.head(self, anchor), location=self.location(), default=default
        )


class ParamDirective(ParamFieldDirective):
    """A parameter of a request, under its older name."""

    tag = "Param"

    def finish(self, node: Any) -> Any:
        """Mark *node* as what it is under its newer name."""
        node = super().finish(node)
        node["component"] = ParamFieldDirective.tag
        return node


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


def field_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return a field as its head and the rest."""
    head, *rest = context.borrow_children(node.children)
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
_OPTIONAL = Attribute(
    name="optional", type="flag", instead="Leave it out: a field without `required` is optional."
)
_DEPRECATED = Attribute(name="deprecated", type="flag", doc="Marks the field as deprecated.")
_DEFAULT = Attribute(name="default", type="text", doc="The default value.")
_OPEN = Attribute(
    name="defaultOpen",
    type="flag",
    doc="Opens it initially.",
    aliases=("openDefault", "open"),
)

_LABELS = (
    Attribute(name="pre", type="list", doc="Labels before the name."),
    Attribute(name="post", type="list", doc="Labels after the name."),
)
_HIDDEN = Attribute(name="hidden", type="flag", doc="Omits the field.", sampled=False)
_PARAMETER = (
    *(
        Attribute(name=place, type="text", doc=f"The name of a {place} parameter.")
        for place in LOCATIONS
    ),
    Attribute(name="name", type="text", doc="The name, without a location."),
    _TYPE,
    _REQUIRED,
    _OPTIONAL,
    _DEFAULT,
    _DEPRECATED,
    *_LABELS,
    _HIDDEN,
    Attribute(name="placeholder", type="text", doc="The placeholder in the playground."),
    Attribute(name="initialValue", type="text", doc="Shown as the default."),
)

registry.add(
    Component(
        name="ParamField",
        doc="A request parameter, named by `path`, `query`, `header` or `body`.",
        one_of=LOCATIONS,
        attributes=_PARAMETER,
        directive=ParamFieldDirective,
    ),
    Component(
        name="Param",
        doc="The older name of `ParamField`.",
        one_of=LOCATIONS,
        attributes=_PARAMETER,
        directive=ParamDirective,
        newer=True,
    ),
    Component(
        name="ResponseField",
        doc="A response field.",
        main="name",
        attributes=(
            Attribute(
                name="name",
                type="text",
                doc="The name. Without it, only the type is shown.",
                aliases=("body",),
            ),
            _TYPE,
            _REQUIRED,
            _OPTIONAL,
            _DEFAULT,
            _DEPRECATED,
            *_LABELS,
            _HIDDEN,
            Attribute(
                name="defaultOpen",
                type="flag",
                instead="Write `defaultOpen` on the `<Expandable>` inside it.",
            ),
        ),
        directive=ResponseFieldDirective,
    ),
    Component(
        name="Expandable",
        doc="Fields of an object, collapsed at first.",
        main="title",
        attributes=(
            Attribute(name="title", type="markdown", doc="The title.", default="properties"),
            _OPEN,
            Attribute(name="defaultClosed", type="flag", doc="Closes it initially."),
            Attribute(
                name="lazy",
                type="flag",
                instead="Leave it out. The page always contains all fields.",
            ),
            *(
                Attribute(name=name, type="text", instead="Write one `title` for both states.")
                for name in ("openedText", "closedText")
            ),
        ),
        directive=ExpandableDirective,
    ),
)


# The head of a field: its name, type and facts, in pages, on API pages and in twins.

_SEPARATORS = re.compile(r"[._]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldHead:
    """The first line of a field.

    :param name: empty for a value that has only a type.
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


def field_head_html(head: FieldHead, *, type_html: str | None = None, facts_html: str = "") -> str:
    """Return the head of a field as HTML.

    A reference holds tens of thousands of these: the name and the type have no class of their
    own. The name is the code that is a child or in the link, the type the span without a class.

    :param type_html: trusted markup to show instead of ``head.type``, such as a link to a schema.
    :param facts_html: trusted markup of what is said on the same line, such as limits.
    """
    parts = [_pill("dj-field-pill", text) for text in head.before]
    if head.name:
        name = f"<code>{escape(head.name)}</code>"
        parts.append(f'<a href="#{escape(head.anchor)}">{name}</a>' if head.anchor else name)
    shown = type_html if type_html is not None else escape(head.type or "")
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
    if facts_html:
        parts.append(facts_html)
    return f'<div class="dj-field-head">{" ".join(parts)}</div>\n'


def _pill(css_class: str, text: str) -> str:
    return f'<span class="{css_class}">{escape(text)}</span>'


def fact_pills(*, default: str | None, required: bool, added: str) -> list[nodes.Element]:
    """Return the default and the mark of a required field as :func:`field_head_html` has them.

    :param added: a class for what no author wrote.
    """
    pills: list[nodes.Element] = []
    if default is not None:
        code = element("code", "", nodes.Text(default))
        label = nodes.Text(f"{_('default')}: ")
        pills.append(element("span", f"dj-field-default {added}", label, code))
    if required:
        text = nodes.Text(str(_("required")))
        pills.append(element("span", f"dj-field-required {added}", text))
    return pills


class field_head(nodes.paragraph, addnodes.translatable):  # noqa: N801 (docutils spells its nodes so)
    """The first line of a field; other builders write the paragraph that it is.

    ``head`` is its data, ``labels`` the pills in it as the author wrote them.
    """

    def preserve_original_messages(self) -> None:
        """Do nothing: ``labels`` stay."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Put a translation in place of a label."""
        self["head"] = with_label(self["head"], original_message, translated_message)
        self[:] = head_nodes(self["head"])

    def extract_original_messages(self) -> Sequence[str]:
        """Return the labels."""
        labels: Sequence[str] = self["labels"]
        return labels


def field_head_node(head: FieldHead) -> field_head:
    """Return the head as a node: a paragraph for every builder but HTML."""
    return field_head("", "", *head_nodes(head), head=head, labels=[*head.before, *head.after])


def head_nodes(head: FieldHead) -> list[nodes.Node]:
    """Return the head as words."""
    facts = [head.type, head.location, *head.before, *head.after]
    facts += [_("required")] if head.required else []
    facts += [_("deprecated")] if head.deprecated else []
    listed = _(", ").join(str(fact) for fact in facts if fact)
    fact = nodes.emphasis(listed, listed)
    label: list[nodes.Node] = [nodes.literal(head.name, head.name)] if head.name else [fact]
    if head.name and listed:
        label += [nodes.Text(" ("), fact, nodes.Text(")")]
    if head.default is not None:
        label += [nodes.Text(f" {_('default')}: "), nodes.literal(head.default, head.default)]
    return label


def with_label(head: FieldHead, old: str, new: str) -> FieldHead:
    """Return *head* with *new* where the label *old* was."""

    def renamed(labels: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if label == old else label for label in labels)

    return replace(head, before=renamed(head.before), after=renamed(head.after))


def field_anchor(name: str) -> str:
    """Return the id of the field *name*: ``param-<name>``, without what an URL cannot hold."""
    kept = "".join(c if c.isalnum() or c in "._-" else "-" for c in name.strip())
    return "param-" + (kept.strip("-") or "field")


def field_anchors(name: str) -> list[str]:
    """Return the ids of the field *name*: its own, and the one the hosted platform makes."""
    own = field_anchor(name)
    return list(dict.fromkeys([own, _SEPARATORS.sub("-", own)]))


def head_element(node: field_head, context: FormContext) -> list[nodes.Node]:
    """Return the head as HTML."""
    return [nodes.raw("", field_head_html(node["head"]), format="html")]


def head_markdown(writer: Any, node: field_head) -> str:
    """The first line of a field, with the words in the order in which the page has them."""
    head = node["head"]
    parts = [*map(escape_text, head.before)]
    parts += [code_span(head.name)] if head.name else []
    parts += [emphasized("*", escape_text(head.type))] if head.type else []
    parts += [escape_text(text) for text in (head.location, *head.after) if text]
    if head.default is not None:
        parts.append(f"{_('default')}: {code_span(head.default)}")
    parts += [f"**{_('required')}**"] if head.required else []
    parts += [f"**{_('deprecated')}**"] if head.deprecated else []
    return " ".join(parts)


RENDERERS[field_head] = Renderers(html=head_element, markdown=head_markdown)
