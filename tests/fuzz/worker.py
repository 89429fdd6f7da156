"""A process that checks texts, watched by another that sees it crash or never come back."""

from __future__ import annotations

import multiprocessing
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

PATIENCE = 120
"""Seconds of CPU that one batch may take, however busy the machine is. It takes one or two."""

STUCK = 3600.0
"""Seconds after which a process that waits for something is ended."""

MEMORY = 6 * 2**30
"""Bytes of addresses that the process may have."""


def _serve(pipe: Connection, name: str, patience: int) -> None:
    from tests.fuzz.areas import AREAS

    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    check = AREAS[name].check
    while True:
        folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
        try:
            batch = pipe.recv()
            _, most = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + patience, most))
            pipe.send(list(check(batch, folder)))
        finally:
            shutil.rmtree(folder, ignore_errors=True)


class Worker:
    """Checks batches of the area *name* in a process that may die.

    :param patience: seconds of CPU for a batch.
    """

    def __init__(self, name: str, patience: int = PATIENCE) -> None:
        self._name = name
        self._patience = patience
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(other, self._name, self._patience), daemon=True
        )
        self._process.start()
        other.close()

    def check(self, batch: Sequence[str]) -> list[str]:
        """Return what is wrong with *batch*."""
        try:
            self._pipe.send(batch)
            if self._pipe.poll(STUCK):
                found: list[str] = self._pipe.recv()
                return found
            wrong = "the process waits and never ends"
        except (EOFError, OSError):
            self._process.join()
            code = self._process.exitcode
            slow = f"not done after {self._patience} seconds"
            wrong = slow if code == -signal.SIGXCPU else f"the process ended with {code}"
        self.stop()
        self._begin()
        return [wrong]

    def stop(self) -> None:
        """End the process."""
        self.kill()
        self._pipe.close()

    def kill(self) -> None:
        """End the process as a crash does."""
        self._process.kill()
        self._process.join()
