"""Regular expressions of JavaScript, tried in steps that the page pays for. Pure.

Python's ``re`` reads some marks in another way, and takes years for some expressions. Here a place
of the expression and a place of the text are tried together once, so that a search takes at most
as many steps as the one is long times the other. What cannot be tried so is refused: references
back to a group. The rules are those of ECMA-262, chapter 22.2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Any
from unicodedata import category

from sphinx_docsjson.mdx.tokens import NotConstant
from sphinx_docsjson.mdx.values import UNDEFINED, Printed, pay

LARGEST = 4_000
"""So many steps an expression may be made of: ``{…}`` writes its part again and again."""

MOST_GROUPS = 50
"""So many groups are remembered; each of them costs something in each step."""

_DEEPEST = 30
_FLAGS = frozenset("dgimsuy")
_AT_ONCE = 500


class _Do(IntEnum):
    TAKE = 0
    """Read a character, if the test fits it."""
    SPLIT = 1
    """Go on at the first distance; where that fails, at the second."""
    JUMP = 2
    SAVE = 3
    """Note the place as an end of a group."""
    CLEAR = 4
    """Forget the groups of the round before."""
    CHECK = 5
    """Go on, if the place fits."""
    LOOK = 6
    """Go on, if another expression fits here, or does not."""
    END = 7


_CharacterTest = Callable[[str], bool]
_Instructions = list[tuple[_Do, Any, Any]]
_Caught = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Program:
    code: _Instructions
    groups: int
    names: dict[str, int]


@dataclass(slots=True, eq=False)
class Regex(Printed):
    """A regular expression.

    :param last: where the next search begins, when it finds one match after the other.
    """

    source: str
    flags: str
    last: int = 0
    _program: _Program = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._program = _compiled(self.source, self.flags)

    def __str__(self) -> str:
        return f"/{self.source}/{self.flags}"

    @property
    def everywhere(self) -> bool:
        """Whether it is looked for again behind each match."""
        return "g" in self.flags

    def search(self, text: str, begin: int = 0) -> Match | None:
        """Return the first match at *begin* or behind it.

        :raises OverBudget: when the page cannot pay for looking.
        """
        program = self._program
        seen: set[int] = set()
        nothing = (-1,) * (2 * program.groups)
        last = begin if "y" in self.flags else len(text)
        for start in range(begin, min(last, len(text)) + 1):
            found = _tried(program.code, text, start, nothing, seen)
            if found is not None:
                return Match(text, start, *found, program.names)
        return None

    def matches(self, text: str) -> Iterator[Match]:
        """Yield the matches, each behind the last one."""
        begin = 0
        while begin <= len(text) and (found := self.search(text, begin)) is not None:
            yield found
            begin = found.end + (found.end == found.begin)

    def next_match(self, text: str) -> Match | None:
        """Return the match behind the last one, as ``exec`` does."""
        goes_on = self.everywhere or "y" in self.flags
        found = self.search(text, self.last) if not goes_on or self.last <= len(text) else None
        if goes_on:
            self.last = found.end if found is not None else 0
        return found


class Match(list[Any]):
    """What a regular expression found: the whole, its groups, and where it stands."""

    def __init__(
        self, text: str, begin: int, end: int, caught: _Caught, names: dict[str, int]
    ) -> None:
        ends = zip(caught[::2], caught[1::2], strict=True)
        super().__init__([text[begin:end], *(UNDEFINED if b < 0 else text[a:b] for a, b in ends)])
        self.text, self.begin, self.end = text, begin, end
        self.named = {name: self[number] for name, number in names.items()}


def regex_of(source: str, flags: str) -> Regex:
    """Return the regular expression ``/source/flags``.

    :raises NotConstant: for one that is not read here.
    """
    return Regex(source, flags)


@lru_cache(maxsize=500)
def _compiled(source: str, flags: str) -> _Program:
    if not set(flags) <= _FLAGS or len(set(flags)) < len(flags):
        raise NotConstant(f"/{source}/{flags}")
    return _Compiler(source, flags).whole()


# Trying an expression on a text.


def _tried(
    code: _Instructions, text: str, begin: int, caught: _Caught, seen: set[int]
) -> tuple[int, _Caught] | None:
    """Return where a match that begins at *begin* ends, and its groups.

    :param seen: the forks that were tried at a place, in vain.
    """
    waiting = [(0, begin, caught)]
    size = len(text)
    steps = 0
    while waiting:
        at, place, caught = waiting.pop()
        while True:
            steps += 1
            if steps >= _AT_ONCE:
                pay("steps", steps)
                steps = 0
            do, one, other = code[at]
            at += 1
            if do is _Do.TAKE:
                if place >= size or not one(text[place]):
                    break
                place += 1
            elif do is _Do.SPLIT:
                key = at * (size + 1) + place
                if key in seen:
                    break
                seen.add(key)
                waiting.append((at - 1 + other, place, caught))
                at += one - 1
            elif do is _Do.JUMP:
                at += one - 1
            elif do is _Do.SAVE:
                caught = (*caught[:one], place, *caught[one + 1 :])
            elif do is _Do.CLEAR:
                caught = (*caught[:one], *[-1] * (other - one), *caught[other:])
            elif do is _Do.CHECK:
                if not one(text, place):
                    break
            elif do is _Do.LOOK:
                found = one(text, place, caught)
                if (found is None) is other:
                    break
                caught = found if found is not None else caught
            else:
                pay("steps", steps)
                return place, caught
    pay("steps", steps)
    return None


def _ahead(code: _Instructions) -> Callable[[str, int, _Caught], _Caught | None]:
    def look(text: str, place: int, caught: _Caught) -> _Caught | None:
        found = _tried(code, text, place, caught, set())
        return found[1] if found is not None else None

    return look


def _behind(code: _Instructions) -> Callable[[str, int, _Caught], _Caught | None]:
    def look(text: str, place: int, caught: _Caught) -> _Caught | None:
        ends = [*code[:-1], (_Do.CHECK, lambda _text, at: at == place, None), code[-1]]
        for begin in range(place, -1, -1):
            found = _tried(ends, text, begin, caught, set())
            if found is not None:
                return found[1]
        return None

    return look


# Reading an expression.

_SPACE = frozenset("\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff") | {
    chr(code) for code in range(0x2000, 0x200B)
}
_DIGITS = frozenset("0123456789")
_WORD = _DIGITS | frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_LINE_ENDS = frozenset("\n\r\u2028\u2029")
_KINDS = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "0": "\0"}
_COUNT = re.compile(r"\{(\d{1,4})(,(\d{0,4}))?\}")
_CODE = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}")
_PROPERTY = re.compile(r"[pP]\{(?:General_Category=|gc=)?([A-Z][a-z]?)\}")
_GROUP_NAME = re.compile(r"\?<([A-Za-z_$][\w$]*+)>")


class _Compiler:
    def __init__(self, source: str, flags: str) -> None:
        self.source = source
        self.flags = flags
        self.position = 0
        self.depth = 0
        self.groups = 0
        self.names: dict[str, int] = {}

    def whole(self) -> _Program:
        code = self._choice()
        if self.position < len(self.source):
            raise self._error()
        return _Program([*code, (_Do.END, None, None)], self.groups, self.names)

    def _error(self) -> NotConstant:
        return NotConstant(f"/{self.source[:40]}/")

    def _take(self, mark: str) -> bool:
        if not self.source.startswith(mark, self.position):
            return False
        self.position += len(mark)
        return True

    def _char(self) -> str:
        if self.position >= len(self.source):
            raise self._error()
        self.position += 1
        return self.source[self.position - 1]

    def _choice(self) -> _Instructions:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self._error()
        parts = [self._sequence()]
        while self._take("|"):
            parts.append(self._sequence())
        code = parts.pop()
        while parts:
            first = parts.pop()
            code = [
                (_Do.SPLIT, 1, len(first) + 2),
                *first,
                (_Do.JUMP, len(code) + 1, None),
                *code,
            ]
        self.depth -= 1
        return self._limited(code)

    def _limited(self, code: _Instructions) -> _Instructions:
        if len(code) > LARGEST:
            raise self._error()
        return code

    def _sequence(self) -> _Instructions:
        code: _Instructions = []
        while self.position < len(self.source) and self.source[self.position] not in "|)":
            groups = self.groups
            part, repeats = self._part()
            if repeats:
                part = self._repeated(part, groups)
            code += part
        return self._limited(code)

    def _part(self) -> tuple[_Instructions, bool]:
        """Read what one mark or group means; return whether it may be repeated."""
        mark = self._char()
        if mark == "^":
            return [(_Do.CHECK, _line_begins if "m" in self.flags else _begins, None)], False
        if mark == "$":
            return [(_Do.CHECK, _line_ends if "m" in self.flags else _ends, None)], False
        if mark == "(":
            return self._group()
        if mark == "[":
            return [(_Do.TAKE, self._class(), None)], True
        if mark == ".":
            everything = "s" in self.flags
            return [(_Do.TAKE, _any if everything else _no_line_end, None)], True
        if mark == "\\":
            if self._take("b"):
                return [(_Do.CHECK, _word_ends, None)], False
            if self._take("B"):
                return [(_Do.CHECK, lambda text, at: not _word_ends(text, at), None)], False
            return [(_Do.TAKE, self._folded(_test_of([self._escape()])), None)], True
        if mark in "*+?":
            raise self._error()
        return [(_Do.TAKE, self._folded(frozenset(mark).__contains__), None)], True

    def _group(self) -> tuple[_Instructions, bool]:
        for mark, look, wanted in (
            ("?=", _ahead, True),
            ("?!", _ahead, False),
            ("?<=", _behind, True),
            ("?<!", _behind, False),
        ):
            if self._take(mark):
                code = [*self._choice(), (_Do.END, None, None)]
                self._close()
                return [(_Do.LOOK, look(code), wanted)], False
        if self._take("?:"):
            code = self._choice()
            self._close()
            return code, True
        number = self.groups
        self.groups += 1
        if self.groups > MOST_GROUPS:
            raise self._error()
        if name := _GROUP_NAME.match(self.source, self.position):
            self.names[name[1]] = number + 1
            self.position = name.end()
        elif self.source.startswith("?", self.position):
            raise self._error()
        code = self._choice()
        self._close()
        return [(_Do.SAVE, 2 * number, None), *code, (_Do.SAVE, 2 * number + 1, None)], True

    def _close(self) -> None:
        if not self._take(")"):
            raise self._error()

    def _repeated(self, part: _Instructions, groups: int) -> _Instructions:
        """Read how often *part* is there; it holds the groups from the number *groups*."""
        least, most = 1, 1
        if self._take("*"):
            least, most = 0, -1
        elif self._take("+"):
            least, most = 1, -1
        elif self._take("?"):
            least, most = 0, 1
        elif count := _COUNT.match(self.source, self.position):
            self.position = count.end()
            least = int(count[1])
            most = least if count[2] is None else int(count[3]) if count[3] else -1
        else:
            return part
        lazy = self._take("?")
        if (len(part) + 1) * max(least, most) > LARGEST or -1 < most < least:
            raise self._error()
        if groups < self.groups:
            part = [(_Do.CLEAR, 2 * groups, 2 * self.groups), *part]
        size = len(part)
        tail: _Instructions = []
        if most < 0:
            tail = [_fork(1, size + 2, lazy), *part, (_Do.JUMP, -size - 1, None)]
        for _ in range(most - least):
            tail = [_fork(1, size + len(tail) + 1, lazy), *part, *tail]
        return self._limited(part * least + tail)

    def _class(self) -> _CharacterTest:
        negated = self._take("^")
        ranges: list[_ClassMember] = []
        while not self._take("]"):
            first = self._member()
            if (
                isinstance(first, str)
                and self.source.startswith("-", self.position)
                and not self.source.startswith("-]", self.position)
            ):
                self.position += 1
                last = self._member()
                if not isinstance(last, str):
                    ranges += [first, "-", last]
                elif last < first:
                    raise self._error()
                else:
                    ranges.append((first, last))
            else:
                ranges.append(first)
        test = self._folded(_test_of(ranges))
        return (lambda char: not test(char)) if negated else test

    def _member(self) -> _ClassMember:
        char = self._char()
        return self._escape() if char == "\\" else char

    def _escape(self) -> _ClassMember:
        """Read what stands behind a backslash: a character, or a kind of characters."""
        if found := _CODE.match(self.source, self.position):
            self.position = found.end()
            code = int(found[1] or found[2] or found[3], 16)
            return chr(code) if code < 0x110000 else "\ufffd"
        if "u" in self.flags and (found := _PROPERTY.match(self.source, self.position)):
            self.position = found.end()
            kind, wanted = found[1], found[0][0] == "p"
            return lambda char: category(char).startswith(kind) is wanted
        char = self._char()
        if char in _KINDS:
            return _KINDS[char].__contains__
        if char.lower() in _KINDS:
            chars = _KINDS[char.lower()]
            return lambda each: each not in chars
        if char == "b":
            return "\b"
        if char in "123456789kpPcux":
            raise self._error()
        return _CONTROLS.get(char, char)

    def _folded(self, test: _CharacterTest) -> _CharacterTest:
        if "i" not in self.flags:
            return test

        def fits(char: str) -> bool:
            others = (char, char.lower(), char.upper())
            return any(len(each) == 1 and test(each) for each in others)

        return fits


_ClassMember = str | tuple[str, str] | _CharacterTest


def _test_of(parts: list[_ClassMember]) -> _CharacterTest:
    """Return the test that one of *parts* fits: characters, ranges and kinds of them."""
    chars = frozenset(part for part in parts if isinstance(part, str))
    ranges = [part for part in parts if isinstance(part, tuple)]
    tests = [part for part in parts if callable(part)]
    if not ranges and not tests:
        return chars.__contains__
    return lambda char: (
        char in chars
        or any(first <= char <= last for first, last in ranges)
        or any(test(char) for test in tests)
    )


def _fork(first: int, other: int, lazy: bool) -> tuple[_Do, Any, Any]:
    return (_Do.SPLIT, other, first) if lazy else (_Do.SPLIT, first, other)


def _any(_char: str) -> bool:
    return True


def _no_line_end(char: str) -> bool:
    return char not in _LINE_ENDS


def _begins(_text: str, place: int) -> bool:
    return place == 0


def _ends(text: str, place: int) -> bool:
    return place == len(text)


def _line_begins(text: str, place: int) -> bool:
    return place == 0 or text[place - 1] in _LINE_ENDS


def _line_ends(text: str, place: int) -> bool:
    return place == len(text) or text[place] in _LINE_ENDS


def _word_ends(text: str, place: int) -> bool:
    before = place > 0 and text[place - 1] in _WORD
    return before is not (place < len(text) and text[place] in _WORD)
