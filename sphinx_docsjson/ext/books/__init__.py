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
        description="Whether to change PDF, EPUB, manual pages, text and catalogues. Default: "
        "with our theme, or if conf.py does not configure books.",
    )
    setup_parts(app)
    setup_drawings(app)
    app.add_post_transform(safe_transform(LanguageOfBook))
    app.add_post_transform(safe_transform(RemoteImages))
    app.add_post_transform(safe_transform(PicturesForBooks))
    app.add_post_transform(safe_transform(ComponentsToPrint))
    add_step(
        app, "config-inited", Turn.BEFORE, outline.choose_books, "decide whether to change books"
    )
    add_step(
        app,
        "config-inited",
        Turn.BEFORE,
        outline.choose_engine,
        "set LaTeX engine, fonts and macros",
    )
    add_step(
        app,
        "builder-inited",
        Turn.DOCUMENTS,
        outline.generate_books,
        "generate the root document of each book",
    )
    add_step(
        app,
        "builder-inited",
        Turn.BEFORE,
        epub.set_metadata,
        "set EPUB metadata for Sphinx's check",
        when=makes_epub,
    )
    add_step(
        app,
        "builder-inited",
        Turn.AMONG,
        outline.write_colors,
        "define the colours of badges in LaTeX",
    )
    add_step(
        app,
        "builder-inited",
        Turn.AFTER,
        epub.reset_metadata,
        "reset the EPUB metadata that the environment would store",
        when=makes_epub,
    )
    add_step(
        app,
        "builder-inited",
        Turn.AFTER,
        epub.correct_package,
        "patch content.opf: each page once, with properties",
        when=makes_epub,
    )
    add_step(
        app,
        "env-get-outdated",
        Turn.BEFORE,
        outline.read_again,
        "reread root documents of books whose toctrees changed",
    )
    add_step(
        app,
        "doctree-read",
        Turn.BEFORE,
        outline.fill_book,
        "add toctrees to the root document of a book",
    )
    add_step(
        app,
        "env-updated",
        Turn.AFTER,
        outline.list_documents,
        "fill latex_documents, man_pages and texinfo_documents",
    )
    add_step(
        app,
        "write-started",
        Turn.AMONG,
        epub.set_metadata,
        "set EPUB metadata again",
        when=makes_epub,
    )
    add_step(
        app,
        "write-started",
        Turn.AMONG,
        epub.leave_out_doctrees,
        "exclude doctrees from the EPUB",
        when=makes_epub,
    )
    add_step(
        app, "html-page-context", Turn.LAST, epub.mend_page, "make the page valid XHTML for EPUB"
    )
    add_step(
        app,
        "build-finished",
        Turn.AMONG,
        missing_fonts.report_missing_fonts,
        "report scripts that no installed font covers",
        when=missing_fonts.uses_our_fonts,
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def makes_epub(app: Sphinx) -> bool:
    """Run for an EPUB that we change, if there is a ``docs.json``."""
    build = build_of(app.config)
    return build is not None and app.builder.name == "epub" and build.improves_books
