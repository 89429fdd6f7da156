"""Builds the same site with us and with ``basic`` plus MyST, and prints both and the ratio.

Run from the root of the repository::

    python -m tests.benchmarks.compare                 # 300 and 1,000 pages
    python -m tests.benchmarks.compare --pages 2000 --theme furo --limit 1.15

CPU seconds depend on the machine; only the ratio of two builds in the same run says something.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.generate import write_ours, write_plain
from tests.benchmarks.measure import Measured, measure

OURS = ("-C", "-D", "extensions=sphinx_docsjson")


def compare(
    folder: Path, count: int, theme: str, rounds: int, seed: int
) -> tuple[Measured, Measured]:
    """Return the best of some builds with us and with *theme*, taken in turns."""
    write_ours(folder / "ours", count, seed)
    write_plain(folder / "plain", count, seed)
    ours, plain = [], []
    for number in range(rounds):
        plain.append(
            measure(folder / "plain", folder / f"out-plain-{number}", "-D", f"html_theme={theme}")
        )
        ours.append(measure(folder / "ours", folder / f"out-ours-{number}", *OURS))
    return min(ours, key=_cpu), min(plain, key=_cpu)


def _cpu(measured: Measured) -> float:
    return measured.cpu


def rows(count: int, theme: str, ours: Measured, plain: Measured) -> list[str]:
    """Return the lines that are printed for one size."""
    lines = [f"{count:,} pages{'ours':>22}{theme:>14}{'ratio':>9}"]
    for name, unit, scale in (
        ("cpu", "s", 1.0),
        ("memory", "MB", 1e6),
        ("size", "MB", 1e6),
        ("page", "KB", 1e3),
    ):
        mine, theirs = getattr(ours, name), getattr(plain, name)
        values = f"{mine / scale:>14.1f}{theirs / scale:>14.1f}{mine / theirs:>9.2f}"
        lines.append(f"  {name:<8}{unit:<7}{values}")
    if ours.warnings or plain.warnings:
        lines.append(f"  warnings       {ours.warnings:>14}{plain.warnings:>14}")
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison; return 1 when a ratio of CPU time is above ``--limit``."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, nargs="+", default=[300, 1000])
    parser.add_argument("--theme", default="basic", help="the theme to compare with")
    parser.add_argument("--rounds", type=int, default=1, help="builds of each; the best counts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, help="the highest ratio of CPU time that passes")
    parser.add_argument("--keep", type=Path, help="work in this folder and leave it there")
    options = parser.parse_args(arguments)
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        for count in options.pages:
            folder = (options.keep or Path(temporary)) / str(count)
            ours, plain = compare(folder, count, options.theme, options.rounds, options.seed)
            print("\n".join(rows(count, options.theme, ours, plain)), flush=True)
            failed = failed or (options.limit is not None and ours.cpu / plain.cpu > options.limit)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
