"""Build a project in a process of its own that has Sphinx loaded already."""

from __future__ import annotations

import io
import multiprocessing
import os
import re
import sys
import tempfile
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from tests.beside.page import Page, read_page
from tests.beside.ways import Way, prepare

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

COLOR = re.compile(r"\x1b\[[0-9;]*m")
UNIQUE = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")
OF_BUILD = re.compile(
    rb'"envversion":\{[^}]*\}|^config: .*$|\d{4}-\d\d-\d\dT[\d:.]{8,}', re.MULTILINE
)
"""What the index of Sphinx's search and .buildinfo say of extensions and settings, and times."""
TEXT_BUILDERS = {"text": "*.txt", "latex": "*.tex"}
LIMIT = 240
"""Seconds after which a build counts as one that never ends."""

OFTEN_LOADED = (
    "bs4",
    "sphinx.builders.html",
    "sphinx.builders.latex",
    "sphinx.ext.autodoc",
    "sphinx.search.en",
    "sphinx_docsjson.components.domain",
    "sphinx_docsjson.extension",
    "sphinx_docsjson.ext.openapi.pages.loading",
    "sphinx_docsjson.outputs.markdown",
    "sphinx_docsjson.pages.parser",
)
"""What most builds import: loaded once here, and there already in each process."""


@dataclass(kw_only=True)
class Outcome:
    """What came of a build.

    :param ending: "0", "1" or the exception in one line.
    :param warnings: the messages, without paths of this machine.
    :param pages: what readers get, by document or output file.
    :param files: what each file holds, by its path. What a template is filled in for is a choice
        of the theme, so only the name is kept.
    :param theme: the theme that it was written with.
    :param trace: where the exception was raised.
    """

    ending: str = ""
    warnings: tuple[str, ...] = ()
    docnames: tuple[str, ...] = ()
    project: str = ""
    pages: dict[str, Page] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    theme: str = ""
    trace: str = ""


BY_NAME = ("searchindex.js", "objects.inv", "sphinx-reading-durations.json")
"""Files that hold what a docs.json names as well (a page without a title is called by its file),
or how long the build took."""


def run(
    source: Path,
    way: Way,
    builder: str = "html",
    plain: Outcome | None = None,
    keep: Path | None = None,
) -> Outcome:
    """Build the project in *source*, isolated from all that was loaded for another one.

    :param plain: what came of it without us, for the names that ``docs.json`` needs.
    :param keep: a folder for the output, which otherwise goes.
    """
    for module in OFTEN_LOADED:
        with suppress(ImportError):
            import_module(module)
    context = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
    with tempfile.TemporaryDirectory(prefix="beside-") as scratch:
        here, there = context.Pipe(duplex=False)
        folder = Path(scratch).resolve()
        work = (there, source, folder, way, builder, plain, keep)
        process = context.Process(target=_work, args=work)
        process.start()
        there.close()
        try:
            if not here.poll(LIMIT):
                return Outcome(ending=f"no end within {LIMIT} seconds")
            outcome: Outcome = here.recv()
            return outcome
        except EOFError:
            return Outcome(ending="the process ended by itself")
        finally:
            process.kill()
            process.join()


def _work(answer: Connection, *arguments: Any) -> None:
    answer.send(_build(*arguments))
    answer.close()


def _build(
    source: Path,
    scratch: Path,
    way: Way,
    builder: str,
    plain: Outcome | None,
    keep: Path | None,
) -> Outcome:
    srcdir, outdir = scratch / "project", keep or scratch / "out"
    outcome, log = Outcome(), io.StringIO()
    known = plain or outcome
    prepare(source, srcdir, way, known.docnames, known.project)
    bodies: dict[str, str] = {}

    framed = set()

    def note(app: Any, pagename: str, _template: str, context: dict[str, Any], _d: Any) -> None:
        framed.add(Path(app.builder.get_outfilename(pagename)))
        if context.get("body"):
            bodies[pagename] = context["body"]

    sys.stdout = sys.stderr = io.StringIO()
    try:
        with patch_docutils(srcdir), docutils_namespace():
            app = Sphinx(
                srcdir, srcdir, outdir, scratch / "doctrees", builder, status=None, warning=log
            )
            app.connect("html-page-context", note, priority=100_000)
            app.build()
            outcome.ending = str(app.statuscode)
            outcome.project, outcome.theme = app.config.project, app.config.html_theme
            outcome.docnames = tuple(sorted(app.env.found_docs))
    except (Exception, SystemExit) as error:
        lines = str(error).splitlines()
        outcome.ending = _plain(f"{type(error).__name__}: {lines[0] if lines else ''}", scratch)
        outcome.trace = traceback.format_exc()
    text = _plain(log.getvalue(), scratch)
    outcome.warnings = tuple(line for line in text.splitlines() if line.strip())
    outcome.pages = {name: read_page(_plain(body, scratch)) for name, body in bodies.items()}
    for path in outdir.rglob(TEXT_BUILDERS.get(builder, "*.none")):
        text = _plain(path.read_text(encoding="utf-8"), scratch)
        words = text.rpartition(r"\begin{document}")[2]
        outcome.pages[path.relative_to(outdir).as_posix()] = Page(text=" ".join(words.split()))
    for path in outdir.rglob("*"):
        if path.is_file():
            by_name = path in framed or path.name in BY_NAME
            held = b"" if by_name else path.read_bytes().replace(bytes(scratch), b"")
            outcome.files[path.relative_to(outdir).as_posix()] = OF_BUILD.sub(b"", held)
    return outcome


def _plain(text: str, scratch: Path) -> str:
    """Return a message without colours and without what differs from run to run."""
    text = COLOR.sub("", text).replace("<wbr>", "")  # our theme may break a long path
    text = text.replace(f"{scratch}/project/", "").replace(str(scratch), "")
    return UNIQUE.sub("…", ADDRESS.sub("0x…", text))
