"""Shows the progress of a build or a check: one line on a terminal, otherwise one per phase."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

_CODES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PHASE = re.compile(r"(?<![^\n\r])(?P<phase>[^\n\r\[]*?)\.\.\. \[ *(?P<share>\d+)%\]")
WIDTH = 78


class Progress(io.StringIO):
    """Takes what Sphinx says about its status, and shows on *target* how far it is.

    :param silent: a phase that is not shown.
    """

    def __init__(self, target: TextIO, *, silent: str = "") -> None:
        super().__init__()
        self._target = target
        self._silent = silent
        self._phases: set[str] = set()

    def write(self, text: str) -> int:
        """Show a line that says how far a phase is; leave out the rest."""
        match = _PHASE.search(_CODES.sub("", text))
        if match is not None and match["phase"] != self._silent:
            self.show(match["phase"], int(match["share"]))
        return len(text)

    def show(self, phase: str, share: int) -> None:
        """Show how far a phase is."""
        if self._target.isatty():
            self._target.write(f"\r{f'{phase} {share:>3}%':<{WIDTH}}")
        elif phase not in self._phases:
            self._target.write(f"{phase}\n")
        self._phases.add(phase)
        self._target.flush()

    def end(self) -> None:
        """Clear the line."""
        if self._phases and self._target.isatty():
            self._target.write(f"\r{'':<{WIDTH}}\r")
            self._target.flush()
