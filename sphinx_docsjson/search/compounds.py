"""The words that a long word is made of, judged by the other words of the site. Pure.

``Datenbankverbindung`` is found by ``Verbindung`` where the site has ``Datenbank`` or
``Verbindung``. No dictionary is asked: the words of a site are its dictionary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

LANGUAGES: Final = frozenset({"da", "de", "fi", "hu", "is", "nb", "nl", "nn", "no", "sv"})
"""The languages that write words together: there one known half is enough."""

SHORTEST: Final = 9
SHORTEST_HALF: Final = 4
SURE_HALF: Final = 5
JOINTS: Final = ("ungs", "heits", "keits", "schafts", "ions", "tats", "tums", "lings")
"""What a first half surely ends with, whatever the second half is."""

LINKS: Final = ("", "s", "es", "n", "en", "er", "e")
"""What stands between two halves, and how words end."""


def parts_of_compounds(words: Iterable[str], *, joined: bool) -> dict[str, tuple[str, ...]]:
    """Return long word → the words in it.

    :param words: the vocabulary.
    :param joined: the language writes words together.
    """
    vocabulary = frozenset(word for word in words if len(word) >= SHORTEST_HALF)
    found = {}
    for word in vocabulary:
        if len(word) >= SHORTEST and word.isalpha():
            halves = tuple(dict.fromkeys(_halves(word, vocabulary, joined=joined)))
            if halves:
                found[word] = halves
    return found


def _halves(word: str, vocabulary: Container[str], *, joined: bool) -> Iterator[str]:
    for at in range(SHORTEST_HALF, len(word) - SHORTEST_HALF + 1):
        left = _known(word[:at], vocabulary)
        right = _known(word[at:], vocabulary)
        if left and right:
            yield from (left, right)
        elif joined and word[:at].endswith(JOINTS):
            yield word[at:]
        elif joined and right and len(right) >= SURE_HALF:
            yield right
        elif joined and left and len(left) >= SURE_HALF <= len(word) - at:
            yield from (left, word[at:])


def _known(half: str, vocabulary: Container[str]) -> str:
    """Return the word of the vocabulary that a half is, but for its ending; or nothing."""
    for ending in LINKS:
        if half.endswith(ending):
            bare = half[: len(half) - len(ending)]
            if len(bare) >= SHORTEST_HALF and bare in vocabulary:
                return bare
    return ""
