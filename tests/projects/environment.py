"""A Python environment for the documentation of one project.

It lies over the environment that runs the tool: what is there already (Sphinx, MyST, our
dependencies) is seen through, and only what the project needs beside it is installed.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.projects.download import user_cache
from tests.projects.table import Project

READY = "installed.txt"


class InstallError(Exception):
    """What the documentation needs could not be installed."""


def python_of(project: Project) -> Path:
    """Return the interpreter of the project's environment, made when it is not there.

    :raises InstallError: when pip fails twice.
    """
    if not project.requires:
        return Path(sys.executable)
    wanted = "\n".join([sys.executable, *project.requires])
    key = hashlib.sha256(wanted.encode()).hexdigest()[:12]
    folder = user_cache() / "environments" / f"{project.name}-{key}"
    python = folder / "bin" / "python"
    if (folder / READY).is_file():
        return python
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, symlinks=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    below = sysconfig.get_path("purelib")
    (site / "below.pth").write_text(f"import site; site.addsitedir({below!r})\n", "utf-8")
    _install(python, project.requires)
    (folder / READY).write_text(wanted, "utf-8")
    return python


def _install(python: Path, requires: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    for attempt in (1, 2):
        done = subprocess.run([*command, *requires], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
        if attempt == 2:
            raise InstallError(done.stderr.strip()[-2000:])
