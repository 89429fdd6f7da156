"""The lines in which Sphinx shows how far it is, with the pages and the time that is left."""

from __future__ import annotations

import logging
import re
import sys
import time
from typing import TYPE_CHECKING

from sphinx_docsjson.compat.log_messages import change_messages

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

PATIENCE = 3.0
"""Seconds of a phase after which the time that is left is told, and can be."""

_SHARE = re.compile(r"^(?P<phase>.*?)\[ *(?P<share>\d+)%\] ?", re.DOTALL)


class TimeLeft(logging.Filter):
    """Puts behind ``reading sources... [ 42%]`` how many pages that is and how long it will take.

    Sphinx logs these lines as text; where it writes them in another way, they stay as they are.

    :param clock: seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._phase = ""
        self._begin = 0.0
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the text of a record that says how far a phase is."""
        match = _SHARE.match(record.msg) if isinstance(record.msg, str) else None
        if match is not None and not record.args:
            said = self.said(match["phase"], int(match["share"]))
            record.msg = f"{match[0].rstrip()} {said}{record.msg[match.end() :]}"
        return True

    def said(self, phase: str, share: int) -> str:
        """Return what is added to the line of a phase that has come to *share* percent."""
        now = self._clock()
        if phase != self._phase:
            self._phase, self._begin, self._count = phase, now, 0
        self._count += 1
        spent = now - self._begin
        if spent < PATIENCE or not 0 < share < 100:
            return f"{self._count} "
        return f"{self._count}, {_time(spent * (100 - share) / share)} left: "


def _time(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole} s" if whole < 100 else f"{round(whole / 60)} min"


def show_time_left(app: Sphinx) -> None:
    """Let a terminal show it; in a file or a pipe the lines stay as Sphinx writes them."""
    if sys.stdout.isatty():
        change_messages(TimeLeft())
