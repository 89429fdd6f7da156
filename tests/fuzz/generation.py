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


def batches(area: Area, number: int, *, shared: bool = True) -> Iterator[list[str]]:
    """Yield batches without end: from the grammar and from changed texts in turn.

    :param number: the seed.
    :param shared: whether texts of ``../shared`` are changed as well.
    """
    random, step = Random(f"{area.name}:{number}"), 0
    seeds = texts(*area.seeds, shared=shared)
    while True:
        grown = _grown(area, number * 100_003 + step)
        yield grown
        # Texts of the grammar are changed too: there the odd meets the right.
        pool = [*seeds, *grown]
        yield [mutated(random.choice(pool), pool, area.tokens, random) for _ in range(area.batch)]
        step += 1


def _grown(area: Area, number: int) -> list[str]:
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
