"""Books: what PDF, EPUB, manual pages and plain text need and a website does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_books(app: Sphinx) -> None:
    """Register the nodes and transforms of books."""
    from sphinx_docsjson.books.outline import setup_parts
    from sphinx_docsjson.books.pictures import (
        BadgesToPrint,
        PicturesForBooks,
        RemoteImages,
        setup_drawings,
    )
    from sphinx_docsjson.books.printed import ComponentsToPrint, OperationsToPrint, QuietHeadings

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
    app.add_post_transform(RemoteImages)
    app.add_post_transform(PicturesForBooks)
    app.add_post_transform(OperationsToPrint)
    app.add_post_transform(QuietHeadings)
    app.add_post_transform(ComponentsToPrint)
    app.add_post_transform(BadgesToPrint)
