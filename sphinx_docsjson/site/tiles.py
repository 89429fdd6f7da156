"""The colours of anchor tiles, numbered: ``dj-anchor-color-3`` is the fourth one of the site.

The sidebar writes the number, the generated style sheet has the colour; no page has a style.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sphinx_docsjson.site.appearance import ColorPair, Gradient
from sphinx_docsjson.site.containers import Container, LinkEntry

if TYPE_CHECKING:
    from sphinx_docsjson.site.model import Site

TileColor: TypeAlias = str | ColorPair | Gradient


def tile_colors(site: Site) -> tuple[TileColor, ...]:
    """Return the different colours that the navigation names, in the order of the file."""
    nodes = (node for _ancestors, node in site.navigation.walk())
    colors = (node.color for node in nodes if isinstance(node, Container | LinkEntry))
    return tuple(dict.fromkeys(color for color in colors if color is not None))
