"""CPU seconds, peak memory and output of one ``sphinx-build`` in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What one build took and gave.

    :param memory: the peak resident size in bytes.
    :param page: the size of the median HTML page in bytes.
    """

    cpu: float
    memory: int
    size: int
    pages: int
    page: int
    warnings: int


class BuildFailed(Exception):
    """The build that was to be measured did not succeed."""


def measure(source: Path, output: Path, *options: str) -> Measured:
    """Build *source* from scratch and return what it took.

    :raises BuildFailed: with the end of what the build wrote to its error stream.
    """
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "html", *options]
    command += ["-d", str(output / "doctrees"), str(source), str(output / "html")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    output.mkdir(parents=True, exist_ok=True)
    with (output / "stderr").open("w+") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=errors, env=environment
        )
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        text = errors.read()
    if process.returncode != 0:
        raise BuildFailed(text[-2000:])
    files = [path for path in (output / "html").rglob("*") if path.is_file()]
    sizes = sorted(path.stat().st_size for path in files if path.suffix == ".html")
    return Measured(
        cpu=usage.ru_utime + usage.ru_stime,
        memory=usage.ru_maxrss * 1024,
        size=sum(path.stat().st_size for path in files),
        pages=len(sizes),
        page=sizes[len(sizes) // 2],
        warnings=text.count("WARNING"),
    )
