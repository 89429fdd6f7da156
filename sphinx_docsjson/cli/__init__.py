"""What the commands share: the folder they are for, how they are typed, loops that go on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
    """Return what to say of a folder without a configuration."""
    names = " or ".join(CONFIG_NAMES)
    return f"{folder}: there is no {names} here; `sphinx-docsjson init {folder}` makes a site"


OUTPUT = "_build"
"""The folder that the output of each builder is in, by its name."""


# How the command that runs is typed again, also where a runner keeps it for one run only.

NAME = "sphinx-docsjson"


def invocation(prefix: Path | None = None) -> str:
    """Return what stands before a subcommand.

    ``pipx run`` and ``uvx`` make an environment in their caches, where no shell finds it: pipx
    writes a file with its name into each, those that are installed stand in ``venvs``; uv calls
    the folder of unpacked environments ``archive-v0``.

    :param prefix: the environment; by default that of this process.
    """
    where = prefix if prefix is not None else Path(sys.prefix)
    if (where / "pipx_metadata.json").is_file() and where.parent.name != "venvs":
        return f"pipx run {NAME}"
    if where.parent.name.startswith("archive-v"):
        return f"uvx {NAME}"
    return NAME


# What keeps a loop alive: an item that fails is told in one line, and the next one is taken.
#
# ``serve`` runs for days in threads that nobody watches. A thread that ends by an exception says
# nothing, and what it did is not done any more. ``tests/cli/test_going_on.py`` raises in each
# loop, and finds a thread or a process whose loop has no such protection.


@contextmanager
def going_on(doing: str, *, but: tuple[type[BaseException], ...] = ()) -> Iterator[None]:
    """Let what is done inside fail without ending the loop around it.

    :param doing: what is done, as it is told: ``"looking at a file"``.
    :param but: exceptions that the loop means, such as that of its end; they are raised.
    """
    try:
        yield
    except but:
        raise
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        line = f"serve: ERROR: {doing} failed ({what}); serving goes on. Report this."
        print(line.encode("utf-8", "replace").decode(), file=sys.stderr, flush=True)
