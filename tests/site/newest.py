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
    return head + table + ALL_FIELDS.format(rows=_all_fields(rows)) + components.section()


def _all_fields(rows: list[tuple[str, str, str]]) -> str:
    """Return the rows of the table of all fields: what has them, and the fields by their word."""
    parts: dict[str, dict[str, list[str]]] = {}
    for path, word, _said in rows:
        part, dot, field = path.partition(".")
        found = parts.setdefault(part.removesuffix("[]"), {EFFECT: [], NONE: []})
        if dot:
            found[word].append(field)
        else:
            found.setdefault("itself", []).append(word)
    return "".join(
        f"| {_called(part)} | {_listed(part, found, EFFECT)} | {_listed(part, found, NONE)} |\n"
        for part, found in sorted(parts.items(), key=lambda each: each[0].startswith("@"))
    )


def _called(part: str) -> str:
    return PART_NAMES.get(part, f"`{part}`")


def _listed(part: str, found: dict[str, list[str]], word: str) -> str:
    own = ["itself"] if word in found.get("itself", ()) else []
    return ", ".join([*own, *(f"`{field}`" for field in found[word])])


PART_NAMES = {
    "@anchor": "an anchor",
    "@asyncapi": "AsyncAPI files",
    "@color": "a colour",
    "@dropdown": "a dropdown",
    "@frontmatter": "a page (front matter)",
    "@global": "`navigation.global`",
    "@group": "a group",
    "@icon": "an icon",
    "@item": "an entry of a menu",
    "@language": "a language",
    "@openapi": "OpenAPI files",
    "@page": "a nested group",
    "@product": "a product",
    "@tab": "a tab",
    "@version": "a version",
}
"""A part that stands in many places, as the table calls it."""


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
title: What has no effect
description: What of the hosted platform does nothing here, and what to use instead.
icon: ban
boost: 0.5
---

The validator of the hosted platform knows {fields} fields of `docs.json` and of front matter.
{effect} have their effect here. The others are below: the build accepts them without a warning,
its first run names those that you use, and `sphinx-docsjson check` names them every time. Any
other name is a mistake and gets a warning.

This table is made from the schema of sphinx-docsjson and that validator (npm
`@mintlify/validation`); a test compares the two, so a new field of the platform cannot be missed.

| Field | What to know |
|---|---|
"""


ALL_FIELDS = """
## All fields

What stands in the same row belongs to the same part; `x[]` is each entry of a list, and `*` a name
of your own. Each field that has an effect is the name of a test that looks for it on a built page:

```sh
python -m pytest "tests/site/test_every_row.py::test_the_row_has_its_effect[navbar.links]"
python -m pytest "tests/site/test_every_entry.py" -k "@tab.icon"
```

| Part | has its effect | has none |
|---|---|---|
{rows}"""


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
