"""Parts of pages for agents and readers: links in the head, page menu, ``404.html``."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.util.osutil import relative_uri

from sphinx_docsjson.base.source_files import is_authors
from sphinx_docsjson.base.theme_files import (
    PAGE_SHEET,
    has_our_theme,
    script_literal,
    write_if_new,
)
from sphinx_docsjson.base.titles import title_of
from sphinx_docsjson.build import base_url, the_build
from sphinx_docsjson.compat.builders import render_template
from sphinx_docsjson.html.context import translate
from sphinx_docsjson.html.header_footer import exists
from sphinx_docsjson.html.meta import tags_of_page
from sphinx_docsjson.html.shared import inline_html
from sphinx_docsjson.html.site_css import seen_modes, theme_colors, window_icons
from sphinx_docsjson.i18n import _
from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.outputs.llms import outline_of, says_yes, wants_noindex
from sphinx_docsjson.outputs.markdown.writer import twin_path
from sphinx_docsjson.outputs.twins import HTML_BUILDERS, has_twins
from sphinx_docsjson.site.model import html_language, text_direction
from sphinx_docsjson.urls import is_external, path_of_site

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

    from sphinx_docsjson.navigation.tree import NavPosition
    from sphinx_docsjson.outputs.llms import Outline
    from sphinx_docsjson.site.model import Site


# What crawlers and agents read in the head of a page, and in its first lines.


def add_head_links(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Link the page to its twin and to ``llms.txt``, and keep hidden pages out of search engines.

    Templates get ``dj_twin`` and ``dj_llms_txt``, the addresses of both relative to the page, and
    ``dj_twin_url`` and ``dj_llms_txt_url``, the absolute addresses if that of the site is known;
    each is missing if there is no such file.
    """
    if app.builder.name not in HTML_BUILDERS:
        return
    build = the_build(app.config)
    page = app.builder.get_target_uri(pagename)
    base = base_url(app.config)
    tags = []
    is_document = isinstance(doctree, nodes.document)
    if is_document and has_twins(app):
        twin = twin_path(pagename)
        context["dj_twin"] = relative_uri(page, twin) or twin.rpartition("/")[2]
        context["dj_twin_url"] = base + twin if base else context["dj_twin"]
        tags.append(_link("alternate", context["dj_twin_url"], "text/markdown"))
    if app.config.docsjson_llms_txt:
        context["dj_llms_txt"] = relative_uri(page, "llms.txt")
        context["dj_llms_txt_url"] = base + "llms.txt" if base else context["dj_llms_txt"]
        tags.append(
            _link(
                "describedby", base + "llms.txt" if base else context["dj_llms_txt"], "text/plain"
            )
        )
    front = app.env.metadata.get(pagename, {}) if is_document else {}
    if is_document and asks_for_noindex(front, build.nav.tree.positions(pagename), build.site):
        tags.append('<meta name="robots" content="noindex">')
    if not has_our_theme(app.config):
        tags += tags_for_other_themes(front, context.get("metatags", ""))
        if (own := str(front.get("canonical") or "")) and is_external(own):
            context["pageurl"] = own
    context["metatags"] = "".join([context.get("metatags", ""), *(f"\n  {tag}" for tag in tags)])


def asks_for_noindex(
    front: Mapping[str, Any], positions: Iterable[NavPosition], site: Site
) -> bool:
    """Whether a page needs a tag that keeps it out of search engines.

    What ``robots`` says about a page in place of ``hidden`` holds; ``noindex`` holds beside it.
    """
    own = str(front.get("robots", "")).lower()
    if own and ("noindex" in own or not says_yes(front, "noindex")):
        return False
    return wants_noindex(front, positions, site)


def tags_for_other_themes(front: Mapping[str, Any], written: str) -> Iterator[str]:
    """Yield the meta tags of front matter that search engines read, but those of the page itself.

    Our theme writes them, and more.
    """
    for name in ("description", "keywords", "robots"):
        value = front.get(name, "")
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
        text = " ".join(text.split())
        if text and f'name="{name}"' not in written:
            yield f'<meta name="{name}" content="{escape(text)}">'
    for tag in tags_of_page(front):
        if f'{tag.kind}="{tag.name}"' not in written:
            yield f'<meta {tag.kind}="{escape(tag.name)}" content="{escape(tag.content)}">'


def _link(relation: str, address: str, media_type: str) -> str:
    return f'<link rel="{relation}" type="{media_type}" href="{escape(address)}">'


# The page for unknown addresses: ``404.html``, which hosts serve at any depth of the site.
#
# A relative link on it could lead anywhere, so it is a page of its own with links from the root of
# the site, whose path is known from the base URL. Without one, its script is searched in each
# folder above the address; once found, it knows the root, loads the style sheets from there and
# corrects the links. It also names the pages with the most similar addresses.

NAME = "404.html"
SECTIONS = 8
"""How many parts of the site the page leads to."""

DEPTH = 6
"""How many folders above an unknown address are searched for the root, if it is not configured."""

PAGES = "not-found-pages.js"
"""The addresses of all pages, which the script compares with the one that was asked for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Way:
    """A link, from the root of the host."""

    label: str
    url: str


def write_not_found(app: Sphinx, _failure: Exception | None) -> None:
    """Write ``404.html``, unless a page, an extension or a file of the author makes it."""
    if not _is_ours(app):
        return
    text = render_template(app.builder, NAME, not_found_context(app))
    if text is not None:
        (app.outdir / NAME).write_text(text, encoding="utf-8", newline="\n")
        if not is_authors(app, app.outdir / "_static" / PAGES):
            write_if_new(app.outdir / "_static" / PAGES, page_list(app))


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


def _outline(app: Sphinx) -> Outline:
    build, env = the_build(app.config), app.env
    return outline_of(build.nav, build.full_site, env.metadata, env.toctree_includes)


def page_list(app: Sphinx) -> str:
    """Return the script that knows the address and the title of each page."""
    outline = _outline(app)
    pages = [
        [app.builder.get_target_uri(name), title_of(app.env, name)]
        for name in sorted({*outline.pages, *outline.others} & app.env.titles.keys())
    ]
    return f"globalThis.djPages = {script_literal(pages)};\n"


def not_found_context(app: Sphinx) -> dict[str, Any]:
    """Return what the template prints."""
    build = the_build(app.config)
    site = build.full_site
    base = base_url(app.config)
    root = urlsplit(base).path or "/"
    title = site.not_found.title or str(_("Page not found"))

    def way(label: str, relative: str) -> Way:
        return Way(label=label, url=root + relative)

    def address(href: str) -> str:
        if is_external(href):
            return href
        path, mark, fragment = href.partition("#")
        page = resolve_page(path, app.env.found_docs)
        target = app.builder.get_target_uri(page) if page else path.lstrip("/")
        return path_of_site(f"{root}{target}{mark}{fragment}")

    def below_root(path: str) -> str:
        return path if is_external(path) else path_of_site(root + path.lstrip("/"))

    parts = {}
    for section in _outline(app).sections:
        label = section.division[0] if section.division else section.group
        if label and label not in parts:
            parts[label] = way(label, app.builder.get_target_uri(section.pages[0]))
    styles = (PAGE_SHEET, "not-found.css")
    logo = site.logo.image if site.logo else None
    shown = {mode: getattr(logo, mode) for mode in ("light", "dark")} if logo else {}
    files = [f"_static/{name}" for name in styles if (app.outdir / "_static" / name).is_file()]
    search = app.builder.get_target_uri("search") if getattr(app.builder, "search", False) else ""
    return {
        "_": translate,
        "icons": window_icons(
            app, site, below_root, conf_icon=_conf_icon(app.config.html_favicon, below_root)
        ),
        "description": site.description or f"{title} — {site.name}",
        "language": (language := html_language(app.config.language or "en")),
        "direction": text_direction(language),
        "site_name": site.name,
        "logo": {"light": conf_logo}
        if (conf_logo := _conf_icon(app.config.html_logo, below_root))
        else {
            mode: below_root(path) for mode, path in shown.items() if exists(path, build.srcdir)
        },
        "first_mode": site.appearance.default,
        "is_forced": site.appearance.toggle_hidden,
        "theme_colors": theme_colors(site.colors, seen_modes(site)),
        "root": root,
        "title": title,
        "text": inline_html(
            site.not_found.description
            or str(_("The page may have moved, or its address may be wrong.")),
            address,
        ),
        "leaves": site.not_found.redirect,
        "home": way(site.name, app.builder.get_target_uri(app.config.root_doc)),
        "search": way("", search) if search else None,
        "ways": list(parts.values())[:SECTIONS],
        "styles": [address for file in files for address in (file, root + file)],
        "scripts": [f"{up}_static/not-found.js" for up in _ways_up(root, is_known=bool(base))],
    }


def _conf_icon(icon: str | None, address: Callable[[str], str]) -> str | None:
    """Return the address of the icon of conf.py, which Sphinx copies."""
    if not icon or is_external(icon):
        return icon
    return address(f"_static/{posixpath.basename(icon)}")


def _ways_up(root: str, *, is_known: bool) -> list[str]:
    """Return where the root may be: as configured, here, or in a folder above."""
    above = [] if is_known else ["../" * depth for depth in range(1, DEPTH + 1)]
    return [root, "", *above]
