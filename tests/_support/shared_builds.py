"""Sites that several tests look at: built once a run, by whichever worker of xdist comes first."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

PAUSE = 0.1
"""Seconds between two looks whether another worker has ended its build."""


def built_once(
    factory: pytest.TempPathFactory, name: str, build: Callable[[Path], object]
) -> Path:
    """Return a folder of this run; the first who asks for *name* calls *build* on it.

    :raises RuntimeError: where the build of another worker has failed.
    """
    own = factory.getbasetemp()
    # Workers of xdist have folders beside each other: popen-gw0, popen-gw1.
    common = own.parent if own.name.startswith("popen-") else own
    folder, done, failed = (common / f"shared-{name}{end}" for end in ("", ".done", ".failed"))
    try:
        # Only one process can make a folder: this is the lock.
        folder.mkdir()
    except FileExistsError:
        while not (done.exists() or failed.exists()):
            time.sleep(PAUSE)
        if failed.exists():
            raise RuntimeError(f"the build of {name} failed in another test") from None
        return folder
    try:
        build(folder)
    except BaseException:
        failed.touch()
        raise
    done.touch()
    return folder
