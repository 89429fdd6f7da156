"""The theme and what its templates are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.theme_location import theme_path

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_html(app: Sphinx) -> None:
    """Register the theme."""
    app.add_html_theme("docsjson", str(theme_path()))
