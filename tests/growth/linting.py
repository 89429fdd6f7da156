"""Asks recheck which regular expressions of the package take too long for some text.

Run from the root of the repository; it needs Node and npm::

    python -m tests.growth.linting

recheck (MIT, 2025) finds a text for what it says. regexploit, the one on PyPI, is from 2021;
redos-detector complains of a quarter of all patterns. recheck knows no possessive repeats and
gives up where a pattern looks around, so these are left out of what it is asked. What it says of
them, and is not so, stands with its reason in ``judged.toml``.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from tests._support.npm import ask, missing
from tests.growth.patterns import Pattern, all_patterns

PACKAGES = ("recheck@4.5.0",)
HERE = Path(__file__).parent


def judged() -> dict[str, str]:
    """Return the patterns that stay as they are: place → why no text takes long."""
    return tomllib.loads((HERE / "judged.toml").read_text(encoding="utf-8"))


def vulnerable() -> dict[str, tuple[Pattern, str]]:
    """Return what recheck finds: place → the pattern, and how long it takes for which text."""
    patterns = all_patterns()
    said = ask(HERE / "recheck.mjs", PACKAGES, [each.as_javascript for each in patterns])
    return {
        pattern.place: (pattern, f"{one['complexity']}: {one['attack']}")
        for pattern, one in zip(patterns, said, strict=True)
        if one["status"] == "vulnerable"
    }


def main() -> int:
    """Print what is found and not judged; return 1 when there is such a thing."""
    if lacking := missing():
        print(f"SKIPPED: {lacking}", file=sys.stderr)
        return 0
    found, known = vulnerable(), judged()
    for place in sorted(set(found) - set(known)):
        pattern, why = found[place]
        print(f"{place}: {pattern.text!r}\n    {why}")
    new = len(set(found) - set(known))
    print(f"{len(all_patterns())} patterns, {len(found)} found by recheck, {new} not judged.")
    return 1 if new else 0


if __name__ == "__main__":
    raise SystemExit(main())
