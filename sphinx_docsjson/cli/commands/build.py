"""``sphinx-docsjson build``: runs sphinx-build with defaults for the folder."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from os.path import exists, relpath
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli import OUTPUT, can_be_built, invocation, no_site, source_folder
from sphinx_docsjson.cli.commands import add_folder, add_settings

if TYPE_CHECKING:
    from typing import TextIO

    from sphinx.application import Sphinx

    from sphinx_docsjson.cli.progress import Progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_folder(parser)
    parser.add_argument(
        "output", nargs="?", type=Path, help="default: _build/<builder> in the folder"
    )
    parser.add_argument(
        *("-b", "--builder"),
        default="html",
        help="html, dirhtml, epub, latexpdf, text, or another Sphinx builder; default: html",
    )
    parser.add_argument(
        "-W", "--fail-on-warning", action="store_true", help="exit with 1 after a warning"
    )
    parser.add_argument(
        *("-n", "--nitpicky"), action="store_true", help="warn about all missing references"
    )
    parser.add_argument("-j", "--jobs", default="1", help="the number of processes, or `auto`")
    parser.add_argument(
        "-E", "--fresh", action="store_true", help="read and write everything again"
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="print everything that Sphinx prints"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="print only warnings")
    add_settings(parser)
    parser.add_argument(
        "--base-url",
        default="",
        metavar="ADDRESS",
        help="the URL of the published site; html_baseurl in conf.py takes precedence",
    )
    parser.epilog = "What follows `--` is an option of sphinx-build."


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    folder = source_folder(options.folder)
    wishes = [
        *(("--fail-on-warning",) if options.fail_on_warning else ()),
        *(("--nitpicky",) if options.nitpicky else ()),
        *(("--fresh-env", "--write-all") if options.fresh else ()),
        *(("--quiet",) if options.quiet else ()),
        *(("--verbose",) if options.verbose else ()),
        *("--jobs", options.jobs),
        *(word for each in options.define for word in ("--define", each)),
        *options.passed,
    ]
    if options.base_url and not sets_base_url(folder):
        wishes += ["--define", f"html_baseurl={options.base_url}"]
    return build_site(folder, options.output, options.builder, wishes)


def sets_base_url(folder: Path) -> bool:
    """Whether ``conf.py`` sets ``html_baseurl``; a comment does not count."""
    conf = folder / "conf.py"
    text = conf.read_text("utf-8", errors="replace") if conf.is_file() else ""
    return re.search(r"^[ \t]*html_baseurl\b", text, re.MULTILINE) is not None


BOOKS = ("latexpdf", "latexpdfja", "info")
"""What ``sphinx-build -M`` makes by a builder and a program, in a folder of the builder's name."""


class ShortReport:
    """Prints how far a build is, and one line at its end."""

    def __init__(self) -> None:
        self._output: TextIO = sys.stdout
        self._shown: Progress | None = None
        self._read: set[str] = set()

    def progress(self, output: TextIO) -> TextIO:
        """Return the stream that takes the status messages of Sphinx."""
        from sphinx_docsjson.cli.progress import Progress

        self._output = output
        self._shown = Progress(output)
        return self._shown

    def connect(self, app: Sphinx) -> None:
        """Listen to which pages are read."""
        app.connect("env-before-read-docs", lambda _app, _env, names: self._read.update(names))

    def end(self, app: Sphinx, *, warnings: int) -> None:
        """Print how many pages there are, how many were read, and where the output is."""
        from sphinx_docsjson.build import build_of

        if self._shown is not None:
            self._shown.end()
        pages = len(app.env.found_docs)
        counted = f"{pages} page{'' if pages == 1 else 's'}, {len(self._read)} read"
        told = f"{warnings or 'no'} warning{'' if warnings == 1 else 's'}"
        if (build := build_of(app.config)) and build.new_remarks and build.remarks:
            told += f"; `{invocation()} check` has {len(build.remarks)} more on docs.json"
        print(f"{relpath(app.outdir)}: {counted}; {told}", file=self._output)

    def why_ended(self, error: Exception) -> str:
        """Return what to say about an exception that ended the build, and how to see more."""
        from sphinx.errors import SphinxError

        if self._shown is not None:
            self._shown.end()
        if isinstance(error, SphinxError) and "Traceback" not in str(error):
            return f"{error.category}: {error}"
        if isinstance(error, OSError) and error.filename is not None:
            if not exists(error.filename) and not isinstance(error, FileNotFoundError):
                ask = f"`{invocation()} build FOLDER OUTPUT` writes to another folder"
                return f"{error.filename} cannot be written ({error.strerror}); {ask}."
            return f"{error.filename}: {error.strerror}; the output is incomplete, build again."
        reason = " ".join(str(error).split())[:300]
        what = f"{type(error).__name__}: {reason}" if reason else type(error).__name__
        return (
            f"The build ended early ({what}). `-- --show-traceback` shows where; please report it."
        )


def build_site(folder: Path, output: Path | None, builder: str, options: Sequence[str]) -> int:
    """Build a site with Sphinx.

    :param output: where the output is written; doctrees are kept beside the usual one, which all
        builders share, and within any other.
    :param options: further ones of ``sphinx-build``.
    :return: the exit code of Sphinx, or 2 where there is nothing to build.
    """
    from sphinx_docsjson.compat.sphinx_build import build_main, make_main

    if not can_be_built(folder):
        print(no_site(folder), file=sys.stderr)
        return 2
    if not (folder / "conf.py").is_file():
        options = ["--isolated", "--define", "extensions=sphinx_docsjson", *options]
    usual = folder / OUTPUT
    if builder in BOOKS:
        program, form = ("makeinfo", "texinfo") if builder == "info" else ("latexmk", "latex")
        if shutil.which(program) is None:
            ask = f"install it, or write the sources of the book with `-b {form}`"
            print(
                f"{builder} needs the program {program}, which was not found; {ask}",
                file=sys.stderr,
            )
            return 2
        return make_main(builder, folder, output or usual, options, ShortReport())
    if output is None:
        output = usual / builder
        options = ["--doctree-dir", str(usual / "doctrees"), *options]
    code = build_main(["--builder", builder, *options, str(folder), str(output)], ShortReport())
    if code and not {"-W", "--fail-on-warning"}.isdisjoint(options):
        ask = f"`{invocation()} check --explain KIND` explains a kind of warning"
        print(f"{ask}; -D suppress_warnings=docsjson.KIND allows it.", file=sys.stderr)
    return code
