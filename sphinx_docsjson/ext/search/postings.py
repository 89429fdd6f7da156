"""The postings of the index: the weight of a word in a place, and their files. Pure."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sphinx_docsjson.ext.search.records import FragmentKind
from sphinx_docsjson.ext.search.words import backwards, is_paired

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

    from sphinx_docsjson.ext.search.records import FragmentTokens, PageRecord


# Postings → the texts of files that a browser loads one by one. Pure.
#
# ``theme/scripts/search/decode.js`` reads them. A number is written in digits of five bits, the
# last one without the sixth bit, each as one character of :data:`DIGITS`.

DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

SHARD_SIZE: Final = 12_000
"""How many characters of postings are in one file, unless one word has more."""

SHORTEST_ENDING: Final = 5

MOST_LETTERS: Final = 3
MOST_FILES: Final = 2
"""How many files are read for what one letter may become, or two or three: as scripts expect."""


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


def decode(text: str) -> list[int]:
    """Return the numbers that were written as *text*."""
    found, number, shift = [], 0, 0
    for value in map(DIGITS.index, text):
        number += (value & 31) << shift
        shift += 5
        if value < 32:
            found.append(number)
            number = shift = 0
    return found


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


def make_endings(words: Iterable[str]) -> list[Shard]:
    """Return the files of the words in the order of their last letters.

    Each has the endings that make it a word: ``gnudnibrevknabnetad`` has ``en`` and nothing. What
    a word ends with begins in these files, as what it begins with does in those of postings.
    """
    endings: dict[str, str] = {}
    for word in words:
        if word.isalpha() and len(word) >= SHORTEST_ENDING and not is_paired(word):
            reverse, ending = backwards(word)
            endings[reverse] = f"{endings[reverse]},{ending}" if reverse in endings else ending
    return list(_shards(endings))


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

    Files with the most frequent words of the places come first.
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


# How much each word says about each place: the postings of the index. Pure.
#
# What a browser would have to compute from the lengths of all texts is computed here, and written
# as one small number for each place: BM25 for the text of a place, more for its title, and more
# the shorter the title is.

STEPS: Final = 4
"""How many steps of an impact are a whole."""

HIGHEST: Final = 63

TITLES: Final = {
    FragmentKind.PAGE: 7.0,
    FragmentKind.SECTION: 4.5,
    FragmentKind.OPERATION: 9.0,
    FragmentKind.FIELD: 4.0,
    FragmentKind.OBJECT: 6.0,
    FragmentKind.PART: 4.0,
}

SATURATION: Final = 1.2
"""BM25's k₁."""

SHORTEST: Final = 0.7
"""A text that is shorter than this share of others says no more by it."""

COMMON_SHARE: Final = 0.3
FEWEST_COMMON: Final = 60
FEWEST_STOPPED: Final = 10
TELLING: Final = 2.3 * STEPS
"""What no text reaches: of a word that is nearly everywhere only titles are kept."""

Postings = dict[str, list[tuple[int, int]]]
"""Word → places and impacts, in the order of the places."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Impacts:
    """The postings, and the words that are nearly everywhere with the number of their places.

    Words without meaning of their own, such as ``the``, are among them where they are many.
    """

    postings: Postings
    common: dict[str, int]
    places: int


def impacts_of(pages: Sequence[PageRecord], *, stopped: Set[str] = frozenset()) -> Impacts:
    """Return the postings of all pages; places are numbered in the order of the pages.

    :param stopped: words that say nothing alone.
    """
    places = sum(len(page.shown) for page in pages)
    average = _average_length(pages)
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    each = (
        (FragmentKind(shown[1]), words)
        for page in pages
        for shown, words in zip(page.shown, page.words, strict=True)
    )
    for number, (kind, words) in enumerate(each):
        # Many words weigh the same in a place: they share a pair, which would take most of the
        # memory.
        impacts = _place_impacts(kind, words, average)
        pairs = {impact: (number, impact) for impact in {*impacts.values()}}
        for word, impact in impacts.items():
            found[word].append(pairs[impact])
    common = {}
    most = max(FEWEST_COMMON, COMMON_SHARE * places)
    for word, postings in found.items():
        if len(postings) > (FEWEST_STOPPED if word in stopped else most):
            common[word] = len(postings)
            found[word] = [(place, impact) for place, impact in postings if impact > TELLING]
    return Impacts(
        postings=dict(sorted(found.items())),
        common=dict(sorted(common.items())),
        places=places,
    )


def _average_length(pages: Sequence[PageRecord]) -> float:
    """Return how many words a place has that is not a field, for fields are short."""
    lengths = [
        length
        for page in pages
        for shown, length in zip(page.shown, page.lengths, strict=True)
        if shown[1] != FragmentKind.FIELD
    ]
    return max(1.0, sum(lengths) / max(1, len(lengths)))


def _place_impacts(kind: FragmentKind, words: FragmentTokens, average: float) -> dict[str, int]:
    """Return the impact of each word of a place, in whole steps."""
    spread = SATURATION * (0.25 + 0.75 * max(SHORTEST, words.length / average))
    saturated = {
        count: count * (SATURATION + 1) / (count + spread) for count in {*words.body.values()}
    }
    stepped = {count: _steps(impact) for count, impact in saturated.items()}
    found = {word: stepped[count] for word, count in words.body.items()}
    for word, number in words.title.items():
        more = TITLES[kind] / (0.4 + 0.6 * number)
        found[word] = _steps(saturated.get(words.body.get(word, 0), 0) + more)
    return found


def _steps(impact: float) -> int:
    return min(HIGHEST, max(1, round(impact * STEPS)))
