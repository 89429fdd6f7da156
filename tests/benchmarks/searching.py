"""What a reader's first question costs, on sites of 400 and 2,000 pages of real documentation.

Run from the root of the repository::

    python -m tests.benchmarks.searching                 # the sizes, from DOCSJSON_INPUTS
    python -m tests.benchmarks.searching --keep FOLDER   # builds the sites there once

A question is asked three times, each time of an index of which nothing was loaded: written at
once; typed with five letters a second, where beginnings are answered for which the dialog does not
wait longer than that; and by a reader who rests at each letter until all is there. The first two
have a limit. All bytes are compressed as servers do it, and with the script and the style of the
dialog; texts are those of eight rows, which are in view.
"""

from __future__ import annotations

import argparse
import dataclasses
import gzip
import pickle
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.compat.sphinx import stop_words
from sphinx_docsjson.ext.search.index import IndexedPage, index_texts
from sphinx_docsjson.ext.search.records import FoundFragment, FragmentKind, page_record
from tests._support.inputs import REAL_INPUTS, input_data
from tests.benchmarks.measure import measure
from tests.search.asking import run_engine

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sphinx_docsjson.ext.search.records import PageRecord

ROOT = Path(__file__).resolve().parents[2]
SITES = REAL_INPUTS / "sites"
OURS = ("-C", "-D", "extensions=sphinx_docsjson", "-D", "html_theme=docsjson")
MOST = {400: 100_000, 2000: 120_000}
"""So many bytes a first question may cost on a site of so many pages."""

EVERY = 200
"""So many milliseconds are between two letters."""

_INPUTS = input_data(__file__, "searching.yaml")

QUESTIONS = tuple(_INPUTS["questions"])


def built_sites(folder: Path) -> list[Path]:
    """Build each site that is not in *folder* yet; return where they are."""
    found = []
    for site in (*sorted(SITES.iterdir()), ROOT / "docs"):
        out = folder / site.name
        if not (out / "html" / "_static").is_dir():
            print(f"building {site.name} …", file=sys.stderr, flush=True)
            measure(site, out, *(() if (site / "conf.py").is_file() else OURS))
        found.append(out)
    return found


def records_of(built: Path) -> Iterator[tuple[str, PageRecord]]:
    """Yield address and record of each page of a site that was built."""
    for path in sorted((built / "doctrees" / "docsjson-search").rglob("*.pickle")):
        record = pickle.loads(path.read_bytes())[1]
        yield f"{built.name}/{path.stem[:8]}.html", record


def chosen(
    pages: Sequence[tuple[str, PageRecord]], count: int, *, heavy: bool
) -> list[IndexedPage]:
    """Return so many pages: those with most text, or some of all; again where there are fewer."""
    ranked = sorted(pages, key=lambda page: -length_of(page[1])) if heavy else list(pages)
    if not heavy and count < len(ranked):
        ranked = [ranked[number * len(ranked) // count] for number in range(count)]
    made = []
    for number in range(count):
        uri, record = ranked[number % len(ranked)]
        edition = number // len(ranked)
        record = dataclasses.replace(record, title=f"{record.title}{' v' * bool(edition)}")
        made.append(IndexedPage(record=record, uri=f"{edition}/{uri}", path=[uri.split("/")[0]]))
    return made


def length_of(record: PageRecord) -> int:
    """Return how much text a page has."""
    return sum(len(place[-1]) for place in record.shown)


def read_again(record: PageRecord) -> PageRecord:
    """Count the words of a page again, as the build did."""
    shown = [
        FoundFragment(
            anchor=anchor, kind=FragmentKind(kind), title=title, depth=depth, texts=[text]
        )
        for anchor, kind, title, depth, _note, text in record.shown
    ]
    return page_record(record.title, record.method, shown)


def write(folder: Path, pages: Sequence[IndexedPage]) -> tuple[int, int, float]:
    """Write the index; return the number of files, their compressed bytes and the CPU seconds."""
    begun = time.process_time()
    for page in pages:
        read_again(page.record)
    texts = index_texts(
        pages,
        facets={"labels": [[], [], []], "combinations": [[[], [], []]]},
        suggested=range(6),
        languages={"en"},
        stopped=stop_words("en"),
    )
    spent = time.process_time() - begun
    out = folder / "_static" / "search"
    out.mkdir(parents=True)
    for name, text in texts.items():
        (out / name).write_text(text, encoding="utf-8")
    return len(texts), sum(len(gzip.compress(text.encode())) for text in texts.values()), spent


def dialog_bytes(built: Path) -> int:
    """Return the compressed bytes of the script and the style of the dialog."""
    files = [built / "html" / "_static" / f"docsjson-search.{kind}" for kind in ("js", "css")]
    return sum(len(gzip.compress(path.read_bytes())) for path in files)


def rows(sites: Sequence[Path], work: Path) -> Iterator[tuple[list[str], bool]]:
    """Yield the cells of each size, and whether it keeps to the limit."""
    pages = [page for site in sites for page in records_of(site)]
    dialog = dialog_bytes(sites[0])
    for count, heavy in ((400, False), (400, True), (2000, False)):
        made = chosen(pages, count, heavy=heavy)
        folder = work / f"{count}{'-heavy' * heavy}"
        files, size, spent = write(folder, made)
        typed = [{"typed": q, "every": EVERY} for q in QUESTIONS]
        rested = [{"typed": q, "every": 10 * EVERY} for q in QUESTIONS]
        asked, letters, rests = (
            run_engine(sites=[(folder, questions)])["answers"][0]
            for questions in (QUESTIONS, typed, rested)
        )
        text = sum(length_of(page.record) for page in made)
        places = sum(len(page.record.shown) for page in made)
        slowest = max(answer["milliseconds"] for answer in asked)
        yield (
            [
                f"{count:,}{', the longest' * heavy}",
                f"{places:,}",
                f"{text / 1e6:.1f} million",
                f"{spent:.1f} s",
                f"{size / 1e6:.1f} MB in {files:,} files",
                *(loads(answers, dialog) for answers in (asked, letters, rests)),
                f"{slowest:.0f} ms",
            ],
            max(answer["bytes"] + dialog for answer in (*asked, *letters)) <= MOST[count],
        )


def loads(answers: Sequence[Mapping[str, Any]], dialog: int) -> str:
    """Return the smallest, the middle and the largest load: kilobytes and files."""
    sizes = sorted((answer["bytes"] + dialog) / 1000 for answer in answers)
    files = sorted(len(answer["loaded"]) for answer in answers)
    of_three = (0, len(answers) // 2, -1)
    kilobytes = "–".join(f"{sizes[at]:.0f}" for at in of_three)
    return f"{kilobytes} KB in {'–'.join(str(files[at]) for at in of_three)} files"


HEAD = (
    *("Pages", "Places", "Characters", "Made in", "All of it", "A first question"),
    *("Typed", "Rested at each letter", "Slowest answer"),
)


def main() -> int:
    """Print the table; return 1 where a question costs too much."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--keep", type=Path, help="where the built sites are, or will be")
    options = parser.parse_args()
    if not SITES.is_dir():
        raise SystemExit(f"{SITES} is absent")
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        sites = built_sites(options.keep or work / "sites")
        print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}", flush=True)
        short = False
        for cells, fits in rows(sites, work):
            print(f"| {' | '.join(cells)} |{'' if fits else ' !'}", flush=True)
            short = short or not fits
    return int(short)


if __name__ == "__main__":
    sys.exit(main())
