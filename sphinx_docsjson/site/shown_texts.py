"""The texts of a site that readers see, as a translator knows them. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias, TypeVar

from sphinx_docsjson.site.containers import Container, Kind, LinkEntry, Node, PageEntry
from sphinx_docsjson.site.frame import Banner, CallToAction, FooterColumn, TopbarLink
from sphinx_docsjson.site.model import Site
from sphinx_docsjson.site.place import Location

Translate: TypeAlias = Callable[[str, Location | None], str]
"""A text and where it stands → its translation, or the text itself."""

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
            not_found=replace(
                site.not_found,
                title=self.text(site.not_found.title, "errors.404"),
                description=self.text(site.not_found.description, "errors.404"),
            ),
            contextual_links=tuple(
                replace(
                    link,
                    title=self.text(link.title, "contextual.options"),
                    description=self.text(link.description, "contextual.options"),
                )
                for link in site.contextual_links
            ),
        )

    def text(self, text: _Text, *paths: str, place: Location | None = None) -> _Text:
        """Return a text translated.

        :param paths: the fields that it may stand in, where its own *place* is not known.
        """
        if not text or not text.strip():
            return text
        places = (self._site.location(path) for path in paths)
        return self._translate(text, place or next(filter(None, places), None))

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
            name: self.text(content, "seo.metatags", "metadata") if is_spoken(name) else content
            for name, content in tags.items()
        }


def is_spoken(name: str) -> bool:
    """Whether the meta tag *name* holds words."""
    return name.casefold().rpartition(":")[2] in SPOKEN_METATAGS
