"""Widths and heights that docutils writes as inline styles → attributes, which no policy blocks.

Column widths of tables and sizes of pictures are the places where docutils and Sphinx write
``style="…"``; in pixels and percent HTML has an attribute for each of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.theme_location import has_our_theme

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

_SIZE = r"(?:width|height)\s*:\s*\d+(?:\.\d+)?(?:px|%)?\s*"
_SIZED = re.compile(
    rf'(<(?:col|img|table|video|iframe|object)\b[^>]*?)\sstyle="({_SIZE}(?:;\s*{_SIZE})*;?\s*)"'
)
_PART = re.compile(r"(width|height)\s*:\s*([\d.]+)(px|%)?")


def sizes_as_attributes(html: str) -> str:
    """Return *html* with sizes in ``width`` and ``height``; other styles stay as they are."""
    return _SIZED.sub(lambda found: found[1] + _attributes(found[2]), html)


def _attributes(style: str) -> str:
    return "".join(
        f' {name}="{number}%"' if unit == "%" else f' {name}="{round(float(number))}"'
        for name, number, unit in _PART.findall(style)
    )


def free_sizes(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Listen to ``html-page-context``: free the text of the page from inline sizes."""
    if has_our_theme(app.config) and context.get("body"):
        context["body"] = sizes_as_attributes(context["body"])
