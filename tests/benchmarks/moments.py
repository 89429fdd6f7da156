"""An extension for Sphinx that says how long each part of a build takes, on the clock."""

from __future__ import annotations

import re
import sys
import time
from typing import Any

MOMENTS = {
    "env-before-read-docs": "begin",
    "env-updated": "read",
    "env-check-consistency": "sidebars",
    "write-started": "checks",
    "build-finished": "write",
}
"""The event at which a part has ended → the part."""

_LINE = re.compile(r"^part (\w+) ([\d.]+)$", re.MULTILINE)


def setup(app: Any) -> dict[str, bool]:
    """Note the time at each moment, after all others."""
    last = [time.monotonic()]

    def note(part: str) -> list[str]:
        now = time.monotonic()
        print(f"part {part} {now - last[0]:.3f}", file=sys.stderr)
        last[0] = now
        return []

    for event, part in MOMENTS.items():
        first = event in ("env-check-consistency",)
        app.connect(event, lambda *_all, part=part: note(part), priority=1 if first else 999)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def parts_in(text: str) -> dict[str, float]:
    """Return part → seconds, of what a build wrote to its error stream."""
    return {name: float(seconds) for name, seconds in _LINE.findall(text)}
