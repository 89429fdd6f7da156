"""One page in our theme: the data that several parts of its frame need."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.components.assets import found_on
from sphinx_docsjson.html.contents_list import contents_list
from sphinx_docsjson.html.meta import plain
from sphinx_docsjson.html.nav_context import nav_context
from sphinx_docsjson.html.page_addresses import canonical_url
from sphinx_docsjson.html.page_foot import source_path
from sphinx_docsjson.html.template_data import NavContext
from sphinx_docsjson.navigation.nav import current_version
from sphinx_docsjson.pages.checks import PAGE_MODES
from sphinx_docsjson.site.model import html_language
from sphinx_docsjson.theme_options import options_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docutils import nodes
    from markupsafe import Markup
    from sphinx.application import Sphinx

    from sphinx_docsjson.components.assets import FoundOnPage
    from sphinx_docsjson.html.shared import SiteData
    from sphinx_docsjson.html.template_data import SiteAddresses
    from sphinx_docsjson.navigation.nav import Choice, NavView, PageView


@dataclass(frozen=True, kw_only=True)
class ThemedPage:
    """The page that a frame is made for, and what several parts of the frame need of it.

    :param pagename: as Sphinx calls it; pages that no document is behind have one, too.
    :param context: what Sphinx gives to the template.
    :param doctree: none where no document is behind the page.
    """

    application: Sphinx
    pagename: str
    context: dict[str, Any]
    data: SiteData
    addresses: SiteAddresses
    doctree: nodes.document | None

    @cached_property
    def view(self) -> PageView | None:
        """Where the page is; none where it is in no navigation."""
        return self.context.get("dj_view")

    @cached_property
    def nav_view(self) -> NavView | None:
        """Its primary place."""
        return self.view.nav_view if self.view else None

    @cached_property
    def shown(self) -> str:
        """The document that the page shows."""
        return self.view.docname if self.view else self.pagename

    @cached_property
    def has_document(self) -> bool:
        """Whether an author wrote the page, or a feature made a document of it."""
        return self.pagename in self.application.env.found_docs

    @cached_property
    def front(self) -> dict[str, str]:
        """Its front matter."""
        return front_matter(self.context.get("meta"))

    @cached_property
    def mode(self) -> str:
        """Its layout, as its front matter names it."""
        return self.front.get("mode", "")

    @cached_property
    def found(self) -> FoundOnPage:
        """What is on the page."""
        return found_on(self.doctree)

    @cached_property
    def source(self) -> str | None:
        """The file that the page was written in."""
        return source_path(self.application, self.shown) if self.has_document else None

    @cached_property
    def toc(self) -> Markup | str:
        """The list of its sections."""
        return contents_list(self.context.get("toc") or "") if self.has_document else ""

    @cached_property
    def shows_toc(self) -> bool:
        """Whether that list is beside the text."""
        return (
            bool(self.toc)
            and self.mode not in PAGE_MODES
            and not self.has_examples
            and options_of(self.application.config).shows_contents
        )

    @cached_property
    def has_examples(self) -> bool:
        """Whether examples are beside the text, in place of that list."""
        return self.found.any_class("dj-examples")

    @cached_property
    def language(self) -> str:
        """Its language, as HTML writes it."""
        own = self.nav_view.language if self.nav_view else None
        return html_language(own or self.application.config.language or "en")

    @cached_property
    def places(self) -> tuple[NavContext, ...]:
        """What is around the page in each of its places."""
        views = self.view.nav_views if self.view else ()
        return tuple(nav_context(each, self.addresses) for each in views) or (NavContext(),)

    @cached_property
    def title(self) -> str:
        """Its title as plain text."""
        return plain(self.context.get("title") or "")

    @cached_property
    def current_version(self) -> Choice | None:
        """The version that readers should read instead."""
        if not (self.nav_view and self.has_document):
            return None
        return current_version(self.nav_view.versions)

    @cached_property
    def canonical(self) -> str | None:
        """The address given to search engines, unless the front matter has another."""
        return canonical_url(self.application, self.same_in_current or self.shown)

    @cached_property
    def same_in_current(self) -> str | None:
        """The same page in that version."""
        newer = self.current_version
        return newer.docname if newer and newer.is_same else None

    def chosen(self, name: str) -> Any:
        """Return what the language of the page shows, or what the whole site does."""
        overrides = self.nav_view.overrides if self.nav_view else None
        own = getattr(overrides, name, None) if overrides else None
        return getattr(self.data.site, name) if own is None else own


def front_matter(meta: Mapping[str, Any] | None) -> dict[str, str]:
    """Return the front matter of a page with names in lower case; lists are set out in commas."""
    return {str(name).lower(): _in_words(value) for name, value in (meta or {}).items()}


def _in_words(value: Any) -> str:
    if isinstance(value, str) and value.startswith("["):
        with suppress(ValueError):
            value = read_json(value)  # as MyST keeps the lists of its pages
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
