"""The steps of the kernel in a build: each event of Sphinx, and its functions in order.

Each row has a condition, a function and a description; see :mod:`sphinx_docsjson.steps`.
Features add their steps in their own modules.
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

PACKAGES = (
    (setup_locale, "the message catalogue of the theme"),
    (events.setup_page_language, "translation per page"),
    (setup_components, "domain, nodes, directives and roles of components"),
    (setup_pages, "MyST, nodes of HTML elements, resolvers of links, collector of anchors"),
    (setup_navigation, "the configuration value that makes Sphinx rewrite all pages"),
    (setup_html, "the theme, and what it renders differently from Sphinx"),
    (setup_outputs, "the Markdown builder, and settings of written files"),
)
"""What the `setup` function of each package registers.

Transforms of one priority run in the order in which they are added.
"""


def with_contents(app: Sphinx) -> bool:
    """Run with a ``docs.json``, or as ``docsjson_contents_decide`` says."""
    chosen: bool | None = app.config.docsjson_contents_decide
    return with_site(app) if chosen is None else chosen


Row: TypeAlias = tuple[Condition, Listener, str]
"""When the step runs, its function, and a description for the documentation."""

SCHEDULE: Mapping[tuple[str, Turn], tuple[Row, ...]] = {
    ("config-inited", Turn.BEFORE): (
        (always, theme_files.register_child_themes, "recognize themes that inherit from ours"),
        (always, warnings.write_absolute_places, "write absolute paths in our messages"),
        (always, configuration.read_docs_json, "read docs.json and set what conf.py leaves open"),
        (always, domain.load_design, "load sphinx-design without registering its directives"),
        (always, project.begin_documents, "allow documents without a source file"),
        (always, shared.take_base_url, "set html_baseurl from Read the Docs"),
    ),
    ("config-inited", Turn.FILE_TYPES): (
        (always, sources.register_parsers, "register our parser for .md and .mdx if none is set"),
    ),
    ("config-inited", Turn.AFTER): (
        (always, add_fallback_catalog, "add translations that Sphinx's catalogues lack"),
        (always, configuration.report_empty_folder, "suggest `init` in an empty folder"),
        (with_site, project.silence_first_discovery, "silence Sphinx's first file discovery"),
        (with_site, events.digest_site, "add digests of docs.json to the configuration"),
        (with_site, author_files.digest_author_files, "add a digest of site styles and scripts"),
        (with_contents, contents.reuse_environments, "reuse an environment from another folder"),
    ),
    ("builder-inited", Turn.EARLY): (
        (always, configuration.begin_with_toctrees, "without docs.json, plan to show toctrees"),
        (with_site, events.prepare_catalogs, "load the catalogue of each language of the site"),
    ),
    ("builder-inited", Turn.DOCUMENTS): (
        (with_site, toctrees.generate_root_document, "generate a root document if there is none"),
    ),
    ("builder-inited", Turn.BEFORE): (
        (always, project.install_project, "add generated documents to app.project"),
        (with_site, own_paths.keep_own_paths, "copy images to their source paths, not to _images"),
    ),
    ("builder-inited", Turn.AMONG): (
        (with_site, project.use_safe_rst_parser, "show too deeply nested rst as source"),
        (always, theme_options.take_options, "read and check html_theme_options"),
        (always, header_footer.check_choices, "check files and repository in the theme options"),
        (always, links.remember_builder, "keep the builder for resolving links"),
        (with_site, crawlers.announce_indexes, "let links refer to llms.txt and others"),
        (always, checks.check_setting, "check the names in docsjson_conventions"),
        (with_site, written_files.check_look, "check colours, files and repository of docs.json"),
        (always, written_files.write_theme_files, "write the theme's styles and scripts"),
        (always, written_files.write_site_css, "write the site's CSS, favicon and script"),
        (with_site, author_files.load_site_files, "copy and load the author's styles and scripts"),
        (with_site, performance.keep_compiled_templates, "cache compiled Jinja templates"),
        (with_site, large_sites.resolve_in_writers, "resolve references in parallel writers"),
        (always, code.write_code_briefly, "omit spans that have no colour of their own from code"),
        (always, translator.use_page_translator, "extend the builder's translator with ours"),
        (with_site, failures.use_safe_translator, "show nodes that fail to write as text"),
    ),
    ("builder-inited", Turn.AFTER): (
        (with_site, warnings.deduplicate_messages, "merge equal messages of several pages"),
        (with_contents, contents.find_written, "find outdated output by content, not mtime"),
        (with_contents, kept_messages.begin, "start storing the messages of each page"),
    ),
    ("env-get-outdated", Turn.EARLY): (
        (with_contents, contents.decide_by_contents, "find changed sources by content"),
    ),
    ("env-get-outdated", Turn.BEFORE): (
        (with_site, events.place_documents, "build the navigation from the files"),
    ),
    ("env-get-outdated", Turn.AMONG): (
        (always, project.reread_changed_sides, "reread pages that became files or generated"),
        (always, source_files.find_pages_of_new_files, "reread pages that missed a new file"),
        (with_site, snippet_files.find_other_variables, "reread pages whose variables changed"),
        (with_theme, twins.remove_stale, "remove the output of deleted documents"),
    ),
    ("env-before-read-docs", Turn.BEFORE): (
        (keeps_messages, kept_messages.read_duplicates, "also read pages with the same labels"),
        (with_site, configuration.load_remarks, "find out if remarks were reported before"),
        (with_site, performance.wait_in_files, "keep pickled doctrees in files, not in memory"),
        (with_site, sources.find_other_encodings, "guess the encoding of non-UTF-8 pages"),
    ),
    ("env-before-read-docs", Turn.LAST): (
        (with_site, events.place_new_documents, "add pages of others, and report missing ones"),
        (with_site, toctrees.refresh_root_document, "update the toctrees of the root document"),
        (always, links.index_pages, "index pages by address for links"),
        (always, domain.register_design_names, "register unused names of sphinx-design"),
        (always, domain.register_names, "register unused short names of components"),
    ),
    ("source-read", Turn.BEFORE): (
        (keeps_messages, kept_messages.note_place, "record the page in messages of its source"),
        (with_site, sources.replace_nul, "replace NUL characters"),
        (with_site, events.use_language_of_page, "use the language of the page"),
    ),
    ("env-purge-doc", Turn.AMONG): (
        (keeps_messages, kept_messages.note_document, "mark the page as read for stored messages"),
        (with_contents, contents.forget_page, "drop its dependencies"),
    ),
    ("doctree-read", Turn.BEFORE): (
        (with_site, project.set_origins, "set the source of nodes of a generated page"),
        (with_site, toctrees.structure_root_document, "add hidden toctrees to the root document"),
    ),
    ("doctree-read", Turn.AFTER): (
        (always, checks.check_fields, "check the fields of the front matter"),
        (always, checks.check_boost, "check `boost`"),
        (with_site, checks.check_meta_files, "publish the files in meta tags, such as og:image"),
        (always, translator.note_lead, "show `description` as the lead paragraph"),
        (always, domain.add_entries, "add steps, updates and so on to the page's contents"),
        (with_theme, titles.shorten_titles, "reduce titles, toc entries and labels to plain text"),
        (always, checks.check_page, "check the page against docsjson_conventions"),
        (with_contents, contents.collect_names, "collect the targets of its links"),
        (with_contents, contents.note_base_classes, "depend on modules of base classes"),
    ),
    ("env-merge-info", Turn.AMONG): (
        (with_contents, contents.merge_names, "merge link targets from parallel readers"),
    ),
    ("env-updated", Turn.AFTER): (
        (with_site, events.use_language_of_build, "restore the language of the build"),
        (with_contents, contents.remember_files, "store the fingerprints of pages that were read"),
        (with_site, crawlers.extract_site_texts, "with gettext, extract the texts of docs.json"),
        (with_site, checks.report_unused_fields, "report front matter fields without effect"),
        (always, undrawn.report_undrawn, "report components that were not rendered"),
        (with_site, events.update_titles, "rebuild the navigation with titles and front matter"),
        (with_site, site_links.check_links, "check links in docs.json"),
        (with_site, events.write_sidebars, "render the sidebar of each scope"),
        (with_site, toctrees.leave_out_others, "remove pages without a title from our toctrees"),
        (with_site, toctrees.mark_orphans, "mark pages outside the navigation as orphans"),
        (with_site, toctrees.keep_root_out_of_search, "keep a generated root out of the search"),
        (with_site, events.find_stale_pages, "find pages to rewrite because others changed"),
        (always, inline.find_pages_of_terms, "find pages whose glossary terms changed"),
        (with_site, crawlers.mark_pages, "set `nosearch` for hidden pages"),
    ),
    ("env-get-updated", Turn.AFTER): (
        (with_toctrees, written_toctrees.read_navigation, "build the navigation from toctrees"),
        (with_toctrees, events.write_sidebars, "render the sidebar"),
        (with_toctrees, events.find_stale_pages, "find pages to rewrite because others changed"),
        (with_contents, events.find_stale_documents, "the same in another theme"),
    ),
    ("env-get-updated", Turn.LAST): (
        (keeps_messages, kept_messages.store_read, "store the messages of reading"),
    ),
    ("env-check-consistency", Turn.AMONG): (
        (keeps_messages, kept_messages.log_read, "repeat stored messages of unchanged pages"),
        (with_site, redirects.check_redirects, "check redirects"),
    ),
    ("env-check-consistency", Turn.AFTER): (
        (with_site, warnings.flush_messages, "print merged messages"),
    ),
    ("write-started", Turn.AMONG): (
        (keeps_messages, kept_messages.check_consistency, "run Sphinx's check in each build"),
        (always, targets.write_style_sheet, "write the style sheet of inline styles"),
        (always, assets.prepare_page_sheet, "discard the cached style sheet of components"),
    ),
    ("doctree-resolved", Turn.BEFORE): (
        (with_site, toctrees.show_first_page, "show the first page at the root document"),
        (always, performance.cache_stems, "cache stems for Sphinx's search index"),
        (with_site, performance.release_page, "release the pickled doctree"),
    ),
    ("html-page-context", Turn.BEFORE): (
        (with_site, events.use_language_of_page, "use the language of the page"),
        (with_site, own_paths.shorten_addresses, "replace _images paths by source paths"),
        (with_site, toctrees.use_first_page_context, "use the first page's title at the root"),
        (with_theme, events.add_navigation_context, "add dj_view and dj_sidebar to the context"),
    ),
    ("html-page-context", Turn.AMONG): (
        (always, targets.add_style_sheet, "load the style sheet of inline styles"),
    ),
    ("html-page-context", Turn.AFTER): (
        (with_theme, page_parts.add_head_links, "link the Markdown twin and llms.txt in the head"),
        (with_theme, page_menu.add_page_menu, "add the page menu"),
    ),
    ("html-page-context", Turn.LAST): (
        (always, assets.choose_files, "load the styles and scripts of its components"),
        (context.fills_our_templates, context.give_frame, "fill the context of our templates"),
        (always, assets.order_page_files, "order styles and scripts, and defer scripts"),
        (with_theme, twins.write_twin, "write the Markdown twin"),
    ),
    ("build-finished", Turn.AMONG): (
        (with_site, events.use_language_of_build, "restore the language of the build"),
        (always, targets.write_style_sheet, "write the style sheet of inline styles"),
        (always, contents.remember_what_was_written, "store the fingerprints of written pages"),
        (with_site, own_paths.finish_own_paths, "move downloads to their source paths"),
        (with_site, written_files.copy_files, "copy icons, social images and files for agents"),
        (always, header_footer.copy_logos, "copy the images in html_theme_options"),
        (always, assets.update_page_sheet, "update the joined style sheet"),
        (with_theme, crawlers.write_indexes, "write llms.txt, sitemap.xml and robots.txt"),
        (with_theme, page_parts.write_not_found, "write 404.html"),
    ),
    ("build-finished", Turn.AFTER): (
        (with_site, redirects.write_redirects, "write redirect pages and _redirects"),
        (with_theme, twins.remove_unpublished, "remove twins of pages that are gone"),
    ),
    ("build-finished", Turn.LAST): (
        (with_site, configuration.report_remarks, "report fields without effect once"),
        (keeps_messages, kept_messages.log_written, "repeat messages of pages not written"),
        (always, warnings.flush_messages, "print merged messages"),
    ),
}

PLAIN_PAGE = "docsjson/plain.html"
"""The template of a page whose frame could not be made: its title and its text."""


def setup_extension(app: Sphinx) -> None:
    """Register what the kernel adds to Sphinx, its steps, and the features."""
    set_added_fields({})
    # Pages can be read even where the step that reads docs.json fails.
    configuration.begin_without_site(app, app.config)
    for setup, _description in PACKAGES:
        setup(app)
    for (event, turn), rows in SCHEDULE.items():
        for when, run, description in rows:
            otherwise = PLAIN_PAGE if run is context.give_frame else None
            add_step(app, event, turn, run, description, when=when, otherwise=otherwise)
    setup_features(app)
