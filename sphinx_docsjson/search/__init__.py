"""The search of the site: what its index holds, and the files that the reader's browser loads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.search.settings import setup_settings

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_search(app: Sphinx) -> None:
    """Register the settings."""
    setup_settings(app)
