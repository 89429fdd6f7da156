"""How long a check takes beside a build: ``python -m tests.benchmarks.checks SITE…``.

Each site is copied. Built is a fresh folder; checked is without a cache, again without a change,
and after the words of one page changed. The figures are seconds of the processor, of whole
commands, so that what else the machine does counts little; the start of Python is among them.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CHECK = ("-m", "sphinx_docsjson.cli", "check", "--quiet", "--format", "json")
BUILD = ("-m", "sphinx", "-q", "-b", "html")
PLAIN = ("-C", "-D", "extensions=sphinx_docsjson")


def main(arguments: list[str]) -> int:
    """Print a row for each site."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.checks", description=__doc__)
    parser.add_argument("sites", nargs="+", type=Path)
    options = parser.parse_args(arguments)
    print("site | pages | build | first check | no change | one page changed | build : last")
    for site in options.sites:
        with tempfile.TemporaryDirectory() as scratch:
            print(row(site, Path(scratch)), flush=True)
    return 0


def row(site: Path, scratch: Path) -> str:
    """Return the figures of one site."""
    source = scratch / site.resolve().name
    shutil.copytree(site, source, symlinks=True)
    plain = () if (source / "conf.py").is_file() else PLAIN
    build = seconds([*BUILD, *plain, str(source), str(scratch / "out")])
    check = [*CHECK, "--cache", str(scratch / "cache"), str(source)]
    first, same = seconds(check), seconds(check)
    pages = sorted(path for path in source.rglob("*.md*") if path.suffix in (".md", ".mdx"))
    page = pages[len(pages) // 2]
    page.write_text(f"{page.read_text('utf-8')}\nOne more paragraph.\n", encoding="utf-8")
    changed = seconds(check)
    names = len(list((scratch / "out").rglob("*.html")))
    figures = " | ".join(f"{each:.1f}" for each in (build, first, same, changed))
    return f"{source.name} | {names} | {figures} | {build / changed:.1f}"


def seconds(command: list[str]) -> float:
    """Return the seconds that the processor worked for a command of Python and what it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], check=False, capture_output=True, env=os.environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
