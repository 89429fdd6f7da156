"""One tag is read as MDX reads it, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.mdx.jsx import TagBudget, read_tag, skip_expression


@pytest.mark.parametrize(
    "text",
    [
        "{a}",
        "{'}'}",
        '{"}"}',
        "{`}`}",
        "{`${a}}`}",
        "{/* } */}",
        "{{a: {b: 1}}}",
        "{it's}",
        "{<A b='}'/>}",
    ],
)
def test_an_expression_ends_at_its_own_brace(text: str):
    assert skip_expression(text + " }", 0, len(text) + 2) == len(text)


@given(st.text(alphabet="<>/{}\"'`=ab \n.*", max_size=60))
def test_no_text_makes_the_reader_fail(text: str):
    for start in range(len(text)):
        if text[start] == "<":
            found = read_tag(text, start, TagBudget(len(text)))
            assert found is None or start < found.end <= len(text)
