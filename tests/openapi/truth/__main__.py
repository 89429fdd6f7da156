"""The command: compare descriptions with the pages that are built of them."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.openapi.truth.building import BuildFailed, built
from tests.openapi.truth.check import compared
from tests.openapi.truth.differences import Record
from tests.openapi.truth.files import Files
from tests.openapi.truth.operations import operations_of, sampled

SAMPLE = 60
SHOWN = 40


def main(arguments: list[str]) -> int:
    """Compare the descriptions of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.openapi.truth", description=__doc__)
    parser.add_argument("specs", nargs="+", type=Path, metavar="SPEC")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="operations of each; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="print every difference")
    parser.add_argument("--keep", type=Path, help="where the sites are built and kept")
    parser.add_argument("--built", action="store_true", help="read what --keep has; do not build")
    options = parser.parse_args(arguments)
    unequal = 0
    for spec in options.specs:
        unequal += not compare(spec, options)
    return 1 if unequal else 0


def compare(spec: Path, options: argparse.Namespace) -> bool:
    """Compare one description; return whether everything is said alike."""
    files = Files(root=spec.resolve())
    operations = operations_of(files)
    chosen = sampled(operations, options.sample, options.seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep / spec.stem if options.keep else Path(scratch)
        whole = len(chosen) == len(operations)
        try:
            output = (
                folder / "html"
                if options.built
                else built(files, None if whole else chosen, folder)
            )
        except BuildFailed as error:
            print(f"{spec.name}: not built\n{error}")
            return False
        record = compared(files, output, chosen)
    report(spec, record, chosen=len(chosen), of=len(operations), all_lines=options.all)
    return not record.found


def report(spec: Path, record: Record, *, chosen: int, of: int, all_lines: bool) -> None:
    """Print what was compared and what differs."""
    limit = len(record.found) if all_lines else SHOWN
    for difference in record.found[:limit]:
        print(difference)
    if record.found[limit:]:
        print(f"… and {len(record.found) - limit} more (--all)")
    for reason, count in record.explained.most_common():
        print(f"  explained: {count} × {reason}")
    kinds = ", ".join(f"{count} {kind}" for kind, count in record.items.most_common())
    print(f"  compared: {kinds}")
    total = sum(record.items.values())
    print(
        f"{spec.name}: {chosen} of {of} operations, {total} items, "
        f"{len(record.found)} unexplained differences"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
