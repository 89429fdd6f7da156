"""Cases as text: what goes in, and what has to come out.

A file of cases holds, for each of them::

    A title that says what is meant
    .
    the input
    .
    the expectation
    .

Whatever else stands between two cases is for the reader. ``pytest --regen`` writes what came out
into the files instead of comparing it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

import pytest

MARK = "."

HINT = "If that is right, run this test with --regen, which writes it into the file."


@dataclass(frozen=True, kw_only=True)
class Case:
    """One case of a file.

    :param line: where its expectation begins, counted from 0.
    """

    path: Path
    title: str
    source: str
    expected: str
    line: int

    @property
    def kind(self) -> str:
        """What is compared: the last part of the file's name, ``html`` of ``cards.html.md``."""
        return self.path.name.split(".")[-2]


Compute = Callable[[Case], str]


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a file.

    :raises ValueError: when a title is missing or there twice, or a case has no end.
    """
    lines = path.read_text(encoding="utf-8").split("\n")
    marks = [number for number, line in enumerate(lines) if line == MARK]
    titles: set[str] = set()
    for first, second, third in zip(marks[::3], marks[1::3], marks[2::3], strict=True):
        title = lines[first - 1].strip() if first else ""
        if not title or title in titles:
            raise ValueError(f"{path}:{first}: a case needs a title of its own")
        titles.add(title)
        source, expected = (
            "\n".join(lines[start + 1 : end]) for start, end in ((first, second), (second, third))
        )
        yield Case(path=path, title=title, source=source, expected=expected, line=second + 1)


def cases(module: str, pattern: str = "*.md") -> pytest.MarkDecorator:
    """Try each case of the files beside *module*, in ``fixtures/``, whose name fits."""
    paths = sorted((Path(module).parent / "fixtures").glob(pattern))
    found = [case for path in paths for case in read_cases(path)]
    assert found, f"no cases fit {pattern}"
    name = "{0.path.name}: {0.title}".format
    return pytest.mark.parametrize("case", found, ids=map(name, found))


def compare(case: Case, actual: str, *, regenerate: bool = False) -> None:
    """Compare what came out with the expectation, or write it down as such."""
    lines = actual.strip("\n").split("\n") if actual.strip("\n") else []
    lines = [line.rstrip() for line in lines]
    assert MARK not in lines, "a line that is only a dot ends a case"
    if "\n".join(lines) == case.expected:
        return
    if not regenerate:
        expected = case.expected.split("\n")
        differs = "\n".join(unified_diff(expected, lines, "expected", "came out", lineterm=""))
        place = f"{case.path.name}:{case.line + 1}"
        pytest.fail(f"{place}: {case.title}\n{differs}\n{HINT}", pytrace=False)
    _rewrite(case, lines)


def _rewrite(case: Case, lines: list[str]) -> None:
    """Write *lines* over the expectation, wherever earlier rewriting has moved it."""
    (now,) = (each for each in read_cases(case.path) if each.title == case.title)
    text = case.path.read_text(encoding="utf-8").split("\n")
    end = text.index(MARK, now.line)
    case.path.write_text("\n".join([*text[: now.line], *lines, *text[end:]]), encoding="utf-8")
