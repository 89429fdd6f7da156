"""The search outside a browser, for MCP servers: reads the index into SQLite's FTS5.

A browser ranks pages with ``theme/scripts/search``. Here the texts of the same index go into a
table in memory, which SQLite ranks by BM25 (https://sqlite.org/fts5.html).
"""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.ext.search.index import CALL, FIRST, FORMAT, mark_of
from sphinx_docsjson.ext.search.postings import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Set

MOST_READ: Final = 6
MOST_PLACES: Final = 4
EXCERPT: Final = 170
WEIGHTS: Final = "bm25(sections, 0, 0, 0, 20, 20, 6, 1)"
"""What words count in the columns: page, number, kind; title of the page, title, note, text."""

OWN_WEIGHTS: Final = "bm25(sections, 0, 0, 0, 0, 20, 6, 1)"
"""The same for a place of its page: all of them have words of the page's title."""

_WORD = re.compile(r"\w+")
_QUOTED = re.compile('["“”„«»「]([^"“”„«»「」]{2,})["“”„«»」]')
_UNSPACED = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])")
"""Letters of writing without spaces: each is a word of its own."""


class OtherIndex(ValueError):
    """There is no index, it is that of another release, or its files do not fit together."""


def data_of(text: str) -> tuple[str, Any]:
    """Return the edition and the data of a file of an index, which is a call in JavaScript.

    :raises ValueError: when it is not one.
    """
    start, end = f"{CALL}(", ");\n"
    if not text.startswith(start) or not text.endswith(end):
        raise OtherIndex("this is not a search index")
    told = text[len(start) : -len(end)].replace('["__proto__"]:', '"__proto__":')
    edition, data = read_json(f"[{told}]")
    return edition, data


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundPage:
    """A page that answers a query.

    :param shown: address, title, path to it, method and places, as the index has them.
    :param places: numbers of its best places.
    """

    page: int
    shown: list[Any]
    score: float
    places: tuple[int, ...]


@dataclass
class WrittenIndex:
    """An index, whose files are read when they are asked for.

    :param read: returns the text of a file of the index by its name, such as ``index.js``.
    :param text_of: returns the text of a place that the index has none of, by its page and number:
        a wheel has each text once.
    """

    read: Callable[[str], str]
    text_of: Callable[[list[Any], int], str] | None = None
    first: dict[str, Any] = field(init=False)
    _files: dict[str, Any] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Read the first file.

        :raises OtherIndex: when it is that of another release.
        :raises OSError: when there is none.
        """
        _edition, self.first = data_of(self.read(FIRST))
        if not isinstance(self.first, dict) or self.first.get("format") != FORMAT:
            raise OtherIndex("the search index was written by another release")

    @cached_property
    def _groups(self) -> list[tuple[str, int]]:
        """The group of each page, and its place in it."""
        sizes = zip(self.first["groups"], decode(self.first["sizes"]), strict=True)
        return [(group, at) for group, size in sizes for at in range(size)]

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._groups)

    def _file(self, name: str) -> Any:
        if name not in self._files:
            edition, data = data_of(self.read(f"{name}.js"))
            if edition != mark_of(name, self.first):
                raise OtherIndex("the search index was rewritten in between")
            self._files[name] = data
        return self._files[name]

    def page(self, page: int) -> list[Any]:
        """Return address, title, path to it, method and places of a page.

        :raises OtherIndex: when its file was written by another build.
        """
        group, at = self._groups[page]
        found: list[Any] = self._file(f"p{group}")[at]
        return found

    def place(self, page: int, number: int) -> tuple[str, int, str, int, str, str]:
        """Return anchor, kind, title, depth, note and text of a place of a page."""
        places = self.page(page)[4]
        anchor, kind, title, depth, note, text = places[number]
        if text:
            part, at = text
            text = self._file(f"p{self._groups[page][0]}-{part}")[at]
        elif self.text_of is not None:
            text = self.text_of(self.page(page), number)
        return anchor, kind, title, depth, note, text

    @cached_property
    def table(self) -> sqlite3.Connection:
        """The sections in a table in memory.

        :raises OtherIndex: when this SQLite has no FTS5, which Python's own has.
        """
        table = sqlite3.connect(":memory:", check_same_thread=False)
        try:
            table.execute(
                "CREATE VIRTUAL TABLE sections USING fts5(page UNINDEXED, number UNINDEXED, "
                "kind UNINDEXED, name, title, note, text, "
                "tokenize = 'porter unicode61 remove_diacritics 2')"
            )
        except sqlite3.OperationalError as error:
            raise OtherIndex(f"SQLite cannot search texts: {error}") from None
        table.executemany("INSERT INTO sections VALUES (?, ?, ?, ?, ?, ?, ?)", self._rows())
        return table

    def _rows(self) -> Iterator[tuple[int | str, ...]]:
        for page in range(self.pages):
            _address, name, _path, method, places = self.page(page)
            for number in range(len(places)):
                _anchor, kind, title, _depth, note, text = self.place(page, number)
                said = (name, title, f"{method} {note}", text)
                yield page, number, kind, *(_UNSPACED.sub(r" \1 ", each) for each in said)


def answer(
    index: WrittenIndex, query: str, *, kinds: Set[int] | None = None, most: int = MOST_READ
) -> list[FoundPage]:
    """Return the pages that answer a query, the best first.

    Places with the words themselves come before those with longer words. A page need not have all
    words: most questions contain some that the right page does not.

    :param kinds: the kinds of places that are wanted (:class:`FragmentKind`); all of them where it
        is omitted.
    :param most: how many pages are returned.
    :raises OtherIndex: when the index is written again in between.
    """
    quoted = map(_words, _QUOTED.findall(query))
    phrases = [f'"{" ".join(phrase)}"' for phrase in quoted if phrase]
    asked = _words(_QUOTED.sub(" ", query))
    stopped = set(index.first["stopped"].split())
    telling = [word for word in asked if word.lower() not in stopped] or asked
    words = [f'"{word}"' for word in dict.fromkeys(telling)]
    tries = [" AND ".join([*phrases, *words])] if phrases else [" OR ".join(words)]
    if not phrases:
        tries.append(" OR ".join(f"{word}*" for word in words if len(word) > 4))
    found: dict[int, FoundPage] = {}
    for number, wanted in enumerate(filter(None, tries)):
        rows = index.table.execute(
            f"SELECT page, number, kind, {WEIGHTS} AS worth, {OWN_WEIGHTS} FROM sections "
            "WHERE sections MATCH ? ORDER BY worth LIMIT 400",
            [wanted],
        )
        best: dict[int, tuple[float, list[tuple[float, int]]]] = {}
        for page, place, kind, worth, own in rows:
            if page not in found and (kinds is None or kind in kinds):
                boost = index.first["boosts"].get(str(page), 1) / 10**number
                places = best.setdefault(page, (-worth * boost, []))[1]
                places += [(own, place)] if own or not place else []
        for page, (score, own_places) in sorted(best.items(), key=lambda item: -item[1][0]):
            shown = index.page(page)
            numbers = tuple(place for _own, place in sorted(own_places)[:MOST_PLACES])
            found[page] = FoundPage(page=page, shown=shown, score=score, places=numbers)
    return list(found.values())[:most]


def _words(text: str) -> list[str]:
    return _WORD.findall(_UNSPACED.sub(r" \1 ", text).replace("_", " "))


def excerpt_of(text: str, query: str) -> str:
    """Return the part of a text around the first word of a query that it has."""
    lowered = text.lower()
    places = (lowered.find(word.lower()) for word in _words(query) if len(word) > 2)
    at = max(0, min((place for place in places if place >= 0), default=0) - 30)
    start = text.find(" ", at) + 1 if at else 0
    end = start + EXCERPT
    if end < len(text):
        end = max(text.rfind(" ", start, end), start + EXCERPT // 2)
    return f"{'… ' if start else ''}{text[start:end]}{' …' if end < len(text) else ''}"
