"""Tries texts on a regular expression of Python as it is, with what the linter is not told.

A text is a beginning, a unit that is repeated, and an end that does not fit; units are those of
:mod:`tests.growth.readers`, the characters of the pattern, and what recheck found.
"""

from __future__ import annotations

import re
import signal
import time
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

from tests.growth.readers import UNITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.growth.patterns import Pattern

SIZES = (30, 4_000)
MOST = 1.0
"""Seconds of CPU after which a text counts as one that takes too long."""

ENOUGH = 0.05
"""Seconds of CPU after which no longer time is looked for: what is linear takes 0.001."""

BEGINNINGS = ("", '"', "[", " ", "\n", "a")


class TooLong(Exception):
    """A search did not end."""


def attack(pattern: Pattern, more: str = "") -> tuple[float, str]:
    """Return a long time that a search took, in seconds of CPU, and for which text.

    :param more: another text to try.
    """
    tried = re.compile(pattern.text, pattern.flags)
    worst = (0.0, "")
    before = signal.signal(signal.SIGVTALRM, _stop)
    try:
        for text, name in _texts(pattern, more):
            spent = time.process_time()
            signal.setitimer(signal.ITIMER_VIRTUAL, MOST)
            try:
                _search(tried, text, anchored=pattern.is_anchored)
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            except TooLong:
                return MOST, name
            worst = max(worst, (time.process_time() - spent, name))
            if worst[0] > ENOUGH:
                break
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return worst


def _search(tried: re.Pattern[str], text: str, *, anchored: bool) -> None:
    if anchored:
        tried.match(text)
        tried.fullmatch(text)
        return
    for _ in tried.finditer(text):
        pass


def _texts(pattern: Pattern, more: str) -> Iterator[tuple[str, str]]:
    letters = dict.fromkeys(c for c in pattern.text if not c.isalnum() and c != "\\")
    units = dict.fromkeys((*UNITS, *letters, *(a + b for a, b in pairwise(letters)), "\0", "0"))
    for size in SIZES:
        for beginning, unit in product(BEGINNINGS, units):
            text = beginning + unit * (size // len(unit)) + "\0"
            yield text, f"{beginning!r} + {unit!r} * {size // len(unit)}"
        yield more[:size], f"the text of recheck, {size} characters"


def _stop(_number: int, _frame: Any) -> None:
    raise TooLong
