"""When in a build the navigation is made, and how templates get at it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from sphinx_docsjson.build import the_build
from sphinx_docsjson.kinds_of_builders import fills_templates
from sphinx_docsjson.locale import N_
from sphinx_docsjson.navigation.entry_icons import Icons
from sphinx_docsjson.navigation.nav import Nav
from sphinx_docsjson.navigation.page_language import words_on_page
from sphinx_docsjson.navigation.pageinfo import PageInfo, page_info
from sphinx_docsjson.navigation.root import pages_of, stand_ins
from sphinx_docsjson.navigation.sidebars.sidebar import Sidebars
from sphinx_docsjson.theme_options.taken import options_of
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.build import Build


def place_documents(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Make the navigation of the documents that exist, and report pages that do not."""
    build = the_build(app.config)
    docnames = pages_of(build, env)
    if build.unread_nav is None or build.unread_nav.tree.docnames != docnames:
        build.unread_nav = Nav(build.placed, docnames)
    build.nav = build.unread_nav
    report_missing(build)
    if removed and not (added or changed):
        build.structure_changed = True
    return []


def report_missing(build: Build) -> None:
    """Warn about each page of the navigation that does not exist, or stands in a group twice."""
    for missing in build.nav.tree.missing:
        path = missing.entry.path
        hint = (
            f"did you mean {missing.suggestion!r}?"
            if missing.suggestion
            else "create the page, or take the entry out"
        )
        warn(
            Warn.NAV_PAGE,
            f"the navigation names the page {path!r}, which does not exist ({hint})",
            location=missing.entry.location or build.site.source_file,
        )

    for entry in build.nav.tree.repeated:
        if entry.location is not None:
            message = f"the page {entry.path!r} stands in this group already; take one out"
            warn(Warn.NAV_PAGE, message, location=entry.location)


def learn_titles(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Make the navigation again, now that titles and front matter of all pages are known."""
    build = the_build(app.config)
    docnames = pages_of(build, env)
    pages = {docname: info_of(env, docname) for docname in docnames}
    before = build.sidebars.nav if build.sidebars is not None else None
    if before is not None and (before.tree.docnames, before.tree.pages) == (docnames, pages):
        build.nav = before
        return []
    nav = Nav(build.placed, docnames, pages)
    nav.stand_ins = stand_ins(build, nav.tree.home())
    build.nav = nav
    return []


def write_sidebars(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Write the sidebar of every scope, here and not in the processes that write pages."""
    build = the_build(app.config)
    if not fills_templates(app.builder):
        return []
    icons = Icons(build, app.config.docsjson_icon_dirs)
    icons.report_unknown(build.nav)
    if build.sidebars is not None and build.sidebars.nav is build.nav:
        return []  # an application that builds again: nothing of it changed
    build.sidebars = Sidebars(
        build.nav,
        target_uri=app.builder.get_target_uri,
        icon=icons.html,
        label=N_("Pages"),
        deprecated=N_("Deprecated"),
        translate=partial(words_on_page, build),
        open_levels=options_of(app.config).show_nav_level or 1,
    )
    return []


def info_of(env: BuildEnvironment, docname: str) -> PageInfo:
    """Return what the navigation shows of a page, out of Sphinx's environment."""
    title = env.titles.get(docname)
    text = title.astext() if title is not None else ""
    if text == "<no title>":
        text = ""
    return page_info(docname, text, env.metadata.get(docname, {}))


def offer_to_templates(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Give templates ``dj_view`` and ``dj_sidebar()``."""
    build = the_build(app.config)
    if (sidebars := build.sidebars) is not None:
        context["dj_view"] = build.nav.view(pagename)
        context["dj_sidebar"] = lambda: Markup(sidebars.html(pagename))
