"""The texts of the index: one that the browser begins with, words in shards, and the pages. Pure.

Each calls one function that the script of the search defines: a script can be loaded from a page
that was opened as a file, and where nothing but the site's own scripts may run.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.files.theme_files import script_literal
from sphinx_docsjson.search.compounds import LANGUAGES
from sphinx_docsjson.search.impacts import impacts_of
from sphinx_docsjson.search.shards import (
    completions,
    encode,
    make_gaps,
    make_shards,
    one_shard,
)
from sphinx_docsjson.search.shown_pages import page_files

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from sphinx_docsjson.search.records import PageRecord

FIRST = "index.js"
CALL = "docsjsonSearch"

FORMAT = 4
"""Where this is another number the files are something else: scripts ask for theirs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexedPage:
    """A page of the index.

    :param path: the labels of what is around it.
    :param combination: the number of its tabs, versions and languages.
    :param boost: how many times as much it counts.
    """

    record: PageRecord
    uri: str
    path: list[str]
    combination: int = 0
    boost: float = 1.0


def index_texts(
    pages: Sequence[IndexedPage],
    *,
    facets: dict[str, Any],
    suggested: Sequence[int],
    languages: Set[str],
    stopped: Set[str],
) -> dict[str, str]:
    """Return name → text of all files of the index.

    :param facets: what the combinations of tabs, versions and languages are.
    :param suggested: the numbers of the pages that are offered to readers who typed nothing.
    :param stopped: words that say nothing alone.
    """
    joined = any(code.replace("_", "-").partition("-")[0] in LANGUAGES for code in languages)
    records = [page.record for page in pages]
    impacts = impacts_of(records, joined=joined, stopped=stopped)
    shards = make_shards(impacts.postings)
    bodies = {f"t{number}.js": ["words", number, s.text] for number, s in enumerate(shards)}
    gaps = make_gaps(impacts.postings)
    bodies |= {f"g{number}.js": ["gaps", number, s.text] for number, s in enumerate(gaps)}
    common = {word: impacts.postings[word] for word in impacts.common}
    bodies["common.js"] = ["words", len(shards), one_shard(common)]
    for number, page in enumerate(pages):
        shown, *texts = page_files(page.record, page.uri, page.path)
        bodies[f"p{number}.js"] = ["page", number, shown]
        bodies |= {f"p{number}-{n}.js": ["texts", number, part] for n, part in enumerate(texts, 1)}
    first = {
        "format": FORMAT,
        "counts": "".join(encode(len(record.shown)) for record in records),
        "facets": {**facets, "pages": "".join(encode(page.combination) for page in pages)},
        "boosts": {n: page.boost for n, page in enumerate(pages) if page.boost != 1.0},
        "shards": [shard.first for shard in shards],
        "gaps": [gap.first for gap in gaps],
        "completions": completions(impacts.postings, shards),
        "common": impacts.common,
        "places": impacts.places,
        "kinds": sorted({shown[1] for record in records for shown in record.shown}),
        "suggestions": [
            [pages[number].uri, pages[number].record.title, pages[number].path]
            for number in suggested
        ],
    }
    # What is written is as long as all pages: it is in memory once.
    dumped = {name: _dumped(bodies.pop(name)) for name in list(bodies)}
    edition = sha256()
    for text in (_dumped(first), *dumped.values()):
        edition.update(text.encode("utf-8", "replace"))
    mark = edition.hexdigest()[:8]
    found = {name: f'{CALL}("{mark}",{dumped.pop(name)[1:-1]});\n' for name in list(dumped)}
    found[FIRST] = f'{CALL}("{mark}",{_dumped(["index", 0, first])[1:-1]});\n'
    return found


def _dumped(data: Any) -> str:
    return script_literal(data)
