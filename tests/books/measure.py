"""Make the books of a site as its owner would, and read what LaTeX and epubcheck say of them."""

from __future__ import annotations

import fcntl
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

ERROR = re.compile(r"^(?:! |\S+:\d+: )(?P<what>.*)$", re.MULTILINE)
OVERFULL = re.compile(r"^Overfull \\hbox \((?P<points>[\d.]+)pt too wide\)", re.MULTILINE)
MISSING = re.compile(r"^Missing character: There is no (?P<what>.*?) in font", re.MULTILINE)
PAGES = re.compile(r"Output written on .*? \((\d+) pages?")
FAR = 20.0
"""So many points beyond the margin are seen by everyone."""

LOCK = Path(tempfile.gettempdir(), "docsjson-latexmk.lock")


@dataclass
class Pdf:
    """What became of one LaTeX document."""

    name: str
    status: int
    errors: list[str]
    overfull: int
    missing: int
    pages: int


@dataclass
class Books:
    """What became of the books of one site."""

    site: str
    latex: int = 0
    epub: int = 0
    warnings: list[str] = field(default_factory=list)
    pdfs: list[Pdf] = field(default_factory=list)
    epub_errors: list[str] | None = None
    strangers: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def wrong(self) -> list[str]:
        """Return in words what falls short."""
        found = [f"sphinx-build -b {b} ended with {s}" for b, s in self._statuses() if s]
        found += self.failures
        for pdf in self.pdfs:
            found += [f"{pdf.name}: latexmk ended with {pdf.status}"] if pdf.status else []
            found += [f"{pdf.name}: {error}" for error in pdf.errors]
        found += [f"epubcheck: {error}" for error in self.epub_errors or ()]
        return found + [f"in the EPUB: {name}" for name in self.strangers]

    def _statuses(self) -> Iterable[tuple[str, int]]:
        return (("latex", self.latex), ("epub", self.epub))


def make_books(
    folder: Path, output: Path, *options: str, pdf: bool = True, epub: bool = True
) -> Books:
    """Make PDF and EPUB of *folder* below *output*, doctrees in the default place."""
    books = Books(site=folder.name)
    begin = time.monotonic()
    if pdf:
        target = output / "latex"
        books.latex = _sphinx(folder, target, "latex", options, books)
        books.pdfs = [compile_pdf(source) for source in documents(target)]
    if epub:
        target = output / "epub"
        books.epub = _sphinx(folder, target, "epub", options, books)
        for book in target.glob("*.epub"):
            books.epub_errors = check_epub(book)
            books.strangers = strangers(book)
    books.seconds = time.monotonic() - begin
    return books


def _sphinx(folder: Path, output: Path, builder: str, options: Iterable[str], books: Books) -> int:
    shutil.rmtree(output, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder]
    if not (folder / "conf.py").is_file():
        command += ["-C", "-D", "extensions=sphinx_docsjson"]
    done = subprocess.run(
        [*command, *options, str(folder), str(output)],
        capture_output=True,
        text=True,
        check=False,
    )
    books.warnings += done.stderr.splitlines()
    if done.returncode:
        books.failures += [line for line in done.stderr.splitlines() if line.strip()][-12:]
    return done.returncode


def documents(folder: Path) -> list[Path]:
    """Return the LaTeX documents that Sphinx wrote into *folder*."""
    return [
        path
        for path in sorted(folder.glob("*.tex"))
        if r"\begin{document}" in path.read_text("utf-8")
    ]


def compile_pdf(source: Path, timeout: float = 1500) -> Pdf:
    """Run ``latexmk`` as Sphinx's Makefile does, without questions, and read its log.

    One at a time on a machine: LuaLaTeX fails when another one writes its cache of fonts.
    """
    command = ["latexmk", "-pdf", "-dvi-", "-ps-", "-interaction=nonstopmode", source.name]
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            status = subprocess.run(
                command, cwd=source.parent, capture_output=True, timeout=timeout, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            status = 124
    path = source.with_suffix(".log")
    log = path.read_text("utf-8", errors="replace") if path.is_file() else "! no log"
    pages = PAGES.findall(log)
    return Pdf(
        name=source.stem,
        status=status,
        errors=[match["what"] for match in ERROR.finditer(log)],
        overfull=sum(float(match["points"]) > FAR for match in OVERFULL.finditer(log)),
        missing=len(MISSING.findall(log)),
        pages=int(pages[-1]) if pages else 0,
    )


def check_epub(book: Path) -> list[str] | None:
    """Return the errors that epubcheck finds; ``None`` where it is not installed."""
    program = shutil.which("epubcheck")
    if program is None:
        return None
    real = Path(program).resolve()
    # Debian's program is an archive, which only some kernels know how to run.
    run = ["java", "-jar", str(real)] if real.suffix == ".jar" else [program]
    done = subprocess.run(
        [*run, "--quiet", str(book)], capture_output=True, text=True, check=False
    )
    lines = (done.stdout + done.stderr).splitlines()
    found = [line for line in lines if line.startswith(("ERROR", "FATAL"))]
    return found or ([f"epubcheck ended with {done.returncode}"] if done.returncode else [])


def strangers(book: Path) -> list[str]:
    """Return the files of an EPUB that only a build needs."""
    with zipfile.ZipFile(book) as archive:
        return [
            name
            for name in archive.namelist()
            if name.endswith((".doctree", ".pickle", ".buildinfo")) or "doctrees" in name
        ]
