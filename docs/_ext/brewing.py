"""Brew coffee from Python: a small module, documented for ``sphinx.ext.autodoc``.

The page *Python APIs* of the documentation is made of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import overload


class BrewingError(Exception):
    """What every error of this module is."""


class OutOfWater(BrewingError):
    """The tank is empty.

    :param missing: How much water is missing, in grams.
    """

    def __init__(self, missing: float = 0.0) -> None:
        super().__init__(f"{missing:g} g of water are missing")
        self.missing = missing


@dataclass(frozen=True)
class Recipe:
    """How a coffee is made.

    :param dose: How much coffee, in grams.
    :param water: How much water, in grams.
    :param name: What it is called; a recipe without a name is not listed.
    """

    dose: float
    water: float = 250.0
    name: str | None = None

    @property
    def ratio(self) -> float:
        """How many parts of water one part of coffee gets."""
        return self.water / self.dose

    def scaled(self, factor: float) -> Recipe:
        """Return the recipe for more coffee, or for less.

        :param factor: What the amounts are multiplied with.
        :returns: A recipe with the same :attr:`ratio`.
        :raises ValueError: When the factor is not positive.
        """
        if factor <= 0:
            raise ValueError(factor)
        return Recipe(self.dose * factor, self.water * factor, self.name)


def brew(
    recipe: Recipe,
    *steps: str,
    temperature: float = 93.0,
    on_progress: Callable[[int], None] | None = None,
    **settings: str,
) -> float:
    """Brew a cup.

    :param recipe: What to brew.
    :param steps: The steps of the recipe, if it is not a usual one.
    :param temperature: How hot the water is, in degrees Celsius. Take

        - 90 for dark roasts,
        - 96 for light ones.
    :param on_progress: Called with the percentage that is done.
    :param settings: What else the machine should know.
    :returns: How long it took, in seconds.
    :raises OutOfWater: When the tank is empty.
    :raises BrewingError: When the machine does not answer.

    .. versionadded:: 1.2
    """
    if temperature > 100:
        raise BrewingError(temperature)
    if on_progress is not None:
        on_progress(100)
    return recipe.water / 10 + len(steps) + len(settings)


@overload
def weigh(grams: float) -> float: ...
@overload
def weigh(grams: str, unit: str) -> float: ...
def weigh(grams: float | str, unit: str = "g") -> float:
    """Return a weight as a number: two signatures, and a docstring as Google writes them.

    Args:
        grams: A number, or a text such as ``"18.5"``.
        unit (str, optional): The unit of a text.

    Returns:
        The weight in grams.

    Raises:
        ValueError: If the text is no number.

    Example:
        >>> weigh("1.5", "kg")
        1500.0
    """
    return float(grams) * (1000 if unit == "kg" else 1)


def find(taste: str, limit: int = 10):
    """Find recipes; a docstring as NumPy writes them.

    Parameters
    ----------
    taste : str
        What the coffee tastes of.
    limit : int, optional
        How many recipes are returned at most.

    Returns
    -------
    recipes : list
        The recipes, the best one first.
    total : int
        How many there are.

    See Also
    --------
    brew : Makes the coffee.
    """
    return [][:limit], len(taste) * 0
