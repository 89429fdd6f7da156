"""What an EPUB needs and a website does not: a rights holder and a version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.configuration import is_set
from sphinx_docsjson.navigation.tree import default_among
from sphinx_docsjson.site.nodes import Kind
from sphinx_docsjson.state import state_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

UNNAMED_VERSION = "1"


def setup_epub(app: Sphinx) -> None:
    """Fill in what EPUB 3 demands, around the check of Sphinx (``builder-inited``, 500).

    ``version`` is taken back until pages are written: it is part of the stored environment, and
    another value for one builder would make the others read every document again.
    """
    app.connect("builder-inited", fill_in, priority=490)
    app.connect("builder-inited", take_version_back, priority=510)
    app.connect("write-started", lambda app, builder: fill_in(app))


def fill_in(app: Sphinx) -> None:
    """Set copyright and version of an EPUB unless the user did."""
    state = state_of(app.config)
    if state is None or not is_epub(app.builder):
        return
    if not app.config.epub_copyright:
        app.config.epub_copyright = state.site.name
    if not app.config.version:
        version = default_among(state.site.navigation, Kind.VERSION)
        app.config.version = version.label if version else UNNAMED_VERSION


def take_version_back(app: Sphinx) -> None:
    """Undo a version that the user did not set."""
    ours = state_of(app.config) is not None and not is_set(app.config, "version")
    if ours and is_epub(app.builder):
        app.config.version = ""


def is_epub(builder: Builder) -> bool:
    """Whether an EPUB is made."""
    return builder.name == "epub"
