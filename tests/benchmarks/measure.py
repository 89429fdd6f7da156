"""CPU seconds, peak memory and output of one ``sphinx-build`` in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.moments import parts_in

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What one build took and gave.

    :param memory: the peak resident size in bytes.
    :param wall: seconds on the clock.
    :param page: the size of the median HTML page in bytes.
    :param html: the bytes of all HTML pages, and *largest* those of the largest page with
        contents: an index of everything is as long as what there is.
    :param parts: seconds on the clock by part, where the build says them (``moments``).
    """

    cpu: float
    memory: int
    size: int
    pages: int
    page: int
    warnings: int
    wall: float = 0.0
    html: int = 0
    largest: int = 0
    parts: dict[str, float] = field(default_factory=dict)


class BuildFailed(Exception):
    """The build that was to be measured did not succeed."""


def measure(source: Path, output: Path, *options: str) -> Measured:
    """Build *source* from scratch and return what it took.

    :raises BuildFailed: with the end of what the build wrote to its error stream.
    """
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "html", *options]
    command += ["-d", str(output / "doctrees"), str(source), str(output / "html")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    # Installed packages have their bytecode; a checkout may be told to write none.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir()) / "docsjson-bytecode")
    output.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with (output / "stderr").open("w+") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=errors, env=environment
        )
        _pid, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - started
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
        wall=wall,
        html=sum(sizes),
        largest=max(
            path.stat().st_size
            for path in files
            if path.suffix == ".html" and not path.name.startswith("genindex")
        ),
        parts=parts_in(text),
    )
