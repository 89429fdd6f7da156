"""The command: build the sites named, print a row for each, fail when one falls short."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.realsites.measure import Result, measure

COLUMNS = "site pages exceptions leaks excused components images links warnings again seconds"


def row(result: Result) -> str:
    """Return the figures of one site."""
    unequal = sum(1 for source, output in result.components.values() if source != output)
    total = sum(source for source, _ in result.components.values())
    cells = [
        result.name,
        f"{result.listed - len(result.missing_pages)}/{result.listed}",
        str(len(result.exceptions)),
        str(len(result.leaks)),
        str(result.excused),
        f"{total} ({unequal} kinds differ)" if unequal else f"{total} =",
        str(len(result.images)),
        str(len(result.links)),
        f"{sum(result.warnings.values())} ({len(result.foreign)} foreign)",
        f"{result.reread}/{result.rewritten}",
        f"{result.seconds:.1f}",
    ]
    return " | ".join(cells)


def main(arguments: list[str]) -> int:
    """Measure the folders of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.realsites", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, help="where to build; kept afterwards")
    parser.add_argument("--builder", default="html", choices=["html", "dirhtml"])
    parser.add_argument("--all", action="store_true", help="print every shortcoming")
    options = parser.parse_args(arguments)
    print(" | ".join(COLUMNS.split()))
    wrong = False
    with tempfile.TemporaryDirectory() as scratch:
        output: Path = options.output or Path(scratch)
        for folder in options.folders:
            result = measure(folder.resolve(), output / folder.name, options.builder)
            print(row(result), flush=True)
            shortcomings = result.wrong
            wrong = wrong or bool(shortcomings)
            limit = len(shortcomings) if options.all else 12
            for line in shortcomings[:limit]:
                print(f"    {line[:240]}")
            if len(shortcomings) > limit:
                print(f"    … and {len(shortcomings) - limit} more (--all)")
            kinds = ", ".join(f"{k} {n}" for k, n in result.warnings.most_common())
            print(f"    warnings: {kinds or 'none'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
