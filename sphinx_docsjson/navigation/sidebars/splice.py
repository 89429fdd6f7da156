"""HTML that is written once and differs from page to page in a few marked places.

A sidebar of a thousand entries is the same on a thousand pages, but for the entry of the page
itself and the groups that are open around it. Each page costs a handful of slices.
"""

from __future__ import annotations

from typing import TypeAlias

Edit: TypeAlias = tuple[int, int, str]
"""Replace the text from the first to the second offset."""


class Spliced:
    """A text under construction, then the variants of it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._text: str | None = None
        self._edits: dict[str, tuple[Edit, ...]] = {}

    def write(self, text: str) -> None:
        """Append *text*."""
        self._parts.append(text)
        self._length += len(text)

    def here(self, text: str, *, instead_of: str = "") -> Edit:
        """Return the edit that puts *text* at the end of what is written so far.

        :param instead_of: what stands there in the common text; it is appended.
        """
        start = self._length
        self.write(instead_of)
        return (start, self._length, text)

    def variant(self, name: str, edits: tuple[Edit, ...]) -> None:
        """Declare a variant, edits in ascending order; the first one of a name counts."""
        self._edits.setdefault(name, edits)

    @property
    def common(self) -> str:
        """The text without any edit."""
        if self._text is None:
            self._text = "".join(self._parts)
            self._parts = [self._text]
        return self._text

    def text(self, name: str) -> str:
        """Return the variant *name*, or the common text when there is none."""
        common = self.common
        pieces = []
        position = 0
        for start, end, replacement in self._edits.get(name, ()):
            pieces += [common[position:start], replacement]
            position = end
        pieces.append(common[position:])
        return "".join(pieces)
