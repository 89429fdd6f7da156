"""What an attack is: a site, and which texts went into which of its fields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SEVERAL = 12
_SHOWN = re.compile(r"\S")


@dataclass
class Handing:
    """Gives each field that asks other texts to try than the field before.

    :param plain: give harmless words of the same lengths, for a site to compare with.
    """

    tried: Sequence[str]
    start: int = 0
    plain: bool = False
    fields: dict[str, int] = field(default_factory=dict)
    """Fields that were given something → how many texts."""

    def one(self, path: str) -> str:
        """Return one text, as it is."""
        return self._next(path, 1)[0]

    def several(self, path: str, between: str = " ") -> str:
        """Return a few texts after a word by which the field is found again."""
        word = f"zq{len(self.fields)}q"
        return between.join((word, *self._next(path, SEVERAL)))

    def _next(self, path: str, count: int) -> list[str]:
        size = len(self.tried)
        texts = [self.tried[(self.start + n) % size] for n in range(min(count, size))]
        self.start += len(texts)
        self.fields[path] = self.fields.get(path, 0) + len(texts)
        return [_SHOWN.sub("w", text) for text in texts] if self.plain else texts


@dataclass(frozen=True, kw_only=True)
class Attack:
    """A site to build and look at.

    :param strict: nobody who wrote it is trusted, so no element of it may come through either.
    """

    name: str
    files: Mapping[str, str | bytes]
    handing: Handing
    strict: bool = True
    conf: Mapping[str, Any] = field(default_factory=dict)
