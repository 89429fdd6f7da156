"""How many times as much a page counts in the search, as authors write it. Pure."""

from __future__ import annotations

import math
from typing import Final

LOWEST: Final = 0.01
HIGHEST: Final = 10.0
"""A page that counts more would answer every question."""

WHAT_BOOST_IS: Final = f"boost is a number above 0, {HIGHEST:.0f} at most, such as 2 or 0.5"


def boost_of(text: str) -> float | None:
    """Return the number that *text* is; ``None`` where it is none, or one that is no boost."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and 0 < number <= HIGHEST else None
