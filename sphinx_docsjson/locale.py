"""Translations of what a reader sees; the catalogue is ``sphinx_docsjson``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.locale import get_translation

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CATALOG = "sphinx_docsjson"
LOCALE_DIR = Path(__file__).resolve().parent / "locales"

_ = get_translation(CATALOG)


def setup_locale(app: Sphinx) -> None:
    """Make the catalogue of this package known to Sphinx."""
    app.add_message_catalog(CATALOG, str(LOCALE_DIR))
