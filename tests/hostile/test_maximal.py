"""The description that is attacked has every field that OpenAPI has and every one that we read."""

from __future__ import annotations

import importlib.resources
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

import sphinx_docsjson
from tests.hostile.described import MAXIMAL, described
from tests.hostile.vectors import TEXTS

FOLDER = importlib.resources.files("openapi_spec_validator") / "resources" / "schemas"
ELSEWHERE = frozenset({"x-api-key", "x-docsjson-files", "x-www-form-urlencoded", "x-ndjson"})
"""What begins with x- in our code and is no extension."""


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from keys(part)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, str):
        yield value


HAS = frozenset(keys(yaml.safe_load(MAXIMAL.read_text(encoding="utf-8"))))


def test_it_has_every_field_of_openapi():
    schema = json.loads((FOLDER / "v3.2" / "schema.json").read_text(encoding="utf-8"))
    known = {name for part in schema["$defs"].values() for name in part.get("properties", ())}

    assert known - HAS == {"body"} & known - HAS
    assert set(schema["properties"]) - HAS == set()


def test_it_has_every_extension_that_is_read():
    folder = Path(sphinx_docsjson.__file__).parent / "ext" / "openapi"
    read = {
        name
        for file in folder.rglob("*.py")
        for name in re.findall(r'"(x-[A-Za-z][\w-]+)"', file.read_text(encoding="utf-8"))
    }

    assert len(read) > 30
    assert read - HAS - ELSEWHERE == set()


def test_every_text_of_it_is_replaced():
    attack = described(0, TEXTS)

    for name in ("texts.json", "odd.json"):
        left = set(strings(json.loads(attack.files[name]))) & {"T", "U"}
        assert left == set()
    assert len(attack.handing.fields) > 700
