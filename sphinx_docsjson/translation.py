"""What translators wrote: the catalogue of a document, and that of ``docs.json``.

Sphinx looks up the texts of documents itself (``sphinx.transforms.i18n``). Here are the look-ups
for what it does not know: texts that are no nodes, or whose markup is not that of the page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from gettext import find
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.mofile import read_mo
from sphinx.util.i18n import CatalogRepository, docname_to_domain

from sphinx_docsjson.site.shown_texts import translated_site

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.config import Config

    from sphinx_docsjson.site.model import Site
    from sphinx_docsjson.site.place import Location

SITE_CATALOGUE = "docsjson"
"""The catalogue of the texts of ``docs.json``, unless ``gettext_compact`` names one for all."""


@dataclass
class SiteTexts:
    """The texts of ``docs.json`` and of what becomes navigation: each is a message.

    :param known: original → translation.
    :param messages: what was asked for, with the places where it stands.
    """

    known: Mapping[str, str]
    file: str
    messages: dict[str, list[tuple[str, int]]] = field(default_factory=dict)

    def __call__(self, text: str, location: Location | None) -> str:
        """Return the translation of *text*, or *text*."""
        place = (location.file, location.line) if location else (self.file, 1)
        self.messages.setdefault(text, []).append(place)
        return self.known.get(text, text)


def translate_site(config: Config, srcdir: Path, site: Site) -> tuple[Site, SiteTexts]:
    """Return the site in the language of the build, and what knows its texts."""
    texts = SiteTexts(site_messages(config, srcdir), site.source_file)
    return translated_site(site, texts), texts


def messages_of(config: Config, srcdir: Path, docname: str) -> Mapping[str, str]:
    """Return original → translation for the texts of a document, as Sphinx reads them."""
    return _read(config, srcdir, docname_to_domain(docname, config.gettext_compact))


def site_domain(config: Config) -> str:
    """Return the name of the catalogue of ``docs.json``."""
    compact = config.gettext_compact
    return compact if isinstance(compact, str) else SITE_CATALOGUE


def site_messages(config: Config, srcdir: Path) -> Mapping[str, str]:
    """Return original → translation for the texts of ``docs.json``.

    They are needed before Sphinx compiles catalogues, so this one is compiled here, as Sphinx
    does with its own.
    """
    if not config.language:
        return {}
    domain = site_domain(config)
    repository = CatalogRepository(
        srcdir, config.locale_dirs, config.language, config.source_encoding
    )
    for catalogue in repository.catalogs:
        if catalogue.domain == domain and config.gettext_auto_build and catalogue.is_outdated():
            catalogue.write_mo(config.language, config.gettext_allow_fuzzy_translations)
    return _read(config, srcdir, domain)


def _read(config: Config, srcdir: Path, domain: str) -> Mapping[str, str]:
    """Return what the catalogues of a domain hold; the first folder that has a text counts."""
    found: dict[str, str] = {}
    for folder in config.locale_dirs if config.language else ():
        for path in find(domain, srcdir / folder, [config.language], all=True):
            for original, text in _read_file(path, Path(path).stat().st_mtime_ns).items():
                found.setdefault(original, text)
    return found


@lru_cache(maxsize=8)
def _read_file(path: str, _changed: int) -> dict[str, str]:
    with Path(path).open("rb") as file:
        catalogue = read_mo(file)
    pairs = ((message.id, message.string) for message in catalogue)
    return {
        original: text
        for original, text in pairs
        if isinstance(original, str) and isinstance(text, str) and original and text.strip()
    }
