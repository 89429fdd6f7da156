"""The records of pages, kept from build to build: each is made where its page is written.

A build that writes some pages in other processes, or writes only what changed, finds the records
of the others here.
"""

from __future__ import annotations

import pickle
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.search.found_places import places_of
from sphinx_docsjson.search.records import PageRecord, page_record, with_words_once
from sphinx_docsjson.search.search_settings import writes_index

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "docsjson-search"
FORMAT = 4
"""What a record of another number was made of is unknown."""


def keep_record(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Keep what the search finds a page by that is about to be written."""
    if not isinstance(doctree, nodes.document) or not writes_index(app):
        return
    path = _path(app, pagename)
    if is_left_out(app, pagename):
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps((FORMAT, _record(app, pagename, doctree))))


def kept_records(app: Sphinx) -> dict[str, PageRecord]:
    """Return the records of all pages that the search finds, in the order of their names."""
    found = {}
    for docname in sorted(app.env.found_docs):
        if not is_left_out(app, docname):
            found[docname] = _kept(app, docname)
    return found


def is_left_out(app: Sphinx, docname: str) -> bool:
    """Whether no search finds a page: its author says so, or it is not announced elsewhere."""
    metadata = app.env.metadata.get(docname, {})
    return "nosearch" in metadata or "no-search" in metadata


def _kept(app: Sphinx, docname: str) -> PageRecord:
    """Return the record of a page; it is made again where an earlier release kept another one."""
    try:
        version, record = pickle.loads(_path(app, docname).read_bytes())
    except (OSError, ValueError, TypeError, EOFError, AttributeError, pickle.UnpicklingError):
        version, record = 0, None
    if version == FORMAT and isinstance(record, PageRecord):
        return with_words_once(record)
    return _record(app, docname, app.env.get_and_resolve_doctree(docname, app.builder))


def _record(app: Sphinx, docname: str, doctree: nodes.document) -> PageRecord:
    metadata = app.env.metadata.get(docname, {})
    heading = app.env.titles.get(docname)
    words = heading.astext() if heading is not None else ""
    title = str(metadata.get("title") or ("" if words == "<no title>" else words))
    places, method = places_of(doctree, " ".join(title.split()))
    keywords, label = _listed(metadata.get("keywords")), metadata.get("sidebartitle") or ""
    places[0].names += f" {keywords} {label} {docname.rpartition('/')[2]}"
    return page_record(places[0].title or docname, method, places)


def _listed(value: Any) -> str:
    """Return the keywords of a page as words; MyST keeps a list as JSON."""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")


def _path(app: Sphinx, docname: str) -> Path:
    """Return where a record is kept; the name of a document may be too long for one of a file."""
    name = sha256(docname.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return Path(app.doctreedir) / FOLDER / app.builder.name / f"{name}.pickle"
