"""What ``docs.json`` becomes, and what is said about it: see ``fixtures/``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests._support.texts import cases


def drawn(outline: list[Any], depth: int = 0) -> Iterator[str]:
    """Yield the navigation, a line for each entry."""
    for entry in outline:
        if isinstance(entry, str):
            yield f"{'  ' * depth}{entry}"
        else:
            yield f"{'  ' * depth}{entry[0].strip()}"
            yield from drawn(entry[1:], depth + 1)


@cases(__file__, "*.navigation.md")
def test_navigation(case, load, agrees):
    result = load(case.source)
    lines = list(drawn(result.outline)) if result.loaded.site else ["no site"]
    for problem in result.loaded.problems:
        lines.append(f"! {str(problem.location).removeprefix('docs.json:')}: {problem.message}")
    agrees(case, "\n".join(lines))
