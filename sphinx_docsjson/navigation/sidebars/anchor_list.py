"""The anchors above the groups of a sidebar as HTML. Pure."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sphinx_docsjson.navigation.page_view import Choice
    from sphinx_docsjson.site.appearance import Icon
    from sphinx_docsjson.site.tiles import TileColor


def anchor_list(
    anchors: Sequence[Choice],
    href_of: Callable[[str, str], str],
    icon: Callable[[Icon | None], str],
    colors: Mapping[TileColor, int],
) -> str:
    """Return the list of *anchors*, or nothing where there are none.

    :param href_of: the address of a document, with a fragment.
    :param icon: makes the HTML of an icon.
    :param colors: colour of an anchor → number of its tile.
    """
    if not anchors:
        return ""
    made = ['<ul class="dj-anchors">']
    for anchor in anchors:
        href = anchor.href or href_of(anchor.docname or "", anchor.fragment)
        state = ' data-active aria-current="true"' if anchor.active else ""
        number = None if anchor.color is None else colors[anchor.color]
        color = "" if number is None else f" dj-anchor-color-{number}"
        made.append(
            f'<li><a class="dj-anchor" href="{escape(href)}"{state}>'
            f'<span class="dj-anchor-tile{color}">{icon(anchor.icon)}</span>'
            f"<span>{escape(anchor.label)}</span></a></li>"
        )
    return "".join([*made, "</ul>"])
