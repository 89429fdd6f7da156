"""An editor that knows JSON Schema completes and explains every field of ``docs.json``.

Asked is the language service of Visual Studio Code and others: ``vscode-json-languageservice``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sphinx_docsjson.cli.new_site import SCHEMA
from sphinx_docsjson.site.validation import schema
from tests._support import npm

SERVICE = "vscode-json-languageservice@5.7.2"

ROOT = Path(__file__).resolve().parents[2]


def places(
    part: dict[str, Any], before: str, after: str, seen: set[int]
) -> Iterator[dict[str, str]]:
    """Yield a place in a document for each property of a part of the schema, and of what is in it.

    A part that stands at many places, such as a group, is looked at where it stands first.
    """
    for one in forms(part):
        if id(one) in seen:
            continue
        seen.add(id(one))
        for name, written in one.get("properties", {}).items():
            yield {"name": name, "before": f"{before}{{", "after": f"}}{after}"}
            key = f"{before}{{{json.dumps(name)}: "
            yield from places(written, key, f"}}{after}", seen)
        if isinstance(one.get("items"), dict):
            yield from places(one["items"], f"{before}[", f"]{after}", seen)


def forms(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a part, what it refers to, and its branches."""
    yield part
    if "$ref" in part:
        yield from forms(schema()["$defs"][part["$ref"].rpartition("/")[2]])
    for key in ("then", "else"):
        if key in part:
            yield from forms(part[key])


def number_of_fields(part: Any) -> int:
    """Return how many properties a schema describes, wherever they stand."""
    if not isinstance(part, dict):
        return 0
    own = part.get("properties", {})
    below = [*own.values(), *(value for key, value in part.items() if key != "properties")]
    return len(own) + sum(map(number_of_fields, below))


def test_every_field_is_offered_and_explained():
    if reason := npm.missing():
        pytest.skip(reason)
    listed = list(places(schema(), "", "", set()))
    assert len(listed) == number_of_fields(schema())
    try:
        npm.installed("editor", [SERVICE])
    except RuntimeError as error:
        pytest.skip(str(error))
    found = npm.ask(
        Path(__file__).with_name("editor.mjs"), [SERVICE], {"schema": schema(), "places": listed}
    )
    silent = [
        f"{place['before']}|{place['name']}: {answer}"
        for place, answer in zip(listed, found["answers"], strict=True)
        if not (answer["offered"] and answer["documentation"] and answer["hover"])
    ]
    assert silent == []
    assert any("colour" in problem for problem in found["problems"])
    assert len(found["problems"]) > 1


def test_the_schema_is_published_with_our_documentation():
    """The address that ``init`` writes is the one at which our site has the file."""
    conf = (ROOT / "docs" / "conf.py").read_text(encoding="utf-8")
    file = SCHEMA.rpartition("/")[2]

    assert f'html_extra_path = ["../sphinx_docsjson/site/{file}"]' in conf
    assert (ROOT / "sphinx_docsjson" / "site" / file).is_file()
