"""Source distributions, through the package index that pip is configured for, kept once got."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

TRIES = 2


class Unavailable(Exception):
    """The package index does not answer, or does not have the package."""


def cache_folder() -> Path:
    """Return where downloads stay between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "sphinx-docsjson-tests"


def unpacked_sdist(name: str, version: str) -> Path:
    """Return the folder of a source distribution.

    :raises Unavailable: when it cannot be downloaded.
    """
    folder = cache_folder() / f"{name}-{version}"
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        archive = _download(f"{name}=={version}", Path(scratch))
        with tarfile.open(archive) as tar:
            tar.extractall(Path(scratch) / "all", filter="data")
        (top,) = (Path(scratch) / "all").iterdir()
        try:
            top.rename(folder)
        except OSError:  # another process was quicker
            shutil.rmtree(top, ignore_errors=True)
    return folder


def _download(requirement: str, target: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--no-binary", ":all:", "--dest", str(target)]
    said = ""
    for _ in range(TRIES):
        try:
            done = subprocess.run(
                [*command, requirement], capture_output=True, text=True, timeout=300, check=False
            )
        except subprocess.TimeoutExpired:
            said = "no answer within five minutes"
            continue
        found = sorted(target.glob("*.tar.gz"))
        if done.returncode == 0 and found:
            return found[0]
        said = (done.stderr.strip().splitlines() or ["no source distribution"])[-1]
    raise Unavailable(f"{requirement}: {said}")
