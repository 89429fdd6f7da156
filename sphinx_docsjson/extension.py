"""What happens in a build: each event of Sphinx, and our functions in the order in which they run.

No other module connects to an event. What the words before and beside the functions mean stands in
:mod:`sphinx_docsjson.extension`: a step for ``SITE`` runs in projects with a ``docs.json`` only.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from enum import Enum, IntEnum
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx.errors import SphinxError
from sphinx.util import logging

from sphinx_docsjson import configuration, performance, theme_options, warnings
from sphinx_docsjson.agents import package
from sphinx_docsjson.base import contents, source_files, theme_files
from sphinx_docsjson.books import epub, outline, setup_books
from sphinx_docsjson.build import build_of, shown_build
from sphinx_docsjson.compat import sphinx
from sphinx_docsjson.components import assets, domain, setup_components
from sphinx_docsjson.components.families import inline
from sphinx_docsjson.html import (
    author_files,
    code,
    context,
    header_footer,
    integrations,
    math,
    objects,
    own_paths,
    setup_html,
    shared,
    translator,
    written_files,
)
from sphinx_docsjson.i18n import add_fallback_catalog, setup_locale
from sphinx_docsjson.navigation import events, setup_navigation, toctrees, written_toctrees
from sphinx_docsjson.openapi import setup_openapi
from sphinx_docsjson.openapi.checks import runs
from sphinx_docsjson.openapi.content import playground
from sphinx_docsjson.openapi.domain import roles
from sphinx_docsjson.openapi.pages import (
    directives,
    documents,
    downloads,
    loading,
    sdk,
    transform,
)
from sphinx_docsjson.outputs import (
    agent_checks,
    cards,
    crawlers,
    discovery,
    feeds,
    page_menu,
    page_parts,
    parts,
    setup_outputs,
    twins,
)
from sphinx_docsjson.pages import (
    checks,
    headings,
    links,
    project,
    redirects,
    setup_pages,
    site_links,
    snippet_files,
    sources,
    targets,
)
from sphinx_docsjson.search import index, settings, setup_search
from sphinx_docsjson.warnings import Warn, tell_gone, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Turn(IntEnum):
    """When a step has its turn among the listeners of Sphinx and of other extensions.

    The number is Sphinx's priority. They listen at 500 unless they say otherwise, and finish
    ``config-inited`` at 800.
    """

    EARLY = 200
    """Before other extensions add their documents, at 300 (docs/navigation/outside.md)."""

    BEFORE = 400
    """Before Sphinx and others look at the configuration, at a document, at a page."""

    AMONG = 500
    """Beside the others, because the order does not matter."""

    AFTER = 900
    """After Sphinx and others have done their part: what we see is what will be."""


# What happens in a build: each event of Sphinx, and our functions in the order in which they run.
#
# No other module connects to an event. What the words before and beside the functions mean stands
# in :mod:`sphinx_docsjson.extension`: a step for ``SITE`` runs in projects with a ``docs.json``
# only.

EARLY, BEFORE, AMONG, AFTER = Turn


class When(Enum):
    """In which builds a step acts."""

    ALWAYS = "always"
    """In every project that loads the extension, and whether or not the build succeeds."""

    SITE = "site"
    """Where there is a ``docs.json``."""

    SHOWN = "shown"
    """Where there is a ``docs.json``, or pages of our theme are written without one."""

    TOCTREES = "toctrees"
    """Where pages of our theme are written without a ``docs.json``."""

    CONTENTS = "contents"
    """Where contents decide what is read: with a ``docs.json``, or by a setting."""

    EPUB = "epub"
    """Where there is a ``docs.json`` and the book is an EPUB that is made our way."""

    def holds(self, app: Sphinx) -> bool:
        """Whether a step acts in this build."""
        if self is When.ALWAYS:
            return True
        if self in (When.SHOWN, When.TOCTREES):
            shown = shown_build(app.config)
            return shown is not None and (self is When.SHOWN or shown.from_toctrees)
        build = build_of(app.config)
        if self is When.CONTENTS:
            chosen: bool | None = app.config.docsjson_contents_decide
            return build is not None if chosen is None else chosen
        if build is None or self is When.SITE:
            return build is not None
        return app.builder.name == "epub" and build.improves_books


ALWAYS, SITE, SHOWN, TOCTREES, CONTENTS, EPUB = When

ROOMS = (
    (setup_locale, "the catalogue of the words that readers see"),
    (events.setup_page_language, "what lets a page speak its own language"),
    (setup_components, "the domain, nodes, directives and roles of components"),
    (setup_pages, "MyST, the nodes of HTML elements, what resolves links and collects anchors"),
    (setup_navigation, "the value by whose change all pages are written again"),
    (setup_openapi, "the nodes, the domain and the roles of operations, what fills their pages"),
    (setup_html, "the theme, formulas, and what it draws in another way than Sphinx"),
    (setup_outputs, "the builder of Markdown, and which files are written"),
    (setup_search, "the settings of the search"),
    (package.setup_package, "the name of the package that brings the documentation"),
    (package.setup_worker, "whether a host answers MCP"),
    (setup_books, "parts and pictures of printed books"),
)
"""What each room adds to Sphinx before anything happens.

Transforms of one priority run in the order in which they are added.
"""

SCHEDULE: Schedule = {
    ("config-inited", BEFORE): (
        (ALWAYS, theme_files.know_children, "a theme that inherits from ours counts as ours"),
        (ALWAYS, warnings.write_absolute_places, "messages name files with their whole path"),
        (ALWAYS, configuration.read_docs_json, "docs.json becomes the site, and configuration"),
        (ALWAYS, domain.load_design, "sphinx-design is loaded, without its names"),
        (SITE, project.begin_documents, "documents without a file can be added"),
        (
            ALWAYS,
            sources.claim_files,
            "our parser takes .md and .mdx, unless others have them",
        ),
        (SITE, performance.raise_gc_threshold, "Python looks for garbage seldom"),
        (ALWAYS, math.choose_renderer, "formulas become MathML"),
        (ALWAYS, shared.take_base_url, "the host says where the site will be read"),
        (SITE, outline.choose_books, "books are made our way, or stay what they were"),
        (SITE, outline.choose_engine, "PDF gets an engine, fonts and our macros"),
    ),
    ("config-inited", AFTER): (
        (ALWAYS, add_fallback_catalog, "words that the catalogues of Sphinx lack are lent to it"),
        (ALWAYS, configuration.report_empty_folder, "an empty folder is told how to begin"),
        (SITE, project.silence_first_discovery, "Sphinx's first look at the files is silenced"),
        (ALWAYS, domain.offer_design_names, "sphinx-design takes the names that are free"),
        (ALWAYS, domain.register_names, "components take the short names that are free"),
        (ALWAYS, directives.register_older_names, "so do directives that show an API"),
        (SITE, events.digest_site, "what pages show of docs.json gets a fingerprint"),
        (SITE, author_files.see_site_files, "so do the styles and scripts beside it"),
        (CONTENTS, contents.take_over_environments, "what was read elsewhere is taken over"),
    ),
    ("builder-inited", EARLY): (
        (
            ALWAYS,
            configuration.begin_with_toctrees,
            "without docs.json, our theme will show the toctrees",
        ),
        (SITE, events.learn_languages, "pages will speak their own language"),
        (SITE, loading.make_reference, "OpenAPI files are read, operations placed"),
        (SITE, sdk.make_sdk_pages, "the code of SDKs gets its pages"),
        (SITE, documents.offer_titles, "pages are named after their operations"),
    ),
    ("builder-inited", BEFORE): (
        (SITE, toctrees.generate_root_document, "a start page is made where there is none"),
        (SITE, outline.generate_books, "each book gets a first document"),
        (ALWAYS, project.install_project, "the project knows the documents without a file"),
        (SITE, own_paths.keep_own_paths, "files are published at their own paths"),
        (EPUB, epub.fill_in, "rights and version are filled in for Sphinx's check"),
    ),
    ("builder-inited", AMONG): (
        (SITE, project.read_deep_pages, "a page that is too deep is shown as it is written"),
        (ALWAYS, theme_options.take_options, "the options of the theme are read"),
        (ALWAYS, header_footer.check_choices, "what they name is looked for"),
        (SITE, links.remember_builder, "links will ask the builder for addresses"),
        (SITE, cards.tell_missing, "what draws the pictures of pages is looked for"),
        (SITE, crawlers.announce_indexes, "links will find llms.txt and its like"),
        (SITE, parts.check_part, "the path of a part of a site is looked at"),
        (ALWAYS, checks.check_setting, "the conventions asked for are known ones"),
        (SITE, playground.write_files, "the playground's script is written"),
        (SITE, written_files.check_look, "colours, files and repository are checked"),
        (ALWAYS, written_files.write_theme_files, "styles and scripts are put together"),
        (ALWAYS, written_files.write_site_css, "the site's colours are written"),
        (SITE, integrations.load_services, "pages load the services that docs.json names"),
        (SITE, author_files.load_site_files, "pages load the styles and scripts of the site"),
        (ALWAYS, math.copy_script, "what draws diagrams is copied"),
        (ALWAYS, settings.write_search_script, "so is the script of the search"),
        (SITE, performance.keep_compiled_templates, "compiled templates are kept"),
        (SITE, performance.leave_plain_text, "typography skips what has no quotes or dashes"),
        (SITE, performance.resolve_in_writers, "processes that write pages will resolve them"),
        (SITE, performance.write_titles_once, "a title is written once for all pages"),
        (ALWAYS, code.write_code_briefly, "highlighted code gets fewer elements"),
        (ALWAYS, translator.use_page_translator, "visitors of ours are laid over others"),
        (SITE, outline.write_colors, "PDF gets the colours of badges"),
    ),
    ("builder-inited", AFTER): (
        (EPUB, epub.take_version_back, "the version is forgotten until pages are written"),
        (EPUB, epub.correct_package, "the package will list each page once"),
        (SITE, warnings.hold_equal_messages, "equal messages of pages will be one line"),
        (SITE, performance.freeze_gc, "what lasts is set apart from garbage"),
        (SITE, sphinx.show_time_left, "a terminal shows how long it will take"),
        (CONTENTS, contents.find_written, "a record tells what was written, no time"),
    ),
    ("env-get-outdated", EARLY): (
        (CONTENTS, contents.decide_by_contents, "pages are read whose files hold something else"),
    ),
    ("env-get-outdated", BEFORE): (
        (SITE, events.place_documents, "each document gets its places in the navigation"),
        (SITE, outline.read_again, "books that list other pages are read again"),
    ),
    ("env-get-outdated", AMONG): (
        (
            ALWAYS,
            project.reread_changed_sides,
            "pages that became files, or stubs, are read",
        ),
        (SITE, transform.find_changed_pages, "pages whose operation changed are read"),
        (SITE, source_files.find_appeared, "pages that waited for a file are read"),
        (SITE, snippet_files.find_other_variables, "pages whose variables changed are read"),
        (SHOWN, twins.remove_stale, "files of documents that are gone are removed"),
    ),
    ("env-before-read-docs", BEFORE): (
        (SITE, configuration.learn_what_was_said, "what was said of docs.json is known"),
        (SITE, performance.make_settings_once, "the settings of docutils are made once"),
        (SITE, performance.wait_in_files, "pages wait in files to be written"),
        (SITE, performance.keep_contents_small, "their contents are kept as bytes"),
        (SITE, toctrees.refresh_root_document, "the start page gets the toctrees of today"),
        (SITE, links.know_pages, "every page is known by its addresses"),
        (SITE, sources.find_other_encodings, "pages that are not UTF-8 are read by a guess"),
    ),
    ("source-read", BEFORE): (
        (SITE, sources.replace_nul, "a page holds no NUL"),
        (SITE, events.use_language_of_page, "its labels are of its language"),
    ),
    ("env-purge-doc", BEFORE): (
        (SITE, performance.hide_toctrees, "the toctrees of a page are forgotten at once"),
    ),
    ("env-purge-doc", AMONG): (
        (ALWAYS, transform.forget_dependencies, "what an API page depends on is forgotten"),
        (CONTENTS, contents.forget_page, "the files of a page are forgotten before it is read"),
    ),
    ("env-purge-doc", AFTER): (
        (SITE, performance.show_toctrees, "Sphinx has those of all other pages again"),
    ),
    ("doctree-read", BEFORE): (
        (ALWAYS, objects.shorten_contents, "'On this page' names members without their class"),
        (SITE, project.name_origins, "a generated page names the file it was made of"),
        (SITE, toctrees.structure_root_document, "the start page gets hidden toctrees"),
        (SITE, outline.fill_book, "the first document of a book gets its parts"),
    ),
    ("doctree-read", AFTER): (
        (SITE, checks.check_fields, "the fields of the page are known ones"),
        (ALWAYS, checks.check_boost, "its weight in the search is a number"),
        (SITE, checks.check_meta_files, "the files that its meta tags name are published"),
        (ALWAYS, domain.add_entries, "steps and updates enter 'On this page'"),
        (ALWAYS, headings.keep_ids_in_headings, "what is no heading repeats no id of one"),
        (ALWAYS, checks.check_page, "the page keeps to the conventions asked for"),
        (CONTENTS, contents.note_names, "the names that its links use are remembered"),
        (CONTENTS, contents.note_base_classes, "it depends on the base classes that it shows"),
    ),
    ("env-merge-info", AMONG): (
        (
            ALWAYS,
            transform.merge_dependencies,
            "what other processes learned of API pages is kept",
        ),
        (CONTENTS, contents.merge_names, "so are the names that links of pages use"),
    ),
    ("env-updated", AFTER): (
        (SITE, events.use_language_of_build, "the language of the build is spoken again"),
        (CONTENTS, contents.remember_files, "what the files of each page hold is remembered"),
        (SITE, crawlers.extract_site_texts, "the texts of docs.json enter the catalogues"),
        (SITE, checks.say_idle_fields, "fields of pages that do nothing are named"),
        (SITE, events.learn_titles, "the navigation learns titles and front matter"),
        (SITE, site_links.check_links, "links of docs.json lead somewhere"),
        (SITE, outline.list_documents, "each book is announced to its builder"),
        (SITE, events.write_sidebars, "the sidebar of every scope is written"),
        (SITE, toctrees.leave_out_others, "toctrees leave out what has no title"),
        (SITE, toctrees.mark_orphans, "pages outside the navigation are meant to be there"),
        (SITE, toctrees.keep_root_out_of_search, "the start page is found once"),
        (SITE, events.find_stale_pages, "pages that show something else are written again"),
        (SITE, author_files.find_stale_classes, "so are those whose classes mean more"),
        (ALWAYS, inline.find_pages_of_terms, "and those whose glossary says something else"),
        (SITE, crawlers.mark_pages, "the search leaves out what is hidden"),
        (SITE, performance.number_contents, "contents that get numbers are nodes"),
    ),
    ("env-get-updated", AFTER): (
        (TOCTREES, written_toctrees.read_navigation, "toctrees and titles become navigation"),
        (TOCTREES, events.write_sidebars, "the sidebar is written"),
        (TOCTREES, events.find_stale_pages, "pages that show something else are written again"),
        (CONTENTS, events.find_stale_documents, "they are, too, in the theme of another"),
    ),
    ("env-check-consistency", AMONG): (
        (SITE, redirects.check_redirects, "each redirect leads somewhere"),
        (SITE, runs.check_specifications, "changed OpenAPI files are checked"),
    ),
    ("env-check-consistency", AFTER): (
        (SITE, warnings.say_held_messages, "what was found in pages is said"),
    ),
    ("write-started", AMONG): (
        (SITE, targets.write_style_sheet, "the styles of authors are written"),
        (SITE, author_files.write_class_sheet, "so are the utility classes that they use"),
        (ALWAYS, settings.leave_out_sphinx_index, "no index is made that nobody reads"),
        (ALWAYS, assets.begin_sheets, "style sheets will be joined anew"),
        (EPUB, epub.fill_in, "the version is filled in again"),
        (EPUB, epub.leave_out_doctrees, "what Sphinx keeps stays out of the book"),
    ),
    ("missing-reference", AMONG): (
        (ALWAYS, roles.resolve_operation, "docsjson:op finds the page of its operation"),
    ),
    ("missing-reference", AFTER): (
        (SITE, parts.leave_open, "what another part of the site may have is left open"),
    ),
    ("warn-missing-reference", AMONG): (
        (ALWAYS, roles.report_unknown, "a name that no API has is told with others"),
    ),
    ("doctree-resolved", BEFORE): (
        (SITE, toctrees.show_first_page, "the start page shows the first page"),
        (ALWAYS, settings.have_search_page, "the page of the search will be written"),
        (ALWAYS, performance.remember_stems, "a word is stemmed once for all pages"),
        (SITE, performance.forget_written, "what waited in a file is forgotten"),
    ),
    ("html-page-context", BEFORE): (
        (SITE, events.use_language_of_page, "its frame is of its language"),
        (SITE, own_paths.shorten_addresses, "pages refer to files there"),
        (SITE, toctrees.pretend_to_be_first_page, "the start page has the first page's title"),
        (SHOWN, events.offer_to_templates, "templates get the page's places and sidebar"),
        (ALWAYS, settings.have_search_on_page, "indexes have the field of the search"),
    ),
    ("html-page-context", AMONG): (
        (ALWAYS, targets.add_style_sheet, "the page loads its author's styles"),
        (SITE, author_files.load_class_sheet, "and the rules of its classes"),
        (ALWAYS, loading.load_files, "an API page loads its files"),
        (ALWAYS, playground.load_files, "a page with a playground loads its files"),
    ),
    ("html-page-context", AFTER): (
        (SHOWN, page_parts.add_head_links, "the head names the twin and llms.txt"),
        (SHOWN, page_menu.add_page_menu, "the page gets its menu"),
        (SHOWN, feeds.write_feeds, "a changelog gets its feeds"),
        (SITE, cards.draw_card, "the picture of the page is drawn"),
        (ALWAYS, assets.choose_files, "the page loads what its components need"),
        (ALWAYS, math.load_script, "and what draws its diagrams"),
        (ALWAYS, context.give_frame, "our templates get all they print"),
        (ALWAYS, assets.load_little_first, "the page waits for one style sheet"),
        (SHOWN, twins.write_twin, "the page is written as Markdown"),
        (ALWAYS, index.keep_record, "what the search finds the page by is kept"),
        (SITE, epub.mend_page, "the page of a book becomes valid XHTML"),
    ),
    ("html-collect-pages", AMONG): (
        (ALWAYS, settings.have_search_page, "the page of the search will be written"),
    ),
    ("build-finished", AMONG): (
        (SITE, events.use_language_of_build, "the language of the build is spoken again"),
        (SITE, targets.write_style_sheet, "the styles of authors are written"),
        (ALWAYS, contents.remember_what_was_written, "what pages show is remembered"),
        (SITE, own_paths.finish_own_paths, "downloads move to their own paths"),
        (SITE, written_files.copy_files, "logo, favicon, icons and files for agents are copied"),
        (ALWAYS, header_footer.copy_logos, "so are the pictures that the theme's options name"),
        (ALWAYS, index.write_index, "the index of the search is written"),
        (ALWAYS, assets.renew_sheets, "the joined style sheets are those of today"),
        (SITE, downloads.write_downloads, "OpenAPI files and their requests are written"),
        (SHOWN, crawlers.write_indexes, "llms.txt, sitemap and robots.txt are written"),
        (SITE, discovery.write_discovery, "agents find skills and APIs"),
        (SHOWN, page_parts.write_not_found, "404.html is written"),
        (SITE, parts.write_part, "a part of a site says what the others need to know of it"),
        (SITE, cards.remove_old_cards, "pictures that no page has any more are removed"),
    ),
    ("build-finished", AFTER): (
        (SITE, redirects.write_redirects, "old addresses lead to new ones"),
        (SHOWN, twins.remove_unpublished, "files beside pages that are no more are removed"),
        (ALWAYS, package.write_package, "the documentation that a wheel brings is written"),
        (ALWAYS, package.write_worker, "so is the script by which a host answers MCP"),
        (ALWAYS, performance.restore_gc, "Python looks for garbage as before"),
        (SITE, agent_checks.check_for_agents, "what agents will stumble over is said"),
        (SITE, configuration.say_remarks, "a first build says what docs.json has in vain"),
        (ALWAYS, warnings.say_held_messages, "what was found while writing is said"),
    ),
}


def setup_extension(app: Sphinx) -> None:
    """Register what every room adds to Sphinx, and connect the schedule."""
    for setup, _says in ROOMS:
        setup(app)
    connect(app, SCHEDULE)


Listener: TypeAlias = Callable[..., Any]
Step: TypeAlias = tuple[When, Listener, str]
"""In which builds, which function, and in one sentence what comes of it."""

Schedule: TypeAlias = Mapping[tuple[str, Turn], tuple[Step, ...]]
"""An event of Sphinx and a place among its listeners → the steps, one after the other."""


def connect(app: Sphinx, schedule: Schedule) -> None:
    """Let Sphinx call the steps.

    It calls listeners of one priority in the order in which they were connected.
    """
    for (event, place), functions in schedule.items():
        for when, run, _says in functions:
            app.connect(event, listener(run, when, event), priority=place)


DISK = frozenset({errno.ENOSPC, errno.EROFS, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""What is wrong with a disk, and not with the extension that writes to it."""


class DiskError(SphinxError):
    """Sphinx would take what no extension can help for a mistake of the one that met it."""

    category = "Disk error"

    def __init__(self, error: OSError, folder: Any) -> None:
        place = error.filename or folder
        super().__init__(f"{place}: {error.strerror}; the output is incomplete, build again.")


NOTHING: dict[str, list[str]] = {
    "env-get-outdated": [],
    "env-updated": [],
    "env-get-updated": [],
}
"""What Sphinx is told by a step that does not act: these events ask for documents."""


OF_ONE_PAGE: Mapping[str, Callable[..., str]] = {
    "source-read": lambda _app, docname, _source: docname,
    "doctree-read": lambda _app, tree: tree.settings.env.docname,
    "doctree-resolved": lambda _app, _tree, docname: docname,
    "html-page-context": lambda _app, page, *_others: page,
}
"""The events that concern one page, and which page that is."""


PLAIN_PAGE = "docsjson/plain.html"
"""The template of a page whose frame could not be made: its title and its text."""

logger = logging.getLogger(__name__)


def tell_failed(app: Sphinx, run: Listener, page: str, error: Exception) -> None:
    """Say that a step failed for a page, which goes without what the step gives it."""
    known = page in app.env.found_docs
    reason = " ".join(str(error).split())[:200]
    what = f"{type(error).__name__}: {reason}" if reason else type(error).__name__
    message = (
        f"{run.__module__}.{run.__name__} failed for this page, which goes without it ({what}). "
        "Please report it with the page."
    )
    warn(Warn.FAILED, message, location=page if known else None)
    logger.debug("%s failed", run.__name__, exc_info=error)


def listener(run: Listener, when: When, event: str) -> Listener:
    """Return what Sphinx calls: *run*, in the builds that it is for.

    A build that failed is not finished: only what always acts is called then. What fails for one
    page costs that page what the step adds, not the build.
    """

    @wraps(run)
    def in_its_builds(app: Sphinx, *args: Any) -> Any:
        failed = event == "build-finished" and args[0] is not None
        if when is not When.ALWAYS and (failed or not when.holds(app)):
            return NOTHING.get(event)
        try:
            return run(app, *args)
        except FileNotFoundError as error:
            if not tell_gone(error, app.srcdir, app.outdir, app.doctreedir):
                raise
            return NOTHING.get(event)
        except OSError as error:
            if error.errno in DISK:
                raise DiskError(error, app.outdir) from error
            raise
        except SphinxError:
            raise
        except Exception as error:  # whatever a step raises must not cost the other pages
            if event not in OF_ONE_PAGE:
                raise
            tell_failed(app, run, OF_ONE_PAGE[event](app, *args), error)
            return PLAIN_PAGE if run is context.give_frame else None

    return in_its_builds
