"""The page for unknown addresses: ``404.html``, which hosts serve at any depth of the site.

A relative link on it would lead astray, so it is a page of its own with links from the root of
the site, whose path is known from the base URL. Its files are linked relatively too, which is
right when the page is opened from the output folder itself; there a small script mends the links.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.html_builder import render_template
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.html.context import html_language, translate
from sphinx_docsjson.html.inline_markdown import inline_html
from sphinx_docsjson.html.style.site_css import SITE_CSS
from sphinx_docsjson.locale import _
from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.outputs.base_url import base_url
from sphinx_docsjson.outputs.crawlers.announced_pages import outline_of
from sphinx_docsjson.outputs.twins import HTML_BUILDERS
from sphinx_docsjson.urls import is_external, path_of_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NAME = "404.html"
SECTIONS = 8
"""How many parts of the site the page leads to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Way:
    """A link: from the root of the host, and as seen from the output folder."""

    label: str
    url: str
    relative: str


def write_not_found(app: Sphinx, _failure: Exception | None) -> None:
    """Write ``404.html``, unless a page, an extension or a file of the author makes it."""
    if not _is_ours(app):
        return
    text = render_template(app.builder, NAME, not_found_context(app))
    if text is not None:
        (app.outdir / NAME).write_text(text, encoding="utf-8")


def _is_ours(app: Sphinx) -> bool:
    if app.builder.name not in HTML_BUILDERS or not has_our_theme(app.config):
        return False
    return not (
        "404" in app.env.found_docs
        or "404" in app.config.html_additional_pages
        or "notfound.extension" in app.extensions
        or any((app.confdir / path / NAME).is_file() for path in app.config.html_extra_path)
        or any((app.confdir / path).name == NAME for path in app.config.html_extra_path)
    )


def not_found_context(app: Sphinx) -> dict[str, Any]:
    """Return what the template prints."""
    build = the_build(app.config)
    site = build.placed
    root = urlsplit(base_url(app.config)).path or "/"

    def way(label: str, relative: str) -> Way:
        return Way(label=label, url=root + relative, relative=relative or "index.html")

    def address(href: str) -> str:
        if is_external(href):
            return href
        path, mark, fragment = href.partition("#")
        page = resolve_page(path, app.env.found_docs)
        target = app.builder.get_target_uri(page) if page else path.lstrip("/")
        return path_of_site(f"{root}{target}{mark}{fragment}")

    parts = {}
    for section in outline_of(
        build.nav, site, app.env.metadata, app.env.toctree_includes
    ).sections:
        label = section.division[0] if section.division else section.group
        if label and label not in parts:
            parts[label] = way(label, app.builder.get_target_uri(section.pages[0]))
    styles = ("docsjson.css", "content.css", "not-found.css", SITE_CSS)
    files = [f"_static/{name}" for name in styles if (app.outdir / "_static" / name).is_file()]
    search = app.builder.get_target_uri("search") if getattr(app.builder, "search", False) else ""
    return {
        "_": translate,
        "language": html_language(None, app.config.language),
        "site_name": site.name,
        "title": site.not_found.title or str(_("Page not found")),
        "text": inline_html(
            site.not_found.description
            or str(_("The page may have moved, or its address has a mistake.")),
            address,
        ),
        "home": way(site.name, app.builder.get_target_uri(app.config.root_doc)),
        "search": way("", search) if search else None,
        "ways": list(parts.values())[:SECTIONS],
        "styles": [address for file in files for address in (file, root + file)],
        "scripts": [
            address
            for name in ("docsjson-mode.js", "not-found.js")
            for address in (f"_static/{name}", f"{root}_static/{name}")
        ],
    }
