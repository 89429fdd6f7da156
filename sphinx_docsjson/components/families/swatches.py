"""Color, Color.Row, Color.Item: swatches of colours."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.components.attributes import clean
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.labels import labels
from sphinx_docsjson.components.paper import entry, frameless, has_class, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers, boxed

ROW_TITLE = "dj-color-row-title"


class swatches(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Rows and swatches."""


class swatch_row(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A title and swatches."""


class swatch(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """The name and the value of a colour."""


class ColorDirective(ComponentDirective):
    """Swatches of colours."""

    tag = "Color"
    node_class = swatches

    def build(self) -> list[nodes.Node]:
        """Return a container of rows and items."""
        node = self.container()
        node["classes"].append(f"dj-color-{self.values.get('variant', 'compact')}")
        self.parse_content(node)
        return [node]


class ColorRowDirective(ComponentDirective):
    """A titled row of swatches."""

    tag = "Color.Row"
    node_class = swatch_row

    def build(self) -> list[nodes.Node]:
        """Return a title and the items."""
        node = self.container()
        if title := self.values.get("title"):
            node += self.titled(nodes.paragraph(classes=[ROW_TITLE]), title)
        self.parse_content(node)
        return [node]


class ColorItemDirective(ComponentDirective):
    """A swatch."""

    tag = "Color.Item"
    node_class = swatch

    def build(self) -> list[nodes.Node]:
        """Return the name and the value."""
        node = self.container()
        name = self.values.get("name", "")
        colors = self._colors(self.values.get("value", ""))
        shown = " / ".join(colors)
        line = labels()
        self.set_source_info(line)
        if name:
            line += [nodes.strong(name, name, label=True), nodes.Text(" ")]
        line += nodes.literal(shown, shown)
        node += line
        node["swatches"] = colors
        return [node]

    def _colors(self, value: str) -> list[str]:
        """Return the one colour, or that of the light and that of the dark mode."""
        try:
            pair = read_json(value)
        except ValueError:
            pair = value
        wanted = [pair.get("light"), pair.get("dark")] if isinstance(pair, dict) else [value]
        colour = Attribute(name="value", type="color", doc="")
        found = []
        for text in wanted:
            color, problem = clean(colour, str(text or ""), self.tag)
            if color:
                found.append(color)
            elif problem:
                self.complain(problem.message)
        return found


def swatch_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the colours as SVG, which needs no style attribute, and the name and the value."""
    pictures = []
    for color in node["swatches"]:
        rect = element("rect", "", width="100%", height="100%", fill=color)
        pictures.append(element("svg", "dj-swatch", rect, aria_hidden="true", focusable="false"))
    line: Any = node[0]
    label = [c for c in context.borrow_children(line.children) if not isinstance(c, nodes.Text)]
    new = element("div", "dj-color-item", *pictures, element("div", "dj-color-label", *label))
    return [copy_identity(node, new, "dj-color-item")]


def swatch_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the name and the value; LaTeX draws the colour."""
    line: Any = unwrap(node.children)[0]
    if form == "latex":
        for color in reversed(node["swatches"]):
            value = color.lstrip("#")
            full = "".join(c * 2 for c in value) if len(value) == 3 else value[:6]
            if len(full) == 6 and not set(full.lower()) - set("0123456789abcdef"):
                raw = rf"\docsjsonSwatch{{{full.upper()}}}"
                line.insert(0, nodes.raw("", raw, format="latex"))
    return [line]


def row_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the colours of a row under its title."""
    children = unwrap(node.children)
    title = next((child for child in children if has_class(child, ROW_TITLE)), None)
    content = [child for child in children if child is not title]
    return content if title is None else [entry(title.children, content)]


RENDERERS[swatches] = Renderers(html=boxed, paper=frameless)
RENDERERS[swatch_row] = Renderers(html=boxed, paper=row_on_paper)
RENDERERS[swatch] = Renderers(html=swatch_html, paper=swatch_on_paper)

registry.add(
    Component(
        name="Color",
        doc="Colour swatches.",
        main="variant",
        attributes=(
            Attribute(
                name="variant",
                type="choice",
                choices=("compact", "table"),
                required=True,
                doc="The layout.",
            ),
        ),
        directive=ColorDirective,
        newer=True,
    ),
    Component(
        name="Color.Row",
        doc="A titled row of swatches.",
        main="title",
        parents=("Color",),
        attributes=(Attribute(name="title", type="markdown", doc="The title."),),
        directive=ColorRowDirective,
        newer=True,
    ),
    Component(
        name="Color.Item",
        doc="A swatch.",
        content=Content.NONE,
        main="name",
        parents=("Color", "Color.Row"),
        attributes=(
            Attribute(name="name", type="text", doc="The name."),
            Attribute(
                name="value",
                type="text",
                required=True,
                doc='A CSS colour, or one for each mode: `{"light": "#fff", "dark": "#000"}`.',
            ),
        ),
        directive=ColorItemDirective,
        newer=True,
    ),
)
