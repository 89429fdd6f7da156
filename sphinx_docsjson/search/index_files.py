"""The files of the index: one that the browser begins with, words in shards, and the pages.

Each calls one function that the script of the search defines: a script can be loaded from a page
that was opened as a file, and where nothing but the site's own scripts may run.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.build import build_of
from sphinx_docsjson.compat.html_builder import searchindex_file
from sphinx_docsjson.search.compounds import LANGUAGES
from sphinx_docsjson.search.facets import Facets, page_facets, path_to, suggested_pages
from sphinx_docsjson.search.impacts import impacts_of
from sphinx_docsjson.search.kept_records import kept_records
from sphinx_docsjson.search.search_settings import has_our_search
from sphinx_docsjson.search.shards import completions, encode, make_shards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx

    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.search.records import PageRecord

FOLDER = "_static/search"
FIRST = "index.js"
CALL = "docsjsonSearch"


def write_index(app: Sphinx, failure: Exception | None) -> None:
    """Write the index of all pages, and remove what an earlier build wrote in its place."""
    if failure is not None or not has_our_search(app):
        return
    records = kept_records(app)
    files = index_files(app, records)
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        _write(folder / name, text)
    for path in folder.glob("*.js"):
        if path.name not in files:
            path.unlink()
    searchindex_file(app.builder).unlink(missing_ok=True)


def _write(path: Path, text: str) -> None:
    data = text.encode("utf-8", "replace")
    if not path.is_file() or path.read_bytes() != data:
        path.write_bytes(data)


def index_files(app: Sphinx, records: Mapping[str, PageRecord]) -> dict[str, str]:
    """Return name → text of all files of the index."""
    build = build_of(app.config)
    nav = build.nav if build else None
    facets = Facets()
    combinations = [facets.number(page_facets(nav, docname)) for docname in records]
    languages = {app.config.language or "en", *facets.labels[2]}
    joined = any(code.partition("-")[0].partition("_")[0] in LANGUAGES for code in languages)
    impacts = impacts_of(list(records.values()), joined=joined)
    shards = make_shards(impacts.postings)
    bodies = {f"t{number}.js": ["words", number, s.text] for number, s in enumerate(shards)}
    for number, (docname, record) in enumerate(records.items()):
        shown = _page_data(app, nav, docname, record)
        bodies[f"p{number}.js"] = ["page", number, shown]
    names = list(records)
    first = {
        "counts": "".join(encode(len(record.shown)) for record in records.values()),
        "facets": {**facets.as_data(), "pages": "".join(map(encode, combinations))},
        "boosts": _boosts(app, names),
        "shards": [shard.first for shard in shards],
        "completions": completions(impacts.postings, shards),
        "common": impacts.common,
        "places": impacts.places,
        "kinds": sorted({shown[1] for record in records.values() for shown in record.shown}),
        "suggestions": [
            [app.builder.get_target_uri(name), records[name].title, path_to(nav, name)]
            for name in suggested_pages(app, names)
        ],
    }
    # What is written is as long as all pages: it is in memory once.
    texts = {name: _dumped(bodies.pop(name)) for name in list(bodies)}
    edition = sha256()
    for text in (_dumped(first), *texts.values()):
        edition.update(text.encode("utf-8", "replace"))
    mark = edition.hexdigest()[:8]
    found = {name: f'{CALL}("{mark}",{texts.pop(name)[1:-1]});\n' for name in list(texts)}
    found[FIRST] = f'{CALL}("{mark}",{_dumped(["index", 0, first])[1:-1]});\n'
    return found


def _page_data(app: Sphinx, nav: Nav | None, docname: str, record: PageRecord) -> list[Any]:
    """Return what is shown of a page: address, title, path to it, method and places."""
    places = [list(place) for place in record.shown]
    uri = app.builder.get_target_uri(docname)
    return [uri, record.title, path_to(nav, docname), record.method, places]


def _boosts(app: Sphinx, docnames: list[str]) -> dict[int, float]:
    """Return the pages whose authors want them to be found earlier or later, by number."""
    found = {}
    for number, docname in enumerate(docnames):
        written = app.env.metadata.get(docname, {}).get("boost")
        try:
            boost = float(written) if written is not None else 1.0
        except (TypeError, ValueError):
            continue
        if boost != 1.0 and 0 < boost < float("inf"):
            found[number] = min(boost, 10.0)
    return found


def _dumped(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
