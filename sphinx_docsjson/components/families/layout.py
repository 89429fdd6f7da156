"""CardGroup, Columns, Column, Tile, Gallery, Frame, Heading, MDX: the layout of content.

The grids of sphinx-design have rows and items for each column; these are one element.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_docsjson.base.markdown import list_item
from sphinx_docsjson.base.nodes import reference_to
from sphinx_docsjson.components.directive import ComponentDirective
from sphinx_docsjson.components.families.cards import card, translatable_part
from sphinx_docsjson.components.html_elements import copy_identity, element, permalink
from sphinx_docsjson.components.paper import entry, frameless, has_class, line_of, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers, boxed
from sphinx_docsjson.i18n import _

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
        node["classes"].append(f"dj-columns-{_count(self.values.get('cols', '2'))}")
        self.parse_content(node)
        return [node]


def _count(written: str) -> int:
    return max(1, min(4, int(float(written))))


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


def tile_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the tile; its link covers it."""
    for link in node.findall(nodes.reference):
        if TILE_TITLE in link.parent["classes"]:
            context.override_classes(link, [*link["classes"], "dj-card-link"])
    return [
        copy_identity(
            node, element("div", "dj-card-linked", *context.borrow_children(node.children))
        )
    ]


def tile_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the title of the picture, and below it the picture."""
    children = unwrap(node.children)
    title = next(child for child in children if has_class(child, TILE_TITLE))
    children.remove(title)
    return [entry(title.children, children, node["ids"])]


RENDERERS[columns] = Renderers(html=boxed, markdown=columns_markdown, paper=frameless)
RENDERERS[column] = Renderers(html=boxed, paper=frameless)
RENDERERS[tile] = Renderers(html=tile_html, paper=tile_on_paper)


_COLS = Attribute(name="cols", type="number", default="2", doc="The number of columns, 1 to 4.")

registry.add(
    Component(
        name="CardGroup",
        doc="Cards side by side.",
        main="cols",
        attributes=(_COLS,),
        directive=CardGroupDirective,
    ),
    Component(
        name="Columns",
        doc="Components side by side.",
        main="cols",
        attributes=(_COLS,),
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
        doc="A link that consists of an image and a title.",
        main="title",
        attributes=(
            Attribute(name="href", type="href", required=True, doc="The target of the link."),
            Attribute(name="title", type="markdown", doc="The title."),
            Attribute(name="description", type="markdown", doc="A line below the title."),
        ),
        directive=TileDirective,
        newer=True,
    ),
)


# Frame: a border around pictures, with lines above and below; sphinx-design has none.

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


def frame_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return a figure with its caption."""
    hint, body, caption = [], [], []
    for child in context.borrow_children(node.children):
        if has_class(child, HINT):
            hint.append(child)
        elif has_class(child, CAPTION):
            label = context.borrow_children(child.children)
            caption.append(copy_identity(child, element("figcaption", "", *label)))
        else:
            body.append(child)
    new = element("figure", "dj-figure", element("div", "dj-figure-body", *body), *caption)
    return [*hint, copy_identity(node, new, "dj-figure")]


def frame_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the picture and its caption; LaTeX puts them into the middle."""
    children = []
    for child in unwrap(node.children):
        if has_class(child, CAPTION):
            label = nodes.emphasis("", "", *unwrap(child.children))
            child = nodes.container("", line_of(label), classes=[CAPTION])
        children.append(child)
    if form != "latex":
        return children
    return [nodes.container("", *children, classes=["dj-figure"])]


RENDERERS[frame] = Renderers(html=frame_html, paper=frame_on_paper)


registry.add(
    Component(
        name="Frame",
        doc="A border around images, which readers can enlarge.",
        main="caption",
        attributes=(
            Attribute(
                name="caption",
                type="markdown",
                doc="A caption below the image.",
                aliases=("description",),
            ),
            Attribute(
                name="hint", type="markdown", doc="A hint above the image.", aliases=("title",)
            ),
            *(
                Attribute(
                    name=name,
                    type="text",
                    instead=f"Write `style={{{{ {name}: 320 }}}}`, or give the picture a {name}.",
                )
                for name in ("width", "height")
            ),
            Attribute(
                name="type",
                type="text",
                instead="Change the look with `className` or `style`.",
            ),
        ),
        directive=FrameDirective,
    ),
)


# Heading: a heading that opens no section, so that it may be anywhere, in every syntax.


class heading(nodes.rubric):  # noqa: N801 (docutils spells its nodes so)
    """A heading by attributes; other builders write the rubric that it is."""


class HeadingDirective(ComponentDirective):
    """A heading by attributes."""

    tag = "Heading"

    def build(self) -> list[nodes.Node]:
        """Return a rubric with an anchor; the list of contents has it, too."""
        text = " ".join(" ".join(self.content).split())
        level = max(2, min(6, int(float(self.values.get("level", "2")))))
        node = self.titled(self.finish(heading(classes=["dj-heading", "dj-heading-own"])), text)
        node["heading-level"] = level
        self.title_anchor(node, node, "heading")
        return [node]


def heading_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the heading, with a link to itself unless its author wants none."""
    new = element(f"h{node['heading-level']}", "", *context.borrow_children(node.children))
    if node["component_attributes"].get("noAnchor") != "true":
        new += permalink(node["ids"][0], _("Link to this heading"))
    return [copy_identity(node, new)]


# MDX and ApiPlayground: they show their content.


class held(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Content as it is."""


class MdxDirective(ComponentDirective):
    """Content as it is."""

    tag = "MDX"
    node_class = held


class ApiPlaygroundDirective(ComponentDirective):
    """Content as it is, in place of a form."""

    tag = "ApiPlayground"
    node_class = held


RENDERERS[heading] = Renderers(html=heading_html)
RENDERERS[held] = Renderers(html=boxed, paper=frameless)

registry.add(
    Component(
        name="Heading",
        doc="A heading. In Markdown, `##` does the same.",
        attributes=(
            Attribute(name="level", type="number", default="2", doc="The level, 2 to 6."),
            Attribute(name="noAnchor", type="flag", doc="Hides the link to the heading."),
            Attribute(name="id", type="text", doc="The anchor. Default: from the title."),
        ),
        directive=HeadingDirective,
        newer=True,
    ),
    Component(
        name="MDX",
        doc="Shows its content unchanged, for older pages.",
        directive=MdxDirective,
        newer=True,
    ),
    Component(
        name="ApiPlayground",
        doc="Shows its content unchanged.",
        instead="Name an operation in `openapi` in the front matter to show its form.",
        directive=ApiPlaygroundDirective,
        newer=True,
    ),
)


# Gallery: pictures side by side, each of which can be enlarged.


class gallery(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Pictures, and what else is between them."""


class GalleryDirective(ComponentDirective):
    """Pictures side by side, all of one shape."""

    tag = "Gallery"
    node_class = gallery

    def build(self) -> list[nodes.Node]:
        """Return a container with the number of columns."""
        node = self.container()
        node["classes"].append(f"dj-gallery-{_count(self.values.get('cols', '3'))}")
        self.parse_content(node)
        for image in node.findall(nodes.image):
            if title := str(image.get("title", "")):
                image["caption"] = title  # a title elsewhere does not belong to the text
        return [node]


def gallery_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return a figure for each picture; its title is the caption."""
    children: list[nodes.Node] = []
    for child in context.borrow_children(node.children):
        if isinstance(child, nodes.image):
            children.append(_as_figure(child))
            continue
        if not _is_line_of_pictures(child):
            children.append(child)
            continue
        for part in context.borrow_children(child.children):
            if not _is_space(part):
                children.append(_as_figure(part))
    return [copy_identity(node, element("div", "dj-gallery", *children))]


def _is_line_of_pictures(node: nodes.Node) -> bool:
    """Whether a paragraph has pictures, links of pictures, and nothing else."""
    if not isinstance(node, nodes.paragraph):
        return False
    parts = [part for part in node.children if not _is_space(part)]
    return bool(parts) and all(
        isinstance(part, nodes.image)
        or (isinstance(part, nodes.reference) and isinstance(part[0], nodes.image))
        for part in parts
    )


def _is_space(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Text) and not node.strip()


def _as_figure(part: Any) -> nodes.Node:
    image = next(iter(part.findall(nodes.image)), None)
    title = str(image.get("title", "")) if image is not None else ""
    new = element("figure", "dj-figure", element("div", "dj-figure-body", part))
    if title:
        new += element("figcaption", CAPTION, nodes.Text(title))
    return new


def gallery_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the pictures below each other, each with its caption."""
    printed: list[nodes.Node] = []
    for child in unwrap(node.children):
        if isinstance(child, nodes.image):
            printed.append(_as_printed_figure(child))
        elif _is_line_of_pictures(child):
            parts = [part for part in unwrap(child.children) if not _is_space(part)]
            printed += map(_as_printed_figure, parts)
        else:
            printed.append(child)
    return printed


def _as_printed_figure(part: Any) -> nodes.Node:
    (image,) = part.findall(nodes.image)
    picture = part if part is image else nodes.paragraph("", "", part)
    figure = nodes.container("", picture, classes=["dj-figure"])
    if title := str(image.get("title", "")):
        label = line_of(nodes.emphasis(title, title))
        figure += nodes.container("", label, classes=[CAPTION])
    return figure


RENDERERS[gallery] = Renderers(html=gallery_html, paper=gallery_on_paper)

registry.add(
    Component(
        name="Gallery",
        doc="Images side by side, which readers can enlarge and browse.",
        main="cols",
        attributes=(
            Attribute(name="cols", type="number", default="3", doc="The maximum per row, 1 to 4."),
        ),
        directive=GalleryDirective,
        newer=True,
    ),
)
