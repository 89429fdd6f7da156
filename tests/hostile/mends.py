"""Take each mend out and see its tests fail: ``python -m tests.hostile.mends [WORDS …]``.

``mends.toml`` names what keeps a kind of input harmless, how it is taken out, and the tests that
have to see it. Each is taken out of a copy of the tree; the command ends with 1 when no quick test
fails for one. With words, only the mends whose names hold one of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_name("mends.toml")
SECONDS = 300
"""A mend may keep something from never ending."""

FAILED = 1
"""What pytest ends with when a test failed, and not for want of tests or a broken tree."""


@dataclass(frozen=True, kw_only=True)
class Mend:
    """What is taken out, and what sees it.

    :param defect: its kind, by the numbers in the table.
    :param old: what stands once in the file.
    """

    defect: int
    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def mends() -> list[Mend]:
    """Return the table."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return [Mend(**{**row, "tests": tuple(row["tests"])}) for row in table["mend"]]


@contextmanager
def taken_out(mend: Mend, tree: Path) -> Iterator[None]:
    """Let *tree* be without a mend for a while."""
    file = tree / mend.file
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(mend.old, mend.new), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


def seen(mend: Mend, tree: Path) -> str:
    """Return the test that fails without a mend, or nothing."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
    # What keeps input harmless has to be seen with every change, not at night.
    command += ["-m", "quick"]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    with taken_out(mend, tree):
        try:
            run = subprocess.run(
                [*command, *mend.tests],
                cwd=tree,
                env=environment,
                capture_output=True,
                text=True,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return "it never ends"
    lines = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return lines[0].partition(" - ")[0][7:] if run.returncode == FAILED and lines else ""


def copied(folder: Path) -> Path:
    """Return a copy of what git knows of the tree."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def main(words: list[str]) -> int:
    """Take mends out, one after another."""
    unseen = 0
    with tempfile.TemporaryDirectory() as top:
        tree = copied(Path(top))
        for mend in mends():
            if words and not any(word in f"{mend.defect} {mend.name}" for word in words):
                continue
            test = seen(mend, tree)
            unseen += not test
            print(f"| {mend.defect} | {mend.name} | {test or 'NO TEST FAILS'} |", flush=True)
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
