"""Builds large sites at a quarter, a half and the whole of their size, and prints what each took.

Run from the root of the repository::

    python -m tests.benchmarks.scale                        # all, some twenty minutes
    python -m tests.benchmarks.scale pages redirects
    python -m tests.benchmarks.scale pages --share 0.1      # a tenth of the size
    python -m tests.benchmarks.scale --keep-figures         # into the table of the documentation

``growth`` says how what is added in the second half compares with what is added in the second
quarter: 1 is linear whatever a build costs at the beginning, 2 quadratic.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.figures import keep
from tests.benchmarks.generate import write_ours, write_plain
from tests.benchmarks.large_sites import (
    write_description,
    write_flat,
    write_groups,
    write_redirects,
)
from tests.benchmarks.measure import Measured, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

OURS = ("-C", "-D", "extensions=sphinx_docsjson", "-D", "html_theme=docsjson")
BASIC = ("-D", "html_theme=basic")
PARTS = (0.25, 0.5, 1.0)


@dataclass(frozen=True, kw_only=True)
class Large:
    """A site that is large in one way.

    :param size: how much of it there is at the most.
    :param unit: of what.
    :param write: writes a site of a size into a folder.
    :param options: for ``sphinx-build``.
    """

    size: int
    unit: str
    write: Callable[[Path, int], None]
    options: tuple[str, ...] = OURS


LARGE = {
    "pages": Large(size=5000, unit="pages", write=write_ours),
    "pages-basic": Large(size=5000, unit="pages, in basic", write=write_plain, options=BASIC),
    "flat": Large(size=5000, unit="pages in one group", write=write_flat),
    "redirects": Large(size=10_000, unit="redirects, half as many pages", write=write_redirects),
    "groups": Large(size=10_000, unit="groups", write=write_groups),
    "description": Large(size=50, unit="MB of OpenAPI", write=write_description),
}


def measured(large: Large, size: int) -> Measured:
    """Write a site of *size*, build it, and return what that took."""
    folder = Path(tempfile.mkdtemp(prefix="docsjson-scale-"))
    try:
        large.write(folder / "source", size)
        return measure(folder / "source", folder / "out", *large.options)
    finally:
        shutil.rmtree(folder)


def growth(values: Sequence[float]) -> float:
    """Return how the last step of values at 1/4, 1/2 and 1 compares with the step before."""
    first, second, third = values
    return (third - second) / 2 / (second - first) if second > first else 0.0


def row(size: int, unit: str, found: Measured) -> str:
    """Return the line for one size."""
    return (
        f"{size:>7,} {unit:<20} wall {found.wall:7.1f} s  cpu {found.cpu:7.1f} s"
        f"  memory {found.memory / 1e6:6.0f} MB  output {found.size / 1e6:7.1f} MB"
        f"  {found.pages:>6,} files  warnings {found.warnings}"
    )


def last_row(found: Sequence[Measured]) -> str:
    """Return the line that says whether each grew as the size did."""
    cpu, memory, size = (
        growth([getattr(one, name) for one in found]) for name in ("cpu", "memory", "size")
    )
    return f"{'growth':<33}cpu {cpu:.2f}, memory {memory:.2f}, output {size:.2f}\n"


def main(arguments: list[str] | None = None) -> None:
    """Print the table of each site that is named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(LARGE))
    parser.add_argument("--share", type=float, default=1.0, help="of the size")
    parser.add_argument("--keep-figures", action="store_true", help="for the documentation")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(LARGE):
        parser.error(f"no such site: {', '.join(sorted(unknown))}; there are {', '.join(LARGE)}")
    for name in options.names or LARGE:
        large, found = LARGE[name], []
        for part in PARTS:
            size = max(1, round(large.size * options.share * part))
            found.append(measured(large, size))
            print(row(size, large.unit, found[-1]), flush=True)
        print(last_row(found), flush=True)
        if options.keep_figures and options.share == 1.0:
            cost = growth([one.cpu for one in found])
            keep(name, f"{large.size:,} {large.unit}", found[-1], cost)


if __name__ == "__main__":
    main()
