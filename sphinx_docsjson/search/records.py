"""What the search knows of a page: its places, each with an anchor, a title and a text. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from sys import intern

from sphinx_docsjson.search.words import count_words, title_words


class PlaceKind(IntEnum):
    """What a reader is led to; scripts know the numbers."""

    PAGE = 0
    SECTION = 1
    OPERATION = 2
    FIELD = 3
    OBJECT = 4
    PART = 5


@dataclass(kw_only=True, slots=True)
class FoundPlace:
    """A page, a section, a field, a described object, or a part that opens.

    :param depth: how deep its section is nested; a page has 0.
    :param note: what is shown beside the title: the type of a field, the kind of an object.
    :param names: further words that stand for the place, such as its full name.
    """

    anchor: str
    kind: PlaceKind
    title: str
    depth: int = 0
    note: str = ""
    names: str = ""
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All that stands in the place and in no place inside it."""
        return " ".join(" ".join(self.texts).split())


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceWords:
    """The words of a place.

    :param title: each with the number of words that it shares the title with.
    """

    title: dict[str, int]
    names: tuple[str, ...]
    body: dict[str, int]
    length: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PageRecord:
    """What is kept of a page from build to build.

    :param shown: anchor, kind, title, depth, note and text of each place, as browsers get them.
    :param words: the words of each place.
    :param method: the method of the operation that the page describes, or nothing.
    """

    title: str
    method: str
    shown: tuple[tuple[str, int, str, int, str, str], ...]
    words: tuple[PlaceWords, ...]


LONGEST_TEXT = 5_000
"""So many characters of a place are kept to show them; words of the rest are found as well."""


def page_record(name: str, method: str, places: list[FoundPlace]) -> PageRecord:
    """Return what is kept of the page that is called *name*."""
    shown = []
    words = []
    for place in places:
        text = place.text
        kept = text[:LONGEST_TEXT]
        shown.append((place.anchor, int(place.kind), place.title, place.depth, place.note, kept))
        body: Counter[str] = Counter()
        length = count_words(text, body)
        names: Counter[str] = Counter()
        count_words(place.names, names)
        words.append(
            PlaceWords(
                title=title_words(place.title),
                names=tuple(names),
                body=dict(body),
                length=length,
            )
        )
    return PageRecord(title=name, method=method, shown=tuple(shown), words=tuple(words))


def with_words_once(record: PageRecord) -> PageRecord:
    """Return a record that was read from a file, with the words that other pages have as well.

    A word of a thousand pages would stand in memory a thousand times.
    """
    for place in record.words:
        body = [(intern(word), count) for word, count in place.body.items()]
        place.body.clear()
        place.body.update(body)
    return record
