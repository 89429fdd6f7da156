"""The index of a site: what each of its pages is, collected and written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.build import build_of
from sphinx_docsjson.compat.html_builder import searchindex_file
from sphinx_docsjson.compat.search_languages import stop_words
from sphinx_docsjson.search.facets import (
    Facets,
    page_boost,
    page_facets,
    path_to,
    suggested_pages,
)
from sphinx_docsjson.search.index_texts import IndexedPage, index_texts
from sphinx_docsjson.search.kept_records import kept_records
from sphinx_docsjson.search.search_settings import writes_index
from sphinx_docsjson.search.words import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx

    from sphinx_docsjson.search.records import PageRecord

FOLDER = "_static/search"


def write_index(app: Sphinx, failure: Exception | None) -> None:
    """Write the index of all pages, and remove what an earlier build wrote in its place."""
    if failure is not None or not writes_index(app):
        return
    files = index_files(app, kept_records(app))
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
    pages = [
        IndexedPage(
            record=record,
            uri=app.builder.get_target_uri(docname),
            path=path_to(nav, docname),
            combination=facets.number(page_facets(nav, docname)),
            boost=page_boost(nav, docname, app.env.metadata.get(docname, {}).get("boost")),
        )
        for docname, record in records.items()
    ]
    numbers = {docname: number for number, docname in enumerate(records)}
    languages = {app.config.language or "en", *facets.labels[2]}
    return index_texts(
        pages,
        facets=facets.as_data(),
        suggested=[numbers[name] for name in suggested_pages(app, list(records))],
        languages=languages,
        stopped={fold(word) for code in {"en", *languages} for word in stop_words(code)},
    )
