"""Files are read as their authors meant them, within limits, and never outside the sources."""

from __future__ import annotations

import inspect
import sys

import pytest

from sphinx_docsjson.base.messages import MAX_DEPTH
from sphinx_docsjson.ext.openapi.pages.loading import specifications_among
from sphinx_docsjson.ext.openapi.reading.locations import locate
from sphinx_docsjson.ext.openapi.reading.parse import UnreadableFile, parse, text
from sphinx_docsjson.ext.openapi.reading.specifications import load


def yaml(source):
    return parse(source, is_json=False)[0]


def messages(loaded):
    return [problem.message for problem in loaded.problems]


def test_yaml_scalars_stay_what_the_author_meant():
    value = yaml("time: 18:00\ncountry: no\ndate: 2024-01-31\nzip: 0123\n200: ok\nversion: 1.10\n")

    assert value["time"] == "18:00"
    assert value["country"] == "no"
    assert value["date"] == "2024-01-31"
    assert value["zip"] == "0123"
    assert value["200"] == "ok"
    assert text(value["version"]) == "1.10"


def test_merge_keys_fill_in_what_a_mapping_does_not_say():
    value = yaml("base: &b {x: 1, y: 2}\none: {<<: *b, y: 3}\ntwo:\n  y: 5\n  <<: *b\n")

    assert value["one"] == {"x": 1, "y": 3}
    assert value["two"] == {"x": 1, "y": 5}


def test_a_key_that_occurs_twice_is_reported():
    _value, problems = parse("a: 1\nb: 2\na: 3\n", is_json=False)
    assert [p.message for p in problems] == [
        "the key 'a' occurs twice (line 3); the last one is used"
    ]

    _value, problems = parse('{"a": 1, "a": 2}', is_json=True)
    assert "'a' occurs twice" in problems[0].message


@pytest.mark.parametrize("is_json", [True, False])
def test_the_limit_on_depth_is_the_same_in_json_and_yaml(is_json):
    def nested(levels):
        return "[" * levels + "]" * levels

    parse(nested(MAX_DEPTH), is_json=is_json)
    with pytest.raises(UnreadableFile, match="200 levels"):
        parse(nested(MAX_DEPTH + 1), is_json=is_json)


def bomb():
    lines = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, 12):
        lines.append(f"l{level}: &l{level} [{', '.join([f'*l{level - 1}'] * 10)}]")
    return "\n".join(lines)


@pytest.mark.parametrize(
    "source",
    ["[" * 100_000, "- " * 50_000, "a: &a [*a]", bomb(), "a: [", "\t{"],
    ids=["brackets", "dashes", "endless alias", "bomb", "open", "tab"],
)
def test_hostile_yaml_is_refused_with_a_message(source):
    with pytest.raises(UnreadableFile):
        yaml(source)


def test_tabs_in_json_are_fine(tmp_path):
    (tmp_path / "api.json").write_text('{\n\t"openapi": "3.1.0",\n\t"paths": {}\n}')

    assert load("api.json", tmp_path).document == {"openapi": "3.1.0", "paths": {}}


def test_a_reference_to_another_file_points_into_the_bundle(tmp_path):
    (tmp_path / "schemas").mkdir()
    (tmp_path / "api.yaml").write_text(
        "openapi: 3.1.0\ncomponents:\n  schemas:\n    A: {$ref: schemas/a.yaml#/A}\n"
    )
    (tmp_path / "schemas/a.yaml").write_text(
        "A: {properties: {b: {$ref: '#/B'}, root: {$ref: '../api.yaml#/components/schemas/A'}}}\n"
        "B: {type: string}\n"
    )

    document = load("/api.yaml", tmp_path).document

    assert document["components"]["schemas"]["A"] == {
        "$ref": "#/x-docsjson-files/schemas~1a.yaml/A"
    }
    properties = document["x-docsjson-files"]["schemas/a.yaml"]["A"]["properties"]
    assert properties["b"] == {"$ref": "#/x-docsjson-files/schemas~1a.yaml/B"}
    assert properties["root"] == {"$ref": "#/components/schemas/A"}


@pytest.mark.parametrize("target", ["../secret.yaml", "/etc/hostname", "file:///etc/hostname"])
def test_nothing_outside_the_source_directory_is_read(tmp_path, target):
    (tmp_path / "secret.yaml").write_text("secret: 1")
    source = tmp_path / "docs"
    source.mkdir()
    (source / "api.yaml").write_text(f"openapi: 3.1.0\npaths: {{/a: {{$ref: '{target}'}}}}\n")

    loaded = load("api.yaml", source)

    assert "secret" not in str(loaded.document.get("x-docsjson-files"))
    assert len(loaded.problems) == 1
    assert "is left out" in messages(loaded)[0]


def test_a_link_that_leaves_the_source_directory_is_not_followed(tmp_path):
    (tmp_path / "secret.yaml").write_text("openapi: 3.1.0")
    source = tmp_path / "docs"
    source.mkdir()
    (source / "api.yaml").symlink_to(tmp_path / "secret.yaml")

    assert "it is outside 'docs'" in messages(load("api.yaml", source))[0]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("swagger: '1.2'\n", "Swagger 1.2"),
        ("openapi: 4.0.0\n", "OpenAPI 4.0.0 is not supported"),
        ("title: x\n", "no 'openapi' field"),
        ("- 1\n", "is a list"),
        ("", "is empty"),
        ("<!DOCTYPE html>\n<title>Log in: here</title>\n", "an HTML or XML page"),
        ("a: [\n", "line 2"),
    ],
)
def test_a_file_that_is_no_specification_says_why(tmp_path, content, message):
    (tmp_path / "api.yaml").write_text(content)

    loaded = load("api.yaml", tmp_path)

    assert message in messages(loaded)[0]


def test_a_large_file_is_parsed_once(tmp_path, monkeypatch):
    schemas = "".join(f"    S{i}: {{type: string, description: {'x' * 90}}}\n" for i in range(999))
    source = f"openapi: 3.1.0\ncomponents:\n  schemas:\n{schemas}"
    (tmp_path / "api.yaml").write_text(source)
    first = load("api.yaml", tmp_path, cache=tmp_path / "cache")
    monkeypatch.setattr("sphinx_docsjson.ext.openapi.reading.specifications.bundle", None)

    assert load("api.yaml", tmp_path, cache=tmp_path / "cache") == first

    (tmp_path / "api.yaml").write_text(source + "    T: {type: string}\n")
    with pytest.raises(TypeError):
        load("api.yaml", tmp_path, cache=tmp_path / "cache")


@pytest.mark.parametrize("file", ["a.yaml", "a.md"])
def test_a_file_that_comes_later_is_read_in_spite_of_the_cache(tmp_path, file):
    filling = "".join(f"    S{i}: {{type: string, description: {'x' * 90}}}\n" for i in range(999))
    refers = f"    A: {{$ref: '{file}'}}\n"
    (tmp_path / "api.yaml").write_text(
        f"openapi: 3.1.0\ncomponents:\n  schemas:\n{refers}{filling}"
    )

    def now():
        loaded = load("api.yaml", tmp_path, cache=tmp_path / "cache")
        return messages(loaded), loaded.digest, loaded

    problems, before, _loaded = now()
    assert "there is no such file" in problems[0]
    assert now()[:2] == (problems, before)

    (tmp_path / file).write_text("type: string")
    problems, after, loaded = now()
    assert not problems
    assert after != before
    assert loaded == load("api.yaml", tmp_path)

    (tmp_path / ".mintignore").write_text("*.md\n")
    assert now()[2] == load("api.yaml", tmp_path)
    (tmp_path / ".mintignore").unlink()
    (tmp_path / file).unlink()
    assert now()[1] == before


def test_a_file_is_utf_16_where_its_mark_says_so(tmp_path):
    source = "openapi: 3.1.0\r\ninfo: {title: Grün}\r\n"
    (tmp_path / "api.yaml").write_bytes(source.encode("utf-16"))
    (tmp_path / "api.json").write_bytes('{"swagger": "2.0", "a": "ä"}'.encode("utf-16"))

    loaded = load("api.yaml", tmp_path)

    assert loaded.document["info"]["title"] == "Grün"
    assert locate("#/info", "api.yaml", tmp_path).line == 2
    assert specifications_among(tmp_path, ["api.yaml", "api.json"]) == ["api.json", "api.yaml"]


@pytest.mark.parametrize("is_json", [True, False])
def test_what_is_deeper_than_the_stack_is_refused(is_json):
    with pytest.raises(UnreadableFile, match="nested"):
        parse("[" * 100_000 + "]" * 100_000, is_json=is_json)


def test_depth_in_yaml_says_where():
    with pytest.raises(UnreadableFile, match="more than 200 levels deep at line 2, column 401"):
        parse("- a\n- " + "- " * 300, is_json=False)


def test_a_reader_that_is_called_from_a_deep_stack_refuses_what_has_no_room():
    def called(levels: int) -> None:
        if levels:
            called(levels - 1)
        else:
            parse("- " * 150 + "a", is_json=False)

    room = sys.getrecursionlimit()
    frames = len(inspect.stack())
    with pytest.raises(UnreadableFile, match="nested too deeply"):
        called(room - frames - 60)
