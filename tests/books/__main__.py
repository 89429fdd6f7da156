"""The command: make PDF and EPUB of the sites named, print a row for each, fail on any error."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.books.measure import Books, make_books

COLUMNS = (
    "site", "latex", "documents", "latexmk", "errors", "overfull", "missing", "pages",
    "epub", "epubcheck", "seconds",
)  # fmt: skip


def row(books: Books) -> str:
    """Return the figures of one site."""
    pdfs = books.pdfs
    found = books.epub_errors
    cells = [
        books.site,
        books.latex,
        len(pdfs),
        max((pdf.status for pdf in pdfs), default="–"),
        sum(len(pdf.errors) for pdf in pdfs),
        sum(pdf.overfull for pdf in pdfs),
        sum(pdf.missing for pdf in pdfs),
        " + ".join(str(pdf.pages) for pdf in pdfs) or "–",
        books.epub,
        "–" if found is None else len(found) + len(books.strangers),
        round(books.seconds),
    ]
    return " | ".join(str(cell) for cell in cells)


def main(arguments: list[str]) -> int:
    """Make the books of the folders of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.books", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, help="where to build; kept afterwards")
    parser.add_argument("--only", choices=["pdf", "epub"])
    parser.add_argument("-D", action="append", default=[], dest="settings", metavar="NAME=VALUE")
    options = parser.parse_args(arguments)
    print(" | ".join(COLUMNS), flush=True)
    settings = [word for setting in options.settings for word in ("-D", setting)]
    wrong = False
    with tempfile.TemporaryDirectory() as scratch:
        output: Path = options.output or Path(scratch)
        for folder in options.folders:
            books = make_books(
                folder.resolve(),
                (output / folder.name).resolve(),
                *settings,
                pdf=options.only != "epub",
                epub=options.only != "pdf",
            )
            print(row(books), flush=True)
            for line in books.wrong[:12]:
                print(f"    {line[:200]}", flush=True)
            wrong = wrong or bool(books.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
