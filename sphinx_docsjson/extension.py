"""The wiring of the extension; it reads as a table of contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_extension(app: Sphinx) -> None:
    """Connect every room to Sphinx, in the order in which the data flows."""
    from sphinx_docsjson.books import setup_books
    from sphinx_docsjson.components import setup_components
    from sphinx_docsjson.configuration import setup_configuration
    from sphinx_docsjson.garbage import setup_garbage
    from sphinx_docsjson.html import setup_html
    from sphinx_docsjson.locale import setup_locale
    from sphinx_docsjson.navigation import setup_navigation
    from sphinx_docsjson.openapi import setup_openapi
    from sphinx_docsjson.outputs import setup_outputs
    from sphinx_docsjson.pages import setup_pages
    from sphinx_docsjson.pages.sources.docs_project import setup_project
    from sphinx_docsjson.translation import setup_translation

    setup_garbage(app)
    setup_locale(app)
    setup_configuration(app)
    setup_project(app)
    setup_components(app)
    setup_pages(app)
    setup_navigation(app)
    setup_openapi(app)
    setup_html(app)
    setup_outputs(app)
    setup_books(app)
    setup_translation(app)
