"""The theme, and the data for its templates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.base.theme_files import theme_path
from sphinx_docsjson.warnings import safe_transform

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_html(app: Sphinx) -> None:
    """Register the theme, its settings, and what it draws in another way than Sphinx."""
    from sphinx_docsjson.components.renderers import html_visitor
    from sphinx_docsjson.html.author_files import setup_author_files
    from sphinx_docsjson.html.objects import MarkObjectFields, fields_html, object_fields
    from sphinx_docsjson.html.own_paths import DownloadsAtOwnPaths
    from sphinx_docsjson.html.translator import AddLead, WrapTables

    app.add_config_value(
        "docsjson_icon_dirs",
        {},
        "html",
        frozenset({dict}),
        description="Folders with icon files of your own, by style.",
    )
    app.add_html_theme("docsjson", str(theme_path()))
    setup_author_files(app)
    app.add_node(object_fields, html=(html_visitor(fields_html), None))
    app.add_post_transform(safe_transform(MarkObjectFields))
    app.add_post_transform(safe_transform(WrapTables))
    app.add_post_transform(safe_transform(AddLead))
    app.add_post_transform(safe_transform(DownloadsAtOwnPaths))
