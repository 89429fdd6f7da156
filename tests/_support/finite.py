"""Whether a call ends, and how much it does: for inputs on which code may grow too fast."""

from __future__ import annotations

import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

FOREVER = 120.0
"""Seconds. What is tried here takes a fraction of one, or hours."""


def finishes(function: Callable[..., object], *arguments: object) -> bool:
    """Call *function* in a process of its own; return whether it came back without an error."""
    process = multiprocessing.get_context("spawn").Process(target=function, args=arguments)
    process.start()
    process.join(FOREVER)
    if process.is_alive():
        process.kill()
        process.join()
        return False
    return process.exitcode == 0


def steps(function: Callable[..., object], *arguments: object, limit: int = 10_000_000) -> int:
    """Call *function*; return how many lines of this package ran meanwhile.

    Unlike time, that is the same on every machine, however busy it is. What one line does in C,
    such as a search of a regular expression, is one step; use :func:`finishes` for that.

    :raises AssertionError: after *limit* lines.
    """
    count = 0

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        assert count < limit, f"more than {limit} lines ran"
        return line

    def call(frame: FrameType, event: str, argument: Any) -> Any:
        is_ours = frame.f_globals.get("__name__", "").startswith("sphinx_docsjson")
        return line if is_ours else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
    return count


def steps_by_function(function: Callable[..., object], *arguments: object) -> Counter[str]:
    """Call *function*; return how many lines ran in each function of this package."""
    counts: Counter[CodeType] = Counter()

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        counts[frame.f_code] += 1
        return line

    def call(frame: FrameType, event: str, argument: Any) -> Any:
        is_ours = frame.f_globals.get("__name__", "").startswith("sphinx_docsjson")
        return line if is_ours else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
    found: Counter[str] = Counter()
    for code, count in counts.items():
        found[f"{code.co_filename.rpartition('sphinx_docsjson/')[2]}:{code.co_qualname}"] += count
    return found
