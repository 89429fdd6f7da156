"""Translations of what a reader sees; the catalogue is ``sphinx_docsjson``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.locale import get_translation
from sphinx.util.i18n import CatalogRepository

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CATALOG = "sphinx_docsjson"
LOCALE_DIR = Path(__file__).resolve().parent / "locales"

_ = get_translation(CATALOG)


def setup_locale(app: Sphinx) -> None:
    """Make the catalogue of this package known to Sphinx, behind what the project has of it."""
    config = app.config
    repository = CatalogRepository(
        app.srcdir, config.locale_dirs, config.language, config.source_encoding
    )
    for catalogue in repository.catalogs:
        if catalogue.domain == CATALOG and catalogue.is_outdated():
            catalogue.write_mo(config.language, config.gettext_allow_fuzzy_translations)
    for folder in (*repository.locale_dirs, LOCALE_DIR):
        app.add_message_catalog(CATALOG, str(folder))
