"""The texts of an area, in an order that a seed decides."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import HypothesisException

from tests.fuzz.area import Area
from tests.fuzz.mutation import mutated
from tests.fuzz.texts import texts


def batches(area: Area, number: int) -> Iterator[list[str]]:
    """Yield batches without end: from the grammar and from changed texts in turn.

    :param number: the seed.
    """
    random, step = Random(f"{area.name}:{number}"), 0
    seeds = texts(*area.seeds)
    while True:
        drawn = grown(area, number * 100_003 + step)
        yield drawn
        # Texts of the grammar are changed too: there the odd meets the right.
        pool = [*seeds, *drawn]
        yield [mutated(random.choice(pool), pool, area.tokens, random) for _ in range(area.batch)]
        step += 1


def grown(area: Area, number: int) -> list[str]:
    """Return a batch of texts of the grammar."""
    found: list[str] = []

    @seed(number)
    @settings(
        max_examples=area.batch,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(area.grammar)
    def keep(text: str) -> None:
        found.append(text)

    with suppress(HypothesisException):
        keep()
    return found
