"""What is fuzzed: an area makes texts and knows what must hold whatever they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hypothesis.strategies import SearchStrategy


@dataclass(frozen=True, kw_only=True)
class Area:
    """One kind of input.

    :param name: as the command line and the folder of the corpus call it.
    :param suffix: of a file with such a text.
    :param grammar: texts that are nearly right.
    :param seeds: patterns of the files whose texts are changed at random.
    :param tokens: what means something in such texts; changes put them in.
    :param check: builds texts in a folder; yields what is wrong, one line each.
    :param batch: how many texts are built together.
    """

    name: str
    suffix: str
    grammar: SearchStrategy[str]
    seeds: Sequence[str]
    tokens: Sequence[str]
    check: Callable[[Sequence[str], Path], Iterator[str]]
    batch: int
