"""A tag in a block quote may go over several lines, each of which begins with the quote's mark."""

from __future__ import annotations

import re

MAX_DEPTH = 8
"""Quotes deeper than this are read with their marks; each depth costs a copy of the text."""

_PREFIX = re.compile(r"(?:[ \t>]|[-*+][ \t]+|\d{1,9}[.)][ \t]+)*")


class Quotes:
    """The block quotes of a text, as far as a tag that begins in one needs them.

    Ask for lines in order.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._texts: dict[int, str] = {0: text}
        self._line = (0, 0)
        self._depth: int | None = None

    def begin_line(self, begin: int, end: int) -> None:
        """Note the line that is read."""
        self._line = begin, end
        self._depth = None

    def text_for_tags(self) -> str:
        """Return the text with spaces for the marks of the quotes that the line stands in.

        Its length is the same. Further lines may have as many marks as this one: another ``>``
        there is a character of the tag.
        """
        if self._depth is None:
            prefix = _PREFIX.match(self._text, *self._line)
            depth = prefix.group().count(">") if prefix else 0
            self._depth = depth if depth <= MAX_DEPTH else 0
        if self._depth not in self._texts:
            marks = re.compile(rf"^(?:[ \t]*>){{1,{self._depth}}}", re.MULTILINE)
            self._texts[self._depth] = marks.sub(lambda m: m[0].replace(">", " "), self._text)
        return self._texts[self._depth]
