"""Turns icon names into inline SVG, with data in the package. No Sphinx, no network."""

from __future__ import annotations

from sphinx_docsjson.icons.lookup import (
    IconSource,
    icon_hint,
    icon_svg,
    resolve_icon,
    unknown_icon,
)
from sphinx_docsjson.icons.sanitize import IconRequest

__all__ = ["IconRequest", "IconSource", "icon_hint", "icon_svg", "resolve_icon", "unknown_icon"]
