"""The search of the site: its index, and the files that browsers load."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.config import ENUM

from sphinx_docsjson.steps import Turn, add_step, always
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the settings and add the steps."""
    from sphinx_docsjson.ext.search import index, settings

    app.add_config_value(
        "docsjson_search",
        settings.OURS,
        "html",
        ENUM(settings.OURS, settings.SPHINX, settings.READ_THE_DOCS),
        description="The search engine of the theme: docsjson, sphinx or readthedocs.",
    )
    app.add_config_value(
        "docsjson_search_indexes",
        [],
        "html",
        (list, tuple),
        description="Other sites to search: paths, or objects with `label` and `path`.",
    )
    for event, turn, run, description in (
        ("builder-inited", Turn.AMONG, settings.write_search_script, "write the search script"),
        (
            "write-started",
            Turn.AMONG,
            settings.leave_out_sphinx_index,
            "turn off Sphinx's search index if it is unused",
        ),
        ("doctree-resolved", Turn.BEFORE, settings.enable_search_page, "enable the search page"),
        (
            "html-page-context",
            Turn.BEFORE,
            settings.enable_search_field,
            "enable the search field on index pages",
        ),
        ("html-page-context", Turn.LAST, index.collect_record, "collect the page's search record"),
        ("html-collect-pages", Turn.AMONG, settings.enable_search_page, "enable the search page"),
        ("build-finished", Turn.AMONG, index.write_index, "write the search index"),
    ):
        add_step(app, event, turn, run, description, when=always)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
