"""Real texts that are changed at random: our own docs and fixtures, and real inputs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests._support.inputs import REAL_INPUTS

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 40_000


@cache
def texts(*patterns: str) -> tuple[str, ...]:
    """Return the texts of the files that *patterns* find below the project and the real inputs.

    They differ between days and machines: CI tries those of :mod:`tests.fuzz.fixed`.
    """
    found = []
    for pattern in patterns:
        for base in (ROOT, REAL_INPUTS):
            for path in sorted(base.glob(pattern)):
                if path.is_file() and path.stat().st_size <= LARGEST:
                    found.append(path.read_text(encoding="utf-8", errors="replace"))
    return tuple(dict.fromkeys(found))
