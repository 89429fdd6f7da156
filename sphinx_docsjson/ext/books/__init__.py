"""PDF, EPUB, manual pages and plain text: what they need in addition to a website."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.build import build_of
from sphinx_docsjson.steps import Turn, add_step
from sphinx_docsjson.version import __version__
from sphinx_docsjson.warnings import safe_transform

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the nodes and transforms of books, and add the steps."""
    from sphinx_docsjson.ext.books import epub, missing_fonts, outline
    from sphinx_docsjson.ext.books.outline import LanguageOfBook, setup_parts
    from sphinx_docsjson.ext.books.pictures import PicturesForBooks, RemoteImages, setup_drawings
    from sphinx_docsjson.ext.books.printed import ComponentsToPrint

    app.add_config_value(
        "docsjson_books",
        None,
        "env",
        frozenset({bool, type(None)}),
        description="Whether PDF, EPUB, manual pages, text and catalogues are made our way; by "
        "default in our theme, and where nothing in conf.py makes books.",
    )
    setup_parts(app)
    setup_drawings(app)
    app.add_post_transform(safe_transform(LanguageOfBook))
    app.add_post_transform(safe_transform(RemoteImages))
    app.add_post_transform(safe_transform(PicturesForBooks))
    app.add_post_transform(safe_transform(ComponentsToPrint))
    add_step(
        app,
        "config-inited",
        Turn.BEFORE,
        outline.choose_books,
        "books are made our way, or stay what they were",
    )
    add_step(
        app,
        "config-inited",
        Turn.BEFORE,
        outline.choose_engine,
        "PDF gets an engine, fonts and our macros",
    )
    add_step(
        app,
        "builder-inited",
        Turn.DOCUMENTS,
        outline.generate_books,
        "each book gets a first document",
    )
    add_step(
        app,
        "builder-inited",
        Turn.BEFORE,
        epub.fill_in,
        "its metadata is filled in for Sphinx's check",
        when=makes_epub,
    )
    add_step(
        app, "builder-inited", Turn.AMONG, outline.write_colors, "PDF gets the colours of badges"
    )
    add_step(
        app,
        "builder-inited",
        Turn.AFTER,
        epub.take_back,
        "version and contents are forgotten until pages are written",
        when=makes_epub,
    )
    add_step(
        app,
        "builder-inited",
        Turn.AFTER,
        epub.correct_package,
        "the package will list each page once, and say what it is",
        when=makes_epub,
    )
    add_step(
        app,
        "env-get-outdated",
        Turn.BEFORE,
        outline.read_again,
        "books that list other pages are read again",
    )
    add_step(
        app,
        "doctree-read",
        Turn.BEFORE,
        outline.fill_book,
        "the first document of a book gets its parts",
    )
    add_step(
        app,
        "env-updated",
        Turn.AFTER,
        outline.list_documents,
        "each book is announced to its builder",
    )
    add_step(
        app,
        "write-started",
        Turn.AMONG,
        epub.fill_in,
        "version and contents are filled in again",
        when=makes_epub,
    )
    add_step(
        app,
        "write-started",
        Turn.AMONG,
        epub.leave_out_doctrees,
        "what Sphinx keeps stays out of the book",
        when=makes_epub,
    )
    add_step(
        app,
        "html-page-context",
        Turn.LAST,
        epub.mend_page,
        "the page of a book becomes valid XHTML",
    )
    add_step(
        app,
        "build-finished",
        Turn.AMONG,
        missing_fonts.report_missing_fonts,
        "scripts that no installed font has are named before LaTeX runs",
        when=missing_fonts.uses_our_fonts,
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def makes_epub(app: Sphinx) -> bool:
    """Act where there is a ``docs.json`` and the book is an EPUB that is made our way."""
    build = build_of(app.config)
    return build is not None and app.builder.name == "epub" and build.improves_books
