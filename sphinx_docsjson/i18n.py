"""Translations of the texts that readers see; the catalogue is ``sphinx_docsjson``."""

from __future__ import annotations

from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx import package_dir
from sphinx.locale import get_translation, get_translator, init
from sphinx.util.i18n import CatalogRepository

from sphinx_docsjson.base.theme_files import has_our_theme

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


CATALOG = "sphinx_docsjson"
LOCALE_DIR = Path(__file__).resolve().parent / "locales"

_ = get_translation(CATALOG)


def words_in_use() -> object:
    """Return what translates now; what was said while another did is in another language."""
    found = get_translator(CATALOG)
    return None if type(found) is NullTranslations else found


def N_(message: str) -> str:  # noqa: N802 (the name that gettext's tools look for)
    """Mark a text that is translated where it is shown."""
    return message


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


def add_fallback_catalog(_app: Sphinx, config: Config) -> None:
    """Add translations of Sphinx's words that its own catalogue lacks (``config-inited``).

    Some of its catalogues are old or nearly empty, so the link of each heading would be in
    English. A translation of Sphinx wins. Pages of another theme are not changed.
    """
    if has_our_theme(config) and config.language:
        if config.language.partition("_")[0] == "pt":
            init([str(Path(package_dir) / "locale")], "pt_BR")
        init([str(LOCALE_DIR)], config.language)
