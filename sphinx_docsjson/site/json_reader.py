"""Parses ``docs.json`` into values that know their location, and reports errors. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.site.model import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


# The text of ``docs.json`` → values that know where they are, checked. Pure.

MAX_CHARACTERS = 16_000_000
MAX_DEPTH = 64
MAX_DIGITS = 400

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_UNICODE_ESCAPE = re.compile(r"[0-9a-fA-F]{4}")
_LITERALS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None}
_ESCAPES = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Parsed:
    """A parsed file.

    :param remarks: what is a mistake and yet readable, with its place: a key that is twice,
        a comment, a comma before a closing bracket.
    """

    value: Value
    remarks: tuple[tuple[str, Location], ...] = ()


def parse(text: str, name: str) -> Parsed:
    """Parse JSON *text*.

    :param name: the file's path as shown to the user.
    :raises SourceError: with the first mistake, its place, and what to do.
    """
    if text.startswith("\ufeff"):
        text = text[1:]
    file = SourceFile.of(name, text)
    if len(text) > MAX_CHARACTERS:
        limit = f"{MAX_CHARACTERS:,}"
        raise SourceError(
            f"the file has more than {limit} characters; split it with $ref", file.location(0)
        )
    return _Parser(file).parse()


class _Parser:
    """A recursive descent parser; its recursion is bounded by ``MAX_DEPTH``."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.text = file.text
        self.at = 0
        self.depth = 0
        self.commented = False
        self.remarks: list[tuple[str, Location]] = []

    def parse(self) -> Parsed:
        self._skip_space()
        if self.at == len(self.text):
            raise self._error("the file is empty; it must hold one JSON object", 0)
        value = self._value()
        self._skip_space()
        if self.at < len(self.text):
            raise self._error(
                f"nothing may follow the end of the JSON value, but {self._seen()} does; "
                "remove it, or an extra closing bracket before it"
            )
        return Parsed(value=value, remarks=tuple(self.remarks))

    # values

    def _value(self) -> Value:
        start = self.at
        char = self._peek()
        if char == "{":
            return self._nested(self._object)
        if char == "[":
            return self._nested(self._array)
        if char == '"':
            return Value(self._string(), self.file, start)
        if char and char in "-0123456789":
            return Value(self._number(), self.file, start)
        word = WORD.match(self.text, self.at)
        if word and word[0] in _LITERALS:
            self.at = word.end()
            return Value(_LITERALS[word[0]], self.file, start)
        raise self._error(not_a_value(self.text, self.at))

    def _nested(self, parse: Callable[[], Value]) -> Value:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error(f"more than {MAX_DEPTH} levels of brackets; make it flatter")
        value = parse()
        self.depth -= 1
        return value

    def _object(self) -> Value:
        start = self.at
        members: dict[str, Value] = {}
        keys: dict[str, tuple[SourceFile, int]] = {}
        for _ in self._entries(start, "}"):
            key_at = self.at
            key = self._key()
            if key in members:
                self._remark_twice(key, self.file.location(keys[key][1]).line, key_at)
            keys[key] = (self.file, key_at)
            members[key] = self._value()
        return Value(members, self.file, start, keys)

    def _remark_twice(self, key: str, first_line: int, offset: int) -> None:
        message = (
            f"the key {key!r} occurs twice in one object, first in line {first_line}; "
            "the last one is used: remove the other"
        )
        self._remark(message, offset)

    def _remark(self, message: str, offset: int) -> None:
        self.remarks.append((message, self.file.location(offset)))

    def _array(self) -> Value:
        start = self.at
        values = [self._value() for _ in self._entries(start, "]")]
        return Value(values, self.file, start)

    def _entries(self, start: int, close: str) -> Iterator[None]:
        """Stop at the beginning of each entry between the brackets, and pass the commas."""
        self.at += 1
        self._skip_space()
        if self._peek() == close:
            self.at += 1
            return
        while True:
            yield
            end = self.at
            self._skip_space()
            char = self._peek()
            if char == close:
                self.at += 1
                return
            if char != ",":
                raise self._no_comma(start, end, close)
            comma = self.at
            self.at += 1
            self._skip_space()
            if self._peek() == close:
                self._remark(f"remove this comma: nothing follows it before {close!r}", comma)
                self.at += 1
                return
            if self._peek() == ",":
                raise self._error("two commas in a row; remove one")

    def _key(self) -> str:
        if self._peek() != '"':
            word = WORD.match(self.text, self.at)
            if word:
                raise self._error(f'a key needs double quotes: write "{word[0]}"')
            if not self._peek():
                raise self._error("the file ends inside an object; close it with '}'")
            raise self._error(not_a_value(self.text, self.at, "a key in double quotes"))
        key = self._string()
        end = self.at
        self._skip_space()
        if self._peek() != ":":
            hint = "write ':' instead of '='" if self._peek() == "=" else "add ':' and a value"
            raise self._error(f"the key {key!r} has no value; {hint}", end)
        self.at += 1
        self._skip_space()
        return key

    def _number(self) -> int | float:
        match = _NUMBER.match(self.text, self.at)
        after = self.text[match.end() : match.end() + 1] if match else ""
        if match is None or (after and (after.isalnum() or after in "._+-")):
            raise self._error(f"{self._seen()} is not a number in JSON; write it like 12 or -0.5")
        if match.end() - self.at > MAX_DIGITS:
            raise self._error(f"a number with more than {MAX_DIGITS} digits")
        self.at = match.end()
        is_float = match[1] is not None or match[2] is not None
        return float(match[0]) if is_float else int(match[0])

    def _string(self) -> str:
        start = self.at
        self.at += 1
        parts: list[str] = []
        while True:
            match = _PLAIN.match(self.text, self.at)
            assert match is not None
            parts.append(match[0])
            self.at = match.end()
            char = self._peek()
            if char == '"':
                self.at += 1
                return well_formed("".join(parts))
            if char == "\\":
                parts.append(self._escape())
            elif not char or char in "\r\n":
                raise self._error(
                    "this string has no closing quote in its line; add the quote, "
                    "or write a line break inside a string as \\n",
                    start,
                )
            else:
                name = "a tab" if char == "\t" else f"the control character 0x{ord(char):02x}"
                escape = "\\t" if char == "\t" else f"\\u{ord(char):04x}"
                raise self._error(f"{name} inside a string; write it as {escape}")

    def _escape(self) -> str:
        char = self.text[self.at + 1 : self.at + 2]
        if char in _ESCAPES:
            self.at += 2
            return _ESCAPES[char]
        if char == "u":
            code = _UNICODE_ESCAPE.match(self.text, self.at + 2)
            if code is None:
                raise self._error("\\u needs four hexadecimal digits after it")
            self.at = code.end()
            return chr(int(code[0], 16))
        raise self._error(f"'\\{char}' is not a JSON escape; write a backslash as \\\\")

    # reading and errors

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _skip_space(self) -> None:
        """Pass space, and comments, which JSON does not have."""
        while True:
            match = _SPACE.match(self.text, self.at)
            assert match is not None
            self.at = match.end()
            comment = COMMENT.match(self.text, self.at)
            if comment is None:
                return
            if not self.commented:
                self._remark(NO_COMMENTS, self.at)
            self.commented = True
            self.at = comment.end()

    def _seen(self) -> str:
        return seen(self.text, self.at)

    def _error(self, message: str, offset: int | None = None) -> SourceError:
        return SourceError(message, self.file.location(self.at if offset is None else offset))

    def _no_comma(self, start: int, end: int, close: str) -> SourceError:
        char = self._peek()
        opened = self.file.location(start).line
        bracket = self.text[start]
        if not char:
            return self._error(
                f"the file ends before the {bracket!r} of line {opened} is closed; add {close!r}",
                start,
            )
        if char in "}]":
            return self._error(
                f"{char!r} does not close the {bracket!r} of line {opened}; {close!r} does"
            )
        if char == ";":
            return self._error("entries are separated by ',', not by ';'")
        return self._error(f"a comma is missing here, before {self._seen()}; add it", end)


# What people write in place of a JSON value, and what to tell them to write instead.

WORD = re.compile(r"[A-Za-z_$][\w$-]*")
"""A name without quotes."""

_SEEN = re.compile(r"\S{1,20}")

NO_COMMENTS = "JSON has no comments, and other programs will not read this file; remove them"

COMMENT = re.compile(r"(?:\/\/|#)[^\n]*|/\*.*?\*/", re.DOTALL)
"""A comment of another language."""

_OTHER_LITERALS = {
    "True": "true",
    "False": "false",
    "None": "null",
    "undefined": "null",
    "nil": "null",
    "NULL": "null",
    "TRUE": "true",
    "FALSE": "false",
    "yes": "true",
    "no": "false",
}


def not_a_value(text: str, at: int, expected: str = "a value") -> str:
    """Return what is wrong with what is at *at*, and what to do.

    :param expected: what should be there.
    """
    if at >= len(text):
        return f"the file ends where {expected} is expected"
    char = text[at]
    if char == "'":
        return "a string needs double quotes, not single quotes"
    if char in "\u201c\u201d\u201e\u2018\u2019`":
        return f'{char!r} cannot start a string; write a plain double quote (")'
    if match := WORD.match(text, at):
        word = match[0]
        if word in _OTHER_LITERALS:
            return f"{word!r} is not JSON; write {_OTHER_LITERALS[word]!r}"
        return f'a string needs double quotes: write "{word}"'
    if char in ",:":
        return f"{expected} is missing before {char!r}"
    return f"{expected} is expected here, not {seen(text, at)}"


def seen(text: str, at: int) -> str:
    """Return what is at *at*, short enough for a message."""
    match = _SEEN.match(text, at)
    return repr(match[0]) if match else "the end of the file"


# A text with its lines, and the values of a JSON file that know where they are.

_LINE_END = re.compile(r"\r\n|\n|\r")

Scalar: TypeAlias = str | int | float | bool | None


class SourceError(Exception):
    """The text is not JSON, or larger or deeper than the limits.

    :param message: what is wrong and what to do.
    :param location: where.
    """

    def __init__(self, message: str, location: Location) -> None:
        super().__init__(message)
        self.message = message
        self.location = location


@dataclass(frozen=True, slots=True, eq=False)
class SourceFile:
    """A text with its lines, able to say where an offset is.

    :param name: the path as shown to the user, relative to the source directory.
    """

    name: str
    text: str
    line_starts: tuple[int, ...]

    @classmethod
    def of(cls, name: str, text: str) -> SourceFile:
        """Index the lines of *text*; ``\\r\\n``, ``\\n`` and ``\\r`` end a line."""
        starts = (0, *(match.end() for match in _LINE_END.finditer(text)))
        return cls(name, text, starts)

    def location(self, offset: int) -> Location:
        """Return line and column of *offset*, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return Location(file=self.name, line=line, column=offset - self.line_starts[line - 1] + 1)


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """A JSON value and where it is.

    :param data: a scalar, or ``Value`` objects in a dict or list.
    :param keys: for an object, the offsets of its keys, with the file they are in.
    """

    data: Scalar | Mapping[str, Value] | Sequence[Value]
    file: SourceFile
    offset: int
    keys: Mapping[str, tuple[SourceFile, int]] = field(default_factory=dict)

    @property
    def location(self) -> Location:
        """Where the value begins."""
        return self.file.location(self.offset)

    def key_location(self, key: str) -> Location:
        """Return where *key* of this object is; where the object does, if it has no such."""
        if key not in self.keys:
            return self.location
        file, offset = self.keys[key]
        return file.location(offset)

    @property
    def members(self) -> Mapping[str, Value]:
        """The members of an object; empty for everything else."""
        return self.data if isinstance(self.data, Mapping) else {}

    @property
    def items(self) -> Sequence[Value]:
        """The items of an array; empty for everything else."""
        data = self.data
        return data if isinstance(data, Sequence) and not isinstance(data, str) else ()

    @property
    def is_object(self) -> bool:
        """Whether the value is an object."""
        return isinstance(self.data, Mapping)

    @property
    def is_array(self) -> bool:
        """Whether the value is an array."""
        return isinstance(self.data, Sequence) and not isinstance(self.data, str)

    def plain(self) -> Any:
        """Return the value as ``json.loads`` would."""
        if self.is_object:
            return {key: value.plain() for key, value in self.members.items()}
        if self.is_array:
            return [value.plain() for value in self.items]
        return self.data

    def with_data(self, data: Mapping[str, Value] | Sequence[Value]) -> Value:
        """Return a value at the same place with other members or items."""
        return Value(data, self.file, self.offset, self.keys)


def decode(data: bytes, name: str) -> str:
    """Decode the bytes of a JSON file: UTF-8, with or without a byte order mark.

    :raises SourceError: when the file is in another encoding.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        place = Location(file=name, line=line, column=column)
        message = f"byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise SourceError(message, place) from None
