"""Frame: a border around pictures, with lines above and below; sphinx-design has none."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.forms.declared import FORMS, Forms
from sphinx_docsjson.components.forms.drawing import Drawing, carry
from sphinx_docsjson.components.forms.html_elements import element
from sphinx_docsjson.components.forms.paper import has_class, line_of, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry

HINT, CAPTION = "dj-figure-hint", "dj-figure-caption"
"""The classes of the lines above and below a picture."""


class frame(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A hint, pictures, and a caption."""


class FrameDirective(ComponentDirective):
    """A border around pictures, with a caption."""

    tag = "Frame"
    node_class = frame
    css_class = "dj-figure"

    def build(self) -> list[nodes.Node]:
        """Return the hint, the content and the caption."""
        node = self.container()
        if hint := self.values.get("hint"):
            node += self.titled(nodes.paragraph(classes=[HINT]), hint)
        self.parse_content(node)
        if caption := self.values.get("caption"):
            node += self.titled(nodes.paragraph(classes=[CAPTION]), caption)
        return [node]


def frame_html(node: Any, drawing: Drawing) -> list[nodes.Node]:
    """Return a figure with its caption."""
    hint, body, caption = [], [], []
    for child in drawing.lend(node.children):
        if has_class(child, HINT):
            hint.append(child)
        elif has_class(child, CAPTION):
            words = drawing.lend(child.children)
            caption.append(carry(child, element("figcaption", "", *words)))
        else:
            body.append(child)
    new = element("figure", "dj-figure", element("div", "dj-figure-body", *body), *caption)
    return [*hint, carry(node, new, "dj-figure")]


def frame_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the picture and its caption; LaTeX puts them into the middle."""
    children = []
    for child in unwrap(node.children):
        if has_class(child, CAPTION):
            words = nodes.emphasis("", "", *unwrap(child.children))
            child = nodes.container("", line_of(words), classes=[CAPTION])
        children.append(child)
    if form != "latex":
        return children
    return [nodes.container("", *children, classes=["dj-figure"])]


FORMS[frame] = Forms(html=frame_html, paper=frame_on_paper)


registry.add(
    Component(
        name="Frame",
        doc="A border around pictures; a click enlarges them.",
        main="caption",
        attributes=(
            Attribute(name="caption", type="markdown", doc="A line below the picture."),
            Attribute(name="hint", type="markdown", doc="A line above the picture."),
            Attribute(name="width", type="text", doc="Accepted, without effect."),
            Attribute(name="height", type="text", doc="Accepted, without effect."),
            Attribute(name="type", type="text", doc="Accepted, without effect."),
            Attribute(name="style", type="text", doc="Accepted, without effect."),
            Attribute(name="className", type="text", doc="Accepted, without effect."),
        ),
        directive=FrameDirective,
    ),
)
