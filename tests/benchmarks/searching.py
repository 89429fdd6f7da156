"""What a reader's first question costs, on sites of 400 and 2,000 pages of real documentation.

Run from the root of the repository::

    python -m tests.benchmarks.searching                 # the sizes, from ../shared/sites
    python -m tests.benchmarks.searching --keep FOLDER   # builds the sites there once

A question is asked twice: written at once, which is what has a limit, and letter by letter, where
each beginning from the third letter on is answered as well, as if the reader rested at each. All
bytes are compressed as servers do it, and with the script and the style of the dialog.
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
from typing import TYPE_CHECKING

from sphinx_docsjson.compat.search_languages import stop_words
from sphinx_docsjson.search.index_texts import IndexedPage, index_texts
from tests.benchmarks.measure import measure
from tests.search.asking import run_engine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx_docsjson.search.records import PageRecord

ROOT = Path(__file__).resolve().parents[2]
SITES = ROOT.parent / "shared" / "sites"
OURS = ("-C", "-D", "extensions=sphinx_docsjson", "-D", "html_theme=docsjson")
MOST = {400: 60_000, 2000: 120_000}
"""So many bytes a first question may cost on a site of so many pages."""

QUESTIONS = (
    *("install", "authentication", "rate limiting", "deploy", "webhook", "error handling"),
    *("how do I test my server", "what is a session", "environment variables", "langchain"),
    *("maxDuration", "on_call_tool", "azure_openai", "trigger.config.ts", "--watch", "GET /users"),
    *("/v1/datasets", "percentile", "quickstrat", "kubernets", "c", "s3", "changelog", "version"),
)


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


def write(folder: Path, pages: Sequence[IndexedPage]) -> tuple[int, int, float]:
    """Write the index; return the number of files, their compressed bytes and the CPU seconds."""
    begun = time.process_time()
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
        asked = run_engine(sites=[(folder, QUESTIONS)])["answers"][0]
        typed = run_engine(sites=[(folder, [list(beginnings(q)) for q in QUESTIONS])])["answers"][
            0
        ]
        at_once = sorted(answer["bytes"] + dialog for answer in asked)
        letters = sorted(answer["bytes"] + dialog for answer in typed)
        numbers = sorted(len(answer["loaded"]) for answer in asked)
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
                f"{spread(at_once)} KB in {numbers[0]}–{numbers[-1]} files",
                f"{spread(letters)} KB",
                f"{slowest:.0f} ms",
            ],
            at_once[-1] <= MOST[count],
        )


def beginnings(question: str) -> Iterator[str]:
    """Yield what is asked while somebody types: the dialog waits for a third letter."""
    return (question[:end] for end in range(min(3, len(question)), len(question) + 1))


def spread(sizes: Sequence[int]) -> str:
    """Return the smallest, the middle and the largest size in kilobytes."""
    return "–".join(f"{sizes[at] / 1000:.0f}" for at in (0, len(sizes) // 2, -1))


HEAD = (
    *("Pages", "Places", "Characters", "Made in", "All of it", "A first question"),
    *("typed letter by letter", "Slowest answer"),
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
