"""Update: an entry of a changelog, with its label as a link target."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.nodes import make_id

from sphinx_docsjson.components.attributes import as_list
from sphinx_docsjson.components.component_nodes import element, labels
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import (
    Page,
    carry,
    heading_level,
    permalink,
    rewrites,
    unwrap,
)
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.locale import _


class UpdateDirective(ComponentDirective):
    """An entry of a changelog."""

    tag = "Update"

    def build(self) -> list[nodes.Node]:
        """Return the label (a rubric), the description, the tags and the content."""
        node = self.container()
        if label := self.values.get("label"):
            heading = self.titled(nodes.rubric(classes=["dj-update-label"]), label)
            self.anchor(heading, make_id(heading.astext()) or "update")
            node += heading
        description = self.values.get("description") or self.values.get("date")
        if description:
            classes = ["dj-update-description"]
            node += self.titled(nodes.paragraph(classes=classes), description)
        if tags := as_list(self.values.get("tags", "")):
            line = labels(classes=["dj-update-tags"])
            self.set_source_info(line)
            for number, tag in enumerate(tags):
                line += [nodes.Text(", ")] if number else []
                line += nodes.inline(tag, tag, classes=["dj-update-tag"], label=True)
            node += line
        self.parse_content(node)
        return [node]


@rewrites("Update")
def write_update(node: Any, page: Page) -> list[nodes.Node]:
    """Write an entry of the timeline: label, date and tags beside the content."""
    side: list[nodes.Node] = []
    body: list[nodes.Node] = []
    for child in unwrap(node.children):
        classes = child["classes"] if isinstance(child, nodes.Element) else []
        if "dj-update-label" in classes:
            heading = element(f"h{heading_level_of(node)}", "dj-update-label", *child.children)
            heading += permalink(child["ids"][0], _("Link to this update"))
            side.append(carry(child, heading))
        elif "dj-update-description" in classes:
            side.append(child)
        elif "dj-update-tags" in classes:
            tags = [c for c in child.children if isinstance(c, nodes.inline)]
            side.append(element("div", "dj-update-tags", *tags))
        else:
            body.append(child)
    children = [element("div", "dj-update-side", *side), element("div", "dj-update-body", *body)]
    return [carry(node, element("div", "dj-update", *children), "dj-update")]


def heading_level_of(node: nodes.Node) -> int:
    """Return the level of a heading where *node* stands."""
    return heading_level(node)


registry.add(
    Component(
        name="Update",
        doc="An entry of a changelog.",
        main="label",
        attributes=(
            Attribute(
                name="label", type="markdown", required=True, doc="The version or date; an anchor."
            ),
            Attribute(name="description", type="markdown", doc="A line below the label."),
            Attribute(name="date", type="text", doc="A date, shown where no description is."),
            Attribute(name="tags", type="list", doc='Labels: `tags={["New", "Fixes"]}`.'),
            Attribute(name="rss", type="text", doc="Title and description for a feed."),
        ),
        directive=UpdateDirective,
    ),
)
