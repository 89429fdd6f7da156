"""Run ``sphinx-build`` and disturb it: ``python -m tests.faults.saboteur WHAT WHEN -- ARGUMENTS``.

WHAT is ``kill`` (the process ends, as by ``kill -9``), ``full`` (no file can be written from then,
as on a full disk) or ``count`` (nothing happens). WHEN counts the files that are opened to be
written. The number of all of them is printed at the end.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Saboteur:
    """Hears of every file that Python opens."""

    def __init__(self, what: str, when: int) -> None:
        self.what = what
        self.when = when
        self.opened = 0

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Count a file that is opened to be written, and disturb the one whose time has come."""
        if event != "open" or not isinstance(arguments[0], str | bytes | os.PathLike):
            return
        path, mode, flags = os.fsdecode(arguments[0]), arguments[1], arguments[2]
        if path.startswith("/dev") or not (_writes(mode) or (flags or 0) & WRITING):
            return
        self.opened += 1
        if self.opened < self.when:
            return
        if self.what == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.what == "full":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)


def _writes(mode: object) -> bool:
    return isinstance(mode, str) and any(letter in mode for letter in "wax+")


def main(arguments: list[str]) -> int:
    """Build, disturbed."""
    what, when, _, *rest = arguments
    saboteur = Saboteur(what, int(when))
    from sphinx.cmd.build import main as build

    sys.dont_write_bytecode = True
    sys.addaudithook(saboteur)
    code = build(rest)
    if what == "count":
        print(f"opened {saboteur.opened}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
