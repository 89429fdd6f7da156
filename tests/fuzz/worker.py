"""A process that checks texts, watched by another that sees it crash or never come back."""

from __future__ import annotations

import multiprocessing
import resource
import shutil
import sys
import tempfile
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

PATIENCE = 120.0
"""Seconds that one batch may take. It takes one or two, on a busy machine ten."""

MEMORY = 6 * 2**30
"""Bytes of addresses that the process may have."""


def _serve(pipe: Connection, name: str) -> None:
    from tests.fuzz.areas import AREAS

    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    check = AREAS[name].check
    while True:
        folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
        try:
            pipe.send(list(check(pipe.recv(), folder)))
        finally:
            shutil.rmtree(folder, ignore_errors=True)


class Worker:
    """Checks batches of the area *name* in a process that may die."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, self._name), daemon=True)
        self._process.start()
        other.close()

    def check(self, batch: Sequence[str]) -> list[str]:
        """Return what is wrong with *batch*."""
        try:
            self._pipe.send(batch)
            if self._pipe.poll(PATIENCE):
                found: list[str] = self._pipe.recv()
                return found
            wrong = f"not done after {PATIENCE:.0f} seconds"
        except (EOFError, OSError):
            self._process.join(5)
            wrong = f"the process ended with {self._process.exitcode}"
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
