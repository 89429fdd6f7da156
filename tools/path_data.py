"""Path data of SVG on a grid of whole numbers.

On a grid of 512 that moves a line by a thousandth of the drawing at most. Pages have dozens of
icons, and their decimals are what packs worst.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(r"[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_FLAG = re.compile(r"\s*,?\s*([01])")
_VALUES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_ARC_FLAGS = (3, 4)
_SHORT_CHORD = 4


def rounded(path: str) -> str:
    """Return *path* in whole numbers, relative wherever it goes on.

    Relative steps that are each rounded drift away from where they lead to. So each point is
    rounded as the place that it is, and a step leads from one rounded place to the next. A path
    stays as it is where an arc comes back to nearly where it began, because there a place decides
    which way it goes.
    """
    written = last = ""
    exact = start = (0.0, 0.0)
    place = place_start = (0, 0)
    for command, values in _segments(path):
        name = command.lower()
        if name == "z":
            written, last = f"{written}z", "z"
            exact, place = start, place_start
            continue
        points = _points(name, values, at=exact, base=(0.0, 0.0) if command.isupper() else exact)
        if name == "a" and max(abs(points[0][i] - exact[i]) for i in (0, 1)) < _SHORT_CHORD:
            return path
        exact = points[-1]
        places = [(round(x), round(y)) for x, y in points]
        steps = [
            value - origin for each in places for value, origin in zip(each, place, strict=True)
        ]
        place = places[-1]
        if name == "m":
            start, place_start = exact, place
        if name in {"l", "h", "v"}:
            name, steps = _straight(*steps)
        if name == "a":
            steps = [*map(round, values[:5]), *steps]
        text = re.sub(r" (?=-)", "", " ".join(map(str, steps)))
        if name != last or name == "m":
            written += name
        elif not text.startswith("-"):
            written += " "
        written, last = written + text, name
    return written


def _points(
    name: str, values: list[float], *, at: tuple[float, float], base: tuple[float, float]
) -> list[tuple[float, float]]:
    """Return the places that a command names; the last one is where it leads to."""
    if name == "h":
        return [(base[0] + values[0], at[1])]
    if name == "v":
        return [(at[0], base[1] + values[0])]
    pairs = values[5:] if name == "a" else values
    return [(base[0] + x, base[1] + y) for x, y in zip(pairs[::2], pairs[1::2], strict=True)]


def _straight(across: int, down: int) -> tuple[str, list[int]]:
    """Return the shortest command for a line."""
    if not down:
        return "h", [across]
    return ("l", [across, down]) if across else ("v", [down])


def _segments(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its own values; one that repeats without its letter gets it."""
    at, command = 0, ""
    while match := _TOKEN.search(path, at):
        if match[0].isalpha():
            command, at = match[0], match.end()
        values: list[float] = []
        for index in range(_VALUES[command.lower()]):
            is_flag = command in "aA" and index in _ARC_FLAGS
            found = (_FLAG.match if is_flag else _TOKEN.search)(path, at)
            assert found is not None, path
            values.append(float(found[1] if is_flag else found[0]))
            at = found.end()
        yield command, values
        command = {"m": "l", "M": "L"}.get(command, command)
