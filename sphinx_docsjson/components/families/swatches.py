"""Color, Color.Row, Color.Item: swatches of colours."""

from __future__ import annotations

import json
from typing import Any

from docutils import nodes

from sphinx_docsjson.components.attributes import clean
from sphinx_docsjson.components.component_nodes import element, labels
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.html_elements import Page, boxed, carry, rewrites, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry


class ColorDirective(ComponentDirective):
    """Swatches of colours."""

    tag = "Color"

    def build(self) -> list[nodes.Node]:
        """Return a container of rows and items."""
        node = self.container()
        node["classes"].append(f"dj-color-{self.values.get('variant', 'compact')}")
        self.parse_content(node)
        return [node]


class ColorRowDirective(ComponentDirective):
    """A titled row of swatches."""

    tag = "Color.Row"

    def build(self) -> list[nodes.Node]:
        """Return a title and the items."""
        node = self.container()
        if title := self.values.get("title"):
            node += self.titled(nodes.paragraph(classes=["dj-color-row-title"]), title)
        self.parse_content(node)
        return [node]


class ColorItemDirective(ComponentDirective):
    """A swatch."""

    tag = "Color.Item"

    def build(self) -> list[nodes.Node]:
        """Return the name and the value."""
        node = self.container()
        name = self.values.get("name", "")
        colors = self._colors(self.values.get("value", ""))
        shown = " / ".join(colors)
        line = labels()
        self.set_source_info(line)
        line += nodes.strong(name, name, label=True)
        line += [nodes.Text(" "), nodes.literal(shown, shown)]
        node += line
        node["swatches"] = colors
        return [node]

    def _colors(self, value: str) -> list[str]:
        """Return the one colour, or that of the light and that of the dark mode."""
        try:
            pair = json.loads(value)
        except ValueError:
            pair = value
        wanted = [pair.get("light"), pair.get("dark")] if isinstance(pair, dict) else [value]
        swatch = Attribute(name="value", type="color", doc="")
        found = []
        for text in wanted:
            color, problem = clean(swatch, str(text or ""), self.tag)
            if color:
                found.append(color)
            elif problem:
                self.complain(problem.message)
        return found


@rewrites("Color.Item")
def write_swatch(node: Any, page: Page) -> list[nodes.Node]:
    """Write the colours as SVG, which needs no style attribute, beside the name and the value."""
    pictures = []
    for color in node["swatches"]:
        rect = element("rect", "", width="100%", height="100%", fill=color)
        pictures.append(element("svg", "dj-swatch", rect, aria_hidden="true", focusable="false"))
    label = unwrap(node.children)
    line: Any = label[0]
    words = [child for child in line.children if not isinstance(child, nodes.Text)]
    new = element("div", "dj-color-item", *pictures, element("div", "dj-color-label", *words))
    return [carry(node, new, "dj-color-item")]


@rewrites("Color", "Color.Row")
def write_swatches(node: Any, page: Page) -> list[nodes.Node]:
    """Write a box around the swatches."""
    return boxed(node)


_NAME = Attribute(name="name", type="text", required=True, doc="The name.")

registry.add(
    Component(
        name="Color",
        doc="Swatches of colours.",
        main="variant",
        attributes=(
            Attribute(
                name="variant",
                type="choice",
                choices=("compact", "table"),
                required=True,
                doc="How they are arranged.",
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
            _NAME,
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
