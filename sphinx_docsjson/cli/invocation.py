"""How the command that runs is typed again, also where a runner keeps it for one run only."""

from __future__ import annotations

import sys
from pathlib import Path

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
