"""The command: build each project in every way, print a row for each that differs."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from tests.beside.compare import differences
from tests.beside.run import run
from tests.beside.ways import BESIDE, PLAIN, THEME
from tests.projects.download import DownloadError
from tests.roots.projects import PREFIX, QUICK, builders_of, project_names, projects_folder

SHOWN = 8


def main(arguments: list[str]) -> int:
    """Build the projects of the command line, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m tests.roots", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="a dozen that taught something")
    parser.add_argument("--builder", help="one builder for all, instead of html and the implied")
    parser.add_argument("--all", action="store_true", help="print every difference")
    options = parser.parse_args(arguments)
    try:
        folder = projects_folder()
    except DownloadError as error:
        print(f"the projects are not available: {error}", file=sys.stderr)
        return 77
    names = options.names or (QUICK if options.quick else project_names(folder))
    counts: Counter[str] = Counter()
    for name in names:
        name = name.removeprefix(PREFIX)
        for builder in [options.builder] if options.builder else builders_of(name):
            verdict, found = compare(folder / f"{PREFIX}{name}", builder)
            counts[verdict] += 1
            if found:
                print(f"{name} | {builder} | {verdict}")
                limit = len(found) if options.all else SHOWN
                print("".join(f"    {line[:300]}\n" for line in found[:limit]), end="")
                if found[limit:]:
                    print(f"    … and {len(found) - limit} more (--all)")
                sys.stdout.flush()
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if counts["different"] else 0


def compare(source: Path, builder: str) -> tuple[str, list[str]]:
    """Return what came of a project, and each difference with the way it was built in."""
    before = run(source, PLAIN, builder)
    if before.ending not in ("0", "1"):
        return "not built by itself", [before.ending]
    found = []
    for way in (BESIDE, THEME):
        after = run(source, way, builder, before)
        found += [f"{way.name}: {line}" for line in differences(before, after)]
        if after.trace and after.ending != before.ending:
            found.append(after.trace)
    return ("different" if found else "equal"), found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
