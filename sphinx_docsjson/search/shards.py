"""Postings → the texts of files that a browser loads one by one. Pure.

``theme/scripts/search/decode.js`` reads them. A number is written in digits of five bits, the last
one without the sixth bit, each as one character of :data:`DIGITS`.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sphinx_docsjson.search.impacts import Postings

DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

SHARD_SIZE: Final = 3_000
"""So many characters of postings are in one file, unless one word has more."""

SHORTEST_GAPPED: Final = 5
LONGEST_GAPPED: Final = 20

MOST_LETTERS: Final = 3
MOST_FILES: Final = 2
"""So many files are read for what one letter may become, or two or three: as scripts expect."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shard:
    """Words that follow each other in the vocabulary."""

    first: str
    text: str


def encode(number: int) -> str:
    """Return a number that is not negative as text."""
    text = ""
    while number > 31:
        text += DIGITS[32 + (number & 31)]
        number >>= 5
    return text + DIGITS[number]


def encode_postings(postings: Iterable[tuple[int, int]]) -> str:
    """Return places, each as its distance from the one before, with their impacts."""
    parts = []
    before = 0
    for place, impact in postings:
        parts.append(encode(place - before) + DIGITS[impact])
        before = place
    return "".join(parts)


def make_shards(postings: Postings) -> list[Shard]:
    """Return the files of all postings; words are in the order of their code points."""
    return list(_shards(_encoded(postings)))


def one_shard(postings: Postings) -> str:
    """Return the text of one file that has all postings."""
    return "|".join(shard.text for shard in _shards(_encoded(postings), math.inf))


def make_gaps(words: Iterable[str]) -> list[Shard]:
    """Return the files of what words are without one of their first letters.

    Each has the places and the letters that make it a word: ``edirect`` has ``0r``. Who slips at
    the beginning of a word would look for it in other files of postings.
    """
    gaps: dict[str, str] = {}
    for word in words:
        if word.isalpha() and SHORTEST_GAPPED <= len(word) <= LONGEST_GAPPED:
            for at in range(MOST_LETTERS):
                rest = word[:at] + word[at + 1 :]
                gaps[rest] = gaps.get(rest, "") + str(at) + word[at]
    return list(_shards(gaps))


def _encoded(postings: Postings) -> dict[str, str]:
    return {word: encode_postings(places) for word, places in postings.items()}


def _shards(entered: Mapping[str, str], most: float = SHARD_SIZE) -> Iterator[Shard]:
    first, size, before = "", 0, ""
    entries: list[str] = []
    for word in sorted(entered, key=_order_of(entered)):
        entry = entered[word]
        if entries and size + len(entry) > most:
            yield Shard(first=first, text="|".join(entries))
            entries, size, before = [], 0, ""
        if not entries:
            first = word
        shared = _shared(before, word)
        entries.append(f"{DIGITS[shared]}{word[shared:]} {entry}")
        size += len(entries[-1])
        before = word
    if entries:
        yield Shard(first=first, text="|".join(entries))


def _shared(before: str, word: str) -> int:
    """Return how many characters two words begin with, as scripts count them, 31 at most."""
    if not word.isascii() and max(word) > "\uffff":
        return 0
    limit = min(31, len(before), len(word))
    at = 0
    while at < limit and before[at] == word[at]:
        at += 1
    return at


def _order_of(words: Iterable[str]) -> Callable[[str], bytes] | None:
    """Return the key for the order in which scripts compare texts, where ours is another one."""
    return _as_scripts_sort if max("".join(words), default="") > "\uffff" else None


def _as_scripts_sort(word: str) -> bytes:
    """Return the UTF-16 of a word."""
    return word.encode("utf-16-be", "surrogatepass")


def completions(postings: Postings, shards: list[Shard]) -> dict[str, list[int]]:
    """Return where the first letters of a word are completed, where too many files hold words.

    The files come first that have the words which say most of the places that they stand in.
    """
    key = _order_of(postings) or str
    starts = [key(shard.first) for shard in shards]
    ranked = sorted(
        (-sum(impact * impact for _place, impact in places), bisect_right(starts, key(word)), word)
        for word, places in postings.items()
    )
    found: dict[str, dict[int, None]] = {}
    for _weight, after, word in ranked:
        for length in range(1, min(MOST_LETTERS, len(word) - 1) + 1):
            found.setdefault(word[:length], {})[max(0, after - 1)] = None
    return {
        prefix: list(numbers)[:MOST_FILES]
        for prefix, numbers in sorted(found.items())
        if len(numbers) > MOST_FILES
    }
