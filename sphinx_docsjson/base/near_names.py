"""Finds the known name that is closest to an unknown one, for "Did you mean …?".

A wrong suggestion is worse than none, because the reader follows it. So names are suggested that
differ by a typo, not names that look alike: one word of the name, by a letter or two, but not by a
digit, nor by a prefix that reverses the meaning. ``python -m tests.spine.near_names`` counts how
often that is right for the names of whole sites; :mod:`difflib` is wrong six times as often.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import accumulate, combinations
from typing import TYPE_CHECKING

from sphinx_docsjson.base.messages import words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BETWEEN = re.compile(r"[^\w]+|_+")
_DIGITS = re.compile(r"\d+")
_EDITION = re.compile(r"[a-z]{2}(?:[-_][a-z]{2,4})?|v?\d+(?:\.\d+)*|latest|next|stable|beta")

_TURNING = ("de", "dis", "in", "im", "non", "pre", "post", "re", "sub", "un")
"""``activate`` and ``deactivate`` are a letter or two apart and opposites."""

_SHORTENED = 4
"""How many letters at least have to be left of a word that is cut short: ``auth``, ``conf``."""


class Names:
    """Tables of known names, for frequent lookups: a page of many headings, a site of many pages.

    A name is compared only with similar ones, so many wrong names are as cheap as one at a time.
    The answers are the same.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self.all = dict.fromkeys(known)
        """The names, each once, in their order."""
        self._near: dict[str, str | None] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    def like(self, name: str) -> Collection[str]:
        """Return the names that are *name* but for what divides words, or for one word."""
        keys = dict.fromkeys((_joined(name), *_gaps(words_of(name)), *_gaps(_parts_of(name))))
        return dict.fromkeys(other for key in keys for other in self._by_gap.get(key, ()))

    def about(self, gist: frozenset[str]) -> set[str]:
        """Return the names that share two of the rarest words of *gist*.

        A name that shares two thirds of them, and two at least, has two of any words that leave
        out less than that.
        """
        posted = self._by_word
        rarest = sorted(gist, key=lambda word: (len(posted.get(word, ())), word))
        needed = max(2, -(-2 * len(gist) // 3))
        some = [posted[word] for word in rarest[: len(gist) - needed + 2] if word in posted]
        return set().union(*(one & other for one, other in combinations(some, 2)))

    def ending(self, last: str) -> Sequence[str]:
        """Return the paths whose last name is *last*, in small letters."""
        return self._by_end.get(last, ())

    def nearest_heading(self, anchor: str, of_page: Callable[[str], bool]) -> str | None:
        """Return what :func:`near_heading` says; each anchor is looked for once."""
        if anchor not in self._near:
            self._near[anchor] = near_heading(anchor, self, of_page)
        return self._near[anchor]

    @cached_property
    def _by_gap(self) -> dict[object, list[str]]:
        found: dict[object, list[str]] = defaultdict(list)
        for name in self.all:
            keys = (_joined(name), *_gaps(words_of(name)), *_gaps(_parts_of(name)))
            for key in dict.fromkeys(keys):
                found[key].append(name)
        return dict(found)

    @cached_property
    def _by_word(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for name in self.all:
            for word in _gist(name):
                found[word].add(name)
        return dict(found)

    @cached_property
    def _by_end(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for name in self.all:
            found[name.casefold().rpartition("/")[2]].append(name)
        return dict(found)


def _gaps(name: Sequence[str]) -> Iterator[object]:
    """Return a key for each word of a name: what is around it, and its digits.

    Names that differ in that word only, by a slip, have the same key. Words before and after are
    counted by their hashes, so a name of many words makes no key of many words.
    """
    before = list(accumulate(name, lambda so_far, word: hash((so_far, word)), initial=0))
    after = list(accumulate(reversed(name), lambda so_far, word: hash((so_far, word)), initial=0))
    for place, word in enumerate(name):
        digits = tuple(_DIGITS.findall(word))
        yield place, before[place], after[len(name) - place - 1], digits


def near_names(name: str, known: Iterable[str], count: int = 1) -> list[str]:
    """Return at most *count* of *known* that *name* may be meant to be, the likeliest first.

    With a *count* of one, two names that are equally near are none: half of the readers would be
    sent to the wrong one.
    """
    wanted, plain = words_of(name), _joined(name)
    found: list[tuple[int, str]] = []
    for other in known.like(name) if isinstance(known, Names) else dict.fromkeys(known):
        if not plain or other == name:
            continue
        distance = 0 if _joined(other) == plain else _distance(wanted, words_of(other))
        if distance is None and len(wanted) != len(words_of(other)):
            distance = _distance(_parts_of(name), _parts_of(other))  # ``openAPIs``, ``openapi``
            distance = None if distance is None or distance > 2 else distance
        if distance is not None:
            found.append((distance, other))
    found.sort(key=lambda pair: (pair[0], pair[1] != pair[1].lower(), pair[1]))
    nearest = {_joined(other) for distance, other in found if distance == found[0][0]}
    if count == 1 and len(nearest) > 1:
        return []
    return [other for _, other in found[:count]]


def near_name(name: str, known: Iterable[str]) -> str | None:
    """Return the one of *known* that *name* is meant to be, if that is likely."""
    return next(iter(near_names(name, known)), None)


def near_path(path: str, known: Iterable[str]) -> str | None:
    """Return the one of *known* paths that *path* is meant to be: misspelled, or moved.

    A page that moved keeps its last name, if no other page has it. The same page in another
    language or version is not suggested: ``fr/index`` does not mean the English page.
    """
    path, known = path.strip("/"), known if isinstance(known, Names) else Names(known)
    if near := near_name(path, known):
        return near
    folder, _, last = path.casefold().rpartition("/")
    if not last or last in _EVERYWHERE:
        return None
    there = ((other, other.casefold().rpartition("/")[0]) for other in known.ending(last))
    same = [other for other, its in there if _editions(its) == _editions(folder)]
    return same[0] if len(same) == 1 else None


def near_heading(
    anchor: str, known: Iterable[str], of_page: Callable[[str], bool] = lambda _: False
) -> str | None:
    """Return the one of *known* anchors that *anchor* is meant to be: misspelled, or reworded.

    :param of_page: whether an anchor is that of the title of the page. A section is not reworded
        to the title: a link to a section is not meant for the top of the page.

    Headings are sentences: a link survives when a word is added or removed. Two thirds of the
    significant words must be the same, and at least two.
    """
    known = known if isinstance(known, Names) else Names(known)
    if near := near_name(anchor, known):
        return near
    wanted = _gist(anchor)
    found: list[tuple[float, str]] = []
    for other in known.about(wanted):
        if of_page(other):
            continue
        gist = _gist(other)
        same = len(wanted & gist)
        if same >= 2 and 3 * same >= 2 * len(wanted | gist):
            found.append((same / len(wanted | gist), other))
    best = max((share for share, _ in found), default=0.0)
    nearest = [other for share, other in found if share == best]
    return nearest[0] if len(nearest) == 1 else None


_FILLING = words("a an and by for from in of on or the to using via with your")


@lru_cache(maxsize=1 << 16)
def _gist(anchor: str) -> frozenset[str]:
    """Return the words of a heading that say something, in the singular; no numbers."""
    telling = (word for word in words_of(anchor) if word not in _FILLING)
    return frozenset(re.sub(r"(?<=\w\w)(?:ie)?s$", "", word).rstrip("y") for word in telling)


_EVERYWHERE = frozenset({"index", "readme", "overview", "introduction", "intro"})
"""Such names say nothing: each folder may have one."""


def did_you_mean(name: str | None) -> str:
    """Return the question whether *name* is meant, with a space before it; nothing for none."""
    return f" Did you mean {name!r}?" if name else ""


@lru_cache(maxsize=1 << 16)
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name in small letters: ``getUser``, ``get-user``, ``get/user``."""
    return tuple(word for word in _BETWEEN.split(_HUMP.sub(" ", name).casefold()) if word)


@lru_cache(maxsize=1 << 16)
def _parts_of(name: str) -> tuple[str, ...]:
    """Return the words of a name as separators divide it, whatever capitals do."""
    return tuple(part for part in _BETWEEN.split(name.casefold()) if part)


@lru_cache(maxsize=1 << 16)
def _joined(name: str) -> str:
    """Return a name without what only divides its words."""
    return _BETWEEN.sub("", name).casefold()


def _editions(folder: str) -> tuple[str, ...]:
    return tuple(part for part in folder.split("/") if _EDITION.fullmatch(part))


def _distance(one: Sequence[str], other: Sequence[str]) -> int | None:
    """Return how far two names are apart that differ in a single word, else ``None``."""
    if len(one) != len(other):
        return None
    different = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return _slips(*different[0]) if len(different) == 1 else None


def _slips(one: str, other: str) -> int | None:
    """Return how many slips of the hand are between two words; ``None`` if both are meant."""
    if _DIGITS.findall(one) != _DIGITS.findall(other):
        return None
    short, long = sorted((one, other), key=len)
    if any(long == prefix + short for prefix in _TURNING):
        return None
    if len(short) >= _SHORTENED and long.startswith(short):
        return min(len(long) - len(short), 3)
    allowed = 1 if len(short) <= 7 else 2
    if len(long) - len(short) > allowed or len(short) < 3:
        return None
    if len(long) == 3 and sorted(one) != sorted(other):
        return None  # ``pen`` and ``pin``, ``get`` and ``set``
    if len(long) <= 6 and len(short) == len(long) and one[0] not in other[:2]:
        return None  # ``sound`` and ``mound``: a hand rarely slips at the beginning
    distance = edits(one, other)
    return distance if distance <= allowed else None


def edits(one: str, other: str) -> int:
    """Return how many letters are wrong, missing, too many or exchanged with the next one.

    The optimal string alignment distance, see Boytsov, “Indexing methods for approximate
    dictionary searching” (2011), §2.1.
    """
    earlier: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, against in enumerate(other, 1):
            best = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != against))
            if row > 1 and column > 1 and (letter, one[row - 2]) == (other[column - 2], against):
                best = min(best, earlier[column - 2] + 1)
            now.append(best)
        earlier, last = last, now
    return last[-1]
