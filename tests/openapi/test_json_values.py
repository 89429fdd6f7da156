"""Values that differ in their type only are different values: ``1`` is not ``"1"`` nor true."""

import ast
import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import sphinx_docsjson
from sphinx_docsjson.ext.api_checks.values import shown
from sphinx_docsjson.ext.openapi.pages.reference import digest_of
from sphinx_docsjson.ext.openapi.reading.parse import parse
from sphinx_docsjson.ext.openapi.schema.constraints import enum_of, examples_of
from sphinx_docsjson.ext.openapi.schema.view import json_key, json_texts, same

ALIKE = st.sampled_from(
    [1, 1.0, True, "1", "true", 0, False, "0", "", None, "null", "1.0", "a", '"a"', [], "[]"]
)
VALUES = st.recursive(
    ALIKE,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
    ),
    max_leaves=3,
)


@given(VALUES, VALUES)
def test_two_values_have_one_key_exactly_when_they_are_the_same(one, other):
    assert (json_key(one) == json_key(other)) is same(one, other)


@given(st.lists(VALUES, max_size=6))
def test_each_different_value_is_shown_once_and_by_a_text_of_its_own(values):
    shown = json_texts(values)

    assert len(shown) == len({json_key(value) for value in values})
    assert all(any(same(value, known) for known, _text in shown) for value in values)
    if not any(isinstance(value, str) and value.startswith('"') for value in values):
        assert len({text for _value, text in shown}) == len(shown)


def test_an_enum_keeps_values_that_differ_in_their_type():
    shown = enum_of({"enum": [1, "1", True, None, 1.0, "a"], "x-enum-descriptions": [*"abcdef"]})

    assert [value.value for value in shown] == ["1", '"1"', "true", "null", "a"]
    assert [value.description for value in shown] == [*"abcdf"]


def test_examples_keep_values_that_differ_in_their_type():
    shown = examples_of({"examples": [True, "true", 1]})

    assert [example.value for example in shown] == ["true", '"true"', "1"]


def test_an_example_may_be_nothing():
    shown = examples_of({"examples": ["", 0, False]})

    assert [example.value for example in shown] == ['""', "0", "false"]


def test_an_enum_of_text_alone_has_no_quotation_marks():
    assert [value.value for value in enum_of({"enum": ["1", "true"]})] == ["1", "true"]


SITE = '{"name": "S", "api": {"openapi": "api.json"}, "navigation": {"pages": ["index"]}}'


def test_a_page_and_its_twin_show_every_value(site):
    values = {"type": ["integer", "string", "boolean", "null"], "enum": [1, "1", True, None]}
    constants = {"oneOf": [{"const": value} for value in values["enum"]]}
    fields = {"listed": values, "told": constants}
    body = {"content": {"application/json": {"schema": {"properties": fields}}}}
    operation = {"requestBody": body, "responses": {"200": {"description": "ok"}}}
    api = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}}
    api["paths"] = {"/a": {"post": operation}}
    built = site({"docs.json": SITE, "api.json": json.dumps(api), "index.mdx": "Words.\n"})
    page = next(Path(built.outdir).rglob("api-reference/**/post-a.md"))

    assert page.read_text().count('`1` `"1"` `true`') == 2


COMPARES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
VALUE_WORDS = {"const", "default", "enum", "example", "examples"}


def test_nothing_compares_values_of_a_description_as_python_does():
    """``==`` and ``in`` take ``True`` for ``1``; ``same`` and ``json_key`` do not."""
    found = []
    folder = Path(sphinx_docsjson.__file__).parent / "openapi"
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                plain = any(isinstance(side, ast.Constant) for side in sides)
                if (
                    all(isinstance(op, COMPARES) for op in node.ops)
                    and not plain
                    and any(map(is_value, sides))
                ):
                    found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")

    assert found == []


def is_value(side):
    """Whether an expression takes a value out of a schema or another part of a description."""
    if isinstance(side, ast.Call) and isinstance(side.func, ast.Attribute) and side.args:
        key = side.args[0] if side.func.attr == "get" else None
    else:
        key = side.slice if isinstance(side, ast.Subscript) else None
    return isinstance(key, ast.Constant) and key.value in VALUE_WORDS


def test_a_digest_and_a_message_tell_two_spellings_of_a_number_apart():
    short, long = (parse(text, is_json=False)[0] for text in ("1.1", "1.10"))

    assert digest_of([short]) != digest_of([long])
    assert (shown(long), f"{long}") == ("1.10", "1.10")
