"""CardGroup, Columns, Column and Tile: what stands side by side.

The grids of sphinx-design have rows and items for each column; these are one element.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.cards import card, translatable_part
from sphinx_docsjson.components.forms.declared import FORMS, Forms
from sphinx_docsjson.components.forms.drawing import Drawing, boxed, carry
from sphinx_docsjson.components.forms.html_elements import element
from sphinx_docsjson.components.forms.paper import entry, frameless, has_class, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.references import reference_to
from sphinx_docsjson.text.spelling import list_item

TILE_TITLE = "dj-picture-tile-title"


class columns(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Components side by side."""


class column(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """One of several columns."""


class tile(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A picture, its title (the link), and a description."""


class ColumnsDirective(ComponentDirective):
    """Components side by side."""

    node_class = columns
    css_class = "dj-columns"

    def build(self) -> list[nodes.Node]:
        """Return a container with the number of columns."""
        node = self.container()
        count = max(1, min(4, int(float(self.values.get("cols", "2")))))
        node["classes"].append(f"dj-columns-{count}")
        self.parse_content(node)
        return [node]


class CardGroupDirective(ColumnsDirective):
    """Cards side by side."""

    tag = "CardGroup"


class NewerColumnsDirective(ColumnsDirective):
    """Components side by side, under the newer name."""

    tag = "Columns"


class ColumnDirective(ComponentDirective):
    """One of several columns."""

    tag = "Column"
    node_class = column
    css_class = "dj-columns-item"


class TileDirective(ComponentDirective):
    """A picture with a title below it, as one link."""

    tag = "Tile"
    node_class = tile
    css_class = "dj-picture-tile"

    def build(self) -> list[nodes.Node]:
        """Return the picture, the title as the link, and the description."""
        node = self.container()
        picture = create_component("dj-picture-tile-picture", ["dj-picture-tile-picture"])
        self.parse_content(picture)
        node += picture
        href = self.values.get("href", "")
        title = self.values.get("title") or href
        line = self.titled(nodes.paragraph(classes=[TILE_TITLE]), title)
        inner = nodes.inline("", "", translatable_part(line)) if href else None
        link = reference_to(href, inner, docname=self.env.docname) if inner else None
        if inner:
            line += inner.children if link is None else [link]
        node += line
        if text := self.values.get("description"):
            node += self.titled(nodes.paragraph(classes=["dj-picture-tile-description"]), text)
        return [node]


def columns_markdown(writer: Any, node: Any) -> str:
    """Return cards side by side as a list of links; anything else as it is."""
    children = [child for child in node.children if isinstance(child, nodes.Element)]
    if not children or not all(isinstance(child, card) for child in children):
        text: str = writer.blocks(node.children)
        return text
    return "\n\n".join(list_item("-", writer.write(child)) for child in children)


def tile_html(node: Any, drawing: Drawing) -> list[nodes.Node]:
    """Return the tile; its link covers it."""
    for link in node.findall(nodes.reference):
        if TILE_TITLE in link.parent["classes"]:
            drawing.dress(link, [*link["classes"], "dj-card-link"])
    return [carry(node, element("div", "dj-card-linked", *drawing.lend(node.children)))]


def tile_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the title of the picture, and below it the picture."""
    children = unwrap(node.children)
    title = next(child for child in children if has_class(child, TILE_TITLE))
    children.remove(title)
    return [entry(title.children, children, node["ids"])]


FORMS[columns] = Forms(html=boxed, markdown=columns_markdown, paper=frameless)
FORMS[column] = Forms(html=boxed, paper=frameless)
FORMS[tile] = Forms(html=tile_html, paper=tile_on_paper)


_COLS = Attribute(name="cols", type="number", default="2", doc="How many columns, 1 to 4.")
_CLASS = Attribute(name="className", type="text", doc="Accepted, without effect.")

registry.add(
    Component(
        name="CardGroup",
        doc="Cards side by side.",
        main="cols",
        attributes=(_COLS, _CLASS),
        directive=CardGroupDirective,
    ),
    Component(
        name="Columns",
        doc="Components side by side.",
        main="cols",
        attributes=(_COLS, _CLASS),
        directive=NewerColumnsDirective,
        newer=True,
    ),
    Component(
        name="Column",
        doc="One of several columns.",
        parents=("Columns", "CardGroup"),
        directive=ColumnDirective,
        newer=True,
    ),
    Component(
        name="Tile",
        doc="A picture with a title below it, as one link.",
        main="title",
        attributes=(
            Attribute(name="href", type="href", required=True, doc="Where the tile leads."),
            Attribute(name="title", type="markdown", doc="The title."),
            Attribute(name="description", type="markdown", doc="A line below the title."),
        ),
        directive=TileDirective,
        newer=True,
    ),
)
