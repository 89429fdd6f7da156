"""Which parser reads which files, beside other extensions that bring parsers.

Everything here waits until all extensions are loaded: a suffix or a parser that one of them
registered is theirs, whether it stands before or behind us in ``extensions``.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from myst_parser.parsers.sphinx_ import MystParser
from myst_parser.sphinx_ext import main as myst
from sphinx.errors import ExtensionError

from sphinx_docsjson.configuration import set_default

if TYPE_CHECKING:
    from docutils.parsers import Parser
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_docsjson.pages.parser import PageParser

SUFFIXES = {".md": "markdown", ".mdx": "mdx"}


def load_myst(app: Sphinx) -> None:
    """Load the settings and transforms of MyST, and leave its suffix and parser to others.

    An extension on top of MyST calls the same function; it says that this is what it is for.
    Releases in which a second call fails are loaded whole, which Sphinx does only once.
    """
    if hasattr(myst, "_SETUP_DONE_ATTR"):
        myst.setup_sphinx(app)
    else:
        app.setup_extension("myst_parser")


def claim_files(app: Sphinx, config: Config) -> None:
    """Register our parser for every type that nobody, or plain MyST, reads."""
    # Sphinx adds suffixes to its default, which all builds of a process would share.
    set_default(config, "source_suffix", {".rst": "restructuredtext"})
    for suffix, filetype in SUFFIXES.items():
        with suppress(ExtensionError):  # another extension has it
            app.add_source_suffix(suffix, filetype)
    parsers = app.registry.source_parsers
    ours = _our_parser()
    for filetype in ours.supported:
        if parsers.get(filetype) in (None, MystParser):
            parsers[filetype] = ours
    give_tags(parsers)


def give_tags(parsers: dict[str, type[Parser]]) -> None:
    """Teach our tags to the parsers of other extensions that are built on MyST."""
    from sphinx_docsjson.pages.guests import is_guest, with_tags

    for filetype, parser in parsers.items():
        if is_guest(parser):
            parsers[filetype] = with_tags(parser)


def our_suffix(app: Sphinx) -> str:
    """Return the suffix of the pages that we generate: one that our parser reads."""
    return ".md" if ".md" in our_suffixes(app) else ".mdx"


def our_suffixes(app: Sphinx) -> list[str]:
    """Return the suffixes of the pages that our parser reads."""
    parsers = app.registry.source_parsers
    suffixes: dict[str, str] = app.config.source_suffix
    ours = _our_parser()
    return [suffix for suffix, filetype in suffixes.items() if parsers.get(filetype) is ours]


def _our_parser() -> type[PageParser]:
    """Return our parser; it needs the navigation, which asks here for the suffix of its pages."""
    from sphinx_docsjson.pages.parser import PageParser

    return PageParser
