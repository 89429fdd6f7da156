"""No regular expression of the package takes long for a text that is made to slow it down.

Expressions are found in the modules of the package, so a new one is tried without being listed.
"""

from __future__ import annotations

import ast
import importlib
import itertools
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

import sphinx_docsjson
from tests.growth.readers import UNITS

PACKAGE = Path(sphinx_docsjson.__file__).parent
LENGTH = 20_000
"""Characters of a text, of which a linear search takes a millisecond."""

LIMIT = 1.0
"""Seconds of CPU time after which a search counts as too slow."""


class TooSlow(Exception):
    """A search took more than ``LIMIT``."""


def patterns() -> Iterator[tuple[str, re.Pattern[str], set[str]]]:
    """Yield each expression with its place and the methods of it that are called."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        if name.endswith("__main__"):
            continue
        source = path.read_text(encoding="utf-8")
        module = importlib.import_module(name.removesuffix(".__init__"))
        for variable, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                methods = set(re.findall(rf"\b{variable}\.(\w+)\(", source))
                yield f"{name}.{variable}", value, methods or {"finditer"}
        for call in ast.walk(ast.parse(source)):
            match call:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="re"), attr=method),
                    args=[ast.Constant(value=str(text)), *_],
                ) if method not in ("compile", "escape"):
                    yield f"{name}:{call.lineno}", re.compile(text), {method}


def texts(pattern: re.Pattern[str]) -> Iterator[str]:
    """Yield units that are repeated, after a beginning and before an end that does not fit."""
    marks = dict.fromkeys(c for c in pattern.pattern if not c.isalnum() and c != "\\")
    pairs = ("".join(pair) for pair in itertools.pairwise(marks))
    for beginning in ("", '"', "["):
        for unit in dict.fromkeys((*UNITS, *marks, *pairs, "\0", "0")):
            yield beginning + unit * (LENGTH // len(unit)) + "\0"


def search(pattern: re.Pattern[str], methods: set[str], text: str) -> None:
    """Call the methods that the package calls; those that go through a text are one."""
    for method in {each if "match" in each else "finditer" for each in methods}:
        found = getattr(pattern, method)(text)
        if method == "finditer":
            for _ in found:
                pass


def slow_text(pattern: re.Pattern[str], methods: set[str]) -> str | None:
    """Return the start of a text on which *pattern* takes too long, if there is one."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        for text in texts(pattern):
            signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
            try:
                search(pattern, methods, text)
            except TooSlow:
                return text[:40]
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.signal(signal.SIGVTALRM, before)
    return None


def test_a_slow_expression_is_seen():
    assert slow_text(re.compile(r"(a+)+$"), {"match"}) is not None
    assert slow_text(re.compile(r"\s*\w*\s*-"), {"search"}) is not None
    assert slow_text(re.compile(r"\s+"), {"search"}) is None


@pytest.mark.nightly
def test_no_expression_of_the_package_takes_long_for_a_nasty_text():
    slow = {
        place: text
        for place, pattern, methods in patterns()
        if (text := slow_text(pattern, methods)) is not None
    }

    assert slow == {}
