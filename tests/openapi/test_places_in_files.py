"""A message names the line that a reader of the whole file would name, without such a reading."""

from __future__ import annotations

import json
import random
from functools import partial
from textwrap import indent

import pytest

from sphinx_docsjson import yaml12
from sphinx_docsjson.ext.openapi.reading import locations
from sphinx_docsjson.ext.openapi.reading.locations import JsonLocations, YamlLocations, place_in
from sphinx_docsjson.ext.openapi.reading.parse import looks_like_json
from tests._support.finite import finishes
from tests._support.inputs import input_text
from tests._support.seeds import seed
from tests.yaml12.texts import generated

PLAIN = input_text(__file__, "places_in_files.yaml")

TEXTS = [
    PLAIN,
    PLAIN.replace("\n? complex key\n: value", ""),
    "{a: 1, b: {c: 2}}\n",
    "- a: 1\n  b:\n    - c\n- - d\n  - e: f\n",
    "a:\n- b\n- c: d\ne: 'x\n  y: z'\nf: \"\n  g: h\n  \"\ni: 1\n",
    "a: |\n  b: 1\n\n  c: 2\n# x\n" + "d: >-\n  e\nf: {g: 1}\n",
    "a: [1,\nb: 2]\nc: 3\n",
    "  a:\n    b: 1\n  c: 2\n",
    "über: {ä: 1}\n'': 2\nurl: http://x#y\nk#l: 1\nx:y: 3\n",
    "",
    "just text\n",
]


def pointers(value, path=()):
    yield list(path)
    pairs = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, item in pairs:
        yield from pointers(item, (*path, str(key)))


def _noted(lengths, read, text, **options):
    lengths.append(len(text))
    return read(text, **options)


def differences(text, places, most=3000):
    document = yaml12.read(text.replace("\t", " "), places=True)
    found = [*pointers(document.value), ["nothing"], ["paths", "nothing", "0"]]
    chosen = found if len(found) <= most else random.Random(1).sample(found, most)
    return [
        (path, place_in(document, path), places.place(path))
        for path in chosen
        if place_in(document, path) != places.place(path)
    ]


@pytest.mark.parametrize("small", [0, 30, 4000])
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_place_in_yaml_is_that_of_the_reader_of_yaml(monkeypatch, text, small):
    monkeypatch.setattr(locations, "SMALL", small)

    assert differences(text, YamlLocations(text)) == []


def test_places_in_generated_yaml_are_those_of_the_reader_of_yaml(monkeypatch):
    monkeypatch.setattr(locations, "SMALL", 0)
    for made in generated(200, seed=seed(3)):
        for text in (made, f"a:\n{indent(made, '  ')}\nb:\n  c: 1\n"):
            try:
                assert differences(text, YamlLocations(text)) == []
            except yaml12.UnreadableYaml:
                continue


def test_a_large_file_is_never_read_whole_for_one_line(monkeypatch):
    lengths = []

    monkeypatch.setattr(locations.yaml12, "read", partial(_noted, lengths, yaml12.read))
    path = "  /p{}:\n    get:\n      summary: S\n      responses: {{200: {{description: D}}}}\n"
    text = "openapi: 3.1.0\npaths:\n" + "".join(path.format(n) for n in range(2000))

    place = YamlLocations(text).place(["paths", "/p1500", "get", "responses", "200"])

    assert place == (3 + 4 * 1500 + 3, 19)
    assert max(lengths) < 200


@pytest.mark.parametrize(
    "text", ["a" + " " * 400_000, "a: b" + " #" * 200_000, "- " * 200_000, "[" * 300_000]
)
def test_no_text_takes_long(text):
    assert finishes(YamlLocations(text).place, ["a", "b"])
    assert finishes(JsonLocations(text).place, ["0", "0"])


@pytest.mark.parametrize("spaces", [None, 2, "\t"])
def test_a_place_in_json_is_that_of_the_reader_of_yaml(spaces):
    value = {
        "a": [1, "x", {"b": [[], {}, [[[[[{"deep": [1, 2]}]]]]]]}],
        'quo"ted\\ {[': {"]}": '"}]', "\u00e9": True},
        "numbers": [-1.5e3, None, False],
        "last": "",
    }
    for ascii_only in (True, False):
        text = json.dumps(value, indent=spaces, ensure_ascii=ascii_only)
        assert differences(text, JsonLocations(text)) == []


def test_a_place_in_json_is_known_where_libyaml_reads_no_more():
    places = JsonLocations('{"\\ud83d\\ude00": {"a":\n1}}')

    assert places.place(["\U0001f600", "a"]) == (1, 19)


def test_a_key_that_occurs_twice_is_the_last_one():
    assert JsonLocations('{"a": {"x": 1},\n "a": {"y": 2}}').place(["a", "y"]) == (2, 8)
    assert YamlLocations("a: {x: 1}\na: {y: 2}\n").place(["a", "y"]) == (2, 5)


@pytest.mark.parametrize("text", ["{", '{"a', '{"a": [', '{"a" 1}', "[1 2", '{"a": "', "{]", "}"])
def test_what_is_no_json_has_no_places_and_no_error(text):
    JsonLocations(text).place(["a", "0", "b"])
    JsonLocations(text).place(["0", "1"])


@pytest.mark.parametrize(
    "name", ["museum.yaml", "redoc-petstore-3.1.yaml", "redocly-cafe.yaml", "discord.json"]
)
def test_places_in_real_files_are_those_of_the_reader_of_yaml(shared, name):
    text = (shared / "openapi" / name).read_text(encoding="utf-8")
    places = JsonLocations(text) if looks_like_json(text) else YamlLocations(text)

    assert differences(text, places, most=500) == []
