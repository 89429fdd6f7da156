"""Whether a call ends: for inputs on which code that grows too fast would never do."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable

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
