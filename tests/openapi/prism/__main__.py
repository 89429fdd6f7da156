"""``python -m tests.openapi.prism SPEC…``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.openapi.prism.sending import check

SHOWN = 12


def main(arguments: list[str]) -> int:
    """Check each description; print what is refused."""
    parser = argparse.ArgumentParser(prog="python -m tests.openapi.prism", description=__doc__)
    parser.add_argument("specs", nargs="+", type=Path, metavar="SPEC")
    parser.add_argument("--sample", type=int, default=0, help="operations of each; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    failed = 0
    for name in options.specs:
        with tempfile.TemporaryDirectory() as folder:
            try:
                report = check(name, Path(folder), sample=options.sample, seed=options.seed)
            except Exception as error:
                print(f"{name}: {type(error).__name__}: {str(error)[-300:]}")
                failed += 1
                continue
        not_taken = len(report.refused) + len(report.noted) + len(report.explained)
        print(
            f"{name}: {report.sent - not_taken} of {report.sent} requests taken, "
            f"{len(report.noted)} refused as their pages say, "
            f"{len(report.explained)} by a mistake of Prism, {len(report.refused)} refused"
        )
        for why, count in Counter(report.explained.values()).items():
            print(f"   {count} times {why}")
        for request, reasons in list(report.refused.items())[:SHOWN]:
            print(f"   {request}")
            for reason in reasons[:4]:
                print(f"      {reason[:200]}")
        for request in report.different[:SHOWN]:
            print(f"   the script of the page makes another request: {request}")
        failed += bool(report.refused or report.different)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
