"""The seed of what tests choose at random.

Without a seed every run tries the same, so that no run fails by chance. ``tools/dev.py test
--all`` sets the seed of the day, which is printed at the beginning of the run.
"""

from __future__ import annotations

import os

VARIABLE = "DOCSJSON_SEED"


def seed_of_the_day() -> int | None:
    """Return the seed that the environment asks for, if it does."""
    text = os.environ.get(VARIABLE, "")
    return int(text) if text else None


def seed(usual: int) -> int:
    """Return the seed of the day, or *usual* where there is none."""
    day = seed_of_the_day()
    return usual if day is None else day
