"""YAML as its version 1.2 means it, wherever it stands, and whatever it is made of."""

from __future__ import annotations

import inspect
import math
import string
import sys
from contextlib import suppress
from io import StringIO

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson import yaml12
from sphinx_docsjson.ext.openapi.reading.locations import locate
from sphinx_docsjson.ext.openapi.reading.parse import UnreadableFile, parse
from sphinx_docsjson.pages.front_matter import read_front_matter

CORE = {
    "true": True, "True": True, "FALSE": False, "null": None, "~": None, "NULL": None, "": None,
    "0": 0, "-12": -12, "+7": 7, "0o17": 15, "0x1F": 31, "1.5": 1.5, "-.5": -0.5, "5.": 5.0,
    "1e3": 1000.0, ".inf": math.inf, "-.INF": -math.inf, "9" * 25: int("9" * 25),
}  # fmt: skip

_TEXT = """
    yes no on off y n tRUE nULL Nullable True-Story 10% 3rd 3d 1.2.3 2024-01-01 12:30 12:30:45
    1_000 0b1 0o8 0xg -0x1F 007 1e .iNF -.nan = << v1 2024-01-01T10:00:00Z
"""
TEXT = _TEXT.split()


@pytest.mark.parametrize(("source", "value"), CORE.items())
def test_the_core_schema_knows_these_words_and_numbers(source, value):
    read = yaml12.read(f"- {source}").value[0]
    assert (read, type(read)) == (value, type(value))


def test_not_a_number_is_a_number():
    assert math.isnan(yaml12.read(".nan").value)


@pytest.mark.parametrize(
    "source", [*TEXT, "True Story Inc", "False alarms", "null and void", "1 2"]
)
def test_anything_else_is_text(source):
    assert yaml12.read(f"x: {source}").value == {"x": source}
    assert read_front_matter(f"---\nx: {source}\n---\n").fields == {"x": source}
    assert parse(f"x: {source}", is_json=False)[0] == {"x": source}


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("!!str 12", "12"), ("!!int '12'", 12), ("!!float 1", 1.0), ("!!int x", "x"),
        ("!!bool 1", "1"), ("!secret x", "x"), ("!!binary aGk=", "aGk="),
        ("!!set {a, b}", {"a": None, "b": None}), ("!!python/name:os.system", ""),
    ],
)  # fmt: skip
def test_tags_count_where_they_fit_and_are_passed_over_elsewhere(source, value):
    assert yaml12.read(source).value == value


def test_keys_are_the_text_they_are_written_with():
    assert list(yaml12.read("200: a\nno: b\n1.10: c\n0x1F: d\n[1, {a: b}]: e\n~: f\n").value) == [
        "200", "no", "1.10", "0x1F", '[1, {"a": "b"}]', "~"
    ]  # fmt: skip


def test_a_key_that_occurs_twice_counts_the_last_time_and_is_told():
    document = yaml12.read("a: 1\nb: 2\na: 3\n")
    assert document.value == {"a": 3, "b": 2}
    assert document.repeated == (("a", 3),)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("{<<: *b, y: 3}", {"x": 1, "y": 3}),
        ("{y: 3, <<: [*b, {x: 9, z: 4}]}", {"x": 1, "y": 3, "z": 4}),
        ("{<<: 1}", {"<<": 1}),
        ("{<<: []}", {"<<": []}),
        ("{'<<': *b}", {"<<": {"x": 1, "y": 2}}),
    ],
)
def test_a_merge_key_fills_in_what_the_mapping_does_not_say(source, value):
    assert yaml12.read(f"base: &b {{x: 1, y: 2}}\none: {source}\n").value["one"] == value


def test_an_anchor_may_be_given_again_and_stand_at_a_key():
    assert yaml12.read("- &a 1\n- *a\n- &a 2\n- *a\n- {&k key: *k}\n").value == [
        1, 1, 2, 2, {"key": "key"}
    ]  # fmt: skip


@pytest.mark.parametrize("mark", ["\x85", "\u2028", "\u2029"])
def test_line_ends_of_older_versions_are_characters(mark):
    document = yaml12.read(f"a{mark}b: one{mark}two # three\nc: |\n  x{mark}y\n", places=True)
    assert document.value == {f"a{mark}b": f"one{mark}two", "c": f"x{mark}y\n"}
    assert document.entry(document.value, "c") == (2, 1, f"x{mark}y\n")


def test_a_character_escaped_as_json_does_is_one_character():
    source = r"""
"\ud83c\udf5e": ["\uD83D\uDE00!", "\ud83c"]
block: |
  "\ud83c\udf5e"
"""
    document = yaml12.read(source, places=True)
    assert document.value == {"🍞": ["😀!", "\ufffd"], "block": '"\\ud83c\\udf5e"\n'}
    assert document.entry(document.value["🍞"], 0) == (2, 18, "😀!")


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("a: 1\n\t\nb:\n  - c\n \t \n  - d\n", {"a": 1, "b": ["c", "d"]}),
        ("\t# x\na:\n  b: 1\n \t # y\n  c: 2\n", {"a": {"b": 1, "c": 2}}),
        ("a:\n  -\tb\n  - \tc\n?\td\n:\te\n", {"a": ["b", "c"], "d": "e"}),
        ("a: x\n\t\n  y\nb: |\n  x\n\t\nc: 2\n", {"a": "x\ny", "b": "x\n", "c": 2}),
    ],
)
def test_tabs_that_indent_nothing_are_spaces(source, value):
    assert yaml12.read(source).value == value


def test_tabs_inside_of_texts_stay():
    source = 'a:\n\t# x\n  - "b\n\t# c"\n  - |\n    d\n    \t# e\n\t# y\n  - |\n    -\tf'
    assert yaml12.read(source).value == {"a": ["b # c", "d\n\t# e\n", "-\tf"]}


def test_places_lead_to_keys_items_and_what_was_merged():
    document = yaml12.read("a: &a\n  b: 1.10\nc:\n  - x\n  - {<<: *a}\n", places=True)
    value = document.value
    assert document.entry(value["a"], "b") == (2, 3, "1.10")
    assert document.entry(value["c"], 1) == (5, 5, None)
    assert document.entry(value["c"][1], "b") == (2, 3, "1.10")
    assert document.entry(value, "z") is None


@pytest.mark.parametrize(
    ("source", "line", "column", "reason"),
    [
        ("a: 1\nb: [", 3, 1, "node content"),
        ("a: b: c", 1, 5, "mapping values"),
        ("a: 1\nb: x\x00y", 2, 5, "U+0000"),
        ("a: \ud800", 1, 4, "U+D800"),
        ("a: *b", 1, 4, "&b"),
        ("a: &b [*b]", 1, 8, "contains itself"),
        ("--- 1\n--- 2\n", 2, 1, "single document"),
    ],
)
def test_what_is_no_yaml_says_where_and_why(source, line, column, reason):
    with pytest.raises(yaml12.UnreadableYaml, match=reason.replace("+", r"\+")) as error:
        yaml12.read(source)
    assert (error.value.line, error.value.column) == (line, column)


MANY = 100_000
NESTED = {
    "spaced dashes": " " + "- " * MANY,
    "questions": "? " * MANY,
    "wide dashes": "-  " * MANY,
    "dashes and questions": "- ? " * MANY,
    "below a key": "a:\n - " + "- " * MANY,
    "after a carriage return": "x:\r" + "- " * MANY,
    "brackets": "[" * MANY,
    "braces": "{a: " * MANY,
    "pairs": "[{" * MANY,
    "json": '{"a":' * MANY,
    "questions in braces": "{? " * MANY,
    "deeper and deeper": "".join(" " * n + "a:\n" for n in range(1000)),
    "an older line end": "a:\u2028" + "- " * MANY,
}


@pytest.mark.parametrize("in_c", [True, False], ids=["libyaml", "python"])
@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED)
def test_no_nesting_ends_the_interpreter(text, in_c, monkeypatch, tmp_path):
    if not in_c:
        monkeypatch.setattr(yaml, "CSafeLoader", yaml.SafeLoader)
        text = text[:900]
    (tmp_path / "api.yaml").write_text(text, newline="")
    read_front_matter(f"---\n{text}\n---\n")
    locate("#/a/0/b", "api.yaml", tmp_path)
    with suppress(UnreadableFile):
        parse(text, is_json=False)


def aliases(levels: int, width: int) -> str:
    lines = ["l0: &l0 [x]"]
    for level in range(1, levels):
        lines.append(f"l{level}: &l{level} [{', '.join([f'*l{level - 1}'] * width)}]")
    return "\n".join(lines)


def merges(levels: int) -> str:
    lines = ["l0: &l0 {a: 1}"]
    lines += [f"l{n}: &l{n} {{<<: *l{n - 1}, k{n}: 1}}" for n in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize("text", [aliases(9, 9), aliases(300, 1), merges(3000)])
def test_aliases_do_not_grow_without_bound(text):
    with pytest.raises(yaml12.UnreadableYaml, match=r"too many|levels deep"):
        yaml12.read(text, max_values=100_000)
    front = read_front_matter(f"---\ntitle: T\n{text}\n---\nbody")
    assert front.text("title") == "T"
    assert "not valid YAML" in front.problem


def test_numbers_without_end_stay_text():
    for number in ("9" * 5000, "0x" + "f" * 5000, "0o" + "7" * 5000):
        assert yaml12.read(f"x: {number}").value == {"x": number}
    assert yaml12.read(f"x: {'9' * 5000}.5").value == {"x": math.inf}


def is_alike(text: str) -> bool:
    """Whether a text is free of what libyaml reads, or ruamel writes, as YAML 1.1 does."""
    return text[:1] not in (":", "?", "-") and not set(text) & set("\x85\u2028\u2029")


names = st.text(alphabet=string.ascii_letters + "_:-.é ", min_size=1, max_size=8).filter(is_alike)
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=20).filter(is_alike)
    | st.sampled_from([*TEXT, *CORE, "True Story", "a: b", "# x", "a\tb"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(names, values, max_size=5), st.booleans())
def test_what_another_library_writes_is_what_we_read(fields, flow):
    ruamel = pytest.importorskip("ruamel.yaml", reason="ruamel.yaml writes the texts")
    writer = ruamel.YAML(typ="safe", pure=True)
    writer.version = (1, 2)
    writer.default_flow_style = flow
    out = StringIO()
    writer.dump(fields, out)
    body = (
        out.getvalue()
        .removeprefix("%YAML 1.2\n")
        .removeprefix("---")
        .lstrip("\n")
        .removesuffix("...\n")
    )
    assert yaml12.read(body).value == fields
    if "myst" not in fields and fields:
        assert set(read_front_matter(f"---\n{body}---\n").fields) == set(fields)


def test_a_caller_deep_in_the_stack_gets_an_error_that_it_knows():
    text = "[" * 90 + "]" * 90
    assert yaml12.read(text).value is not None

    def deeper(frames: int) -> None:
        if frames:
            deeper(frames - 1)
        else:
            yaml12.read(text)

    with pytest.raises(yaml12.UnreadableYaml, match="nested too deeply"):
        deeper(sys.getrecursionlimit() - len(inspect.stack(0)) - 80)
