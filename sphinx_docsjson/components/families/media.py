"""Frame, Tooltip, Badge, Latex: what surrounds pictures and stands inside a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.components.component_nodes import element, tooltip
from sphinx_docsjson.components.directive import ComponentDirective, inline_values
from sphinx_docsjson.components.families.inline_icons import ICON, ICON_TYPE, make_icon
from sphinx_docsjson.components.html_elements import Page, carry, rewrites, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry
from sphinx_docsjson.references import reference_to

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

BADGE_COLORS = (
    "gray",
    "blue",
    "green",
    "yellow",
    "orange",
    "red",
    "purple",
    "white",
    "surface",
    "white-destructive",
    "surface-destructive",
)


class FrameDirective(ComponentDirective):
    """A border around pictures, with a caption."""

    tag = "Frame"

    def build(self) -> list[nodes.Node]:
        """Return the hint, the content and the caption."""
        node = self.container("figure")
        if hint := self.values.get("hint"):
            node += self.titled(nodes.paragraph(classes=["dj-figure-hint"]), hint)
        self.parse_content(node)
        if caption := self.values.get("caption"):
            node += self.titled(nodes.paragraph(classes=["dj-figure-caption"]), caption)
        return [node]


@rewrites("Frame")
def write_frame(node: Any, page: Page) -> list[nodes.Node]:
    """Write a figure with its caption."""
    hint, body, caption = [], [], []
    for child in unwrap(node.children):
        classes = child["classes"] if isinstance(child, nodes.Element) else []
        if "dj-figure-hint" in classes:
            hint.append(child)
        elif "dj-figure-caption" in classes:
            caption.append(carry(child, element("figcaption", "", *child.children)))
        else:
            body.append(child)
    new = element("figure", "dj-figure", element("div", "dj-figure-body", *body), *caption)
    return [*hint, carry(node, new, "dj-figure")]


def build_tooltip(
    attributes: Mapping[str, str],
    children: Sequence[nodes.Node],
    env: BuildEnvironment,
    location: tuple[str, int | None],
) -> list[nodes.Node]:
    """Return the nodes of ``<Tooltip>``: an abbreviation to other builders."""
    values = inline_values("Tooltip", attributes, location)
    tip = values.get("tip", "")
    if not tip:
        return list(children)
    node = tooltip("", "", *children, explanation=tip)
    if headline := values.get("headline"):
        node["headline"] = headline
    found: list[nodes.Node] = [node]
    node["component"] = "Tooltip"
    if href := values.get("href"):
        words = nodes.inline("", values.get("cta") or href)
        link = reference_to(href, words, docname=env.docname)
        if link is not None:
            more = nodes.inline("", "", nodes.Text(" ("), link, nodes.Text(")"))
            more["classes"].append(MORE)
            found.append(more)
    return found


MORE = "dj-tooltip-more"
"""The class of the link that follows a tooltip; HTML moves it into the tooltip."""


@rewrites("Tooltip")
def write_tooltip(node: Any, page: Page) -> list[nodes.Node]:
    """Write a button that the explanation describes; the explanation follows it."""
    tip_id = page.new_id("dj-tooltip")
    plain = node.deepcopy()
    tip = element("span", "dj-tooltip-tip", role="tooltip", id=tip_id)
    if headline := node.get("headline"):
        tip += element("span", "dj-tooltip-headline", nodes.Text(headline))
    tip += element("span", "dj-tooltip-text", nodes.Text(node["explanation"]))
    index = node.parent.index(node) + 1
    after: Any = node.parent[index] if index < len(node.parent) else None
    if isinstance(after, nodes.inline) and MORE in after["classes"]:
        node.parent.remove(after)
        for link in after.findall(nodes.reference):
            link.parent = None
            tip += link
    term = element(
        "button",
        "dj-tooltip-term",
        *unwrap(node.children),
        type="button",
        aria_describedby=tip_id,
    )
    new = element("span", "dj-tooltip", term, tip)
    new["book"] = plain
    return [carry(node, new)]


def build_badge(
    attributes: Mapping[str, str],
    children: Sequence[nodes.Node],
    env: BuildEnvironment,
    location: tuple[str, int | None],
) -> list[nodes.Node]:
    """Return the nodes of ``<Badge>``."""
    values = inline_values("Badge", attributes, location)
    classes = ["dj-badge", f"dj-badge-{values.get('color', 'gray')}"]
    classes += [
        f"dj-badge-{values.get('size', 'md')}",
        f"dj-badge-{values.get('shape', 'rounded')}",
    ]
    classes += [
        f"dj-badge-{flag}" for flag in ("stroke", "disabled") if values.get(flag) == "true"
    ]
    drawn = make_icon(
        values.get("icon", ""),
        config=env.config,
        location=location,
        icon_type=values.get("iconType"),
    )
    return [nodes.inline("", "", *drawn, *children, classes=classes)]


def build_latex(
    attributes: Mapping[str, str],
    children: Sequence[nodes.Node],
    env: BuildEnvironment,
    location: tuple[str, int | None],
) -> list[nodes.Node]:
    """Return a formula, which Sphinx's mathematics extensions render."""
    inline_values("Latex", attributes, location)
    formula = "".join(child.astext() for child in children).strip().strip("$")
    return [nodes.math(formula, formula)]


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
    Component(
        name="Tooltip",
        doc="A term that explains itself to the pointer, the keyboard and a touch.",
        content=Content.INLINE,
        main="tip",
        attributes=(
            Attribute(name="tip", type="text", required=True, doc="The explanation."),
            Attribute(name="headline", type="text", doc="A heading above the explanation."),
            Attribute(name="cta", type="text", doc="The text of a link."),
            Attribute(name="href", type="href", doc="Where the link leads."),
        ),
        inline=build_tooltip,
    ),
    Component(
        name="Badge",
        doc="A label in the text.",
        content=Content.INLINE,
        main="color",
        attributes=(
            Attribute(
                name="color",
                type="choice",
                choices=BADGE_COLORS,
                default="gray",
                doc="The colour.",
            ),
            Attribute(
                name="size",
                type="choice",
                choices=("xs", "sm", "md", "lg"),
                default="md",
                doc="The size.",
            ),
            Attribute(
                name="shape",
                type="choice",
                choices=("rounded", "pill"),
                default="rounded",
                doc="The shape.",
            ),
            ICON,
            ICON_TYPE,
            Attribute(name="stroke", type="flag", doc="Draws a border instead of a surface."),
            Attribute(name="disabled", type="flag", doc="Draws it faint."),
            Attribute(name="className", type="text", doc="Accepted, without effect."),
        ),
        inline=build_badge,
        newer=True,
    ),
    Component(
        name="Latex",
        doc="A formula.",
        content=Content.INLINE,
        inline=build_latex,
        newer=True,
    ),
)
