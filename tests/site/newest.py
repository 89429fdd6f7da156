"""The newest format held against us: a field has its effect, is said to have none, or is unknown.

The fields are those of the validator of the platform (npm ``@mintlify/validation``), which
``newest_oracle.mjs`` walks; ``inputs/newest.json`` keeps what it printed last. ``python -m
tests.site.newest`` asks the newest one, and ``--write PAGE`` writes the table for the docs.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sphinx_docsjson.pages.front_matter import FIELDS, FIELDS_WITHOUT_EFFECT
from sphinx_docsjson.site.validation import schema
from tests._support import npm
from tests.components import newest as components

HERE = Path(__file__).parent
ORACLE = HERE / "newest_oracle.mjs"
KEPT = HERE / "inputs" / "newest.json"
PAGE = Path(__file__).parents[2] / "docs" / "configure" / "format.md"

EFFECT, NONE, UNKNOWN = "has its effect", "has none", "is no field"

PARTS = {
    "@anchor": "anchorContainer",
    "@asyncapi": "entryAsyncapi",
    "@color": "entryColor",
    "@dropdown": "dropdownContainer",
    "@global": "global",
    "@group": "group",
    "@icon": "icon",
    "@item": "menuItem",
    "@language": "languageContainer",
    "@openapi": "openapi",
    "@page": "page",
    "@product": "productContainer",
    "@tab": "tabContainer",
    "@version": "versionContainer",
}
"""What the oracle names once → the part of our schema."""

FRONT_MATTER = "@frontmatter"
NOT_WRITTEN = {
    "@frontmatter.og:title": "Meta tags are passed on as they are.",
    "@frontmatter.og:url": "Meta tags are passed on as they are.",
}
"""Fields of front matter that stand in no list of ours, and why they have their effect."""


def newest(version: str = "latest") -> list[tuple[str, list[str]]]:
    """Return the fields of the newest validator, with the values that each may have."""
    packages = [f"@mintlify/validation@{version}"]
    return [(path, values) for path, values in npm.ask(ORACLE, packages, None)]


def kept() -> list[tuple[str, list[str]]]:
    """Return the fields that were asked for last."""
    return [(path, values) for path, values in json.loads(KEPT.read_text(encoding="utf-8"))]


def effective() -> list[str]:
    """Return the fields that have an effect."""
    return [path for path, _values in kept() if judged(path)[0] == EFFECT]


def judged(path: str) -> tuple[str, str]:
    """Return which of the three words is true of a field, and what we say of it."""
    if path.startswith(FRONT_MATTER):
        return _of_front_matter(path)
    parts = re.findall(r"\[\]|[^.\[\]]+", path)
    here: list[Any] = [schema()]
    if parts[0].startswith("@"):
        here = [schema()["$defs"][PARTS[parts.pop(0)]]]
    said = ""
    for part in parts:
        here = list(_below(here, part))
        applied = [each for one in here for each in _applied(one)]
        said = next((one["description"] for one in applied if "description" in one), said)
        if any(one.get("x-effect") == "none" for one in applied):
            return NONE, said
        if not here:
            return UNKNOWN, ""
    return EFFECT, said


def _of_front_matter(path: str) -> tuple[str, str]:
    name = path.removeprefix(f"{FRONT_MATTER}.").partition("[")[0]
    name = name if name in FIELDS or ":" in name else name.partition(".")[0]
    if name in FIELDS_WITHOUT_EFFECT:
        return NONE, FIELDS_WITHOUT_EFFECT[name]
    if name in FIELDS or f"{FRONT_MATTER}.{name}" in NOT_WRITTEN:
        return EFFECT, ""
    return UNKNOWN, ""


def _applied(part: Any, seen: tuple[str, ...] = ()) -> Iterator[Mapping[str, Any]]:
    """Yield the parts of our schema that speak of the same value."""
    if not isinstance(part, dict):
        return
    yield part
    name = part.get("$ref", "").rpartition("/")[2]
    if name and name not in seen:
        yield from _applied(schema()["$defs"][name], (*seen, name))
    for key in ("then", "else"):
        yield from _applied(part.get(key), seen)


def _below(parts: list[Any], key: str) -> Iterator[Any]:
    for part in parts:
        for each in _applied(part):
            if key == "[]":
                # A single value stands for a list of one, and may be all that the schema names.
                yield each.get("items", each)
            elif key == "*":
                yield each.get("additionalProperties") or each
            elif key in each.get("properties", {}):
                yield each["properties"][key]


def values_unknown(path: str, values: list[str]) -> list[str]:
    """Return the values of a choice that our schema does not have."""
    parts = re.findall(r"\[\]|[^.\[\]]+", path)
    if path.startswith(FRONT_MATTER):
        return []
    here: list[Any] = [schema()]
    if parts[0].startswith("@"):
        here = [schema()["$defs"][PARTS[parts.pop(0)]]]
    for part in parts:
        here = list(_below(here, part))
    known = {value for one in here for each in _applied(one) for value in each.get("enum", ())}
    return [value for value in values if known and value not in known]


def page() -> str:
    """Return the page of the docs: the fields without effect, then how many have theirs."""
    rows = [(path, *judged(path)) for path, _values in kept()]
    idle: dict[str, str] = {}
    for path, word, said in rows:
        if word == NONE and not any(path.startswith((f"{one}.", f"{one}[")) for one in idle):
            idle[path] = said
    count = sum(word == EFFECT for _path, word, _said in rows)
    shown: dict[tuple[str, str], list[str]] = {}
    for path, said in idle.items():
        part, _, field = path.rpartition(".") if path.startswith("@") else ("", "", path)
        shown.setdefault((field, said), []).append(PLURAL.get(part, ""))
    table = "".join(
        f"| `{field}`{_of(parts)} | {said} |\n" for (field, said), parts in sorted(shown.items())
    )
    head = HEAD.format(fields=len(rows), effect=count)
    return head + table + components.section()


def summary() -> list[tuple[str, int, int, int]]:
    """Return what there is of each part of the format: how much has its effect, has none, is new.

    The documentation shows it (``docs/_ext/format_table.py``).
    """
    words: dict[str, list[str]] = {"`docs.json`": [], "front matter": []}
    for path, _values in kept():
        part = "front matter" if path.startswith(FRONT_MATTER) else "`docs.json`"
        words[part].append(judged(path)[0])
    found = components.judgements()
    words["attributes of components"] = [word for word in found if word != components.UNKNOWN]
    return [
        (part, own.count(EFFECT), own.count(NONE), len(own) - own.count(EFFECT) - own.count(NONE))
        for part, own in words.items()
    ]


PLURAL = {
    "@frontmatter": "pages",
    "@group": "groups",
    "@page": "nested groups",
    "@tab": "tabs",
}
"""What has a field of its own without effect, as the table calls it."""


def _of(parts: list[str]) -> str:
    named = [part for part in parts if part]
    if not named:
        return ""
    return f"{', also' if len(named) < len(parts) else ''} of {' and '.join(named)}"


HEAD = """---
title: Fields without effect
description: Fields of the hosted platform that do nothing here, and what to use instead.
icon: ban
boost: 0.5
---

Of the {fields} fields that the hosted platform accepts in `docs.json` and front matter, {effect}
work here. The build ignores the others without a warning. To list those that you use, run:

```sh
sphinx-docsjson check docs
```

## Fields

| Field | Instead |
|---|---|
"""


def main() -> int:
    """Compare with the newest validator; write what it knows and the page of the docs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the fields, write the page")
    arguments = parser.parse_args()
    rows = newest()
    if arguments.write:
        lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        KEPT.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        PAGE.write_text(page(), encoding="utf-8")
    unknown = [path for path, _values in rows if judged(path)[0] == UNKNOWN]
    values = {path: new for path, own in rows if (new := values_unknown(path, own))}
    print(f"{len(rows)} fields, {len(unknown)} unknown", *unknown, sep="\n  ")
    print(*(f"  {path}: {', '.join(new)}" for path, new in values.items()), sep="\n")
    return 1 if unknown or values else 0


if __name__ == "__main__":
    sys.exit(main())
