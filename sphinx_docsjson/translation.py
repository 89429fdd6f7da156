"""The translatable texts of a site, and their translations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from gettext import find
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from babel.messages.mofile import read_mo
from sphinx.util.i18n import CatalogRepository, docname_to_domain

from sphinx_docsjson.site.model import (
    Banner,
    CallToAction,
    Container,
    ContextualLink,
    FooterColumn,
    Kind,
    LinkEntry,
    Location,
    Node,
    PageEntry,
    Site,
    TopbarLink,
)

if TYPE_CHECKING:
    from sphinx.config import Config


# What translators wrote: the catalogue of a document, and that of ``docs.json``.
#
# Sphinx looks up the texts of documents itself (``sphinx.transforms.i18n``). Here are the look-ups
# for what it does not know: texts that are not nodes, or whose markup is not that of the page.

SITE_CATALOGUE = "docsjson"
"""The catalogue of the texts of ``docs.json``, unless ``gettext_compact`` names one for all."""


@dataclass
class SiteTexts:
    """The texts of ``docs.json`` and of what becomes navigation: each is a message.

    :param known: original → translation.
    :param messages: what was asked for, with the places where it is.
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


# The texts of a site that readers see, as a translator knows them. Pure.

Translate: TypeAlias = Callable[[str, Location | None], str]
"""A text and where it is → its translation, or the text itself."""

SPOKEN_METATAGS = ("title", "description", "keywords", "site_name", "alt")
"""A meta tag with such a name at its end holds words; the others hold names and addresses."""

_Text = TypeVar("_Text", str, str | None)


def translated_site(site: Site, translate: Translate) -> Site:
    """Return *site* with every text that readers see as *translate* returns it.

    Labels of languages are their codes, variables hold values, and what a language shows instead
    of the site's own is in that language: all of it stays.
    """
    return _Texts(site, translate).site()


class _Texts:
    def __init__(self, site: Site, translate: Translate) -> None:
        self._site = site
        self._translate = translate

    def site(self) -> Site:
        site = self._site
        return replace(
            site,
            name=self.text(site.name, "name"),
            description=self.text(site.description, "description"),
            navigation=self.container(site.navigation),
            topbar_links=self.links(site.topbar_links, "navbar.links", "topbarLinks"),
            call_to_action=self.button(site.call_to_action),
            footer_columns=self.columns(site.footer_columns),
            banner=self.banner(site.banner),
            search_prompt=self.text(site.search_prompt, "search.prompt"),
            metatags=self.metatags(site.metatags),
            metatags_below={
                folder: self.metatags(tags) for folder, tags in site.metatags_below.items()
            },
            not_found=replace(
                site.not_found,
                title=self.text(site.not_found.title, "errors.404"),
                description=self.text(site.not_found.description, "errors.404"),
            ),
            contextual_options=site.contextual_options
            and tuple(map(self.menu_entry, site.contextual_options)),
        )

    def text(self, text: _Text, *paths: str, place: Location | None = None) -> _Text:
        """Return a text translated.

        :param paths: the fields that it may be in, where its own *place* is not known.
        """
        if not text or not text.strip():
            return text
        places = (self._site.location(path) for path in paths)
        return self._translate(text, place or next(filter(None, places), None))

    def menu_entry(self, entry: str | ContextualLink) -> str | ContextualLink:
        """Return an entry of the page menu with its own texts translated; a name stays."""
        if isinstance(entry, str):
            return entry
        return replace(
            entry,
            title=self.text(entry.title, "contextual.options"),
            description=self.text(entry.description, "contextual.options"),
        )

    def container(self, node: Container) -> Container:
        is_code = node.kind in (Kind.SITE, Kind.LANGUAGE)
        return replace(
            node,
            label=node.label if is_code else self.text(node.label, place=node.location),
            tag=self.text(node.tag, place=node.location),
            description=self.text(node.description, place=node.location),
            children=tuple(map(self.node, node.children)),
        )

    def node(self, node: Node) -> Node:
        if isinstance(node, Container):
            return self.container(node)
        if isinstance(node, LinkEntry):
            return replace(
                node,
                label=self.text(node.label, place=node.location),
                tag=self.text(node.tag, place=node.location),
                description=self.text(node.description, place=node.location),
            )
        if isinstance(node, PageEntry):
            return replace(node, label=self.text(node.label, place=node.location))
        return node

    def links(self, links: tuple[TopbarLink, ...], *paths: str) -> tuple[TopbarLink, ...]:
        return tuple(
            # A link without a text shows its address.
            link
            if link.name == link.url
            else replace(link, name=self.text(link.name, *paths, place=link.location))
            for link in links
        )

    def button(self, button: CallToAction | None) -> CallToAction | None:
        if button is None:
            return None
        return replace(button, name=self.text(button.name, "navbar.primary", "topbarCtaButton"))

    def columns(self, columns: tuple[FooterColumn, ...]) -> tuple[FooterColumn, ...]:
        return tuple(
            replace(
                column,
                header=self.text(column.header, "footer.links"),
                links=self.links(column.links, "footer.links"),
            )
            for column in columns
        )

    def banner(self, banner: Banner | None) -> Banner | None:
        if banner is None:
            return None
        return replace(banner, content=self.text(banner.content, "banner.content", "banner"))

    def metatags(self, tags: Mapping[str, str]) -> Mapping[str, str]:
        return {
            name: self.text(content, "seo.metatags", "metadata", "seo.paths")
            if is_spoken(name)
            else content
            for name, content in tags.items()
        }


def is_spoken(name: str) -> bool:
    """Whether the meta tag *name* holds words."""
    return name.casefold().rpartition(":")[2] in SPOKEN_METATAGS
