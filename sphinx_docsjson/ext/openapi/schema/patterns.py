"""Generates a short text that matches a regular expression of a description. Pure.

Patterns are read as ECMA-262 writes them: literals, classes, groups, choices and counts. One with
anything else, such as a look-ahead, has no text here. Whatever is made is tried before it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits, punctuation

MAX_LENGTH = 1000
MAX_PATTERN = 2000
MAX_REPEATS = 12
"""To look for a match takes up to two to the power of these, or of the length of a text where a
repeat is in a repeat."""

MAX_NESTED = 20
_CLASS_IN_PATTERN = re.compile(r"\\.|\[\^?\]?[^\[\]\\]*+\]", re.DOTALL)
_REPEAT = re.compile(r"[*+]|\{\d*,")
_NESTED_REPEAT = re.compile(r"\)(?:[*+]|\{)")

_CHARACTERS = ascii_lowercase + digits[1:] + "0" + ascii_uppercase + "-_. " + punctuation
_CLASSES = {"d": digits[1:] + "0", "w": ascii_lowercase + digits + ascii_uppercase + "_", "s": " "}
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}

Maker = Callable[[int], Iterator[str]]
"""How often an open count repeats → the characters of a text."""


class _Unread(ValueError):
    """A pattern with something that is not read here."""


@lru_cache(maxsize=2000)
def matching(pattern: str, least: int = 0, most: int = MAX_LENGTH) -> str | None:
    """Return a text of *least* to *most* characters that matches, or ``None``."""
    if len(pattern) > MAX_PATTERN:
        return None
    try:
        return _made(pattern, least, most)
    except (_Unread, re.error, RecursionError, OverflowError):
        return None


def finds(pattern: str, value: str) -> bool:
    """Whether a pattern fits a text; one that cannot be read fits anything."""
    try:
        return re.search(pattern, value) is not None
    except (re.error, RecursionError, OverflowError):
        return True  # Python cannot read it, and nothing can be made that fits better


def _made(pattern: str, least: int, most: int) -> str | None:
    _PatternReader(pattern).whole()
    tried = re.compile(pattern)
    bare = _CLASS_IN_PATTERN.sub("", pattern)
    repeats = len(_REPEAT.findall(bare))
    if repeats > MAX_REPEATS:
        return None
    if repeats > 1 and _NESTED_REPEAT.search(bare):
        most = min(most, max(MAX_NESTED, least))
    for times in (1, 0, least, 2, 3, 4, 6, 8, 12, most):
        text = "".join(_bounded(_PatternReader(pattern).whole()(times)))
        if len(text) < least and not pattern.endswith("$"):
            text += text[-1:] * (least - len(text)) or "a" * least
        if least <= len(text) <= most and tried.search(text):
            return text
    return None


def _bounded(characters: Iterator[str]) -> Iterator[str]:
    for number, character in enumerate(characters):
        if number > MAX_LENGTH:
            return
        yield character


class _PatternReader:
    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0

    def whole(self) -> Maker:
        """Return what makes texts of the whole pattern."""
        made = self._choice()
        if self.at < len(self.pattern):
            raise _Unread
        return made

    def _peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def _next(self) -> str:
        character = self._peek()
        if not character:
            raise _Unread
        self.at += 1
        return character

    def _choice(self) -> Maker:
        first = self._sequence()
        while self._peek() == "|":
            self.at += 1
            other = self._sequence()
            first = first if first is not _nothing else other
        return first

    def _sequence(self) -> Maker:
        parts: list[Maker] = []
        while self._peek() not in ("", "|", ")"):
            parts.append(self._counted(self._atom()))
        parts = [part for part in parts if part is not _nothing]
        return (lambda times: (c for part in parts for c in part(times))) if parts else _nothing

    def _atom(self) -> Maker:
        character = self._next()
        if character in "^$":
            return _nothing
        if character == "(":
            return self._group()
        if character == "[":
            return _one_of(self._class())
        if character == "\\":
            if self._peek() in "bB":
                self.at += 1
                return _nothing
            return _one_of(self._escape())
        return _one_of(_CHARACTERS if character == "." else character)

    def _group(self) -> Maker:
        if self._peek() == "?":
            found = re.compile(r"\?(:|<(?![=!])[^>]+>)").match(self.pattern, self.at)
            if found is None:
                raise _Unread
            self.at = found.end()
        made = self._choice()
        if self._next() != ")":
            raise _Unread
        return made

    def _counted(self, part: Maker) -> Maker:
        count = re.compile(r"[*+?]|\{(\d+)(?:(,)(\d*))?\}").match(self.pattern, self.at)
        if count is None:
            return part
        self.at = count.end()
        if self._peek() == "?":
            self.at += 1
        if count[1] is None:
            low, high = {"*": (0, MAX_LENGTH), "+": (1, MAX_LENGTH), "?": (0, 1)}[count[0]]
        else:
            low = int(count[1])
            high = (int(count[3]) if count[3] else MAX_LENGTH) if count[2] else low
        if part is _nothing or low > MAX_LENGTH:
            return _nothing
        return lambda times: (
            c for _ in range(max(low, min(high, times))) for c in part(min(times, 3))
        )

    def _escape(self) -> str:
        """Return the characters that an escape stands for, the best first."""
        character = self._next()
        if character in _CLASSES:
            return _CLASSES[character]
        if character.lower() in _CLASSES:
            return _others(_CLASSES[character.lower()])
        if character in _CONTROLS:
            return _CONTROLS[character]
        if character in "ux":
            code = re.compile(r"[0-9A-Fa-f]{4}" if character == "u" else r"[0-9A-Fa-f]{2}")
            found = code.match(self.pattern, self.at)
            if found is None:
                raise _Unread
            self.at = found.end()
            return chr(int(found[0], 16))
        if character in ascii_letters + digits:
            raise _Unread  # a back reference, a property of Unicode
        return character

    def _class(self) -> str:
        """Return the characters of a class, the best first."""
        inverted = self._peek() == "^"
        self.at += inverted
        found = ""
        while (character := self._next()) != "]":
            some = self._escape() if character == "\\" else character
            if len(some) == 1 and self._peek() == "-" and self.pattern[self.at + 1 :][:1] != "]":
                self.at += 1
                last = self._next()
                last = self._escape() if last == "\\" else last
                if len(last) != 1 or last < some:
                    raise _Unread
                some = "".join(map(chr, range(ord(some), min(ord(last), ord(some) + 200) + 1)))
            found += some
        if inverted:
            return _others(found)
        best = [c for c in _CHARACTERS if c in found]
        return "".join(best) or found


def _others(characters: str) -> str:
    return "".join(c for c in _CHARACTERS if c not in characters)


def _nothing(_times: int) -> Iterator[str]:
    return iter(())


def _one_of(characters: str) -> Maker:
    """Return what makes one of *characters*, each time the next."""
    if not characters:
        raise _Unread
    if len(characters) == 1:
        return lambda _times: iter(characters)

    def make(_times: int) -> Iterator[str]:
        turn = state["turn"]
        state["turn"] = (turn + 1) % len(characters)
        yield characters[turn]

    state = {"turn": 0}
    return make
