"""Icon names → inline SVG, from data in the package. Pure Python, no Sphinx, no network."""

from __future__ import annotations

from sphinx_docsjson.icons.icon_elements import Wish
from sphinx_docsjson.icons.lookup import icon_hint, icon_svg
from sphinx_docsjson.icons.resolve import IconSource, resolve_icon

__all__ = ["IconSource", "Wish", "icon_hint", "icon_svg", "resolve_icon"]
