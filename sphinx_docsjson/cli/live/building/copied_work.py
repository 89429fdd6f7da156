"""Work that nobody waits for, done in a copy of the process: a change ends it, and costs nothing.

The copy writes what it has to; what it learns besides is gone with it, but for what it returns.
Where a system cannot copy a process, there is no such work.
"""

from __future__ import annotations

import os
import signal
from multiprocessing import Pipe
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

LEISURE = 10
"""So much nicer the work is than what it was copied from, and the browser."""

CAN_COPY = hasattr(os, "fork")
Found = TypeVar("Found")


class CopiedWork(Generic[Found]):
    """A piece of work, begun as soon as it is made.

    :param act: what is done; it returns something that can be pickled.
    :raises OSError: when there can be no further process.
    """

    def __init__(self, act: Callable[[], Found]) -> None:
        ours, theirs = Pipe(duplex=False)
        self.link: Connection = ours
        """Ready to be read when the work is done."""
        try:
            self._process = os.fork()
        except OSError:
            ours.close()
            theirs.close()
            raise
        if self._process:
            theirs.close()
            return
        code = 1
        try:
            ours.close()
            os.nice(LEISURE)
            theirs.send(act())
            code = 0
        finally:
            os._exit(code)

    def found(self) -> Found:
        """Return what the work returned, waiting for it.

        :raises RuntimeError: when it ended without.
        """
        try:
            found: Found = self.link.recv()
        except EOFError:
            raise RuntimeError("the copy of the process ended before its work") from None
        finally:
            self.end()
        return found

    def end(self) -> None:
        """End the work, wherever it is."""
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
            self._process = 0
            self.link.close()
