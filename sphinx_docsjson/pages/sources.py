"""The source files of pages: their encoding and their parser."""

from __future__ import annotations

import codecs
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from myst_parser.parsers.sphinx_ import MystParser
from sphinx import version_info
from sphinx.errors import ExtensionError

from sphinx_docsjson.compat.sphinx import parsers_by_type, register_parser
from sphinx_docsjson.configuration import set_default
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.pages.parser import PageParser


# Pages in another encoding than UTF-8: each is read as what it most likely is, and reported.
#
# Sphinx reads all sources in one encoding, and since version 9 a page in another encoding ends the
# build. Older versions replace unreadable characters with question marks and report them, which is
# left as it is.

NAME = "docsjson-any-unicode"
UTF_8 = frozenset({"utf-8", "utf-8-sig"})
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def find_other_encodings(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Report the pages that are not UTF-8, and let Sphinx read this time's pages by a guess."""
    if version_info < (9,) or app.config.source_encoding.lower() not in UTF_8:
        return
    found = [docname for docname in docnames if _reported(env, docname)]
    if found:
        codecs.register(_codec)
        env.settings["input_encoding"] = NAME


def _reported(env: BuildEnvironment, docname: str) -> bool:
    try:
        data = env.doc2path(docname).read_bytes()
    except OSError:
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        guess = "UTF-16" if data.startswith(_UTF_16) else "Windows-1252"
        message = f"the page is not written in UTF-8 and is read as {guess}; save it as UTF-8."
        warn(Warn.ENCODING, message, location=(docname, line))
        return True
    return False


def replace_nul(app: Sphinx, docname: str, content: list[str]) -> None:
    """Read NUL in a page as Markdown does: no name of a file and no page of HTML can hold it."""
    before, nul, _after = content[0].partition("\0")
    if nul:
        message = "the page contains a NUL character, which is read as U+FFFD; delete it."
        warn(Warn.ENCODING, message, location=(docname, before.count("\n") + 1))
        content[0] = content[0].replace("\0", "\ufffd")


def decoded(data: bytes) -> str:
    """Return the text of a page: UTF-8, else UTF-16 by its mark, else Windows-1252."""
    if data.startswith(_UTF_16):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


class _WholeDecoder(codecs.BufferedIncrementalDecoder):
    """Decodes a file when all of it is there, because its first bytes do not tell."""

    def _buffer_decode(self, input: Any, errors: str, final: bool) -> tuple[str, int]:
        return (decoded(bytes(input)), len(input)) if final else ("", 0)


def _codec(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != NAME:
        return None
    return codecs.CodecInfo(
        name=NAME,
        encode=codecs.utf_8_encode,
        decode=lambda data, errors="strict": (decoded(bytes(data)), len(data)),
        incrementaldecoder=_WholeDecoder,
    )


# Which parser reads which files, beside other extensions that bring parsers.
#
# Everything here waits until all extensions are loaded: a suffix or a parser that one of them
# registered stays theirs, whether it comes before or after us in ``extensions``.

SUFFIXES = {".md": "markdown", ".mdx": "mdx"}


def register_parsers(app: Sphinx, config: Config) -> None:
    """Register our parser for every type that nobody, or plain MyST, reads."""
    # Sphinx would add suffixes to its default, which all builds of a process share.
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
    from sphinx_docsjson.pages.parser import is_guest, with_tags

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
