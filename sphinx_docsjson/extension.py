"""What happens in a build: each event of Sphinx, and our functions in the order in which they run.

No other module connects to an event. What the words before and beside the functions mean stands in
:mod:`sphinx_docsjson.schedule`: a step for ``SITE`` runs in projects with a ``docs.json`` only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson import configuration, garbage, message_log, repeated_work, waiting_doctrees
from sphinx_docsjson.books import book_outline, epub, latex, setup_books
from sphinx_docsjson.compat import status_lines
from sphinx_docsjson.components import component_assets, names, page_contents, setup_components
from sphinx_docsjson.files import awaited_files, theme_location
from sphinx_docsjson.html import (
    context,
    hosting,
    setup_html,
    theme_choices,
    written_files,
)
from sphinx_docsjson.html.writing import code_writer, diagrams, math, page_translator
from sphinx_docsjson.locale import lend_words, setup_locale
from sphinx_docsjson.navigation import (
    making,
    page_language,
    rewriting,
    root,
    setup_navigation,
    structure,
)
from sphinx_docsjson.openapi import setup_openapi
from sphinx_docsjson.openapi.checks import check_runs
from sphinx_docsjson.openapi.content import playground_page
from sphinx_docsjson.openapi.embedding import api_directives
from sphinx_docsjson.openapi.objects import openapi_domain, operation_role
from sphinx_docsjson.openapi.pages import (
    api_assets,
    changed_pages,
    page_titles,
    reference_making,
)
from sphinx_docsjson.openapi.pages.places import downloads
from sphinx_docsjson.outputs import (
    agent_links,
    notfound,
    page_menu,
    search_marks,
    setup_outputs,
    site_catalogue,
    stale,
    stems,
    twins,
)
from sphinx_docsjson.outputs.crawlers import indexes
from sphinx_docsjson.pages import conventions, setup_pages
from sphinx_docsjson.pages.front_matter import front_choices
from sphinx_docsjson.pages.headings import page_anchors
from sphinx_docsjson.pages.links import page_links, redirects
from sphinx_docsjson.pages.rendering import inline_styles
from sphinx_docsjson.pages.sources import (
    deep_pages,
    docs_project,
    encodings,
    replaced_files,
    suffixes,
)
from sphinx_docsjson.schedule import Schedule, Turn, When, connect
from sphinx_docsjson.search import (
    index_files,
    kept_records,
    search_script,
    search_settings,
    setup_search,
)
from sphinx_docsjson.theme_options import taken

if TYPE_CHECKING:
    from sphinx.application import Sphinx

EARLY, BEFORE, AMONG, AFTER = Turn
ALWAYS, SITE, EPUB = When

ROOMS = (
    (setup_locale, "the catalogue of the words that readers see"),
    (page_language.setup_page_language, "what lets a page speak its own language"),
    (setup_components, "the domain, nodes, directives and roles of components"),
    (setup_pages, "MyST, the nodes of HTML elements, what resolves links and collects anchors"),
    (setup_navigation, "the value by whose change all pages are written again"),
    (setup_openapi, "the nodes, the domain and the roles of operations, what fills their pages"),
    (setup_html, "the theme, formulas, and what it draws in another way than Sphinx"),
    (setup_outputs, "the builder of Markdown, and which files are written"),
    (setup_search, "the settings of the search"),
    (setup_books, "parts and pictures of printed books"),
)
"""What each room adds to Sphinx before anything happens.

Transforms of one priority run in the order in which they are added.
"""

SCHEDULE: Schedule = {
    ("config-inited", BEFORE): (
        (ALWAYS, theme_location.know_children, "a theme that inherits from ours counts as ours"),
        (ALWAYS, message_log.write_absolute_places, "messages name files with their whole path"),
        (ALWAYS, configuration.read_docs_json, "docs.json becomes the site, and configuration"),
        (SITE, docs_project.begin_documents, "documents without a file can be added"),
        (ALWAYS, suffixes.claim_files, "our parser takes .md and .mdx, unless others have them"),
        (SITE, garbage.look_seldom, "Python looks for garbage seldom"),
        (SITE, repeated_work.record_what_is_shown, "what no log shows is not recorded"),
        (ALWAYS, math.choose_renderer, "formulas become MathML"),
        (ALWAYS, hosting.take_base_url, "the host says where the site will be read"),
        (SITE, latex.choose_engine, "PDF gets an engine, fonts and our macros"),
    ),
    ("config-inited", AFTER): (
        (ALWAYS, lend_words, "words that the catalogues of Sphinx lack are lent to it"),
        (ALWAYS, configuration.report_empty_folder, "an empty folder is told how to begin"),
        (SITE, docs_project.hush_first_look, "Sphinx's first look at the files is silenced"),
        (ALWAYS, names.register_names, "components take the short names that are free"),
        (ALWAYS, api_directives.register_older_names, "so do directives that show an API"),
        (SITE, rewriting.digest_site, "what pages show of docs.json gets a fingerprint"),
    ),
    ("builder-inited", EARLY): (
        (SITE, page_language.learn_languages, "pages will speak their own language"),
        (SITE, reference_making.make_reference, "OpenAPI files are read, operations placed"),
        (SITE, page_titles.offer_titles, "pages are named after their operations"),
    ),
    ("builder-inited", BEFORE): (
        (SITE, root.generate_root_document, "a start page is made where there is none"),
        (SITE, book_outline.generate_books, "each book gets a first document"),
        (ALWAYS, docs_project.install_project, "the project knows the documents without a file"),
        (EPUB, epub.fill_in, "rights and version are filled in for Sphinx's check"),
    ),
    ("builder-inited", AMONG): (
        (SITE, deep_pages.read_deep_pages, "a page that is too deep is shown as it is written"),
        (ALWAYS, taken.take_options, "the options of the theme are read"),
        (ALWAYS, theme_choices.check_choices, "what they name is looked for"),
        (SITE, page_links.remember_builder, "links will ask the builder for addresses"),
        (SITE, indexes.announce_indexes, "links will find llms.txt and its like"),
        (ALWAYS, conventions.check_setting, "the conventions asked for are known ones"),
        (SITE, playground_page.write_files, "the playground's script is written"),
        (SITE, written_files.check_look, "colours, files and repository are checked"),
        (ALWAYS, written_files.write_theme_files, "styles and scripts are put together"),
        (ALWAYS, written_files.write_site_css, "the site's colours are written"),
        (ALWAYS, diagrams.copy_script, "what draws diagrams is copied"),
        (ALWAYS, search_script.write_search_script, "so is the script of the search"),
        (SITE, repeated_work.write_titles_once, "a title is written once for all pages"),
        (ALWAYS, code_writer.write_code_briefly, "highlighted code gets fewer elements"),
        (ALWAYS, page_translator.use_page_translator, "visitors of ours are laid over others"),
        (SITE, latex.write_colors, "PDF gets the colours of badges"),
    ),
    ("builder-inited", AFTER): (
        (EPUB, epub.take_version_back, "the version is forgotten until pages are written"),
        (EPUB, epub.correct_package, "the package will list each page once"),
        (SITE, message_log.hold_equal_messages, "equal messages of pages will be one line"),
        (SITE, garbage.set_apart, "what lasts is set apart from garbage"),
        (SITE, status_lines.show_time_left, "a terminal shows how long it will take"),
    ),
    ("env-get-outdated", BEFORE): (
        (SITE, making.place_documents, "each document gets its places in the navigation"),
        (SITE, book_outline.read_again, "books that list other pages are read again"),
    ),
    ("env-get-outdated", AMONG): (
        (
            ALWAYS,
            docs_project.reread_changed_sides,
            "pages that became files, or stubs, are read",
        ),
        (SITE, changed_pages.find_changed, "pages whose operation changed are read"),
        (SITE, awaited_files.find_appeared, "pages that waited for a file are read"),
        (SITE, replaced_files.find_replaced, "pages whose files became older are read"),
        (SITE, stale.remove_stale, "files of documents that are gone are removed"),
    ),
    ("env-before-read-docs", BEFORE): (
        (SITE, configuration.learn_what_was_said, "what was said of docs.json is known"),
        (SITE, repeated_work.make_settings_once, "the settings of docutils are made once"),
        (SITE, waiting_doctrees.wait_in_files, "pages wait in files to be written"),
        (SITE, structure.refresh_root_document, "the start page gets the toctrees of today"),
        (SITE, page_links.know_pages, "every page is known by its addresses"),
        (SITE, encodings.find_other_encodings, "pages that are not UTF-8 are read by a guess"),
    ),
    ("source-read", BEFORE): (
        (SITE, encodings.replace_nul, "a page holds no NUL"),
        (SITE, page_language.speak_as_read, "its labels are of its language"),
    ),
    ("env-purge-doc", AMONG): (
        (ALWAYS, changed_pages.forget, "what an API page depends on is forgotten"),
        (SITE, replaced_files.forget_files, "the files of a page are forgotten before it is read"),
    ),
    ("doctree-read", BEFORE): (
        (SITE, docs_project.name_origins, "a generated page names the file it was made of"),
        (SITE, structure.structure_root_document, "the start page gets hidden toctrees"),
        (SITE, book_outline.fill_book, "the first document of a book gets its parts"),
    ),
    ("doctree-read", AFTER): (
        (SITE, front_choices.check_fields, "the fields of the page are known ones"),
        (ALWAYS, front_choices.check_boost, "its weight in the search is a number"),
        (SITE, front_choices.check_meta_files, "the files that its meta tags name are published"),
        (ALWAYS, page_contents.add_entries, "steps and updates enter 'On this page'"),
        (ALWAYS, page_anchors.keep_ids_in_headings, "what is no heading repeats no id of one"),
        (ALWAYS, conventions.check_page, "the page keeps to the conventions asked for"),
    ),
    ("env-merge-info", AMONG): (
        (ALWAYS, changed_pages.merge, "what other processes learned of API pages is kept"),
    ),
    ("env-updated", AFTER): (
        (SITE, page_language.speak_as_built, "the language of the build is spoken again"),
        (SITE, replaced_files.remember_files, "the files of each page are remembered"),
        (SITE, site_catalogue.extract_site_texts, "the texts of docs.json enter the catalogues"),
        (SITE, making.learn_titles, "the navigation learns titles and front matter"),
        (SITE, latex.list_documents, "each book is announced to its builder"),
        (SITE, making.write_sidebars, "the sidebar of every scope is written"),
        (SITE, structure.leave_out_others, "toctrees leave out what has no title"),
        (SITE, structure.mark_orphans, "pages outside the navigation are meant to be there"),
        (SITE, root.keep_root_out_of_search, "the start page is found once"),
        (SITE, rewriting.find_stale_pages, "pages with another sidebar are written again"),
        (SITE, search_marks.mark_pages, "the search leaves out what is hidden"),
    ),
    ("env-check-consistency", AMONG): (
        (SITE, redirects.check_redirects, "each redirect leads somewhere"),
        (SITE, check_runs.check_specifications, "changed OpenAPI files are checked"),
    ),
    ("env-check-consistency", AFTER): (
        (SITE, message_log.say_held_messages, "what was found in pages is said"),
    ),
    ("write-started", AMONG): (
        (SITE, inline_styles.write_style_sheet, "the styles of authors are written"),
        (ALWAYS, search_settings.leave_out_sphinx_index, "no index is made that nobody reads"),
        (EPUB, epub.fill_in, "the version is filled in again"),
        (EPUB, epub.leave_out_doctrees, "what Sphinx keeps stays out of the book"),
    ),
    ("missing-reference", AMONG): (
        (ALWAYS, operation_role.resolve_operation, "docsjson:op finds the page of its operation"),
    ),
    ("warn-missing-reference", AMONG): (
        (ALWAYS, openapi_domain.report_unknown, "a name that no API has is told with others"),
    ),
    ("doctree-resolved", BEFORE): (
        (SITE, root.show_first_page, "the start page shows the first page"),
        (ALWAYS, search_settings.have_search_page, "the page of the search will be written"),
        (ALWAYS, stems.remember_stems, "a word is stemmed once for all pages"),
        (SITE, waiting_doctrees.forget_written, "what waited in a file is forgotten"),
    ),
    ("html-page-context", BEFORE): (
        (SITE, page_language.speak_as_shown, "its frame is of its language"),
        (SITE, root.pretend_to_be_first_page, "the start page has the first page's title"),
        (SITE, making.offer_to_templates, "templates get the page's places and sidebar"),
        (ALWAYS, search_settings.have_search_on_page, "indexes have the field of the search"),
    ),
    ("html-page-context", AMONG): (
        (ALWAYS, inline_styles.add_style_sheet, "the page loads its author's styles"),
        (ALWAYS, api_assets.load_files, "an API page loads its files"),
        (ALWAYS, playground_page.load_files, "a page with a playground loads its files"),
    ),
    ("html-page-context", AFTER): (
        (SITE, agent_links.add_head_links, "the head names the twin and llms.txt"),
        (SITE, page_menu.add_page_menu, "the page gets its menu"),
        (ALWAYS, component_assets.choose_files, "the page loads what its components need"),
        (ALWAYS, diagrams.load_script, "and what draws its diagrams"),
        (ALWAYS, context.give_frame, "our templates get all they print"),
        (SITE, twins.write_twin, "the page is written as Markdown"),
        (ALWAYS, kept_records.keep_record, "what the search finds the page by is kept"),
        (EPUB, epub.mend_page, "the page becomes valid XHTML"),
    ),
    ("html-collect-pages", AMONG): (
        (ALWAYS, search_settings.have_search_page, "the page of the search will be written"),
    ),
    ("build-finished", AMONG): (
        (SITE, page_language.speak_as_built, "the language of the build is spoken again"),
        (SITE, inline_styles.write_style_sheet, "the styles of authors are written"),
        (SITE, rewriting.remember_what_was_written, "what pages show is remembered"),
        (SITE, written_files.copy_files, "logo, favicon, icons and files for agents are copied"),
        (ALWAYS, theme_choices.copy_logos, "so are the pictures that the theme's options name"),
        (ALWAYS, index_files.write_index, "the index of the search is written"),
        (SITE, downloads.write_downloads, "OpenAPI files and their requests are written"),
        (SITE, indexes.write_indexes, "llms.txt, sitemap and robots.txt are written"),
        (SITE, notfound.write_not_found, "404.html is written"),
    ),
    ("build-finished", AFTER): (
        (SITE, redirects.write_redirects, "old addresses lead to new ones"),
        (SITE, stale.remove_unpublished, "files beside pages that are no more are removed"),
        (ALWAYS, garbage.look_as_before, "Python looks for garbage as before"),
        (SITE, configuration.say_remarks, "a first build says what docs.json has in vain"),
        (ALWAYS, message_log.say_held_messages, "what was found while writing is said"),
    ),
}


def setup_extension(app: Sphinx) -> None:
    """Register what every room adds to Sphinx, and connect the schedule."""
    for setup, _says in ROOMS:
        setup(app)
    connect(app, SCHEDULE)
