"""Texts that look like the syntax of another tool, or are nearly right in ours.

Each holds words such as ``w12x``. Whatever it becomes, a reader sees every word, or its author is
told something of the page.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests._support.inputs import input_data

_INPUTS = input_data(__file__, "lookalikes.yaml")

SHAPES = tuple(_INPUTS["shapes"])
"""``W`` stands for a word."""

HIDDEN = ("% W", "[W]: W", "+++ W", "(W)=\nW", ":orphan: W")
"""Comments, targets and definitions of Markdown and MyST, which nobody is meant to see."""


def around(text: str, way: int) -> str:
    """Return a text where it may stand: alone, below text, in a list, a quote, a component."""
    if way == 1:
        return f"W\n{text}\nW"
    if way == 2:
        return "- W\n\n" + "\n".join(f"  {line}" for line in text.split("\n")) + "\n"
    if way == 3:
        return "\n".join(f"> {line}" for line in text.split("\n"))
    return f"<Note>\n{text}\n</Note>" if way == 4 else text


@dataclass(frozen=True, kw_only=True, slots=True)
class Lookalike:
    """A page, and the words that it has."""

    file: str
    source: str
    words: tuple[str, ...]


def lookalikes(seed: int, more: int) -> Iterator[Lookalike]:
    """Give each shape in each place and syntax, and *more* pages of several at random."""
    chosen = [
        (around(shape, way), suffix)
        for shape in SHAPES
        for way in range(5)
        for suffix in ("md", "mdx")
        if shape not in HIDDEN or (suffix == "mdx" and not shape.startswith("["))
    ]
    generator = random.Random(seed)
    shown = [shape for shape in SHAPES if shape not in HIDDEN]
    for _ in range(more):
        parts = [around(generator.choice(shown), generator.randrange(5)) for _ in range(3)]
        between = generator.choice(["\n\n", "\n"])
        chosen.append((between.join(parts), generator.choice(["md", "mdx"])))
    for number, (text, suffix) in enumerate(chosen):
        pieces = f"W\n\n{text}\n".split("W")
        words = tuple(f"w{number}n{index}x" for index in range(len(pieces) - 1))
        source = "".join(map("".join, zip(pieces, (*words, ""), strict=True)))
        yield Lookalike(file=f"q{number}.{suffix}", source=source, words=words)
