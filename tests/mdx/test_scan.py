"""The pass over a page finds elements and reads over code, in linear time."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.mdx.formulas import Formulas
from sphinx_docsjson.mdx.scan import scan
from tests._support.finite import steps


@given(st.text(alphabet="<>/{}`~-AbC \n='*!", max_size=200))
def test_no_text_makes_the_scan_fail(text: str):
    found = scan(text)
    for start, element in found.elements.items():
        assert (
            start == element.tag.start < element.tag.end <= max(element.content_end, element.end)
        )
        assert element.end <= len(text)


HOSTILE = {
    "unclosed tags": "<A>\n",
    "unclosed attributes": '<A b="',
    "unclosed expressions": "<A b={",
    "unclosed template strings": "<A b={`",
    "closing tags": "</A>",
    "opening brackets": "<",
    "braces": "{",
    "comments": "{/*",
    "html comments": "<!--",
    "backticks of growing length": "` `` ``` ",
    "backticks": "`a``b",
    "fences": "```\n~~~\n",
    "list items": "- ",
    "scripts": "<script>",
    "exports": "export const a = {\n",
    "imports": "import {a\n",
    "mixed closings": "<A><b></A>",
    "deep elements": "<A><B>",
}


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("line", [False, True], ids=["one line", "lines"])
def test_hostile_text_costs_linear_time(kind: str, line: bool):
    unit = HOSTILE[kind] + ("\n" if line else "")
    small, large = (unit * (size // len(unit)) for size in (600, 4800))
    # Eight times the text: linear work takes eight times as many steps, quadratic work 64 times.
    assert steps(scan, large) < 10 * steps(scan, small)


@pytest.mark.parametrize("unit", ["$", "$$", "$a", "$$a\n", "$$\na\n\n", "\\$", "$ a_b"])
def test_dollar_signs_cost_linear_time(unit: str):
    small, large = (unit * (size // len(unit)) for size in (600, 4800))
    read = partial(scan, formulas=Formulas.DETECTED)
    assert steps(read, large) < 10 * steps(read, small)
