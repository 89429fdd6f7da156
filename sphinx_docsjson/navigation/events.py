"""The steps of a build that create the navigation and pass it to templates."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from markupsafe import Markup
from sphinx import package_dir
from sphinx.addnodes import start_of_file
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.contents import MODULES, find_stale
from sphinx_docsjson.build import Build, build_of, shown_build, the_build
from sphinx_docsjson.compat.builders import fills_templates
from sphinx_docsjson.compat.sphinx import PageLanguage
from sphinx_docsjson.i18n import CATALOG, LOCALE_DIR, N_, _
from sphinx_docsjson.navigation.nav import Icons, Nav
from sphinx_docsjson.navigation.sidebar import Sidebars
from sphinx_docsjson.navigation.toctrees import info_of, pages_of, stand_ins
from sphinx_docsjson.site.model import Container, Kind, html_language
from sphinx_docsjson.theme_options import options_of
from sphinx_docsjson.warnings import Warn, safe_transform, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.navigation.nav import NavView
    from sphinx_docsjson.navigation.sidebar_entries import PatchedText


@dataclass
class NavigationState:
    """What is kept of a build.

    :param unread_nav: the navigation before the pages were read; an application that builds again
        keeps it.
    :param sidebars: the sidebar of every scope, for builders that fill templates.
    :param tokens: a fingerprint of what the navigation shows on each page.
    :param tokens_of: the sidebars that the fingerprints were made of.
    """

    unread_nav: Nav | None = None
    sidebars: Sidebars | None = None
    tokens: dict[str, str] | None = None
    tokens_of: Sidebars | None = None


def place_documents(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Build the navigation from the documents that exist."""
    build = the_build(app.config)
    _use_unread_nav(build, env)
    if removed and not (added or changed):
        build.structure_changed = True
    return []


def place_new_documents(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Add the documents that extensions wrote at this event, and report missing pages."""
    build = the_build(app.config)
    if build.nav is not build.state(NavigationState).unread_nav:
        return  # an application that reads single pages again has the titles of all
    _use_unread_nav(build, env)
    report_missing(build)


def _use_unread_nav(build: Build, env: BuildEnvironment) -> None:
    docnames = pages_of(build, env)
    state = build.state(NavigationState)
    if state.unread_nav is None or state.unread_nav.tree.docnames != docnames:
        state.unread_nav = Nav(build.full_site, docnames)
    build.nav = state.unread_nav


def report_missing(build: Build) -> None:
    """Warn about each page of the navigation that does not exist, or is in a group twice."""
    for missing in build.nav.tree.missing:
        path = missing.entry.path
        hint = (
            f"did you mean {missing.suggestion!r}?"
            if missing.suggestion
            else "create the page, or remove the entry"
        )
        warn(
            Warn.NAV_PAGE,
            f"the navigation names the page {path!r}, which does not exist ({hint})",
            location=missing.entry.location or build.site.source_file,
        )

    for entry in build.nav.tree.repeated:
        if entry.location is not None:
            message = f"the page {entry.path!r} is already in this group; remove one of the two"
            warn(Warn.NAV_PAGE, message, location=entry.location)


def update_titles(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Rebuild the navigation with the titles and front matter of all pages."""
    build = the_build(app.config)
    docnames = pages_of(build, env)
    pages = {docname: info_of(env, docname) for docname in docnames}
    sidebars = build.state(NavigationState).sidebars
    before = sidebars.nav if sidebars is not None else None
    if before is not None and (before.tree.docnames, before.tree.pages) == (docnames, pages):
        build.nav = before
        return []
    nav = Nav(build.full_site, docnames, pages)
    nav.stand_ins = stand_ins(build, nav.tree.home())
    build.nav = nav
    return []


def write_sidebars(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Render the sidebar of each scope once, before parallel writers start."""
    build = the_build(app.config)
    if not fills_templates(app.builder):
        return []
    icons = Icons(build, app.config.docsjson_icon_dirs)
    icons.report_unknown(build.nav, env)
    state = build.state(NavigationState)
    if state.sidebars is not None and state.sidebars.nav is build.nav:
        return []  # an application that builds again: nothing has changed
    options = options_of(app.config)
    state.sidebars = Sidebars(
        build.nav,
        target_uri=app.builder.get_target_uri,
        icon=icons.html,
        label=N_("Pages"),
        deprecated=N_("Deprecated"),
        translate=partial(text_on_page, build),
        open_levels=options.show_nav_level or 1,
        one_branch=bool(options.collapse_navigation) and build.from_toctrees,
        shows_heads=build.from_toctrees,
    )
    return []


def add_navigation_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Add ``dj_view`` and ``dj_sidebar()`` to the template context."""
    build = the_build(app.config)
    if (sidebars := build.state(NavigationState).sidebars) is not None:
        context["dj_view"] = build.nav.view(pagename)
        context["dj_sidebar"] = lambda: Markup(sidebars.html(pagename))


# Each page speaks the language that ``docs.json`` has it in: its frame, labels and API words.


class LanguageOfPage(SphinxPostTransform):
    """Lets what resolves a page find the words of its language."""

    default_priority = 0

    def run(self, **kwargs: Any) -> None:
        """Speak as the page does, or as the first page of a book."""
        build = build_of(self.config)
        if build is not None:
            name, pages = self.env.docname, self.document.findall(start_of_file)
            is_book = name in build.books.values()
            _speak_as(build, next((each["docname"] for each in pages if is_book), name))


def setup_page_language(app: Sphinx) -> None:
    """Register what runs before all that resolves a page."""
    app.add_post_transform(safe_transform(LanguageOfPage))


def prepare_catalogs(app: Sphinx) -> None:
    """Load the catalogues of the languages of the site (``builder-inited``)."""
    build = build_of(app.config)
    codes = {} if build is None else dict.fromkeys(_languages(build))
    if build is None or not codes:
        return
    own = [str(Path(app.srcdir) / folder) for folder in app.config.locale_dirs]
    folders = {
        CATALOG: [*own, str(LOCALE_DIR)],
        "sphinx": [*own, str(Path(package_dir) / "locale"), str(LOCALE_DIR)],
    }
    in_html = {code: html_language(code) for code in codes}
    build.page_language = PageLanguage(app.config.language, in_html, folders)
    _use_page_language_while_writing(app, build)


def _languages(build: Build) -> Iterator[str]:
    for _ancestors, node in build.site.navigation.walk():
        if isinstance(node, Container) and node.kind is Kind.LANGUAGE:
            yield node.label


def use_language_of_page(app: Sphinx, pagename: str, *_more: Any) -> None:
    """Switch to the language of a page that is about to be read or written."""
    build = build_of(app.config)
    if build is not None:
        _speak_as(build, pagename)


def use_language_of_build(app: Sphinx, *_more: Any) -> None:
    """Switch back to the language of the build after reading or writing."""
    build = build_of(app.config)
    if build is not None and build.page_language is not None:
        build.page_language.use_language(None)


def _speak_as(build: Build, docname: str) -> None:
    if build.page_language is not None:
        nav_view = build.nav.view(docname).nav_view
        build.page_language.use_language(nav_view.language if nav_view else None)


def _use_page_language_while_writing(app: Sphinx, build: Build) -> None:
    """Let the builder use_language as a page does before it writes the text of that page."""
    given = app.builder.write_doc

    def write_doc(docname: str, doctree: nodes.document) -> None:
        _speak_as(build, docname)
        given(docname, doctree)

    # No event comes between the transforms of a page and the writing of its text.
    app.builder.write_doc = write_doc  # type: ignore[method-assign]  # mypy lets no method be changed


def text_on_page(build: Build, message: str, docname: str) -> str:
    """Return our words in the language of a page, whichever is being written."""
    if build.page_language is None:
        return str(_(message))
    nav_view = build.nav.view(docname).nav_view
    return build.page_language.word(message, nav_view.language if nav_view else None)


# Which pages have to be written again although their own source has not changed.
#
# A change of the look affects every page, a change of the navigation or of a title the pages that
# show it. Neither causes a document to be read again; a change of what counts as a formula does.

DIGEST = "docsjson_digest"
FORMULAS = "docsjson_formulas"
NOT_ON_PAGES = frozenset(
    {"location", "locations", "redirects", "openapi", "asyncapi", "variables"}
)


def digest_site(app: Sphinx, config: Config) -> None:
    """Put digests of the site into configuration values.

    Sphinx writes all pages again after a change of the first, and reads them after the second.
    What the navigation shows is known for each page (:func:`page_tokens`).
    """
    site = the_build(config).site
    shown = (name for name in _shown_fields(type(site)) if name != "navigation")
    setattr(config, DIGEST, digest([(name, _essence(getattr(site, name))) for name in shown]))
    setattr(config, FORMULAS, digest(site.latex))


def digest(value: object) -> str:
    """Return a short fingerprint of a value made of plain data."""
    return sha256(repr(value).encode("utf-8", "surrogatepass")).hexdigest()[:32]


_names: dict[type[Any], tuple[str, ...]] = {}


def _shown_fields(cls: type[Any]) -> tuple[str, ...]:
    if cls not in _names:
        names = (field.name for field in fields(cls))
        _names[cls] = tuple(name for name in names if name not in NOT_ON_PAGES)
    return _names[cls]


def _essence(value: Any) -> Any:
    """Return what pages show of the configuration: all but where in the file it is."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if is_dataclass(value):
        return [(name, _essence(getattr(value, name))) for name in _shown_fields(type(value))]
    if isinstance(value, (list, tuple)):
        return [_essence(item) for item in value]
    if isinstance(value, dict):
        return [(key, _essence(item)) for key, item in value.items()]
    return str(value)


def find_stale_pages(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages whose output depends on something that changed."""
    build = the_build(app.config)
    if build.is_ahead:
        return []
    state = build.state(NavigationState)
    if state.sidebars is not None and state.tokens_of is not state.sidebars:
        names = (*env.found_docs, MODULES)
        state.tokens = page_tokens(build.nav, state.sidebars, names)
        state.tokens_of = state.sidebars
    redirects = [(each.source, each.destination) for each in build.site.redirects]
    return find_stale(app, env, _around(app, build, env), redirects)


def _around(app: Sphinx, build: Build, env: BuildEnvironment) -> dict[str, str]:
    """Return document → fingerprint of what is on its page and comes from elsewhere."""
    tokens = build.state(NavigationState).tokens
    if tokens is None:  # no sidebar is known, but the pages before and after may be
        order = digest(_essence(build.site.navigation))
        return dict.fromkeys(env.found_docs if app.builder.format == "html" else (), order)
    groups = build.nav.groups_by_root
    lists = {n for n in env.found_docs if env.metadata.get(n, {}).get("related")}
    lists |= {n for n, group in groups.items() if group.listing is not None}
    if not lists:
        return tokens
    pages = sorted(build.nav.tree.pages.items())
    said = digest([(n, i, env.metadata.get(n, {}).get("description")) for n, i in pages])
    return {n: f"{token} {said}" if n in lists else token for n, token in tokens.items()}


def find_stale_documents(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Do the same with another theme."""
    return [] if shown_build(app.config) is not None else find_stale(app, env)


def page_tokens(nav: Nav, sidebars: Sidebars, docnames: Iterable[str]) -> dict[str, str]:
    """Return a fingerprint of what the navigation shows on each page."""
    scopes: WeakKeyDictionary[PatchedText, str] = WeakKeyDictionary()
    shared: dict[int, object] = {}

    def scope_token(sidebar: PatchedText) -> str:
        if sidebar not in scopes:
            scopes[sidebar] = digest(sidebar.common)
        return scopes[sidebar]

    tokens = {}
    for docname in sorted(docnames):  # those that share a sidebar one after the other
        view = nav.view(docname)
        around = [scope_token(sidebar) for sidebar in sidebars.around(docname)]
        shown = [_plain(each, shared) for each in view.nav_views]
        tokens[docname] = digest((around, view.docname, shown))
    return tokens


def _plain(nav_view: NavView, shared: dict[int, object]) -> list[object]:
    """Return a view as plain data; its switches are the same objects on many pages."""
    parts: list[object] = []
    for name in _shown_fields(type(nav_view)):
        value = getattr(nav_view, name)
        if isinstance(value, tuple):
            if id(value) not in shared:
                shared[id(value)] = digest(_essence(value))
            parts.append(shared[id(value)])
        else:
            parts.append(_essence(value))
    return parts
