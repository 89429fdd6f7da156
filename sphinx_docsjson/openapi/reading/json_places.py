"""Where the keys and items of a JSON text stand: found by skipping what lies before them. Pure."""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left

_STRING = r'"(?:[^"\\]++|\\.)*+"'
_PLAIN = r'[^"{}\[\]]++'


def _within(levels: int) -> str:
    """Return a pattern of what may stand in a container, with so many levels of others."""
    inner = rf"|[\[{{]{_within(levels - 1)}[\]}}]" if levels else ""
    return rf"(?:{_PLAIN}|{_STRING}{inner})*+"


_SKIPPED = re.compile(_within(3), re.DOTALL)
"""Containers of few levels are passed in one step, which is what makes it fast."""

_TEXT = re.compile(_STRING, re.DOTALL)
_WORD = re.compile(r"[^\s,\]}]+")
_SPACE = re.compile(r"\s*")

Place = tuple[int, int]
"""A line and a column, counted from 1."""

Member = tuple[int, int]
"""Where a member begins, with its key, and where its value does."""


class Lines:
    """The lines of a text, which are looked for once: counting takes long in a long text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._ends: array[int] | None = None

    def of(self, at: int) -> int:
        """Return the line of an offset, counted from 1."""
        if self._ends is None:
            self._ends = array("L", (found.start() for found in re.finditer("\n", self.text)))
        return bisect_left(self._ends, at) + 1


class JsonPlaces:
    """The places in one text; each container that is asked for is looked through once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = Lines(text)
        self._members: dict[int, dict[str, Member]] = {}

    def place(self, parts: list[str]) -> Place | None:
        """Return line and column of what *parts* lead to, as far as they lead.

        :returns: ``None`` when not even the first of them is there.
        """
        offset = self._offset(parts)
        if offset is None:
            return None
        return self._lines.of(offset), offset - self.text.rfind("\n", 0, offset)

    def _offset(self, parts: list[str]) -> int | None:
        found: int | None = None
        at = self._after_space(1 if self.text.startswith("\ufeff") else 0)
        for part in parts:
            member = self._of(at).get(part)
            if member is None:
                break
            found, at = member
        return found

    def _of(self, at: int) -> dict[str, Member]:
        """Return the members of the container that begins at *at*; of others there are none."""
        if at not in self._members:
            self._members[at] = self._read(at)
        return self._members[at]

    def _read(self, at: int) -> dict[str, Member]:
        members: dict[str, Member] = {}
        opening = self.text[at : at + 1]
        if opening not in ("{", "["):
            return members
        at = self._after_space(at + 1)
        number = 0
        while at < len(self.text) and self.text[at] not in "}]":
            begin = at
            key = str(number)
            if opening == "{":
                word = _TEXT.match(self.text, at)
                if word is None:
                    break
                key = _key(word.group())
                at = self._after_space(word.end())
                if self.text[at : at + 1] != ":":
                    break
                at = self._after_space(at + 1)
            members[key] = (begin, at)
            number += 1
            at = self._after_space(self._end_of(at))
            if self.text[at : at + 1] != ",":
                break
            at = self._after_space(at + 1)
        return members

    def _end_of(self, at: int) -> int:
        """Return where the value that begins at *at* ends."""
        first = self.text[at : at + 1]
        if first not in ("{", "["):
            found = (_TEXT if first == '"' else _WORD).match(self.text, at)
            return found.end() if found else len(self.text)
        depth = 0
        while at < len(self.text):
            if self.text[at] in "{[":
                depth += 1
            elif self.text[at] in "}]":
                depth -= 1
            else:
                break  # a string that does not end
            at += 1
            if depth == 0:
                return at
            skipped = _SKIPPED.match(self.text, at)
            at = skipped.end() if skipped else len(self.text)
        return len(self.text)

    def _after_space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at


def _key(written: str) -> str:
    if "\\" not in written:
        return written[1:-1]
    try:
        return str(json.loads(written))
    except ValueError:
        return written[1:-1]
