"""Builds the template context of a page."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from markupsafe import Markup, escape
from sphinx.locale import get_translation

from sphinx_docsjson.base.messages import breakable
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.base.titles import title_text
from sphinx_docsjson.build import base_path, base_url, build_of, part_of, shown_build
from sphinx_docsjson.compat.builders import fills_templates
from sphinx_docsjson.components.families.landing import hero_title
from sphinx_docsjson.configuration import is_set, search_engine
from sphinx_docsjson.html import header_footer
from sphinx_docsjson.html.header_footer import helpful, page_buttons, with_options
from sphinx_docsjson.html.meta import (
    head_tags,
    structured_data,
    tags_of_site,
    window_title,
)
from sphinx_docsjson.html.nav_context import has_entry, steps_to_page
from sphinx_docsjson.html.page_addresses import (
    alternates,
    canonical_url,
    logo_address,
    way_to_page,
    with_addresses,
)
from sphinx_docsjson.html.page_foot import (
    authors,
    changed,
    edit_url,
    issue_url,
    reading_time,
    related,
    written_date,
)
from sphinx_docsjson.html.site_css import seen_modes, theme_colors, window_icons
from sphinx_docsjson.html.template_data import (
    Label,
    OtherVersion,
    ShownLink,
    SiteAddresses,
    TemplateContext,
    page_list,
)
from sphinx_docsjson.html.themed_page import ThemedPage
from sphinx_docsjson.html.written_files import site_data_of, sized_logo
from sphinx_docsjson.i18n import _
from sphinx_docsjson.navigation.tree import is_true
from sphinx_docsjson.pages.checks import PAGE_MODES
from sphinx_docsjson.pages.headings import CANVASES
from sphinx_docsjson.site.model import text_direction
from sphinx_docsjson.theme_options import options_of
from sphinx_docsjson.urls import safe_source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config

    from sphinx_docsjson.html.shared import SiteData


_sphinx_text = get_translation("sphinx")


def translate(message: str) -> str:
    """Return *message* in the language of the site: our catalogue first, then Sphinx's own."""
    ours = str(_(message))
    return ours if ours != message else str(_sphinx_text(message))


def fills_our_templates(app: Sphinx) -> bool:
    """Run if pages are written in our theme."""
    if not has_our_theme(app.config) or not fills_templates(app.builder):
        return False
    # EPUB has a theme of its own, whatever that of the website is.
    theme: str = cast("StandaloneHTMLBuilder", app.builder).get_theme_config()[0]
    return theme == str(app.config.html_theme)


def give_frame(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Fill the context of this theme's templates (``html-page-context``)."""
    data = site_data_of(app.config)
    build = build_of(app.config)
    addresses = SiteAddresses(
        context["pathto"],
        app.env.found_docs,
        base_path(app.config),
        app.config.root_doc,
        build.pages if build else None,
    )
    context["_"] = context["gettext"] = translate
    context["dj_breakable"] = lambda words: Markup(breakable(escape(words)))
    context["dj_icon"] = partial(data.icon, root=context.get("content_root", ""))
    # Where the navigation of the whole site is put into a page of a part: outputs/join.py.
    marked = part_of(app.config) is not None
    context["dj_region"] = lambda name: Markup(f"<!--docsjson:{name}-->" if marked else "")
    folder = os.path.dirname(app.builder.get_target_uri(pagename))
    for name in ("css_tag", "js_tag"):
        context[name] = data.written_once(context[name], folder)
    page = ThemedPage(
        application=app,
        pagename=pagename,
        context=context,
        data=data,
        addresses=addresses,
        doctree=doctree,
    )
    if page.has_document:
        context["title"] = escape(title_text(app.env.longtitles.get(page.shown)))
    if context.get("last_updated") and page.nav_view and page.nav_view.language:
        context["last_updated"] = written_date(app.config, page.nav_view)
    context["dj"] = make_frame(page)


def make_frame(page: ThemedPage) -> TemplateContext:
    """Return everything that is around the text of one page."""
    app, context, data, addresses = page.application, page.context, page.data, page.addresses
    shown, front, has_document = page.shown, page.front, page.has_document
    site = data.site
    build = shown_build(app.config)
    options = options_of(app.config)
    own_canonical = safe_source(front.get("canonical") or "")
    frame = TemplateContext(
        site=site,
        site_name=site.name,
        language=page.language,
        direction=text_direction(page.language),
        classes=page_classes(page),
        logo=header_footer.logo_context(
            site,
            addresses,
            context.get("logo_url"),
            data.srcdir,
            page.nav_view.home if page.nav_view else None,
        ),
        search_prompt=site.search_prompt or str(_("Search…")),
        search_engine=search_engine(app.config),
        window_title=partial(window_title, site_name=context.get("docstitle") or site.name),
        head_tags=partial(
            head_tags,
            front=with_addresses(app, front, page.pagename, addresses),
            is_written=has_document,
            site_name=site.name,
            site_description=site.description,
            site_tags=with_addresses(app, tags_of_site(site, shown), "", addresses),
            url=page.canonical,
            card=context.get("dj_card"),
            on_read_the_docs=os.environ.get("READTHEDOCS") == "True",
        ),
        theme_colors=theme_colors(site.colors, seen_modes(site)),
        favicons=window_icons(
            app,
            site,
            addresses.file,
            conf_icon=context.get("favicon_url"),
            head=context.get("metatags") or "",
        ),
        canonical=own_canonical or page.canonical,
        alternates=alternates(partial(canonical_url, app), page.nav_view.languages)
        if page.nav_view and has_document and not (own_canonical or page.same_in_current)
        else (),
        structured_data=structured_data(
            site,
            base=base_url(app.config),
            logo=logo_address(app, site),
            steps=tuple(way_to_page(partial(canonical_url, app), page.nav_view, shown, page.title))
            if has_document
            else (),
        ),
        forced_mode=site.appearance.default if site.appearance.toggle_hidden else None,
        first_mode=first_mode(page),
        shows_mode_toggle=not site.appearance.toggle_hidden,
        is_canvas=page.mode in CANVASES,
        shows_footer=page.mode != "custom",
        shows_toc=page.shows_toc,
        menu_in_toc=page.shows_toc
        and getattr(context.get("dj_page_menu"), "display", "") == "toc",
        drilldown=site.drilldown,
        toc=page.toc,
        backdrops=backdrops(data),
        banner=header_footer.banner_context(page.chosen("banner"), addresses),
        other_version=other_version(page),
        top_links=header_footer.top_links(page.chosen("topbar_links"), addresses),
        call_to_action=header_footer.call_to_action(page.chosen("call_to_action"), addresses),
        places=page.places,
        eyebrow=page.nav_view.eyebrow if page.nav_view and has_document else None,
        breadcrumb=steps_to_page(
            build,
            page.nav_view,
            shown,
            page.title,
            addresses,
            has_document=has_document,
            above=[] if has_document else context.get("parents") or [],
        ),
        is_home=bool(build and build.from_toctrees and shown == app.config.root_doc)
        and not has_entry(build, shown),
        release=_shown_release(app.config) if build and build.from_toctrees else "",
        labels=(
            *labels(front, says_so=page.found.any_class("dj-deprecated")),
            *reading_time(page.doctree if page.source and options.reading_time else None),
        ),
        edit_url=edit_url(page.source, options, data),
        contributors=data.contributors.get(page.source or "", ()),
        footer_columns=header_footer.footer_columns(page.chosen("footer_columns"), addresses),
        socials=header_footer.social_links(page.chosen("socials"), addresses),
        copyright=context.get("copyright") if context.get("show_copyright") else None,
        page_buttons=(*feed_button(context), *page_buttons(page.source, options, data)),
    )
    if has_document:
        frame = with_foot(frame, page)
    target = app.builder.get_target_uri(page.pagename) if has_document else ""
    frame = with_options(frame, options, addresses, target)
    logo = sized_logo(app, frame, options, context.get("content_root", ""))
    return replace(frame, logo=logo)


def with_foot(frame: TemplateContext, page: ThemedPage) -> TemplateContext:
    """Return *frame* with what only a document has below its text."""
    app, shown = page.application, page.shown
    build = shown_build(app.config)
    nav = build.nav if build else None
    meta = page.context.get("meta") or {}
    return replace(
        frame,
        issue_url=issue_url(page.data, shown, page.title),
        helpful=helpful(shown, options_of(app.config)),
        authors=authors(meta),
        related=related(app, shown, meta, nav, page.addresses),
        changed=changed(app, page.data, shown, page.front, page.nav_view),
        page_list=page_list(shown, nav, page.addresses, app.env.metadata) if nav else None,
    )


def first_mode(page: ThemedPage) -> str | None:
    """Return the mode that a first visit has: ``default_mode`` of ``html_context``, or ours."""
    mode = page.context.get("default_mode")
    return str(mode) if mode in {"light", "dark"} else page.data.site.appearance.default


def other_version(page: ThemedPage) -> OtherVersion | None:
    """Return the way to the version that readers should read instead, if there is one."""
    if not (page.nav_view and page.current_version):
        return None
    note = header_footer.version_note(page.application.config, page.nav_view)
    return replace(note[0], url=page.addresses.choice(note[1]) or "") if note else None


def feed_button(context: Mapping[str, Any]) -> tuple[ShownLink, ...]:
    """Return the link to the feed of a page that wants it shown (``rss: true``)."""
    url = context.get("dj_feed")
    return (ShownLink(label=str(_("Subscribe")), url=url, icon="lucide:rss"),) if url else ()


def page_classes(page: ThemedPage) -> str:
    """Return the classes of ``<html>`` that choose a layout.

    A header in the sidebar needs one, and icons that have colours of the site keep their tiles.
    """
    site, mode = page.data.site, page.mode
    shows_sidebar = mode not in {"center", "custom"}
    themed = {
        f"dj-{part}-{kind}": (shows_sidebar or (part, kind) != ("header", "side"))
        and (part != "anchors" or site.colors.anchors is None)
        for part, kind in site.layout.layout.items()
    }
    found = {
        "dj": True,
        f"dj-mode-{mode}": mode in PAGE_MODES,
        "dj-canvas": mode in CANVASES,
        "dj-has-tabs": any(place.tabs for place in page.places),
        "dj-has-toc": page.shows_toc,
        "dj-no-sidebar": not shows_sidebar,
        "dj-with-examples": page.has_examples and mode not in PAGE_MODES,
        "dj-with-hero": page.found.any_kind(hero_title),
        **themed,
    }
    return " ".join(name for name, wanted in found.items() if wanted)


def backdrops(data: SiteData) -> tuple[str, ...]:
    """Return what is behind the page."""
    background = data.site.background
    image = ("image",) if background.image is not None else ()
    return (*image, *((background.decoration,) if background.decoration else ()))


def labels(front: Mapping[str, str], *, says_so: bool = False) -> tuple[Label, ...]:
    """Return the labels above the title.

    :param says_so: whether the page says itself that its subject is deprecated.
    """
    found = []
    if front.get("tag"):
        found.append(Label(kind="tag", text=front["tag"]))
    if "deprecated" in front and is_true(front["deprecated"]) and not says_so:
        found.append(Label(kind="deprecated", text=str(_("Deprecated"))))
    return tuple(found)


def _shown_release(config: Config) -> str:
    """Return the version that is beside the name of a project without ``docs.json``.

    There is none where its owner wrote a title, or a menu of versions says it.
    """
    options = options_of(config)
    told = is_set(config, "html_title") or options.versions or (options.logo and options.logo.text)
    return "" if told else str(config.release or config.version or "")
