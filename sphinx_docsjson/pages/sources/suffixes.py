"""Which parser reads which files, beside other extensions that bring parsers.

Everything here waits until all extensions are loaded: a suffix or a parser that one of them
registered is theirs, whether it stands before or behind us in ``extensions``.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from myst_parser.parsers.sphinx_ import MystParser
from sphinx.errors import ExtensionError

from sphinx_docsjson.compat.registrations import parsers_by_type, register_parser
from sphinx_docsjson.configuration import set_default

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_docsjson.pages.parser import PageParser

SUFFIXES = {".md": "markdown", ".mdx": "mdx"}


def claim_files(app: Sphinx, config: Config) -> None:
    """Register our parser for every type that nobody, or plain MyST, reads."""
    # Sphinx adds suffixes to its default, which all builds of a process would share.
    set_default(config, "source_suffix", {".rst": "restructuredtext"})
    for suffix, filetype in SUFFIXES.items():
        with suppress(ExtensionError):  # another extension has it
            app.add_source_suffix(suffix, filetype)
    parsers = parsers_by_type(app)
    ours = _our_parser()
    for filetype in ours.supported:
        if parsers.get(filetype) in (None, MystParser):
            register_parser(app, filetype, ours)
    give_tags(app)


def give_tags(app: Sphinx) -> None:
    """Teach our tags to the parsers of other extensions that are built on MyST."""
    from sphinx_docsjson.pages.guests import is_guest, with_tags

    for filetype, parser in parsers_by_type(app).items():
        if is_guest(parser):
            register_parser(app, filetype, with_tags(parser))


def our_suffix(app: Sphinx) -> str:
    """Return the suffix of the pages that we generate: one that our parser reads."""
    return ".md" if ".md" in our_suffixes(app) else ".mdx"


def our_suffixes(app: Sphinx) -> list[str]:
    """Return the suffixes of the pages that our parser reads."""
    ours, suffixes = _our_parser(), app.config.source_suffix
    types = [name for name, parser in parsers_by_type(app).items() if issubclass(parser, ours)]
    return [suffix for suffix, name in suffixes.items() if name in (types or ours.supported)]


def _our_parser() -> type[PageParser]:
    """Return our parser; it needs the navigation, which asks here for the suffix of its pages."""
    from sphinx_docsjson.pages.parser import PageParser

    return PageParser
