"""A query and the files of a written index → the pages that answer it, the best first. Pure.

It is what ``theme/scripts/search`` does in a browser, function by function: words of a query
(``words.js``), the files (``decode.js``), what a typed word may mean (``alike.js``), where it
stands (``finding.js``) and the order of the pages (``ranking.js``). A test asks both the same.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from sphinx_docsjson.base.messages import read_json, words
from sphinx_docsjson.search.index import CALL, FIRST, FORMAT, mark_of
from sphinx_docsjson.search.postings import DIGITS
from sphinx_docsjson.search.words import (
    chunks_of,
    fold,
    humps_of,
    is_paired,
    pairs_of,
    runs_of,
    wholes_of,
    words_of_piece,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence, Set


# What was typed → the words of the index: ``words.js``.

LONGEST_QUERY: Final = 250
MOST_PIECES: Final = 12
MOST_PARTS: Final = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class WantedPiece:
    """A piece of a query.

    :param ways: each is a list of words that have to stand together; the first is the best.
    :param is_open: whether it may be the beginning of a word.
    :param wholes: how many of the ways are the piece as a whole.
    """

    ways: list[list[str]]
    is_open: bool
    wholes: int


def wanted_of(query: str) -> list[WantedPiece]:
    """Return the pieces of a query."""
    chunks = chunks_of(query[:LONGEST_QUERY])[:MOST_PIECES]
    found = []
    for number, chunk in enumerate(chunks):
        runs, wholes = runs_of(chunk), wholes_of(chunk)
        ways = [[whole] for whole in wholes]
        ways.append([word for run in runs for word in words_of_piece(run)])
        if any(map(humps_of, runs)):
            parts = (part for run in runs for part in humps_of(run) or [run])
            ways.append([word for part in parts for word in words_of_piece(part)])
        is_open = number == len(chunks) - 1 and query.rstrip().endswith(chunk)
        cut = [way[:MOST_PARTS] for way in ways]
        found.append(WantedPiece(ways=cut, is_open=is_open, wholes=len(wholes)))
    return found


# The files of an index: ``decode.js`` and ``loading.js``.

_VALUES = {digit: number for number, digit in enumerate(DIGITS)}

PostingList = list[tuple[int, int]]
"""Places and impacts."""


class OtherIndex(ValueError):
    """There is no index, it is that of another release, or its files do not fit together."""


def data_of(text: str) -> tuple[str, Any]:
    """Return the edition and the data of a file of an index, which is a call in JavaScript.

    :raises ValueError: when it is none.
    """
    start, end = f"{CALL}(", ");\n"
    if not text.startswith(start) or not text.endswith(end):
        raise OtherIndex("this is no file of a search index")
    told = text[len(start) : -len(end)].replace('["__proto__"]:', '"__proto__":')
    edition, _kind, _number, data = read_json(f"[{told}]")
    return edition, data


def numbers_of(text: str) -> Iterator[int]:
    """Yield the numbers of a text."""
    number = shift = 0
    for character in text:
        digit = _VALUES[character]
        number += (digit & 31) << shift
        shift += 5
        if digit < 32:
            yield number
            number = shift = 0


def postings_of(text: str) -> PostingList:
    """Return the places of a word, as the index has them."""
    found = []
    place = shift = at = 0
    while at < len(text):
        digit = _VALUES[text[at]]
        at += 1
        place += (digit & 31) << shift
        shift += 5
        if digit < 32:
            found.append((place, _VALUES[text[at]]))
            at += 1
            shift = 0
    return found


def entries_of(text: str) -> dict[str, str]:
    """Return the words of a file, each with what stands beside it."""
    words: dict[str, str] = {}
    before = ""
    for entry in text.split("|") if text else ():
        word, _, rest = entry.partition(" ")
        before = before[: _VALUES[word[0]]] + word[1:]
        words[before] = rest
    return words


def part_of(word: str, firsts: Sequence[bytes]) -> int:
    """Return the number of the file that a word is in, if it is anywhere."""
    return max(0, bisect_right(firsts, _order(word)) - 1)


def _order(word: str) -> bytes:
    """Return a key for the order in which scripts compare texts."""
    return word.encode("utf-16-be", "surrogatepass")


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
    def stopped(self) -> frozenset[str]:
        """The words that say nothing alone."""
        return frozenset(self.first["stopped"].split(" "))

    @cached_property
    def common(self) -> dict[str, int]:
        """The words that stand nearly everywhere, with the number of their places."""
        found: dict[str, int] = self.first["common"]
        return found

    @cached_property
    def starts(self) -> list[int]:
        """The number of the first place of each page, and of the one after the last."""
        return [0, *accumulate(numbers_of(self.first["counts"]))]

    @cached_property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self.starts) - 1

    @cached_property
    def _shards(self) -> list[bytes]:
        return [_order(word) for word in self.first["shards"]]

    @cached_property
    def _gaps(self) -> list[bytes]:
        return [_order(word) for word in self.first["gaps"]]

    def page_of(self, place: int) -> int:
        """Return the number of the page that a place is in."""
        return bisect_right(self.starts, place) - 1

    def file(self, name: str) -> Any:
        """Return the data of a file.

        :raises OtherIndex: when it was written by another build.
        """
        if name not in self._files:
            edition, data = data_of(self.read(f"{name}.js"))
            if edition != mark_of(name, self.first["marks"]):
                raise OtherIndex("the search index was written anew in between")
            self._files[name] = data if name[0] == "p" else entries_of(data)
        return self._files[name]

    def page(self, page: int) -> list[Any]:
        """Return address, title, path to it, method and places of a page."""
        found: list[Any] = self.file(f"p{page}")
        return found

    def place(self, page: int, number: int) -> tuple[str, int, str, int, str, str]:
        """Return anchor, kind, title, depth, note and text of a place of a page."""
        places = self.page(page)[4]
        anchor, kind, title, depth, note, text = places[number]
        if not isinstance(text, str):
            before = sum(one[5] == text for one in places[:number])
            text = self.file(f"p{page}-{text}")[before]
        elif not text and self.text_of is not None:
            text = self.text_of(self.page(page), number)
        return anchor, kind, title, depth, note, text

    def shard(self, number: int) -> dict[str, str]:
        """Return the words of a file with their postings."""
        found: dict[str, str] = self.file(f"t{number}")
        return found

    def titles_of_common(self) -> dict[str, str]:
        """Return the words that stand nearly everywhere with the titles that have them."""
        found: dict[str, str] = self.file("common")
        return found

    def shard_of(self, word: str) -> int:
        """Return the number of the file that a word is in, if it is anywhere."""
        return part_of(word, self._shards)

    def shards_of(self, prefix: str) -> list[int]:
        """Return the files of all words that begin alike."""
        if not self._shards:
            return []
        last = bisect_right(self._shards, _order(prefix) + b"\xff\xff") - 1
        return list(range(self.shard_of(prefix), max(0, last) + 1))

    def gaps(self, rest: str) -> dict[str, str]:
        """Return words that lack a letter near their beginning, among them *rest*."""
        found: dict[str, str] = self.file(f"g{part_of(rest, self._gaps)}") if self._gaps else {}
        return found


# The words of the index that a typed word may mean: ``alike.js``.

MOST_SHARDS: Final = 2
MOST_ALIKE: Final = 32
MOST_COMPLETED: Final = 8
MOST_SLIPS: Final = 8
MORE_OFTEN: Final = 3
ENDINGS: Final = words(
    "s e d es ed er ers ie ing ings ion ions ation ations ly y ies ied ment ments able en n em "
    "ern ung ungen te ten t st"
) | {""}

Alike = dict[str, tuple[float, str]]
"""Words of the index with how much they count as the one that was typed, and their postings."""


def edits(one: str, other: str, limit: int) -> int:
    """Return the number of edits between two words, up to a limit."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        following = [i]
        for j, known in enumerate(other, 1):
            best = min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (letter != known))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == known:
                best = min(best, before[j - 2] + 1)
            following.append(best)
        if min(following) > limit:
            return limit + 1
        before, row = row, following
    return row[-1]


def are_forms(one: str, other: str) -> bool:
    """Whether two words are forms of one."""
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return shared >= 4 and one[shared:] in ENDINGS and other[shared:] in ENDINGS


def weight_of(typed: str, known: str, is_open: bool) -> float:
    """Return how much a word of the index counts, when another one was typed."""
    if known == typed:
        return 1
    is_marked = not typed.isalnum()
    if are_forms(typed, known):
        return 0 if is_marked else 0.75
    if not known.startswith(typed):
        return 0
    share = math.sqrt(len(typed) / len(known))
    if len(typed) == 1 and not is_paired(typed):
        return 0.35 * share if is_open else 0
    if is_open or is_marked:
        return 0.8 * share
    return 0.5 * share if len(typed) > 2 else 0


def _limit_for(typed: str) -> int:
    return 0 if len(typed) < 4 else 1 if len(typed) < 8 else 2


def _shards_of_slips(index: WrittenIndex, typed: str) -> list[int]:
    """Return the files that a word with a slip near its beginning may be in."""
    found = dict.fromkeys(index.shards_of(typed[:3])[:MOST_SHARDS])
    for at in range(min(4, len(typed) - 1)):
        found[index.shard_of(typed[:at] + typed[at + 1] + typed[at] + typed[at + 2 :])] = None
        found[index.shard_of(typed[:at] + typed[at + 1 :])] = None
        if len(found) > 4:
            break
    return list(found)


def _forms_of(index: WrittenIndex, typed: str, is_open: bool) -> Alike:
    """Return the words that a typed word is, begins, or is another form of."""
    found: Alike = {}
    completions = index.first["completions"].get(typed) if is_open else None
    stem = typed[: max(4, len(typed) - 4)] if len(typed) > 4 else typed
    ranges = (index.shards_of(prefix) for prefix in (stem, typed))
    near = next((each for each in ranges if len(each) <= MOST_SHARDS), [index.shard_of(typed)])
    for shard in dict.fromkeys((*near, *(completions or ()))):
        for known, postings in index.shard(shard).items():
            weight = weight_of(typed, known, is_open)
            if weight and (known == typed or known not in index.stopped):
                found[known] = (weight, postings)
    if completions is not None:
        _leave_telling(found)
    return found


def _leave_telling(found: Alike) -> None:
    """Of the many words that a few letters may become, leave those that say most."""
    told = [
        (sum(impact * impact for _place, impact in postings_of(postings)), known)
        for known, (weight, postings) in found.items()
        if weight < 1
    ]
    told.sort(key=lambda pair: -pair[0])
    for _sum, known in told[MOST_COMPLETED:]:
        del found[known]


def alike(index: WrittenIndex, typed: str, is_open: bool) -> Alike:
    """Return the words of the index that a typed word may mean."""
    if not index.first["shards"]:
        return {}
    found = _forms_of(index, typed, is_open)
    if any(known.startswith(typed) for known in found):
        _mix_slips(index, typed, found)
        return _strongest(found)
    bare = re.sub("([aou])e", r"\1", typed)
    if bare != typed:
        for known, (weight, postings) in _forms_of(index, bare, is_open).items():
            found.setdefault(known, (0.9 * weight, postings))
    if not any(known.startswith(bare) for known in found):
        _add_slips(index, typed, found)
    return _strongest(found)


def _words_of(index: WrittenIndex, shards: Iterable[int]) -> Iterator[tuple[str, str]]:
    for shard in shards:
        yield from index.shard(shard).items()


def _add_slips(index: WrittenIndex, typed: str, found: Alike) -> None:
    limit = _limit_for(typed)
    if not limit:
        return
    nearest = limit
    near = []
    for known, postings in _words_of(index, _shards_of_slips(index, typed)):
        distance = edits(typed, known, nearest) if len(known) > 3 else limit + 1
        if distance <= limit and known not in found:
            near.append((distance, known, postings))
            nearest = min(nearest, distance)
    for distance, known, postings in near:
        if distance == nearest:
            found[known] = (0.8 if distance == 1 else 0.5, postings)
    if nearest > 1 or not near:
        _add_other_beginnings(index, typed, found)


def _mix_slips(index: WrittenIndex, typed: str, found: Alike) -> None:
    """Add what a word may be a slip of that stands in few places, where another has many more."""
    there = sum(len(postings_of(postings)) for _weight, postings in found.values())
    limit = min(1, _limit_for(typed))
    if not limit or there > MOST_SLIPS or not typed.isalpha() or is_paired(typed):
        return
    for known, postings in _words_of(index, _shards_of_slips(index, typed)):
        if len(known) < 4 or known in found or edits(typed, known, limit) > limit:
            continue
        if index.common.get(known, len(postings_of(postings))) >= MORE_OFTEN * there:
            found[known] = (0.5, postings)


def _add_other_beginnings(index: WrittenIndex, typed: str, found: Alike) -> None:
    """Add the words that have one more letter at the beginning, or another one."""
    rests = (typed, *(typed[:at] + typed[at + 1 :] for at in range(3)))
    for rest in dict.fromkeys(each for each in rests if len(each) > 3):
        for known, lacking in index.gaps(rest).items():
            if known != rest and not are_forms(rest, known):
                continue
            for at, letter in zip(lacking[::2], lacking[1::2], strict=True):
                word = known[: int(at)] + letter + known[int(at) :]
                postings = index.shard(index.shard_of(word)).get(word)
                if postings:
                    found[word] = (0.8 if known == rest else 0.6, postings)


def _strongest(found: Alike) -> Alike:
    if len(found) <= MOST_ALIKE:
        return found
    ranked = sorted(found.items(), key=lambda item: (-item[1][0], -len(item[1][1])))
    return dict(ranked[:MOST_ALIKE])


# A piece of a query → the places that have it, and how much it says of each: ``finding.js``.

ALONE: Final = 0.8
IN_PARTS: Final = 0.5
BESIDE: Final = 0.8


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundPiece:
    """How much one piece of a query says of each place."""

    places: dict[int, float]
    rarity: float
    words: Set[str]


def _rarity_of(index: WrittenIndex, count: int) -> float:
    places = index.first["places"]
    return math.log(1 + (places - min(places, count) + 0.5) / (count + 0.5))


def _find_word(index: WrittenIndex, word: str, is_open: bool) -> FoundPiece:
    words = alike(index, word, is_open)
    read = {known: postings_of(postings) for known, (_weight, postings) in words.items()}
    count = sum(
        index.common.get(known, len(read[known]))
        for known, (weight, _postings) in words.items()
        if weight > 0.5
    )
    rarity = _rarity_of(index, count)
    places: dict[int, float] = {}
    for known, (weight, _postings) in words.items():
        for place, impact in read[known]:
            score = weight * impact * rarity
            if score > places.get(place, 0):
                places[place] = score
    return FoundPiece(places=places, rarity=rarity, words=words.keys())


def _find_ways(index: WrittenIndex, wanted: WantedPiece, is_alone: bool) -> list[list[FoundPiece]]:
    """Find a piece of a query in each way.

    An address or a dotted name that begins others is not sought in parts as well.
    """

    def find(way: list[str]) -> list[FoundPiece]:
        last = len(way) - 1
        found = []
        for at, word in enumerate(way):
            says = len(word) > 2 or is_paired(word) or (is_alone and not at)
            found.append(_find_word(index, word, wanted.is_open and at == last and says))
        return found

    if not wanted.is_open or wanted.wholes != 1:
        return [find(way) for way in wanted.ways]
    whole = wanted.ways[0][0]
    first = find([whole])
    known = first[0].words
    if whole not in known and any(word.startswith(whole) for word in known):
        return [first]
    return [first, *(find(way) for way in wanted.ways[1:])]


def _find_piece(index: WrittenIndex, wanted: WantedPiece, is_alone: bool) -> FoundPiece:
    """Find a piece of a query; its parts have to stand together."""
    places: dict[int, float] = {}
    words: set[str] = set()
    rarity = 0.0
    found = _find_ways(index, wanted, is_alone)
    is_known = wanted.wholes > 0 and wanted.ways[0][0] in found[0][0].words
    for number, parts in enumerate(found):
        counts: dict[int, int] = {}
        sums: dict[int, float] = {}
        for part in parts:
            words |= part.words
            for place, score in part.places.items():
                counts[place] = counts.get(place, 0) + 1
                sums[place] = sums.get(place, 0) + score
        worth = 1 if not number else IN_PARTS if is_known and number >= wanted.wholes else ALONE
        for place, total in sums.items():
            share = counts[place] / len(parts)
            if len(parts) > 1 and share < 0.6:
                continue
            score = (worth * total * share * share) / math.sqrt(len(parts))
            if score > places.get(place, 0):
                places[place] = score
        rarity = max(rarity, *(part.rarity for part in parts), 0)
    return FoundPiece(places=places, rarity=rarity, words=words)


def _find_beside(index: WrittenIndex, words: list[str]) -> list[FoundPiece]:
    """Return what words that stand nearly everywhere say beside others: where they are titles."""
    known = index.titles_of_common() if words else {}
    found = []
    for word in words:
        rarity = _rarity_of(index, index.common.get(word, 0))
        there = postings_of(known.get(word, ""))
        places = {place: BESIDE * impact * rarity for place, impact in there}
        found.append(FoundPiece(places=places, rarity=0, words={word}))
    return found


# The pages that answer a query, each with its best places: ``ranking.js``.

MOST_READ: Final = 6
MOST_PLACES: Final = 4
FURTHER: Final = 0.05
CONTEXT: Final = 0.5
POWER: Final = 1.5
FIELD: Final = 3
REPEATED: Final = 0.1

_QUOTED = re.compile('["“”„«»「]([^"“”„«»「」]{2,})["“”„«»」]')


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


def _scores(
    index: WrittenIndex, pieces: list[FoundPiece], beside: list[FoundPiece]
) -> list[tuple[int, float, list[tuple[int, float]]]]:
    """Return the number and the score of each page, and those of its places."""
    whole_rarity = sum(piece.rarity for piece in pieces) or 1
    pages: dict[int, dict[int, tuple[float, float]]] = {}
    whole: dict[int, tuple[float, float]] = {}
    for piece in pieces:
        best: dict[int, float] = {}
        for place, score in piece.places.items():
            page = index.page_of(place)
            best[page] = max(best.get(page, 0), score)
            places = pages.setdefault(page, {})
            total, rarity = places.get(place, (0.0, 0.0))
            places[place] = (total + score, rarity + piece.rarity)
        for page, score in best.items():
            total, rarity = whole.get(page, (0.0, 0.0))
            whole[page] = (total + score, rarity + piece.rarity)

    def around(place: int, head: int, there: tuple[float, float]) -> tuple[float, float]:
        """Add what the title of a page says, for its sections say it as well, though less."""
        total, rarity = there
        if place == head or len(pieces) < 2:
            return there
        for piece in pieces:
            said = piece.places.get(head)
            if said is not None and place not in piece.places:
                total += CONTEXT * said
                rarity += CONTEXT * piece.rarity
        return total, rarity

    power = 2 if len(pieces) < 3 else POWER
    found = []
    for page, places in pages.items():
        ranked = []
        for place, there in places.items():
            total, rarity = around(place, index.starts[page], there)
            more = sum(piece.places.get(place, 0) for piece in beside)
            ranked.append((place, (total + more) * (rarity / whole_rarity) ** power))
        ranked.sort(key=lambda pair: (-pair[1], pair[0]))
        total, rarity = whole[page]
        top = ranked[0][1]
        further = sum(score for _place, score in ranked[1:6])
        rest = 0.35 * max(0, total * (rarity / whole_rarity) ** power - top)
        boost = index.first["boosts"].get(str(page), 1)
        found.append((page, (top + rest + FURTHER * further) * boost, ranked[:12]))
    return sorted(found, key=lambda one: (-one[1], one[0]))


def _telling(
    index: WrittenIndex, wanted: list[WantedPiece]
) -> tuple[list[WantedPiece], list[str]]:
    """Set the words apart that stand nearly everywhere; leave out what says nothing."""

    def is_any(one: WantedPiece, says: Callable[[str], bool]) -> bool:
        return len(one.ways) > 1 or any(map(says, one.ways[0]))

    saying = [one for one in wanted if is_any(one, lambda word: word not in index.stopped)]
    if not saying:
        return wanted, []
    rare = [one for one in saying if is_any(one, lambda word: word not in index.common)]
    if not rare:
        return saying, []
    return rare, [word for one in saying if one not in rare for word in one.ways[0]]


def _spaced(text: str) -> str:
    return f" {' '.join(runs_of(fold(text)))} "


def _title_fit(called: str, query: str) -> float:
    """Return how much better a place is because its title has all words of the query."""
    titled, asked = called.strip().split(" "), query.strip().split(" ")
    if not all(any(word == known or are_forms(word, known) for known in titled) for word in asked):
        return 1
    fit = 1 + 0.5 * min(1, len(asked) / len(titled))
    return fit * (1.15 if called.startswith(query) else 1.1 if query in called else 1)


def _fit_of(place: list[Any], method: str, query: str, typed: str) -> float:
    """Return how much better a place is because of what its title says as a whole."""
    _anchor, kind, title, _depth, note, _text = place
    fit = (1.08 if kind in (0, 2) else 1) * _title_fit(_spaced(title), query)
    if kind == 2:
        address = fold(note)
        if typed in (address, f"{method} {address}"):
            fit *= 2
        elif typed.startswith(f"{method} "):
            fit *= 1.15
    return fit


def answer(
    index: WrittenIndex, query: str, *, kinds: Set[int] | None = None, most: int = MOST_READ
) -> list[FoundPage]:
    """Return the pages that answer a query, the best first.

    :param kinds: the kinds of places that are wanted (:class:`FragmentKind`); all of them where it
        is left out.
    :param most: so many pages are looked at.
    :raises OtherIndex: when the index is written anew in between.
    """
    wanted = wanted_of(query)
    rare, common = _telling(index, wanted)
    pieces = [_find_piece(index, one, len(wanted) == 1) for one in rare]
    ranked = _scores(index, pieces, _find_beside(index, common))
    quoted = (_spaced(phrase) for phrase in _QUOTED.findall(query))
    phrases = [phrase for phrase in quoted if phrase.strip()]
    spaced, typed = _spaced(query), fold(re.sub(r"\s+", " ", query.strip()))
    is_chosen = kinds is not None or bool(phrases)
    found = []
    for page, score, places in ranked[: 3 * most if is_chosen else most]:
        shown, start, read = index.page(page), index.starts[page], []
        for place, said in places:
            there = shown[4][place - start]
            if kinds is not None and there[1] not in kinds:
                continue
            if phrases and not _has_phrases(index, page, place - start, phrases):
                continue
            read.append((said * _fit_of(there, shown[3], spaced, typed), place - start))
        read.sort(key=lambda pair: -pair[0])
        if read:
            better = read[0][0] / (places[0][1] or 1)
            best = _unlike(shown, [number for _score, number in read])[:MOST_PLACES]
            found.append(FoundPage(page=page, shown=shown, score=score * better, places=best))
    return _by_worth(found)


def _field_in(place: list[Any]) -> str:
    """Return what a field is called, and its type; nothing of another place."""
    return f"{place[2]} {place[4]}" if place[1] == FIELD else ""


def _unlike(shown: list[Any], numbers: list[int]) -> tuple[int, ...]:
    """Return the places of a page, and one of its fields that are alike."""
    fields = [_field_in(shown[4][number]) for number in numbers]
    pairs = enumerate(zip(numbers, fields, strict=True))
    return tuple(number for at, (number, name) in pairs if not name or fields.index(name) == at)


def _by_worth(found: list[FoundPage]) -> list[FoundPage]:
    """Let schemas that only repeat fields of better pages come after others."""
    judged: list[FoundPage] = []
    seen: set[str] = set()
    for one in sorted(found, key=lambda one: (-one.score, one.page)):
        places = [one.shown[4][number] for number in one.places]
        is_repeated = all(
            place[0].startswith("field-") and _field_in(place) in seen for place in places
        )
        judged.append(replace(one, score=one.score * REPEATED) if is_repeated else one)
        seen.update(_field_in(place) for place in places)
    return sorted(judged, key=lambda one: (-one.score, one.page))


def _has_phrases(index: WrittenIndex, page: int, number: int, phrases: list[str]) -> bool:
    """Whether a place has all that stands in quotation marks."""
    _anchor, _kind, title, _depth, note, text = index.place(page, number)
    said = _spaced(f"{title} {note} {text}")
    for phrase in phrases:
        bare = phrase.strip()
        if (bare if is_paired(bare) else phrase) not in said:
            return False
    return True


# The part of a text that shows why a place was found: ``marks.js``.

EXCERPT: Final = 170


def excerpt_of(text: str, query: str, stopped: Set[str]) -> str:
    """Return the part of a text that has most of the words of a query."""
    runs = [fold(run) for run in runs_of(query)]
    words = [run for run in runs if run not in stopped] or runs
    needles = [word for word in words if len(word) > 1 or is_paired(word)]
    needles += [pair for word in needles if is_paired(word) for pair in pairs_of(word)]
    lowered = text.lower()
    marks = sorted((at, word) for word in needles for at in _found(lowered, word))
    start, best = 0, 0
    for number, (at, _word) in enumerate(marks):
        last = at + EXCERPT - 30
        inside = {word for place, word in marks[number : number + 40] if place <= last}
        if len(inside) > best:
            start, best = at, len(inside)
    start = max(0, start - 30)
    start = (text.find(" ", start) + 1 or start) if start else 0
    end = min(len(text), start + EXCERPT)
    space = text.rfind(" ", start, end + 1)
    if end < len(text) and space > start + EXCERPT / 2:
        end = space
    return f"{'… ' if start else ''}{text[start:end]}{' …' if end < len(text) else ''}"


def _found(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    for _ in range(20):
        if at < 0:
            return
        yield at
        at = text.find(word, at + len(word))
