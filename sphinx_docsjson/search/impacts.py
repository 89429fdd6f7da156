"""How much each word says of each place: the postings of the index. Pure.

What a browser would have to compute from the lengths of all texts is computed here, and written as
one small number beside each place: BM25 for the text of a place, more for its title, and more the
less else stands in the title.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sphinx_docsjson.search.compounds import parts_of_compounds
from sphinx_docsjson.search.records import PlaceKind

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from sphinx_docsjson.search.records import PageRecord, PlaceWords

STEPS: Final = 4
"""So many steps of an impact are a whole."""

HIGHEST: Final = 31

TITLES: Final = {
    PlaceKind.PAGE: 6.0,
    PlaceKind.SECTION: 3.5,
    PlaceKind.OPERATION: 5.0,
    PlaceKind.FIELD: 3.5,
    PlaceKind.OBJECT: 4.0,
    PlaceKind.PART: 3.0,
}
NAMES: Final = 4.0
IN_COMPOUND: Final = 0.5

SATURATION: Final = 1.2
"""BM25's k₁."""

COMMON_SHARE: Final = 0.3
FEWEST_COMMON: Final = 60
FEWEST_STOPPED: Final = 10
TELLING: Final = 2.3 * STEPS
"""What no text reaches: of a word that stands nearly everywhere only titles are kept."""

Postings = dict[str, list[tuple[int, int]]]
"""Word → places and impacts, in the order of the places."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Impacts:
    """The postings, and the words that stand nearly everywhere with the number of their places.

    Words that say nothing alone are among them, such as ``the``, where they are many.
    """

    postings: Postings
    common: dict[str, int]
    places: int


def impacts_of(
    pages: Sequence[PageRecord], *, joined: bool, stopped: Set[str] = frozenset()
) -> Impacts:
    """Return the postings of all pages; places are numbered in the order of the pages.

    :param joined: the language writes words together.
    :param stopped: words that say nothing alone.
    """
    places = [
        (PlaceKind(shown[1]), words)
        for page in pages
        for shown, words in zip(page.shown, page.words, strict=True)
    ]
    average = max(1.0, sum(words.length for _, words in places) / max(1, len(places)))
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, (kind, words) in enumerate(places):
        for word, impact in _place_impacts(kind, words, average).items():
            found[word].append((number, impact))
    _add_parts(found, joined=joined)
    common = {}
    most = max(FEWEST_COMMON, COMMON_SHARE * len(places))
    for word, postings in found.items():
        if len(postings) > (FEWEST_STOPPED if word in stopped else most):
            common[word] = len(postings)
            found[word] = [(place, impact) for place, impact in postings if impact > TELLING]
    return Impacts(
        postings=dict(sorted(found.items())),
        common=dict(sorted(common.items())),
        places=len(places),
    )


def _place_impacts(kind: PlaceKind, words: PlaceWords, average: float) -> dict[str, int]:
    """Return the impact of each word of a place, in whole steps."""
    spread = SATURATION * (0.25 + 0.75 * words.length / average)
    saturated = {
        count: count * (SATURATION + 1) / (count + spread) for count in {*words.body.values()}
    }
    stepped = {count: _steps(impact) for count, impact in saturated.items()}
    found = {word: stepped[count] for word, count in words.body.items()}
    raised: dict[str, float] = {}
    for word, number in words.title.items():
        raised[word] = TITLES[kind] / (0.4 + 0.6 * number)
    for word in words.names:
        raised[word] = raised.get(word, 0) + NAMES
    for word, more in raised.items():
        found[word] = _steps(saturated.get(words.body.get(word, 0), 0) + more)
    return found


def _steps(impact: float) -> int:
    return min(HIGHEST, max(1, round(impact * STEPS)))


def _add_parts(found: Postings, *, joined: bool) -> None:
    """Let places be found by the words that their long words are made of."""
    added: dict[str, dict[int, int]] = defaultdict(dict)
    for word, parts in sorted(parts_of_compounds(found, joined=joined).items()):
        for part in parts:
            there = added[part]
            for place, impact in found[word]:
                there[place] = max(there.get(place, 0), int(impact * IN_COMPOUND))
    for part, more in added.items():
        merged = {place: max(1, impact) for place, impact in more.items()} | dict(
            found.get(part, ())
        )
        found[part] = sorted(merged.items())
