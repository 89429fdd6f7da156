"""The command: build each case with and without us, print a row for each."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.beside.compare import differences
from tests.beside.run import Outcome, run
from tests.beside.ways import FURO, FURO_BESIDE, FURO_FIRST, THEME, Way
from tests.matrix.cases import Case, read_cases
from tests.projects.environment import InstallError, python_of
from tests.projects.table import Project

ROOT = Path(__file__).resolve().parents[2]
WAYS = (FURO_BESIDE, FURO_FIRST, THEME)
QUICK_WAYS = (FURO_FIRST, THEME)
"""Before all other extensions in one, behind them in the other."""
SHOWN = 8


def main(arguments: list[str]) -> int:
    """Build the cases of the command line, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m tests.matrix", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="those that need no other packages")
    parser.add_argument("--here", action="store_true", help="the packages are installed here")
    parser.add_argument("--keep", type=Path, help="where what our theme shows is written")
    parser.add_argument("--all", action="store_true", help="print every difference")
    options = parser.parse_args(arguments)
    cases = read_cases()
    unknown = [name for name in options.names if name not in cases]
    if unknown:
        parser.error(f"no case: {', '.join(unknown)}; there are: {', '.join(cases)}")
    chosen = [name for name in cases if not (options.quick and cases[name].requires)]
    names = options.names or chosen
    if not options.here and any(cases[name].requires for name in names):
        return in_environment(cases, arguments)
    ways = QUICK_WAYS if options.quick else WAYS
    print(" | ".join(["case", *(way.name for way in ways)]))
    wrong = [name for name in names if not print_row(cases[name], ways, options)]
    print(f"{len(names) - len(wrong)} of {len(names)} equal")
    return 1 if wrong else 0


def in_environment(cases: dict[str, Case], arguments: list[str]) -> int:
    """Run the command again where the packages of all cases are installed."""
    needed = dict.fromkeys(each for case in cases.values() for each in case.requires)
    environment = Project(name="matrix", requires=tuple(needed))
    try:
        python = python_of(environment)
    except InstallError as error:
        print(f"the packages are not available: {error}", file=sys.stderr)
        return 77
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    command = [str(python), "-m", "tests.matrix", "--here", *arguments]
    settings = os.environ | {"PYTHONPATH": paths}
    return subprocess.run(command, env=settings, check=False).returncode


def print_row(case: Case, ways: tuple[Way, ...], options: argparse.Namespace) -> bool:
    """Print what came of a case; return whether nothing is different that should not be."""
    with tempfile.TemporaryDirectory() as scratch:
        source = case.write(Path(scratch))
        before = run(source, FURO)
        found = {}
        for way in ways:
            keep = options.keep / case.name if options.keep and way is THEME else None
            after = run(source, way, plain=before, keep=keep)
            found[way.name] = unexpected(case, before, after)
    cells = [f"{len(lines)} differ" if lines else "=" for lines in found.values()]
    begin = "" if before.ending in ("0", "1") else f" (without us: {before.ending})"
    print(f"{case.name}{begin} | {' | '.join(cells)}")
    for way, lines in found.items():
        limit = len(lines) if options.all else SHOWN
        print("".join(f"    {way}: {line[:400]}\n" for line in lines[:limit]), end="")
        if lines[limit:]:
            print(f"    {way}: … and {len(lines) - limit} more (--all)")
    sys.stdout.flush()
    return not begin and not any(found.values())


def unexpected(case: Case, before: Outcome, after: Outcome) -> list[str]:
    """Return the differences that are not meant to be, and where an exception was raised."""
    found = [line for line in differences(before, after) if not case.is_expected(line)]
    if after.trace and found:
        found.insert(1, " / ".join(after.trace.splitlines()[-7:]))
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
