"""Make a text that fails smaller while it fails in the same way."""

from __future__ import annotations

from collections.abc import Callable

TRIES = 120


def smaller(text: str, fails: Callable[[str], bool]) -> str:
    """Return a short text that still *fails*, by leaving out lines and then characters."""
    tries = TRIES
    for unit in ("\n", ""):
        parts = text.split(unit) if unit else list(text)
        size = max(1, len(parts) // 2)
        while tries and parts:
            start, removed = 0, False
            while start < len(parts) and tries:
                rest = parts[:start] + parts[start + size :]
                tries -= 1
                if fails(unit.join(rest)):
                    parts, removed = rest, True
                else:
                    start += size
            if size == 1 and not removed:
                break
            size = max(1, size // 2)
        text = unit.join(parts)
    return text
