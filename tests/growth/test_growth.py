"""What reads a text takes twice as many steps for twice the text, whatever the text is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sphinx_docsjson.ext.api_checks.examples import showing
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver
from sphinx_docsjson.ext.openapi.schema.patterns import matching
from tests._support.finite import finishes, steps
from tests.growth.readers import READERS, STRUCTURES, UNITS

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (60, 120, 240)
MOST = 2.6
"""What the last doubling may add, of what the one before added: 2 is linear, 4 quadratic."""

FEW = 400
"""So few more lines are the price of something else, such as a message."""


def growth(count_of: Callable[[int], int], sizes: tuple[int, ...] = SIZES) -> float:
    """Return how much the steps of the last doubling are, of those of the one before."""
    first, second, third = map(count_of, sizes)
    return (third - second) / max(second - first, FEW)


@pytest.mark.parametrize("name", READERS)
def test_a_reader_takes_steps_in_proportion_to_a_text(name: str):
    read = READERS[name]
    read("a")  # what is made once is made before
    found = {
        unit: grown
        for unit in UNITS
        if (grown := growth(lambda count: steps(read, unit * count))) > MOST  # noqa: B023
    }
    assert found == {}


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_structure_takes_steps_in_proportion_to_its_size(name: str):
    make = STRUCTURES[name]
    make(8)()
    assert growth(lambda count: steps(make(count))) <= MOST


@pytest.mark.parametrize("pattern", ["a+" * 240, r"(a+)+\B$", "(" * 900])
def test_a_pattern_of_a_schema_takes_no_time(pattern: str):
    assert finishes(matching, pattern)


def test_keys_of_yaml_inside_keys_take_no_time():
    assert finishes(_nested_keys)


def test_what_is_quadratic_is_seen():
    source = "def slow(text):\n for n in range(len(text)):\n  for m in range(n):\n   pass\n"
    module: dict[str, Any] = {"__name__": "sphinx_docsjson.slow"}
    exec(source, module)
    assert growth(lambda count: steps(module["slow"], "a" * count)) > 3.5


def _nested_keys() -> None:
    READERS["YAML"]("? " * 60)


def test_operations_and_wrong_examples_are_not_compared_each_with_each():
    def taken(count: int) -> int:
        paths = {
            f"/p{number}": {"get": {"requestBody": {"$ref": f"#/components/examples/e{number}"}}}
            for number in range(count)
        }
        examples = {f"e{number}": {"value": {"a": number}} for number in range(count)}
        document = {"paths": paths, "components": {"examples": examples}}
        places = {f"#/components/examples/e{number}/value/a" for number in range(count)}
        assert set(showing(document, Resolver(document), places).values()) == {1}
        return steps(showing, document, Resolver(document), places)

    assert taken(80) < 2.2 * taken(40)
