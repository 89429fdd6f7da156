"""Asks recheck which regular expressions of the package and of its scripts take too long.

Run from the root of the repository; it needs Node and npm::

    python -m tests.growth.linting            # asks for patterns that are new or changed
    python -m tests.growth.linting --all      # asks for every pattern again
    python -m tests.growth.linting --attack   # tries texts on those that are judged by hand

recheck (MIT, 2025) finds a text for what it says. regexploit, the one on PyPI, is from 2021;
redos-detector complains of a quarter of all patterns. What recheck says of a pattern is kept in
``verdicts.json``, where the tests look it up: the speed of a machine decides nothing there.
recheck knows no possessive repeats and gives up where a pattern looks around, so these
are left out of what it is asked. Where it is wrong therefore, or cannot tell, a person judges: the
reason stands in ``judged.toml``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests._support.npm import ask, missing
from tests.growth.attacking import MOST, attack
from tests.growth.patterns import Asked, all_patterns
from tests.growth.script_patterns import script_patterns

PACKAGES = ("recheck@4.5.0",)
HERE = Path(__file__).parent
VERDICTS = HERE / "verdicts.json"
SAFE = "safe"
AT_ONCE = 30


def asked() -> dict[str, Asked]:
    """Return what the linter is asked of, by what its verdict belongs to."""
    found = [*(each.asked for each in all_patterns()), *script_patterns()]
    return {each.key: each for each in found}


def verdicts() -> dict[str, str]:
    """Return what recheck said: pattern → ``safe``, how fast it grows, or why it cannot tell."""
    kept: dict[str, str] = json.loads(VERDICTS.read_text(encoding="utf-8"))
    return kept


def judged() -> dict[str, dict[str, Any]]:
    """Return what persons judged: place → why no text takes long, and the marks of patterns."""
    return tomllib.loads((HERE / "judged.toml").read_text(encoding="utf-8"))


def mark(each: Asked) -> str:
    """Return what tells a pattern from the one that will stand in its place."""
    return sha256(each.key.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def unjudged(patterns: dict[str, Asked], said: dict[str, str]) -> list[str]:
    """Return a line for each pattern without a verdict, and each that nobody has judged."""
    known = {one for place in judged().values() for one in place["marks"]}
    lines = []
    for key, each in patterns.items():
        if key not in said:
            lines.append(f"{each.place}: not asked: {key}")
        elif said[key] != SAFE and mark(each) not in known:
            lines.append(f"{each.place}: {said[key]}, mark {mark(each)}: {key}")
    return lines


def question(patterns: list[Asked]) -> list[dict[str, str]]:
    """Return what recheck says of each pattern."""
    told: list[dict[str, str]] = ask(
        HERE / "recheck.mjs", PACKAGES, [(each.source, each.flags) for each in patterns]
    )
    return told


def verdict(told: dict[str, str]) -> str:
    """Return what is kept of what recheck says."""
    if told["status"] == "unknown":
        return f"unknown: {told['error']}"
    return SAFE if told["status"] == SAFE else told["complexity"]


def lint(*, everything: bool) -> int:
    """Ask recheck; keep what it says; return 1 when something is not judged."""
    if lacking := missing():
        print(f"SKIPPED: {lacking}", file=sys.stderr)
        return 0
    patterns = asked()
    said = {} if everything else {key: v for key, v in verdicts().items() if key in patterns}
    new = [each for key, each in patterns.items() if key not in said]
    for start in range(0, len(new), AT_ONCE):
        some = new[start : start + AT_ONCE]
        for each, told in zip(some, question(some), strict=True):
            said[each.key] = verdict(told)
        print(f"{len(said)} of {len(patterns)}", file=sys.stderr)
    VERDICTS.write_text(json.dumps(said, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    left = unjudged(patterns, said)
    print("\n".join(left))
    found = sum(1 for one in said.values() if one != SAFE)
    print(f"{len(said)} patterns, {found} found by recheck, {len(left)} not judged.")
    return 1 if left else 0


def attack_all() -> int:
    """Try texts on what recheck does not call safe in Python; return 1 for a slow one."""
    said, slow = verdicts(), 0
    for each in all_patterns():
        if said.get(each.asked.key, SAFE) == SAFE:
            continue
        [told] = question([each.asked]) if not missing() else [{}]
        spent, text = attack(each, told.get("text", ""))
        slow += spent >= MOST
        print(f"{spent:6.3f} s {each.place} {mark(each.asked)}: {text}", flush=True)
    return 1 if slow else 0


def main(arguments: list[str]) -> int:
    """Lint, or attack."""
    parser = argparse.ArgumentParser(prog="python -m tests.growth.linting")
    parser.add_argument("--all", action="store_true", help="ask for every pattern again")
    parser.add_argument("--attack", action="store_true", help="try texts on what is judged")
    options = parser.parse_args(arguments)
    return attack_all() if options.attack else lint(everything=options.all)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
