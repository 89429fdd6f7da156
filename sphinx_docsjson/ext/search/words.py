"""Splits text into the words of the index. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import Final

# A text → the words that it is found by. Pure.
#
# ``theme/scripts/search/words.js`` does the same with what a reader types; a test gives both the
# same texts. Neither uses the Unicode properties of characters, which differ between releases:
# the separators of words are a list.
#
# An identifier is found whole and in parts: ``client.max_retries`` is that, and ``client``,
# ``max`` and ``retries``. Chinese, Japanese, Korean, Thai, Lao, Burmese and Khmer are found by two
# characters each.

PARTING: Final = (
    r"\x00-/:-@\[-`{-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7\u2000-\u2bff\u3000-\u3004\u3008-\u3020"
    r"\u3030\u303d\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufeff-\uff0f\ufff0-\uffff\U0001f000-\U0001faff"
)
"""The characters that are between words."""

PAIRED: Final = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
    r"\uf900-\ufaff\U00020000-\U0003ffff"
)
"""The characters of writing that has no spaces, or whose words carry endings."""

LONGEST_WHOLE: Final = 48
LONGEST_PART: Final = 40

_W = f"[^{PARTING}]+"
_CHUNK = re.compile(rf"(?:--?|[/.@#$])?{_W}(?:[._\-/:@+#~{{}}$]+{_W})*(?:\+\+|#)?")
_PLAIN = re.compile(r"[a-z]+|[A-Z][a-z]*")
_PART = re.compile(_W)
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+")
_RUNS = re.compile(f"[{PAIRED}]+|[^{PAIRED}]+")
_PAIRED = re.compile(f"[{PAIRED}]")
_MARKS = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7\u0640\u064b-\u0655\u0670]"
)
_ARABIC = re.compile("[\u0620-\u064a]")
_ARTICLE = re.compile(
    "(^|[^\u0620-\u064a])[\u0648\u0628\u0641\u0643]?\u0627\u0644(?=[\u0620-\u064a]{3})"
)
_TIED = re.compile(r"[^\-_]+(?:[\-_][^\-_]+)+")


def fold(text: str) -> str:
    """Return *text* without the differences that a search does not make.

    These are case and accents, and in Arabic also vowel signs, the forms of one letter, and the
    article, which is written as part of a word.
    """
    if text.isascii():
        return text.lower()
    lowered = text.lower().replace("ß", "ss").replace("ς", "σ").replace("ı", "i")
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", lowered))
    bare = unicodedata.normalize("NFC", bare)
    if not _ARABIC.search(bare):
        return bare
    return _ARTICLE.sub(r"\1", bare.replace("\u0629", "\u0647").replace("\u0649", "\u064a"))


def count_words(text: str, counts: Counter[str]) -> int:
    """Add the words of *text* to *counts*; return how many there are, for the length of a text."""
    chunks = _CHUNK.findall(text)
    for chunk, times in Counter(chunks).items():
        for word in words_of_chunk(chunk):
            counts[word] = counts.get(word, 0) + times
    return len(chunks)


def title_words(*titles: str) -> dict[str, int]:
    """Return what a title is found by, each with the number of words that it shares it with.

    Of several titles, each word counts by the shortest that has it.

    In ``client.max_retries`` the whole name fills the title, and ``max`` is one of three words.
    """
    found: dict[str, int] = {}
    for chunks in map(_CHUNK.findall, titles):
        for chunk in chunks:
            for word, others in _shares_of_chunk(chunk):
                number = len(chunks) + others
                found[word] = min(number, found.get(word, number))
    return found


@lru_cache(maxsize=10_000)
def _shares_of_chunk(chunk: str) -> tuple[tuple[str, int], ...]:
    """Return the words of a chunk, each with the number of parts beside it; a whole has none."""
    runs = [] if _PAIRED.search(chunk) else _PART.findall(chunk)
    parts = sum(max(1, len(_HUMP.findall(run))) for run in runs) or 1
    wholes = {*wholes_of(chunk), fold(chunk)}
    return tuple((word, 0 if word in wholes else parts - 1) for word in words_of_chunk(chunk))


@lru_cache(maxsize=100_000)
def words_of_chunk(chunk: str) -> tuple[str, ...]:
    """Return what a piece of text without spaces is found by: whole first, then its parts."""
    if _PLAIN.fullmatch(chunk):
        return (chunk.lower()[:LONGEST_PART],)
    found = dict.fromkeys(wholes_of(chunk))
    for run in _PART.findall(chunk):
        found.update(dict.fromkeys(_parts_of_run(run)))
    return tuple(found)


def wholes_of(chunk: str) -> tuple[str, ...]:
    """Return an identifier as it is, and without its hyphens where it has no other marks."""
    whole = re.sub("[{}]", "", fold(chunk))
    if "//" in whole or len(whole) > LONGEST_WHOLE or _PART.fullmatch(whole):
        return ()
    if _TIED.fullmatch(whole):
        return (whole, re.sub(r"[\-_]", "", whole))
    return (whole,)


def _parts_of_run(run: str) -> list[str]:
    """Return a word, and the parts of one that is written ``likeThis``."""
    found: list[str] = []
    for piece in (run, *humps_of(run)):
        found += words_of_piece(piece)
    return found


def humps_of(run: str) -> list[str]:
    """Return the parts of a word that is written ``likeThis``; none of any other."""
    humps: list[str] = _HUMP.findall(run)
    return humps if len(humps) > 1 else []


def words_of_piece(piece: str) -> list[str]:
    """Return the words of one word: itself, or two characters each where nothing has spaces."""
    folded = fold(piece)
    if not _PAIRED.search(folded):
        return [folded[:LONGEST_PART]]
    found: list[str] = []
    for part in _RUNS.findall(folded):
        found += pairs_of(part) if is_paired(part) else [part[:LONGEST_PART]]
    return found


def is_paired(word: str) -> bool:
    """Whether a word begins in writing that is found by two characters each."""
    return _PAIRED.match(word) is not None


def pairs_of(run: str) -> list[str]:
    """Return each two characters that are beside each other."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


# A long word is also found by its end, and so is a word with a typo near its beginning. Pure.

JOINING: Final = frozenset({"da", "de", "fi", "hu", "is", "nb", "nl", "nn", "no", "sv"})
"""The languages that write words together: ``Verbindung`` finds ``Datenbankverbindung``."""

_ENDING = re.compile(r"(?<=...)(?:en|er|es|e|n|s)$")


def backwards(word: str) -> tuple[str, str]:
    """Return a word without its ending, read from its last letter to its first, and the ending."""
    bare = _ENDING.sub("", word)
    return bare[::-1], word[len(bare) :]
