"""Where code stands in a text, which hides every other mark: fences, and spans in paragraphs."""

from __future__ import annotations

import re
from bisect import bisect_right

_FENCE = re.compile(r"(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*(`{3,}|~{3,})([^\n]*)")
_ITEM = re.compile(r"[ \t]*(?:>[ \t]?)*([-*+]|\d{1,9}[.)])([ \t]+)(?=\S)")
_BREAKS_SPAN = re.compile(r"[ \t]*(?:>|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|\||</?[A-Za-z]|$)")
_BACKTICKS = re.compile(r"`+")


class CodeFences:
    """The fences of a text, followed line by line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._open: tuple[str, int] | None = None
        self._items: list[int] = []

    def hold(self, begin: int, end: int, indent: int | None) -> bool:
        """Whether a line opens a fence, stands in one or closes it; ask for lines in order.

        :param indent: the width of its indentation; ``None`` for a blank line.
        """
        if self._open and self._goes_on(self._open, begin, end, indent):
            return True
        if indent is None:
            return False
        self._follow_items(begin, end, indent)
        return self._opens(begin, end)

    def _goes_on(self, fence: tuple[str, int], begin: int, end: int, indent: int | None) -> bool:
        """Whether the line belongs to the open fence; a list item that ends closes it."""
        marks, floor = fence
        if indent is not None and indent < floor:
            self._open = None
            return False
        line = self._text[begin:end].lstrip(" \t>").rstrip()
        if len(line) >= len(marks) and not line.strip(marks[0]):
            self._open = None
        return True

    def _follow_items(self, begin: int, end: int, indent: int) -> None:
        while self._items and indent < self._items[-1]:
            self._items.pop()
        match = _ITEM.match(self._text, begin, end)
        if match:
            self._items.append(match.end() - begin)

    def _opens(self, begin: int, end: int) -> bool:
        match = _FENCE.match(self._text, begin, end)
        if match is None or (match[1][0] == "`" and "`" in match[2]):
            return False
        column = match.start(1) - begin
        floor = self._items[-1] if self._items and column >= self._items[-1] else 0
        self._open = (match[1], floor)
        return True


class CodeSpans:
    """The code spans of a text; none goes beyond its paragraph.

    :param blocks: whether the text has paragraphs, or is one.
    """

    def __init__(self, text: str, blocks: bool) -> None:
        self._text = text
        self._blocks = blocks
        self._runs: dict[int, list[int]] | None = None

    def end_paragraph(self) -> None:
        """Note that what was read so far is another paragraph."""
        self._runs = None

    def begin_line(self, begin: int, end: int) -> None:
        """Note a line, which may begin another block."""
        if _BREAKS_SPAN.match(self._text, begin, end):
            self._runs = None

    def end_of(self, position: int) -> int:
        """Return where the span at *position* ends, or its backticks when they begin none."""
        match = _BACKTICKS.match(self._text, position)
        assert match is not None
        length = match.end() - position
        if self._runs is None:
            self._runs = self._runs_from(position)
        runs = self._runs.get(length, [])
        place = bisect_right(runs, position)
        return runs[place] + length if place < len(runs) else match.end()

    def _runs_from(self, position: int) -> dict[int, list[int]]:
        """Return the runs of backticks from *position* to the end of the paragraph, by length."""
        end = self._paragraph_end(position)
        runs: dict[int, list[int]] = {}
        for match in _BACKTICKS.finditer(self._text, position, end):
            runs.setdefault(match.end() - match.start(), []).append(match.start())
        return runs

    def _paragraph_end(self, position: int) -> int:
        size = len(self._text)
        if not self._blocks:
            return size
        while True:
            line_end = self._text.find("\n", position)
            if line_end < 0:
                return size
            position = line_end + 1
            next_end = self._text.find("\n", position)
            next_end = size if next_end < 0 else next_end
            if _BREAKS_SPAN.match(self._text, position, next_end) or _FENCE.match(
                self._text, position, next_end
            ):
                return line_end
