"""Update: an entry of a changelog, with its label as a link target."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsjson.base.markdown import heading, joined
from sphinx_docsjson.components.attributes import as_list
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import (
    copy_identity,
    element,
    heading_level,
    permalink,
)
from sphinx_docsjson.components.labels import labels
from sphinx_docsjson.components.paper import (
    entry,
    has_class,
    line_of,
    lower_headings,
    print_anchor,
    unwrap,
)
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers
from sphinx_docsjson.i18n import _

LABEL, DESCRIPTION, TAGS = "dj-update-label", "dj-update-description", "dj-update-tags"
"""The classes of the parts of an update."""

PAPER_LEVEL = 3
"""The level of the label of an update in LaTeX, below those of sections."""


class update(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A label (a rubric), a description, tags, and the content."""


class UpdateDirective(ComponentDirective):
    """An entry of a changelog."""

    tag = "Update"
    node_class = update

    def build(self) -> list[nodes.Node]:
        """Return the label (a rubric), the description, the tags and the content."""
        node = self.container()
        for name, key in (("rss", "feed"), ("date", "date")):
            if self.values.get(name):
                node[key] = self.values[name]
        if label := self.values.get("label"):
            title = self.titled(nodes.rubric(classes=[LABEL]), label)
            self.title_anchor(title, title, "update")
            node += title
        description = self.values.get("description") or self.values.get("date")
        if description:
            node += self.titled(nodes.paragraph(classes=[DESCRIPTION]), description)
        if tags := as_list(self.values.get("tags", "")):
            line = labels(classes=[TAGS])
            self.set_source_info(line)
            for number, tag in enumerate(tags):
                line += [nodes.Text(", ")] if number else []
                line += nodes.inline(tag, tag, classes=["dj-update-tag"], label=True)
            node += line
        self.parse_content(node)
        return [node]


def update_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return an entry of the timeline: label, date and tags beside the content."""
    side: list[nodes.Node] = []
    body: list[nodes.Node] = []
    for child in context.borrow_children(node.children):
        if has_class(child, LABEL):
            title = element(
                f"h{heading_level(node)}", LABEL, *context.borrow_children(child.children)
            )
            title += permalink(child["ids"][0], _("Link to this update"))
            side.append(copy_identity(child, title))
        elif has_class(child, DESCRIPTION):
            side.append(child)
        elif has_class(child, TAGS):
            tags = [
                c for c in context.borrow_children(child.children) if isinstance(c, nodes.inline)
            ]
            side.append(element("div", TAGS, *tags))
        else:
            body.append(child)
    children = [element("div", "dj-update-side", *side), element("div", "dj-update-body", *body)]
    return [copy_identity(node, element("div", "dj-update", *children), "dj-update")]


def update_markdown(writer: Any, node: Any) -> str:
    """Return an entry of a changelog, under its label as a heading."""
    blocks = []
    with writer.deeper():
        for child in node.children:
            if has_class(child, LABEL):
                blocks.append(heading(max(writer.level, 2), writer.inline(child.children)))
            else:
                blocks.append(writer.blocks([child]))
    return joined(blocks)


def update_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the label, the date and the tags in one line, and the changes."""
    title: Any = None
    facts: list[nodes.Node] = []
    content: list[nodes.Node] = []
    for child in unwrap(node.children):
        if has_class(child, LABEL):
            title = child
        elif has_class(child, DESCRIPTION) or has_class(child, TAGS):
            facts += [nodes.Text(" · ")] if facts else []
            facts += unwrap(child.children)
        else:
            content.append(child)
    lower_headings(content)
    if facts:
        content.insert(0, line_of(nodes.inline("", "", *facts, classes=["dj-update-facts"])))
    if title is None:
        return content
    if form != "latex":
        return [entry(title.children, content, [*node["ids"], *title["ids"]])]
    title["heading-level"] = PAPER_LEVEL
    return [line_of(print_anchor(ids=title["ids"])), title, *content]


RENDERERS[update] = Renderers(
    html=update_html, markdown=update_markdown, paper=update_on_paper, titled=True
)

registry.add(
    Component(
        name="Update",
        doc="An entry of a changelog.",
        main="label",
        attributes=(
            Attribute(
                name="label",
                type="markdown",
                required=True,
                doc="The version or date, which is also the anchor.",
            ),
            Attribute(name="description", type="markdown", doc="A line below the label."),
            Attribute(name="date", type="text", doc="The date, shown if there is no description."),
            Attribute(name="tags", type="list", doc='Labels: `tags={["New", "Fixes"]}`.'),
            Attribute(name="rss", type="text", doc="Title and description for a feed."),
        ),
        directive=UpdateDirective,
    ),
)
