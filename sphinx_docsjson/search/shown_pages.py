"""A page → the files that a browser loads to show it. Pure.

A page that has been found is shown by a few of its places. The texts of a long page stand in files
of their own, so that only those are loaded that are shown: ``theme/scripts/search/decode.js``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.search.records import PageRecord

LONG_PAGE: Final = 2_000
"""A page with more characters of text than this has its texts in further files."""

PART_SIZE: Final = 2_500
"""So many characters are in one of them, unless one place has more."""


def page_files(record: PageRecord, uri: str, path: list[str]) -> Iterator[list[Any]]:
    """Yield the data of each file of a page: address, title, path, method and places; then texts.

    In place of the text of a place stands the number of the file that has it.
    """
    places: list[list[Any]] = [list(place) for place in record.shown]
    parts: list[list[str]] = []
    if sum(len(place[-1]) for place in places) > LONG_PAGE:
        size = PART_SIZE
        for place in places:
            text = place[-1]
            if not text:
                continue
            if not parts or size + len(text) > PART_SIZE:
                parts.append([])
                size = 0
            size += len(text)
            parts[-1].append(text)
            place[-1] = len(parts)
    yield [uri, record.title, path, record.method, places]
    yield from parts
