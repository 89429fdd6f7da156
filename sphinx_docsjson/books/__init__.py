"""Books: what PDF, EPUB, manual pages and plain text need and a website does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_books(app: Sphinx) -> None:
    """Connect the books to the phases of a build."""
    from sphinx_docsjson.books.badges import BadgesToPrint
    from sphinx_docsjson.books.book_outline import (
        fill_book,
        generate_books,
        read_again,
        setup_parts,
    )
    from sphinx_docsjson.books.epub import setup_epub
    from sphinx_docsjson.books.icon_drawings import setup_drawings
    from sphinx_docsjson.books.latex import choose_engine, list_documents, write_colors
    from sphinx_docsjson.books.pictures import PicturesForBooks
    from sphinx_docsjson.books.printed_components import ComponentsToPrint
    from sphinx_docsjson.books.remote_images import RemoteImages
    from sphinx_docsjson.components.paper_nodes import setup_paper_nodes

    setup_epub(app)
    setup_parts(app)
    setup_paper_nodes(app)
    setup_drawings(app)
    app.add_post_transform(RemoteImages)
    app.add_post_transform(PicturesForBooks)
    app.add_post_transform(ComponentsToPrint)
    app.add_post_transform(BadgesToPrint)
    app.connect("config-inited", choose_engine, priority=450)
    app.connect("builder-inited", generate_books, priority=390)
    app.connect("builder-inited", write_colors)
    app.connect("env-get-outdated", read_again, priority=200)
    app.connect("doctree-read", fill_book, priority=400)
    app.connect("env-updated", list_documents, priority=810)
