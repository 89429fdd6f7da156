"""Accordion and AccordionGroup, written as ``<details>``.

An accordion is the dropdown of sphinx-design; its HTML is drawn again, because sphinx-design has
no place for a description, icons of any set and an anchor.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from sphinx_design.dropdown import DropdownDirective

from sphinx_docsjson.base.markdown import emphasized, joined, one_line
from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.attributes import harmless
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.icons import ICON, ICON_LIBRARY, ICON_TYPE
from sphinx_docsjson.components.paper import entry, frameless, lower_headings, own_icon, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import (
    RENDERERS,
    FormContext,
    Renderers,
    boxed,
    hide_from_design,
)

DESCRIPTION = "dj-accordion-description"
"""The class of the second line of a title."""


class accordion(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A title (a rubric), a description, and the content that opens."""


class accordion_group(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Accordions with one border around them."""


def make_details(
    directive: ComponentDirective,
    node_class: type[nodes.container],
    title: str,
    *,
    opened: bool,
    description: str = "",
) -> Any:
    """Return what sphinx-design makes of a dropdown, as a node of our own.

    :param directive: the directive that is in the page, a dropdown too.
    """
    directive.options.setdefault("margin", [])
    directive.arguments = [title] if title else []
    if opened:
        directive.options["open"] = None
    # It needs no more of *self* than every directive of sphinx-design has.
    (made,) = DropdownDirective.run_with_defaults(directive)  # type: ignore[arg-type]
    node = become(made, node_class)
    node["component"] = directive.tag
    node["component_attributes"] = dict(sorted(directive.values.items()))
    heading = node[0] if title else None
    if heading is not None:
        directive.set_source_info(heading)
        heading[:] = harmless(heading.children)
    if description:
        line = directive.titled(nodes.paragraph(classes=[DESCRIPTION]), description)
        node.insert(1 if heading is not None else 0, line)
    directive.keep_icon(node)
    return node


class AccordionDirective(ComponentDirective, DropdownDirective):
    """A part of the page that opens, with a title, a description and an icon."""

    tag = "Accordion"
    extends: ClassVar = dict(DropdownDirective.option_spec)

    def build(self) -> list[nodes.Node]:
        """Return a dropdown of sphinx-design, marked as ours."""
        title = self.values.get("title", "")
        node = make_details(
            self,
            accordion,
            title,
            opened=self.flag("defaultOpen"),
            description=self.values.get("description", ""),
        )
        self.title_anchor(node, node[0] if title else None)
        return [node]


class AccordionGroupDirective(ComponentDirective):
    """Accordions with one border around them."""

    tag = "AccordionGroup"
    node_class = accordion_group
    css_class = "dj-accordion-group"


def details_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """``<details>``: it works without a script and print opens it."""
    name = "dj-accordion" if isinstance(node, accordion) else "dj-expandable"
    heading, line, content = parts_of(node)
    title = element(
        "span", f"{name}-title", *context.borrow_children(heading.children if heading else [])
    )
    label: list[nodes.Node] = [title]
    if line is not None:
        inner = element("span", "", *context.borrow_children(line.children))
        label += [nodes.Text(" "), copy_identity(line, inner)]
    picture = context.own_icon(node)
    summary = element(
        "summary",
        f"{name}-summary",
        context.icon("chevron-right", "dj-chevron"),
        *([element("span", f"{name}-icon", *picture)] if picture else []),
        element("span", f"{name}-label", *label),
    )
    summary["classes"] += node["title_classes"]
    body = element("div", f"{name}-body", *context.borrow_children(content))
    body["classes"] += node["body_classes"]
    html: dict[str, Any] = {"open": "open"} if node["opened"] else {}
    details = element("details", name, summary, body, **html)
    details["classes"] += node["container_classes"]
    drawn = copy_identity(node, details)
    ids = [*node["ids"], *(heading["ids"] if heading is not None else ())]
    details["ids"], summary["ids"] = ids[:1], ids[1:]
    return [drawn]


def parts_of(node: Any) -> tuple[Any, Any, list[nodes.Node]]:
    """Return the title, the description and the content; the first two may be ``None``."""
    content = list(node.children)
    heading = content.pop(0) if node.get("has_title") else None
    first = content[0] if content else None
    described = isinstance(first, nodes.paragraph) and DESCRIPTION in first["classes"]
    return heading, content.pop(0) if described else None, content


def details_markdown(writer: Any, node: Any) -> str:
    """The title as a bold line, and the rest."""
    content = list(node.children)
    heading = content.pop(0) if node.get("has_title") else None
    text = one_line(writer.inline(heading.children)) if heading is not None else ""
    return joined([emphasized("**", text), writer.blocks(content)])


def details_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """What opens on a website, opened."""
    children = unwrap(node.children)
    if not node.get("has_title"):
        return children
    title, *content = children
    lower_headings(content)
    label = [*own_icon(node, form), *title.children]
    return [entry(label, content, [*node["ids"], *title["ids"]])]


DETAILS = Renderers(
    html=details_html,
    markdown=details_markdown,
    paper=details_on_paper,
    ready=hide_from_design,
    titled=True,
)
RENDERERS[accordion] = DETAILS
RENDERERS[accordion_group] = Renderers(html=boxed, paper=frameless)


registry.add(
    Component(
        name="AccordionGroup",
        doc="A group of accordions with one border.",
        directive=AccordionGroupDirective,
    ),
    Component(
        name="Accordion",
        doc="Content that is collapsed until a reader opens it.",
        main="title",
        attributes=(
            Attribute(name="title", type="markdown", required=True, doc="The title."),
            Attribute(name="description", type="markdown", doc="A second line below the title."),
            Attribute(
                name="defaultOpen",
                type="flag",
                doc="Opens it initially.",
                aliases=("openDefault",),
            ),
            ICON,
            ICON_TYPE,
            ICON_LIBRARY,
            Attribute(name="id", type="text", doc="The anchor. Default: from the title."),
        ),
        directive=AccordionDirective,
    ),
)
