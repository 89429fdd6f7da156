"""A message names the line of a file on which a part of a description stands."""

from __future__ import annotations

import json
import random

import pytest

from sphinx_docsjson import yaml12
from sphinx_docsjson.ext.openapi.reading.locations import locate, place_in
from tests._support.finite import finishes


def place(tmp_path, text, *parts, name="api.json"):
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    pointer = "#" + "".join(f"/{part}" for part in parts)
    found = locate(pointer, name, tmp_path)
    return (found.line, found.column)


@pytest.mark.parametrize("spaces", [None, 2, "\t"])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_json_has_places(tmp_path, spaces, ascii_only):
    value = {
        "a": [1, "x", {"b": [[], {}, [[[[[{"deep": [1, 2]}]]]]]]}],
        'quo"ted {[': {"]}": '"}]', "\u00e9\U0001f600": True},
        "last": "",
    }
    text = json.dumps(value, indent=spaces, ensure_ascii=ascii_only)

    def written(line, column):
        return text.split("\n")[line - 1][column - 1 :]

    assert written(*place(tmp_path, text, "last")).startswith('"last"')
    deep = ("a", 2, "b", 2, 0, 0, 0, 0, 0, "deep", 1)
    assert written(*place(tmp_path, text, *deep))[0] == "2"
    assert written(*place(tmp_path, text, 'quo"ted {[', "]}")).startswith('"]}"')


def test_yaml_has_places_and_what_is_not_there_the_nearest(tmp_path):
    text = "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      tags:\n      - x\n      - y\n"

    assert place(tmp_path, text, "paths", "~1a", "get", "tags", 1, name="a.yaml") == (7, 9)
    assert place(tmp_path, text, "paths", "~1a", "put", name="a.yaml") == (3, 3)
    assert place(tmp_path, text, "nothing", name="a.yaml") == (1, 1)


def test_a_key_that_occurs_twice_is_the_last_one(tmp_path):
    assert place(tmp_path, '{"a": {"x": 1},\n "a": {"y": 2}}', "a", "y") == (2, 8)
    assert place(tmp_path, "a: {x: 1}\na: {y: 2}\n", "a", "y", name="a.yaml") == (2, 5)


@pytest.mark.parametrize("text", ["{", '{"a', '{"a": [', '{"a" 1}', "[1 2", '{"a": "', "{]", "}"])
def test_what_cannot_be_read_has_the_first_line(tmp_path, text):
    assert place(tmp_path, text, "x", "0") == (1, 1)


@pytest.mark.parametrize(
    "text", ["a" + " " * 400_000, "a: b" + " #" * 200_000, "- " * 200_000, "[" * 300_000]
)
def test_no_text_takes_long(tmp_path, text):
    assert finishes(place, tmp_path, text, "a", "b")


def test_the_places_of_a_real_file_are_those_of_its_keys(shared):
    text = (shared / "openapi" / "discord.json").read_text(encoding="utf-8")
    lines = text.split("\n")
    document = yaml12.read(text, places=True)
    for path in random.Random(1).sample(sorted(document.value["paths"]), 50):
        line, column = place_in(document, ["paths", path])
        assert lines[line - 1][column - 1 :].startswith(json.dumps(path))
