"""What agents and crawlers read: Markdown twins, indexes, sitemap, the menu of a page, 404."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.outputs.agent_links import setup_head
from sphinx_docsjson.outputs.crawlers.indexes import setup_indexes
from sphinx_docsjson.outputs.markdown_builder import setup_builder
from sphinx_docsjson.outputs.notfound import setup_not_found
from sphinx_docsjson.outputs.page_menu import setup_page_menu
from sphinx_docsjson.outputs.search_marks import setup_search
from sphinx_docsjson.outputs.stale import setup_stale
from sphinx_docsjson.outputs.stems import setup_stems
from sphinx_docsjson.outputs.twins import setup_twins

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_outputs(app: Sphinx) -> None:
    """Connect the outputs to Sphinx."""
    setup_twins(app)
    setup_builder(app)
    setup_indexes(app)
    setup_head(app)
    setup_page_menu(app)
    setup_not_found(app)
    setup_search(app)
    setup_stems(app)
    setup_stale(app)
