"""The theme and what its templates are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.theme_location import theme_path

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_html(app: Sphinx) -> None:
    """Register the theme, and connect what fills its templates."""
    from sphinx_docsjson.html.context import give_frame
    from sphinx_docsjson.html.hosting import take_base_url
    from sphinx_docsjson.html.writing.checkboxes import name_checkboxes
    from sphinx_docsjson.html.writing.code_writer import write_code_briefly
    from sphinx_docsjson.html.writing.lead import add_lead
    from sphinx_docsjson.html.writing.math import setup_math
    from sphinx_docsjson.html.writing.object_fields import DrawObjectFields
    from sphinx_docsjson.html.writing.repeated import setup_repeated
    from sphinx_docsjson.html.writing.roles import mend_roles
    from sphinx_docsjson.html.writing.sizes import free_sizes
    from sphinx_docsjson.html.writing.wide_tables import WrapTables
    from sphinx_docsjson.html.written_files import (
        check_look,
        copy_files,
        write_site_css,
        write_theme_files,
    )

    app.add_config_value(
        "docsjson_icon_dirs",
        {},
        "html",
        frozenset({dict}),
        description="Folders with icon files of your own, by style.",
    )
    app.add_html_theme("docsjson", str(theme_path()))
    setup_math(app)
    setup_repeated(app)
    app.add_post_transform(DrawObjectFields)
    app.add_post_transform(WrapTables)
    app.connect("config-inited", take_base_url, priority=450)
    app.connect("builder-inited", check_look)
    app.connect("builder-inited", write_theme_files)
    app.connect("builder-inited", write_site_css)
    app.connect("builder-inited", write_code_briefly)
    app.connect("html-page-context", add_lead, priority=400)
    app.connect("html-page-context", free_sizes, priority=410)
    app.connect("html-page-context", name_checkboxes, priority=420)
    app.connect("html-page-context", mend_roles, priority=430)
    app.connect("html-page-context", give_frame, priority=700)
    app.connect("build-finished", copy_files)
