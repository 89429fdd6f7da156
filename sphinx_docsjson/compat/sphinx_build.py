"""Does what the command ``sphinx-build`` does, for our commands."""

from __future__ import annotations

import locale
import pdb
import traceback
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sphinx.application import Sphinx
from sphinx.cmd.make_mode import Make
from sphinx.locale import init_console
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.compat.sphinx import choose_colours

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO


class BuildReport(Protocol):
    """What a build prints in place of what Sphinx does, unless more is asked for."""

    def progress(self, output: TextIO) -> TextIO:
        """Return the stream that takes the status messages of Sphinx."""

    def connect(self, app: Sphinx) -> None:
        """Connect to the events of the build."""

    def end(self, app: Sphinx, *, warnings: int) -> None:
        """Print what was built."""

    def why_ended(self, error: Exception) -> str:
        """Return the line about an exception; Sphinx would ask for a report, and it is not its."""


def build_main(arguments: Sequence[str], report: BuildReport) -> int:
    """Do what ``sphinx-build`` does, but print what *report* makes of it.

    With the option for tracebacks, Python's traceback is printed. ``--verbose`` shows all output
    of Sphinx. Sphinx parses its own command line with private functions.
    """
    sphinx_build = import_module("sphinx.cmd.build")
    locale.setlocale(locale.LC_ALL, "")
    init_console()
    parser = sphinx_build.get_parser()
    given = parser.parse_args(arguments)
    sphinx_build._validate_filenames(parser, given.force_all, given.filenames)
    choose_colours(given.color)
    status, warning, errors, log = sphinx_build._parse_logging(
        parser, given.quiet, given.really_quiet, given.warnfile
    )
    settings = sphinx_build._parse_confoverrides(
        parser, given.define, given.htmldefine, given.nitpicky
    )
    is_short = status is not None and not given.verbosity
    confdir = None if given.noconfig else given.confdir or given.sourcedir
    try:
        with patch_docutils(confdir or given.sourcedir), docutils_namespace():
            app = Sphinx(
                srcdir=given.sourcedir,
                confdir=confdir,
                outdir=given.outputdir,
                doctreedir=given.doctreedir or Path(given.outputdir, ".doctrees"),
                buildername=given.builder,
                confoverrides=settings,
                status=report.progress(status) if is_short and status else status,
                warning=warning,
                freshenv=given.freshenv,
                warningiserror=given.warningiserror,
                tags=given.tags,
                verbosity=given.verbosity,
                parallel=given.jobs,
                pdb=given.pdb,
                exception_on_warning=given.exception_on_warning,
            )
            if is_short:
                report.connect(app)
            app.build(given.force_all, given.filenames)
            if is_short:
                report.end(app, warnings=getattr(app, "_warncount", 0))
            return app.statuscode
    except Exception as error:
        if given.traceback or given.verbosity or given.pdb:
            traceback.print_exception(error, file=errors)
            if given.pdb:
                pdb.post_mortem(error.__traceback__)
        else:
            print(report.why_ended(error), file=errors)
        return 2
    finally:
        if log is not None:
            log.close()


def make_main(
    name: str, folder: Path, output: Path, options: Sequence[str], report: BuildReport
) -> int:
    """Do what ``sphinx-build -M`` does: a builder and then a program, such as LaTeX."""

    class Book(Make):
        def run_generic_build(self, builder: str, doctreedir: Any = None) -> int:
            places = (self.build_dir_join("doctrees"), folder, self.build_dir_join(builder))
            arguments = ["--builder", builder, "--doctree-dir", *map(str, places)]
            return build_main([*arguments, *self.opts], report)

    code: int = getattr(Book(source_dir=folder, build_dir=output, opts=options), f"build_{name}")()
    return code
