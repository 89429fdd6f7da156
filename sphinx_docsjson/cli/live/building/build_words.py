"""The words between the process that builds and the one that serves: a name and its data."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import asdict
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from sphinx_docsjson.cli.live.building.build_messages import BuildMessages

AGAIN = 75
"""The exit code by which the process that builds asks for another one."""

ASKED = 100
"""So many pages can be waited for at a time; who asked first is forgotten first."""

STEP = 0.25
"""Seconds between two words about how far the build is."""


class BuildWords:
    """What the process that builds hears and says.

    :param link: to the other process.
    """

    def __init__(self, link: Connection, messages: BuildMessages) -> None:
        self._link = link
        self._messages = messages
        self._later: list[str] = []
        self._said = 0.0
        self._may_begin = False
        self.asked: deque[str] = deque(maxlen=ASKED)
        """The paths of pages that somebody waits for."""
        self.open: list[str] = []
        """The paths of pages that are looked at, the last one first."""
        self.began = time.monotonic()
        """When the change came that is being worked on."""

    def wait_for_begin(self) -> None:
        """Wait until the other process looks for changes; pages may be asked for before.

        :raises EOFError: when the other process has ended.
        """
        while not self._may_begin:
            self._link.poll(None)
            self.listen()
        self.began = time.monotonic()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for a word; return whether there is one."""
        return bool(self._later) or self._link.poll(seconds)

    def wait_beside(self, work: Connection) -> bool:
        """Wait for the end of a work; return whether a file has changed before.

        :raises EOFError: when the other process has ended.
        """
        while not self._later and work not in wait([work, self._link]):
            self.listen()
        return bool(self._later)

    def changed(self) -> list[str]:
        """Return the files that changed since the last time.

        :raises EOFError: when the other process has ended.
        """
        self.listen()
        found, self._later = self._later, []
        return found

    def listen(self) -> None:
        """Hear what was said, and keep which files changed for the next step.

        :raises EOFError: when the other process has ended.
        """
        while self._link.poll():
            word, data = self._link.recv()
            if word == "changed":
                self.began = time.monotonic()
                self._later += data
            elif word == "look":
                self.open = list(data)
            elif word == "ask":
                self.asked.append(data)
            elif word == "begin":
                self._may_begin = True

    def tell(self, word: str, data: Any = None) -> None:
        """Say something."""
        self._link.send((word, data))

    def problems(self) -> None:
        """Say what is wrong at present."""
        self.tell("problems", [asdict(problem) for problem in self._messages.problems()])

    def progress(self, what: str, done: int, total: int) -> None:
        """Say how far a step is that takes long."""
        now = time.monotonic()
        if now - self._said > STEP and now - self.began > 1:
            self._said = now
            self.tell("progress", f"{what} {done:,} of {total:,}")
