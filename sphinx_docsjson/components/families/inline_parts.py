"""Badge, Icon and Latex: what stands inside a line.

The badges and icons of sphinx-design have other colours and sets; both can be used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.components.directive import inline_values
from sphinx_docsjson.components.forms.icon_nodes import ICON, ICON_TYPE, make_icon
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry

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


def build_icon(
    attributes: Mapping[str, str],
    children: Sequence[nodes.Node],
    env: BuildEnvironment,
    location: tuple[str, int | None],
) -> list[nodes.Node]:
    """Return the nodes of ``<Icon>``."""
    values = inline_values("Icon", attributes, location)
    found: list[nodes.Node] = []
    if name := values.get("icon"):
        found += make_icon(
            name,
            config=env.config,
            location=location,
            icon_type=values.get("iconType"),
            color=values.get("color"),
            size=values.get("size"),
            classes=["dj-icon-inline"],
        )
    return [*found, *children]


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
        name="Icon",
        doc="A picture from an icon set, as large as the text.",
        content=Content.NONE,
        attributes=(
            Attribute(
                name="icon", type="icon", doc="An icon name, a URL or a path.", aliases=("src",)
            ),
            ICON_TYPE,
            Attribute(name="size", type="number", doc="Width and height in pixels."),
            Attribute(name="color", type="color", doc="The colour of the drawing."),
        ),
        inline=build_icon,
        main="icon",
    ),
    Component(
        name="Latex",
        doc="A formula.",
        content=Content.INLINE,
        inline=build_latex,
        newer=True,
    ),
)
