"""Where a command keeps what it has looked at: a folder of the user's cache, for one at a time."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHE = "DOCSJSON_CACHE"
"""The variable that names another folder than the cache of the user."""


def usual_folder(command: str, project: Path, *settings: str) -> Path:
    """Return where the looks of a command at a project are kept."""
    base = os.environ.get(CACHE) or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    key = hashlib.sha256("\0".join([str(project.resolve()), *settings]).encode()).hexdigest()
    return Path(base) / "sphinx-docsjson" / command / f"{project.resolve().name}-{key[:12]}"


@contextmanager
def alone_in(folder: Path) -> Iterator[Path]:
    """Yield *folder*, or one that is thrown away where another look is going on in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("wb")
    except OSError:
        lock = None
    if lock is not None:
        try:
            _take(lock)
        except OSError:
            lock.close()
            lock = None
    if lock is None:
        with tempfile.TemporaryDirectory() as scratch:
            yield Path(scratch)
        return
    try:
        yield folder
    finally:
        lock.close()


def _take(lock: IO[bytes]) -> None:
    """Lock a file until it is closed.

    :raises OSError: when another process has it.
    """
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
