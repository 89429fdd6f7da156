"""Accordion and AccordionGroup: content that opens, as ``<details>``."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.nodes import make_id
from sphinx_design.dropdown import DropdownDirective

from sphinx_docsjson.components.component_nodes import element
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.inline_icons import ICON, ICON_TYPE
from sphinx_docsjson.components.html_elements import Page, carry, rewrites, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry

SPHINX_DESIGN = ("sd-mb-3",)
"""The classes that sphinx-design gives every dropdown and that ours does without."""


def make_details(
    directive: ComponentDirective, title: str, *, opened: bool, description: str = ""
) -> nodes.container:
    """Return the dropdown of sphinx-design for *directive*, marked as its component.

    For other builders it is a title (a rubric) and the content.
    """
    directive.options.setdefault("margin", [])
    directive.arguments = [title] if title else []
    if opened:
        directive.options["open"] = None
    # It asks for no more of *self* than every directive of sphinx-design has.
    found: list[Any] = DropdownDirective.run_with_defaults(directive)  # type: ignore[arg-type]
    node = found[0]
    node["component"] = directive.tag
    node["component_attributes"] = dict(sorted(directive.values.items()))
    heading = node[0] if title else None
    if heading is not None:
        directive.set_source_info(heading)
    if description:
        line = directive.titled(nodes.paragraph(classes=["dj-accordion-description"]), description)
        node.insert(1 if heading is not None else 0, line)
    directive.keep_icon(node)
    result: nodes.container = node
    return result


class AccordionDirective(ComponentDirective, DropdownDirective):
    """A part of the page that opens, with a title, a description and an icon."""

    tag = "Accordion"
    extends: ClassVar = dict(DropdownDirective.option_spec)

    def build(self) -> list[nodes.Node]:
        """Return a dropdown of sphinx-design, marked as ours."""
        title = self.values.get("title", "")
        node = make_details(
            self,
            title,
            opened=self.flag("defaultOpen"),
            description=self.values.get("description", ""),
        )
        wanted = self.values.get("id") or make_id(node[0].astext() if title else "")
        if wanted:
            self.anchor(node, wanted)
        return [node]


class AccordionGroupDirective(ComponentDirective):
    """Accordions with one border around them."""

    tag = "AccordionGroup"

    def build(self) -> list[nodes.Node]:
        """Return a container of the accordions."""
        node = self.container("accordion-group")
        self.parse_content(node)
        return [node]


@rewrites("Accordion", "Expandable")
def write_details(node: Any, page: Page) -> list[nodes.Node]:
    """Write ``<details>``; it works without a script and print opens it."""
    name = "dj-accordion" if node["component"] == "Accordion" else "dj-expandable"
    children = unwrap(node.children)
    heading = children.pop(0) if node.get("has_title") else None
    title = element("span", f"{name}-title", *(heading.children if heading else []))
    label: list[nodes.Node] = [title]
    if children and "dj-accordion-description" in getattr(children[0], "attributes", {}).get(
        "classes", []
    ):
        line: Any = children.pop(0)
        label += [nodes.Text(" "), carry(line, element("span", "", *line.children))]
    picture = [element("span", f"{name}-icon", *page.own_icon(node))] if "own_icon" in node else []
    chevron = page.icon("chevron-right", "dj-chevron")
    summary = element(
        "summary", f"{name}-summary", chevron, *picture, element("span", f"{name}-label", *label)
    )
    summary["classes"] += node["title_classes"]
    body = element("div", f"{name}-body", *children)
    body["classes"] += node["body_classes"]
    html: dict[str, Any] = {"open": "open"} if node["opened"] else {}
    details = element("details", name, summary, body, **html)
    if heading is not None:
        details["ids"] += heading["ids"]
    details["classes"] += node["container_classes"]
    return [carry(node, details)]


@rewrites("AccordionGroup")
def write_group(node: Any, page: Page) -> list[nodes.Node]:
    """Write the border around accordions."""
    new = element("div", "dj-accordion-group", *unwrap(node.children))
    return [carry(node, new, "dj-accordion-group")]


registry.add(
    Component(
        name="AccordionGroup",
        doc="Accordions with one border around them.",
        directive=AccordionGroupDirective,
    ),
    Component(
        name="Accordion",
        doc="A part of the page that the reader opens.",
        main="title",
        attributes=(
            Attribute(name="title", type="markdown", required=True, doc="What opens it."),
            Attribute(name="description", type="markdown", doc="A second line below the title."),
            Attribute(
                name="defaultOpen", type="flag", doc="Opens it at first.", aliases=("openDefault",)
            ),
            ICON,
            ICON_TYPE,
            Attribute(name="id", type="text", doc="The anchor; by default made of the title."),
        ),
        directive=AccordionDirective,
    ),
)
