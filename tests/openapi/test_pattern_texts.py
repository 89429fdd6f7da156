"""Texts that match a pattern are short, of the length asked for, and right or none."""

from __future__ import annotations

import re

import pytest

from sphinx_docsjson.ext.openapi.schema.examples import string
from sphinx_docsjson.ext.openapi.schema.patterns import matching


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^(0|[1-9][0-9]*)$", "0"),
        ("^/v1/charges", "/v1/charges"),
        ("^[a-f0-9]{8}$", "abcdef12"),
        (r"^\d{3}-\d{2}$", "123-12"),
        ("^[A-Z]{2,}$", "AB"),
        (r"^(?:cus|acct)_[\w-]+\.json$", "cus_a.json"),
        ("^(?<year>[0-9]{4})$", None),
        (r"^[^\d\s]+$", "a"),
        ("^$|^abc$", "abc"),
        (r"^\+?[1-9]\d{1,14}$", "+11"),
        ("^#[0-9A-Fa-f]{6}$", "#abcdef"),
        (r"^sha256:[a-f0-9]{4}", "sha256:abcd"),
        ("^(?=.*[a-z])x", None),
        (r"^\p{L}+$", None),
        (r"(a)\1", None),
        ("(", None),
        ("[z-a]", None),
    ],
)
def test_a_short_text_is_made(pattern, text):
    assert matching(pattern) == text


@pytest.mark.parametrize("pattern", ["^[a-z]+$", "^(ab)*$", "[0-9]", "^.*$", r"^\w+@\w+\.com$"])
@pytest.mark.parametrize(("least", "most"), [(8, 8), (2, 6), (20, 24)])
def test_the_length_is_kept(pattern, least, most):
    text = matching(pattern, least, most)

    if text is None:
        assert pattern == r"^\w+@\w+\.com$"  # two counts grow at once
    else:
        assert least <= len(text) <= most
        assert re.search(pattern, text)


@pytest.mark.parametrize("pattern", ["(((a+)+)+)+$", "a{999}{999}", "((((((x*)*)*)*)*)*)*y{9000}"])
def test_no_pattern_takes_long(pattern):
    text = matching(pattern)

    assert text is None or len(text) <= 1000


def test_an_example_has_the_pattern_before_the_format():
    assert string({"type": "string", "pattern": "^[0-9]{4}$"}) == "1234"
    assert string({"type": "string", "pattern": "^2", "format": "date"}) == "2026-01-15"
    assert string({"type": "string", "pattern": "^(?!x)string"}) == "string"
    assert string({"type": "string", "pattern": "^[A-Z]+$", "minLength": 5}) == "ABCDE"
