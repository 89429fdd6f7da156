"""Icon: a picture from an icon set, as large as the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.components.directive import inline_values
from sphinx_docsjson.components.forms.icon_nodes import ICON_TYPE, make_icon
from sphinx_docsjson.components.registry import Attribute, Component, Content, registry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from docutils import nodes
    from sphinx.environment import BuildEnvironment


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


registry.add(
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
    )
)
