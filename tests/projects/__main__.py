"""The command: build the projects named before and after, and print a row for each."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.projects.building import Builds, build_all
from tests.projects.comparing import OUR_THEME, SAME_THEME, Comparison, compare
from tests.projects.download import DownloadError
from tests.projects.environment import InstallError
from tests.projects.table import Project, read_table


def main(arguments: list[str]) -> int:
    """Measure the projects of the command line."""
    table = read_table()
    parser = argparse.ArgumentParser(prog="python -m tests.projects", description=__doc__)
    parser.add_argument("names", nargs="+", metavar="NAME", help=f"of: {', '.join(table)}; or all")
    parser.add_argument("--cache", type=Path, default=user_cache(), help="%(default)s")
    parser.add_argument("--output", type=Path, help="where to build; kept afterwards")
    parser.add_argument("--no-theme", action="store_true", help="leave out our theme")
    parser.add_argument("--all", action="store_true", help="print every difference")
    options = parser.parse_args(arguments)
    names = list(table) if options.names == ["all"] else options.names
    for name in names:
        if name not in table:
            parser.error(f"{name} is not in projects.toml, which has: {', '.join(table)}")
    print(" | ".join(["project", "pages", "their theme", "our theme", "seconds"]))
    wrong = False
    for name in names:
        with tempfile.TemporaryDirectory() as scratch:
            begin = time.monotonic()
            output = (options.output or Path(scratch)) / name
            try:
                builds = build_all(
                    table[name],
                    options.cache.resolve(),
                    output.resolve(),
                    theme=not options.no_theme,
                )
                results = compare_all(table[name], builds)
            except (DownloadError, InstallError, RuntimeError) as error:
                print(f"{name} | {type(error).__name__}: {error}", flush=True)
                wrong = True
                continue
            print(row(f"{name} {table[name].version}", results, time.monotonic() - begin))
            for way, result in results.items():
                limit = len(result.differences) if options.all else 15
                for each in result.differences[:limit]:
                    print(f"    {way}: {str(each)[:400]}")
                if len(result.differences) > limit:
                    print(f"    {way}: … and {len(result.differences) - limit} more (--all)")
                wrong = wrong or bool(result.differences)
                for difference, reason in result.named:
                    print(f"    {way}, named: {str(difference)[:200]} ({reason})")
            sys.stdout.flush()
    return 1 if wrong else 0


def user_cache() -> Path:
    """Return the folder for what is downloaded and installed."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "sphinx-docsjson" / "projects"


def compare_all(project: Project, builds: Builds) -> dict[str, Comparison]:
    """Compare the build of a project as it is with each of the others."""
    named = project.named
    found = {"their theme": compare(builds.plain, builds.added, SAME_THEME, named)}
    if builds.ours is not None:
        found["our theme"] = compare(builds.plain, builds.ours, OUR_THEME, named)
    return found


def row(name: str, results: dict[str, Comparison], seconds: float) -> str:
    """Return the figures of one project."""
    pages = results["their theme"].pages
    cells = [name, str(pages)]
    for way, kinds in (("their theme", SAME_THEME), ("our theme", OUR_THEME)):
        if way not in results:
            cells.append("–")
            continue
        counts = {kind: results[way].count(kind) for kind in kinds}
        cell = ", ".join(f"{n} {kind}" for kind, n in counts.items() if n) or "="
        named = len(results[way].named)
        cells.append(f"{cell} ({named} named)" if named else cell)
    return " | ".join([*cells, f"{seconds:.0f}"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
