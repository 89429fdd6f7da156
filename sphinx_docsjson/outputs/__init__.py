"""Output for agents and crawlers: Markdown twins, indexes, sitemap, page menu, 404 page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.outputs.crawlers import setup_indexes
from sphinx_docsjson.outputs.twins import setup_builder, setup_twins

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_outputs(app: Sphinx) -> None:
    """Register the settings and the builder."""
    setup_twins(app)
    setup_builder(app)
    setup_indexes(app)
