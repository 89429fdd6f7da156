"""What the commands share: finding and printing folders, loops that go on."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sphinx_docsjson.site.model import CONFIG_NAMES

# Which folder a command is for, and whether a site is in it.


def source_folder(given: Path | None, within: Path = Path()) -> Path:
    """Return the folder of the documentation: the one that is named, else the first with a config.

    :param within: where it is looked for. Without any config, it is this folder.
    """
    if given is not None:
        return given
    for names in (CONFIG_NAMES, ("conf.py",)):
        for folder in (within, within / "docs", within / "docs/source"):
            if any((folder / name).is_file() for name in names):
                return folder
    return within


def can_be_built(folder: Path) -> bool:
    """Whether there is anything that Sphinx could build."""
    return any((folder / name).is_file() for name in (*CONFIG_NAMES, "conf.py"))


def no_site(folder: Path) -> str:
    """Return what to say about a folder without a configuration."""
    names = " or ".join(CONFIG_NAMES)
    if can_be_built(folder.parent):
        return f"{folder}: the site is in {folder.parent}, not here; use that folder"
    return f"{folder}: there is no {names} here; run `sphinx-docsjson init {folder}` to create one"


OUTPUT = "_build"
"""The folder that the output of each builder is in, by its name."""


# How the command that runs is typed again, also where a runner keeps it for one run only.

NAME = "sphinx-docsjson"


def invocation(prefix: Path | None = None) -> str:
    """Return what is before a subcommand.

    ``pipx run`` and ``uvx`` make an environment in their caches, where no shell finds it: pipx
    writes a file with its name into each environment, installed ones are in ``venvs``; uv calls
    the folder of unpacked environments ``archive-v0``.

    :param prefix: the environment; by default that of this process.
    """
    where = prefix if prefix is not None else Path(sys.prefix)
    if (where / "pipx_metadata.json").is_file() and where.parent.name != "venvs":
        return f"pipx run {NAME}"
    if where.parent.name.startswith("archive-v"):
        return f"uvx {NAME}"
    return NAME


# What keeps a loop alive: an item that fails is reported in one line, and the next one follows.
#
# ``serve`` runs for days in threads that nobody watches. A thread that ends with an exception is
# silent, and its work is no longer done. ``tests/cli/test_going_on.py`` raises in each loop, and
# finds threads and processes without this protection.


@contextmanager
def going_on(doing: str, *, but: tuple[type[BaseException], ...] = ()) -> Iterator[None]:
    """Let what is done inside fail without ending the loop around it.

    :param doing: what is done, as it is reported: ``"looking at a file"``.
    :param but: exceptions that the loop means, such as that of its end; they are raised.
    """
    try:
        yield
    except but:
        raise
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        line = f"serve: ERROR: {doing} failed ({what}); serving continues. Please report this."
        print(line.encode("utf-8", "replace").decode(), file=sys.stderr, flush=True)


# Where a command keeps what it has looked at: a folder of the user's cache, for one at a time.

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
