"""The steps of the kernel in a build: each event of Sphinx, and its functions in order.

The text before and beside each function says when it runs and what it does; see
:mod:`sphinx_docsjson.steps`. The steps of a feature are in its own module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from sphinx_docsjson import configuration, performance, theme_options, warnings
from sphinx_docsjson.base import contents, kept_messages, source_files, theme_files, titles
from sphinx_docsjson.base.kept_messages import keeps_messages
from sphinx_docsjson.compat import large_sites
from sphinx_docsjson.components import assets, domain, setup_components
from sphinx_docsjson.components.families import inline
from sphinx_docsjson.features import setup_features
from sphinx_docsjson.html import (
    author_files,
    code,
    context,
    header_footer,
    own_paths,
    setup_html,
    shared,
    translator,
    written_files,
)
from sphinx_docsjson.i18n import add_fallback_catalog, setup_locale
from sphinx_docsjson.navigation import events, setup_navigation, toctrees, written_toctrees
from sphinx_docsjson.outputs import (
    crawlers,
    failures,
    page_menu,
    page_parts,
    setup_outputs,
    twins,
)
from sphinx_docsjson.pages import (
    checks,
    links,
    project,
    redirects,
    setup_pages,
    site_links,
    snippet_files,
    sources,
    targets,
    undrawn,
)
from sphinx_docsjson.site.validation import set_added_fields
from sphinx_docsjson.steps import (
    Condition,
    Listener,
    Turn,
    add_step,
    always,
    with_site,
    with_theme,
    with_toctrees,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOMS = (
    (setup_locale, "the catalogue of the words that readers see"),
    (events.setup_page_language, "what lets a page speak its own language"),
    (setup_components, "the domain, nodes, directives and roles of components"),
    (setup_pages, "MyST, the nodes of HTML elements, what resolves links and collects anchors"),
    (setup_navigation, "the value by whose change all pages are written again"),
    (setup_html, "the theme, formulas, and what it draws in another way than Sphinx"),
    (setup_outputs, "the builder of Markdown, and which files are written"),
)
"""What each room adds to Sphinx before anything happens.

Transforms of one priority run in the order in which they are added.
"""


def with_contents(app: Sphinx) -> bool:
    """Act where contents decide what is read: with a ``docs.json``, or by a setting."""
    chosen: bool | None = app.config.docsjson_contents_decide
    return with_site(app) if chosen is None else chosen


Row: TypeAlias = tuple[Condition, Listener, str]
"""In which builds, which function, and in a few words what it does."""

SCHEDULE: Mapping[tuple[str, Turn], tuple[Row, ...]] = {
    ("config-inited", Turn.BEFORE): (
        (
            always,
            theme_files.register_child_themes,
            "themes that inherit from ours count as ours",
        ),
        (always, warnings.write_absolute_places, "our messages name files with their whole path"),
        (always, configuration.read_docs_json, "docs.json becomes the site, and configuration"),
        (always, domain.load_design, "sphinx-design is loaded, without its names"),
        (always, project.begin_documents, "documents without a file can be added"),
        (always, shared.take_base_url, "the host says where the site will be read"),
    ),
    ("config-inited", Turn.FILE_TYPES): (
        (always, sources.register_parsers, "our parser reads .md and .mdx, unless others do"),
    ),
    ("config-inited", Turn.AFTER): (
        (always, add_fallback_catalog, "words that the catalogues of Sphinx lack are lent to it"),
        (always, configuration.report_empty_folder, "an empty folder gets a hint how to begin"),
        (
            with_site,
            project.silence_first_discovery,
            "Sphinx's first look at the files is silenced",
        ),
        (with_site, events.digest_site, "what pages show of docs.json gets a fingerprint"),
        (with_site, author_files.digest_author_files, "so do the styles and scripts beside it"),
        (
            with_contents,
            contents.reuse_environments,
            "what was read elsewhere is taken over",
        ),
    ),
    ("builder-inited", Turn.EARLY): (
        (
            always,
            configuration.begin_with_toctrees,
            "without docs.json, our theme will show the toctrees",
        ),
        (with_site, events.prepare_catalogs, "pages will speak their own language"),
    ),
    ("builder-inited", Turn.DOCUMENTS): (
        (with_site, toctrees.generate_root_document, "a start page is made where there is none"),
    ),
    ("builder-inited", Turn.BEFORE): (
        (always, project.install_project, "the project knows the documents without a file"),
        (with_site, own_paths.keep_own_paths, "files are published at their own paths"),
    ),
    ("builder-inited", Turn.AMONG): (
        (
            with_site,
            project.use_safe_rst_parser,
            "a page that is too deep is shown as written",
        ),
        (always, theme_options.take_options, "the options of the theme are read"),
        (always, header_footer.check_choices, "what they name is looked for"),
        (always, links.remember_builder, "links will ask the builder for addresses"),
        (with_site, crawlers.announce_indexes, "links will find llms.txt and its like"),
        (always, checks.check_setting, "the conventions asked for are known ones"),
        (with_site, written_files.check_look, "colours, files and repository are checked"),
        (always, written_files.write_theme_files, "styles and scripts are put together"),
        (always, written_files.write_site_css, "the site's colours are written"),
        (with_site, author_files.load_site_files, "pages load the styles and scripts of the site"),
        (with_site, performance.keep_compiled_templates, "compiled templates are kept"),
        (
            with_site,
            large_sites.resolve_in_writers,
            "processes that write pages will resolve them",
        ),
        (always, code.write_code_briefly, "highlighted code gets fewer elements"),
        (always, translator.use_page_translator, "our visitors extend others"),
        (with_site, failures.use_safe_translator, "what cannot be written costs no page"),
    ),
    ("builder-inited", Turn.AFTER): (
        (with_site, warnings.deduplicate_messages, "equal messages of pages will be one line"),
        (with_contents, contents.find_written, "a record tells what was written, no time"),
        (with_contents, kept_messages.begin, "the messages of each page are kept"),
    ),
    ("env-get-outdated", Turn.EARLY): (
        (
            with_contents,
            contents.decide_by_contents,
            "pages are read whose files hold something else",
        ),
    ),
    ("env-get-outdated", Turn.BEFORE): (
        (with_site, events.place_documents, "each document gets its places in the navigation"),
    ),
    ("env-get-outdated", Turn.AMONG): (
        (always, project.reread_changed_sides, "pages that became files, or stubs, are read"),
        (always, source_files.find_pages_of_new_files, "pages that waited for a file are read"),
        (with_site, snippet_files.find_other_variables, "pages whose variables changed are read"),
        (with_theme, twins.remove_stale, "files of documents that are gone are removed"),
    ),
    ("env-before-read-docs", Turn.BEFORE): (
        (
            keeps_messages,
            kept_messages.read_duplicates,
            "pages that define the same are read together",
        ),
        (with_site, configuration.load_remarks, "messages about docs.json are known"),
        (with_site, performance.wait_in_files, "pages wait in files to be written"),
        (with_site, toctrees.refresh_root_document, "the start page gets the toctrees of today"),
        (always, links.index_pages, "every page is known by its addresses"),
        (with_site, sources.find_other_encodings, "pages that are not UTF-8 are read by a guess"),
    ),
    ("env-before-read-docs", Turn.LAST): (
        (always, domain.register_design_names, "sphinx-design gets the names that are free"),
        (always, domain.register_names, "components get the short names that are free"),
    ),
    ("source-read", Turn.BEFORE): (
        (keeps_messages, kept_messages.note_place, "its messages say that they are of it"),
        (with_site, sources.replace_nul, "NUL is removed from a page"),
        (with_site, events.use_language_of_page, "its labels are of its language"),
    ),
    ("env-purge-doc", Turn.AMONG): (
        (keeps_messages, kept_messages.note_document, "so are the messages of reading it"),
        (
            with_contents,
            contents.forget_page,
            "the files of a page are forgotten before it is read",
        ),
    ),
    ("doctree-read", Turn.BEFORE): (
        (with_site, project.set_origins, "a generated page names the file it was made of"),
        (with_site, toctrees.structure_root_document, "the start page gets hidden toctrees"),
    ),
    ("doctree-read", Turn.AFTER): (
        (always, checks.check_fields, "the fields of the page are known ones"),
        (always, checks.check_boost, "its weight in the search is a number"),
        (with_site, checks.check_meta_files, "the files that its meta tags name are published"),
        (always, translator.note_lead, "its description is the lead, unless it is shown already"),
        (always, domain.add_entries, "steps and updates enter 'On this page'"),
        (with_theme, titles.shorten_titles, "copies of headings say what their authors wrote"),
        (always, checks.check_page, "the page keeps to the conventions asked for"),
        (with_contents, contents.collect_names, "the names that its links use are remembered"),
        (
            with_contents,
            contents.note_base_classes,
            "it depends on the base classes that it shows",
        ),
    ),
    ("env-merge-info", Turn.AMONG): (
        (with_contents, contents.merge_names, "so are the names that links of pages use"),
    ),
    ("env-updated", Turn.AFTER): (
        (with_site, events.use_language_of_build, "the language of the build is spoken again"),
        (
            with_contents,
            contents.remember_files,
            "what the files of each page hold is remembered",
        ),
        (with_site, crawlers.extract_site_texts, "the texts of docs.json enter the catalogues"),
        (with_site, checks.report_unused_fields, "fields of pages that do nothing are named"),
        (always, undrawn.report_undrawn, "components that are not drawn are named"),
        (with_site, events.update_titles, "the navigation learns titles and front matter"),
        (with_site, site_links.check_links, "links of docs.json lead somewhere"),
        (with_site, events.write_sidebars, "the sidebar of every scope is written"),
        (with_site, toctrees.leave_out_others, "toctrees leave out what has no title"),
        (with_site, toctrees.mark_orphans, "pages outside the navigation are meant to be there"),
        (with_site, toctrees.keep_root_out_of_search, "the start page is found once"),
        (with_site, events.find_stale_pages, "pages that show something else are written again"),
        (always, inline.find_pages_of_terms, "and those whose glossary says something else"),
        (with_site, crawlers.mark_pages, "the search leaves out what is hidden"),
    ),
    ("env-get-updated", Turn.AFTER): (
        (with_toctrees, written_toctrees.read_navigation, "toctrees and titles become navigation"),
        (with_toctrees, events.write_sidebars, "the sidebar is written"),
        (
            with_toctrees,
            events.find_stale_pages,
            "pages that show something else are written again",
        ),
        (with_contents, events.find_stale_documents, "they are, too, in the theme of another"),
    ),
    ("env-get-updated", Turn.LAST): (
        (keeps_messages, kept_messages.store_read, "the messages of reading are kept"),
    ),
    ("env-check-consistency", Turn.AMONG): (
        (keeps_messages, kept_messages.log_read, "those of pages that were not read are said"),
        (with_site, redirects.check_redirects, "each redirect leads somewhere"),
    ),
    ("env-check-consistency", Turn.AFTER): (
        (with_site, warnings.flush_messages, "what was found in pages is said"),
    ),
    ("write-started", Turn.AMONG): (
        (keeps_messages, kept_messages.check_consistency, "the whole is looked at in each build"),
        (always, targets.write_style_sheet, "the styles of authors are written"),
        (always, assets.prepare_page_sheet, "the style sheet of pages will be joined anew"),
    ),
    ("doctree-resolved", Turn.BEFORE): (
        (with_site, toctrees.show_first_page, "the start page shows the first page"),
        (always, performance.cache_stems, "a word is stemmed once for all pages"),
        (with_site, performance.release_page, "what waited in a file is forgotten"),
    ),
    ("html-page-context", Turn.BEFORE): (
        (with_site, events.use_language_of_page, "its frame is of its language"),
        (with_site, own_paths.shorten_addresses, "pages refer to files at their own paths"),
        (
            with_site,
            toctrees.use_first_page_context,
            "the start page has the first page's title",
        ),
        (with_theme, events.add_navigation_context, "templates get the page's places and sidebar"),
    ),
    ("html-page-context", Turn.AMONG): (
        (always, targets.add_style_sheet, "the page loads its author's styles"),
    ),
    ("html-page-context", Turn.AFTER): (
        (with_theme, page_parts.add_head_links, "the head names the twin and llms.txt"),
        (with_theme, page_menu.add_page_menu, "the page gets its menu"),
    ),
    ("html-page-context", Turn.LAST): (
        (always, assets.choose_files, "the page loads what its components need"),
        (context.fills_our_templates, context.give_frame, "our templates get all they print"),
        (always, assets.order_page_files, "the page waits for one style sheet"),
        (with_theme, twins.write_twin, "the page is written as Markdown"),
    ),
    ("build-finished", Turn.AMONG): (
        (with_site, events.use_language_of_build, "the language of the build is spoken again"),
        (always, targets.write_style_sheet, "the styles of authors are written"),
        (always, contents.remember_what_was_written, "what pages show is remembered"),
        (with_site, own_paths.finish_own_paths, "downloads move to their own paths"),
        (
            with_site,
            written_files.copy_files,
            "logo, favicon, icons and files for agents are copied",
        ),
        (always, header_footer.copy_logos, "so are the pictures that the theme's options name"),
        (always, assets.update_page_sheet, "the joined style sheet is that of today"),
        (with_theme, crawlers.write_indexes, "llms.txt, sitemap and robots.txt are written"),
        (with_theme, page_parts.write_not_found, "404.html is written"),
    ),
    ("build-finished", Turn.AFTER): (
        (with_site, redirects.write_redirects, "old addresses lead to new ones"),
        (with_theme, twins.remove_unpublished, "files beside pages that are no more are removed"),
    ),
    ("build-finished", Turn.LAST): (
        (with_site, configuration.report_remarks, "a first build says what docs.json has in vain"),
        (
            keeps_messages,
            kept_messages.log_written,
            "so is what was found in other pages",
        ),
        (always, warnings.flush_messages, "what was found while writing is said"),
    ),
}

PLAIN_PAGE = "docsjson/plain.html"
"""The template of a page whose frame could not be made: its title and its text."""


def setup_extension(app: Sphinx) -> None:
    """Register what the kernel adds to Sphinx, its steps, and the features."""
    set_added_fields({})
    # Pages can be read even where the step that reads docs.json fails.
    configuration.begin_without_site(app, app.config)
    for setup, _says in ROOMS:
        setup(app)
    for (event, turn), rows in SCHEDULE.items():
        for when, run, says in rows:
            otherwise = PLAIN_PAGE if run is context.give_frame else None
            add_step(app, event, turn, run, says, when=when, otherwise=otherwise)
    setup_features(app)
