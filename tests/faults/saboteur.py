"""Run ``sphinx-build`` and disturb it: ``python -m tests.faults.saboteur WHAT WHEN -- ARGUMENTS``.

WHAT is ``kill`` (the process ends, as by ``kill -9``), ``full`` (no file can be written from then,
as on a full disk), ``guard`` (nothing below the folder of the sources can be changed) or ``count``
(nothing happens). WHEN counts the files that are opened to be written. The number of all of them
is printed at the end.

``clock`` sets the clock by WHEN seconds, and ``older`` lets another version write, of what WHEN
names (0: this package, 1: Sphinx).
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from collections.abc import Iterable
from typing import Any

CHANGES = {
    **dict.fromkeys(
        ("os.mkdir", "os.remove", "os.rmdir", "os.chmod", "os.utime", "os.truncate"), 1
    ),
    **dict.fromkeys(("os.rename", "os.link", "os.symlink", "shutil.move"), 2),
}
"""Events of what changes a folder → how many of their arguments are paths."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Saboteur:
    """Hears of every file that Python opens."""

    def __init__(self, what: str, when: int, folder: str = "") -> None:
        self.what = what
        self.when = when
        self.folder = os.path.abspath(folder)
        self.opened = 0

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Count a file that is opened to be written, and disturb the one whose time has come."""
        if self.what == "guard" and event in CHANGES:
            self._guard(arguments[: CHANGES[event]])
        if event != "open" or not isinstance(arguments[0], str | bytes | os.PathLike):
            return
        path, mode, flags = os.fsdecode(arguments[0]), arguments[1], arguments[2]
        if path.startswith("/dev") or not (_writes(mode) or (flags or 0) & WRITING):
            return
        if self.what == "guard":
            self._guard([path])
        self.opened += 1
        if self.opened < self.when:
            return
        if self.what == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.what == "full":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    def _guard(self, paths: Iterable[Any]) -> None:
        for path in paths:
            if not isinstance(path, str | bytes | os.PathLike):
                continue
            whole = os.path.abspath(os.fsdecode(path))
            if whole.startswith(self.folder + os.sep):
                raise OSError(errno.EROFS, os.strerror(errno.EROFS), whole)


def _writes(mode: object) -> bool:
    return isinstance(mode, str) and any(letter in mode for letter in "wax+")


def _set_clock(seconds: int) -> None:
    now, now_ns = time.time, time.time_ns
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + seconds * 1_000_000_000


def _be_older(which: int) -> None:
    if which:
        import sphinx.environment

        sphinx.environment.ENV_VERSION -= 1
    else:
        import sphinx_docsjson.version

        sphinx_docsjson.version.__version__ = "0.0.1"


def main(arguments: list[str]) -> int:
    """Build, disturbed."""
    what, when, _, *rest = arguments
    saboteur = Saboteur(what, int(when), rest[-2])
    if what == "clock":
        _set_clock(int(when))
    if what == "older":
        _be_older(int(when))
    from sphinx.cmd.build import main as build

    sys.dont_write_bytecode = True
    sys.addaudithook(saboteur)
    code = build(rest)
    if what == "count":
        print(f"opened {saboteur.opened}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
