"""Builds a site in parts by an engine and joins it: what each cost, and what cores make of it.

Run from the root of the repository, with Snakemake on the path::

    python -m tests.benchmarks.parts                          # 10,000 pages in ten parts
    python -m tests.benchmarks.parts --pages 1000 --parts 4 --keep parts

The third part fails the first time, as a machine in a cluster may, and the engine tries it again.
Time by cores is reckoned of the measured parts: each goes to the core that is free first, the
longest first, and joining follows.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.generate import write_ours

ROOT = Path(__file__).resolve().parents[2]

SNAKEFILE = """
from pathlib import Path

PARTS = sorted(path.name for path in Path("parts").iterdir())

rule join:
    input: expand("built/{part}.done", part=PARTS)
    output: touch("joined.done")
    shell: "/usr/bin/time -f '%U %S %M' -o join.time PYTHON -m sphinx_docsjson join"
           " built/*/ -o site"

rule part:
    input: lambda wildcards: [str(p) for p in Path("parts", wildcards.part).rglob("*.*")]
    output: touch("built/{part}.done")
    retries: 1
    params: mount=lambda wildcards: "/" if wildcards.part == "base" else wildcards.part
    shell: "if [ {wildcards.part} = s2 ] && mkdir failed-once 2>/dev/null; then exit 1; fi;"
           " /usr/bin/time -f '%U %S %M' -o {wildcards.part}.time"
           " PYTHON -m sphinx -q -C -D extensions=sphinx_docsjson"
           " -D html_baseurl=https://docs.acme.com/ -D docsjson_part={params.mount}"
           " -d doctrees/{wildcards.part} parts/{wildcards.part} built/{wildcards.part}"
"""


def write_parts(folder: Path, pages: int, parts: int) -> None:
    """Write the sources: *parts* folders, and the one that names them."""
    for number in range(parts):
        write_ours(folder / "parts" / f"s{number}", pages // parts, seed=number + 1)
    base = folder / "parts" / "base"
    base.mkdir(parents=True)
    tabs = [{"tab": f"Part {number}", "sourceRef": f"s{number}"} for number in range(parts)]
    home = {"tab": "Home", "groups": [{"group": "Home", "pages": ["index"]}]}
    site = {"name": "Acme", "navigation": {"tabs": [home, *tabs]}}
    (base / "docs.json").write_text(json.dumps(site), encoding="utf-8")
    (base / "index.md").write_text("---\ntitle: Home\n---\n\nText.\n", encoding="utf-8")
    text = SNAKEFILE.replace("PYTHON", sys.executable)
    (folder / "Snakefile").write_text(text, encoding="utf-8")


def run(folder: Path, workers: int) -> tuple[float, int]:
    """Let the engine do it; return the seconds, and how often a part was tried again."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    begin = time.perf_counter()
    done = subprocess.run(
        ["snakemake", "--cores", str(workers)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(done.stdout[-3000:] + done.stderr[-3000:])
    said = done.stdout + done.stderr
    return time.perf_counter() - begin, len(re.findall("Trying to restart job", said))


def cost(path: Path) -> tuple[float, float]:
    """Return the CPU seconds and the megabytes that ``time`` has written."""
    user, system, memory = path.read_text(encoding="utf-8").split()[-3:]
    return float(user) + float(system), int(memory) / 1024


def by_cores(parts: list[float], joining: float, cores: int) -> float:
    """Return how long it takes with so many cores, of the times of the parts."""
    free = [0.0] * cores
    for seconds in sorted(parts, reverse=True):
        free[free.index(min(free))] += seconds
    return max(free) + joining


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--parts", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="work in this folder and leave it there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        write_parts(folder, options.pages, options.parts)
        seconds, again = run(folder, options.workers)
        found = {path.stem: cost(path) for path in sorted(folder.glob("*.time"))}
        joining, memory = found.pop("join")
        files = sum(1 for path in (folder / "site").rglob("*") if path.is_file())
        times = [cpu for cpu, _memory in found.values()]
        print(f"{options.pages:,} pages, {options.parts} parts, {files:,} files")
        print(f"parts: {min(times):.1f} to {max(times):.1f} s of CPU, {sum(times):.1f} s in all,")
        print(f"  {max(memory for _cpu, memory in found.values()):.0f} MB at most")
        print(f"join: {joining:.1f} s of CPU, {memory:.0f} MB")
        print(f"{options.workers} workers: {seconds:.0f} s of wall, {again} tried again")
        begin = time.perf_counter()
        joined = ["-m", "sphinx_docsjson", "join", *map(str, folder.glob("built/*/"))]
        command = [sys.executable, *joined, "-o", str(folder / "site")]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        print(f"joined again, {time.perf_counter() - begin:.1f} s: {done.stdout.strip()}")
        for cores in (1, 2, 4, 10):
            print(f"{cores:>3} cores: {by_cores(times, joining, cores):6.1f} s")


if __name__ == "__main__":
    main()
