"""The settings of the search, and which search a build has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.config import ENUM

from sphinx_docsjson.compat.html_builder import have_search, make_no_index
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.kinds_of_builders import fills_templates, is_looking

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

OURS, SPHINX, READ_THE_DOCS = "docsjson", "sphinx", "readthedocs"

HTML_BUILDERS = frozenset({"html", "dirhtml", "readthedocs", "readthedocsdirhtml"})


def setup_settings(app: Sphinx) -> None:
    """Register the settings."""
    app.add_config_value(
        "docsjson_search",
        OURS,
        "html",
        ENUM(OURS, SPHINX, READ_THE_DOCS),
        description="Who answers the search of the theme: docsjson, sphinx or readthedocs.",
    )
    app.add_config_value(
        "docsjson_search_indexes",
        [],
        "html",
        (list, tuple),
        description="Further sites that the search looks through: paths, or objects with "
        "`label` and `path`.",
    )


def has_our_search(app: Sphinx) -> bool:
    """Whether this build writes the index of our search."""
    return (
        app.builder.name in HTML_BUILDERS
        and fills_templates(app.builder)
        and has_our_theme(app.config)
        and app.config.docsjson_search != SPHINX
    )


def writes_index(app: Sphinx) -> bool:
    """Whether somebody will search what is written: not where a project is only looked at."""
    return has_our_search(app) and not is_looking(app.builder)


def leave_out_sphinx_index(app: Sphinx, _builder: Builder) -> None:
    """Keep Sphinx from indexing words for a search that no page has."""
    if has_our_search(app):
        make_no_index(app.builder)


def have_search_on_page(app: Sphinx, *_: object) -> None:
    """The same where no document is written: indexes are, and have the field of the search."""
    have_search_page(app)


def have_search_page(app: Sphinx, *_: object) -> list[tuple[str, dict[str, object], str]]:
    """Let Sphinx write the page of the search, now that it has begun without an index."""
    if has_our_search(app):
        have_search(app.builder)
    return []
