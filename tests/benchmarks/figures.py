"""The table of figures in the documentation: what the tests try, and what large sites cost.

Run from the root of the repository::

    python -m tests.benchmarks.figures              # prints the table
    python -m tests.benchmarks.figures --write      # and puts it into the documentation

What can be counted is counted now. What takes minutes or hours to measure is kept in
``figures.toml`` with the day of the measurement, one entry a row.
"""

from __future__ import annotations

import argparse
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.benchmarks.measure import Measured

HERE = Path(__file__).parent
KEPT = HERE / "figures.toml"
PAGE = HERE.parents[1] / "docs" / "contribute" / "figures.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
HEAD = "| What | How much | Command |\n|---|---|---|\n"


def counted() -> Iterator[tuple[str, str, str]]:
    """Yield the rows that are counted each time: what, how much, the command."""
    from tests.fuzz.areas import AREAS
    from tests.growth.readers import READERS, STRUCTURES, UNITS
    from tests.hostile.vectors import ALL

    found = sum(1 for path in (HERE.parent / "fuzz" / "found").rglob("*") if path.is_file())
    yield "fuzzed areas", f"{len(AREAS)}", "`python -m tests.fuzz all --seconds 60`"
    yield "files with findings of the fuzzer", f"{found}", "`python -m pytest tests/fuzz`"
    yield (
        "script injections, tried in every field",
        f"{len(ALL)}",
        "`python -m tests.hostile --rounds 10`",
    )
    texts = len(READERS) * len(UNITS)
    yield (
        "parsers whose steps grow in proportion to the text",
        f"{len(READERS)}, with {texts:,} hard inputs in three sizes; {len(STRUCTURES)} structures",
        "`python -m pytest tests/growth`",
    )


def kept() -> Iterator[tuple[str, str, str]]:
    """Yield the rows that were measured."""
    for row in tomllib.loads(KEPT.read_text(encoding="utf-8")).values():
        yield row["what"], f"{row['figure']} ({row['day']})", f"`{row['command']}`"


def table() -> str:
    """Return the table in Markdown."""
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in (*counted(), *kept()))


def keep(name: str, unit: str, found: Measured, growth: float) -> None:
    """Keep what a large site took, as a row of the table."""
    rows = tomllib.loads(KEPT.read_text(encoding="utf-8"))
    rows[name] = {
        "what": unit,
        "figure": f"{found.cpu:.0f} s of CPU, {found.memory / 1e6:.0f} MB of memory, "
        f"{found.size / 1e6:.0f} MB written, growth {growth:.2f}",
        "day": datetime.now(UTC).date().isoformat(),
        "command": f"python -m tests.benchmarks.scale {name}",
    }
    lines = []
    for key, row in rows.items():
        lines += [f"[{key}]", *(f'{field} = "{value}"' for field, value in row.items()), ""]
    KEPT.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Print the table; write it into the documentation where that is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="into the documentation")
    made = table()
    print(made, end="")
    if parser.parse_args().write:
        text = PAGE.read_text(encoding="utf-8")
        before, after = text.split(BEGIN)[0], text.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n\n{made}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
