"""When in a build the navigation is made, and how templates get at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from sphinx_docsjson.kinds_of_builders import fills_templates
from sphinx_docsjson.locale import _
from sphinx_docsjson.navigation.entry_icons import Icons
from sphinx_docsjson.navigation.nav import Nav
from sphinx_docsjson.navigation.pageinfo import PageInfo, page_info
from sphinx_docsjson.navigation.root import pages_of, stand_ins
from sphinx_docsjson.navigation.sidebar import Sidebars
from sphinx_docsjson.navigation.structure import CHANGED
from sphinx_docsjson.state import state_of
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.state import State

ROOM = "navigation"
SIDEBARS = "sidebars"


def nav_of(config: Config) -> Nav | None:
    """Return the navigation of a build, or ``None`` when it has no ``docs.json``.

    The places of pages are known from ``env-get-outdated`` on, their titles from ``env-updated``.
    """
    state = state_of(config)
    return state.rooms.get(ROOM) if state else None


def place_documents(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Make the navigation of the documents that exist, and report pages that do not."""
    state = state_of(app.config)
    if state is None:
        return []
    nav = Nav(state.site, pages_of(state, env))
    state.rooms[ROOM] = nav
    report_missing(nav, state)
    if removed and not (added or changed):
        state.rooms[CHANGED] = True
    return []


def report_missing(nav: Nav, state: State) -> None:
    """Warn about each page of the navigation that does not exist, or stands in a group twice."""
    for missing in nav.tree.missing:
        path = missing.entry.path
        hint = (
            f"did you mean {missing.suggestion!r}?"
            if missing.suggestion
            else "create the page, or take the entry out"
        )
        warn(
            Warn.NAV_PAGE,
            f"the navigation names the page {path!r}, which does not exist ({hint})",
            location=missing.entry.location or state.site.source_file,
        )

    for entry in nav.tree.repeated:
        if entry.location is not None:
            message = f"the page {entry.path!r} stands in this group already; take one out"
            warn(Warn.NAV_PAGE, message, location=entry.location)


def learn_titles(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Make the navigation again, now that titles and front matter of all pages are known."""
    state = state_of(app.config)
    if state is None:
        return []
    docnames = pages_of(state, env)
    nav = Nav(state.site, docnames, {docname: info_of(env, docname) for docname in docnames})
    nav.stand_ins = stand_ins(state, nav.tree.home())
    state.rooms[ROOM] = nav
    return []


def write_sidebars(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Write the sidebar of every scope, here and not in the processes that write pages."""
    state = state_of(app.config)
    if state is None or not fills_templates(app.builder):
        return []
    icons = Icons(state, app.config.docsjson_icon_dirs)
    nav: Nav = state.rooms[ROOM]
    icons.report_unknown(nav)
    sidebars = Sidebars(
        nav,
        target_uri=app.builder.get_target_uri,
        icon=icons.html,
        label=_("Pages"),
        deprecated=_("Deprecated"),
    )
    state.rooms[SIDEBARS] = sidebars
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
    state = state_of(app.config)
    sidebars: Sidebars | None = state.rooms.get(SIDEBARS) if state else None
    if state is not None and sidebars is not None:
        context["dj_view"] = state.rooms[ROOM].view(pagename)
        context["dj_sidebar"] = lambda: Markup(sidebars.html(pagename))
