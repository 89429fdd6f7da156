"""One generated page: its source, and what is known about it because it was generated."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tests.generated.blocks import Blocks, front_matter
from tests.generated.inline import Words


class Kind(Enum):
    """What a page is made of, and so what it can be compared with."""

    PLAIN = ".md"
    """Markdown without tags: plain MyST reads it alike."""

    TAGS = "tags.md"
    """Markdown with tags in ``.md``."""

    MDX = ".mdx"
    """Markdown with tags in ``.mdx``: micromark has the same blocks."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Made:
    """A page.

    :param fields: what its front matter holds.
    """

    name: str
    kind: Kind
    source: str
    fields: dict[str, Any]
    words: Words

    @property
    def file(self) -> str:
        """The name of its file."""
        return self.name + (".mdx" if self.kind is Kind.MDX else ".md")


def make(number: int, seed: int) -> Made:
    """Return page *number*; the same for the same seed."""
    rng = random.Random(f"{seed}/{number}")
    kind = rng.choice([Kind.PLAIN, Kind.TAGS, Kind.MDX, Kind.MDX])
    words = Words()
    blocks = Blocks(rng, words, tags=kind is not Kind.PLAIN, mdx=kind is Kind.MDX)
    titled = kind is not Kind.PLAIN
    head, fields = front_matter(rng, words, title=titled)
    opening = "" if titled else f"# {words.word()}\n\n"
    source = f"{head}\n{opening}{blocks.page()}"
    return Made(name=f"p{number}", kind=kind, source=source, fields=fields, words=words)


def pages(count: int, seed: int, start: int = 0) -> Iterator[Made]:
    """Give *count* pages."""
    for number in range(start, start + count):
        yield make(number, seed)
