"""The pass over a page finds elements and reads over code, in linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.mdx.scan import scan


def names(text: str) -> list[str]:
    found = scan(text)
    return [found.elements[start].tag.name for start in sorted(found.elements)]


def contents(text: str) -> dict[str, str]:
    return {
        e.tag.name: text[e.tag.end : e.content_end].strip() for e in scan(text).elements.values()
    }


def test_elements_are_matched_with_their_closing_tags():
    found = scan("<A>x<B>y</B></A>").elements
    assert [(e.tag.name, e.unclosed) for e in found.values()] == [("B", False), ("A", False)]


def test_tags_in_fences_are_code():
    assert names("```mdx\n<Note>\n```\n<Tip></Tip>") == ["Tip"]
    assert names("  ~~~~ x\n<Note>\n~~~\n~~~~\n<Tip/>") == ["Tip"]
    assert names("- ```\n  <Note>\n  ```\n- <Tip/>") == ["Tip"]


def test_a_fence_in_a_list_item_ends_with_the_item():
    assert names("- a\n\n  ```\n  <Note>\n\n<Tip/>") == ["Tip"]


def test_tags_in_code_spans_are_code():
    assert names("`<A>` and ``<B> ` <C>`` <D/>") == ["D"]


def test_a_backtick_that_nothing_closes_is_text():
    assert names("a ` b <A/>\n\nnext ` <B/>") == ["A", "B"]


def test_tags_in_comments_are_nothing():
    assert names("{/* <A> \n\n <B> */}<C/><!-- <D> -->") == ["C"]


def test_an_escaped_bracket_is_text():
    assert names(r"\<A> <B/>") == ["B"]


def test_an_unclosed_element_ends_where_its_parent_ends():
    text = "<Tabs><Tab>one</Tabs>"
    assert contents(text) == {"Tab": "one", "Tabs": "<Tab>one"}


def test_an_unclosed_element_ends_where_one_of_its_kind_follows():
    text = "<Tabs>\n<Tab>one\n<Tab>two</Tab>\n</Tabs>"
    found = scan(text).elements
    assert text[found[7].tag.end : found[7].content_end].strip() == "one"


def test_an_html_tag_never_closes_a_component_around_it():
    found = scan("<p><Note></p>text</Note>")
    assert not found.elements[3].unclosed
    assert [t.name for t in found.strays.values()] == ["p"]


def test_void_elements_need_no_closing_tag():
    assert contents("<A><img src='x'> text <br></A>")["A"] == "<img src='x'> text <br>"


def test_module_lines_are_found_over_several_lines():
    text = 'import A from "/a.mdx"\nexport const b = {\n\n  c: 1,\n};\n\nimport duty is text\n'
    found = scan(text)
    assert [text[b:e] for b, e in found.modules.items()] == [
        'import A from "/a.mdx"',
        "export const b = {\n\n  c: 1,\n};",
    ]


def test_lines_inside_a_tag_are_known():
    assert scan("<A\n  b='1'\n>\ntext\n</A>").glued_lines == {1, 2}


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


def _seconds(text: str) -> float:
    best = float("inf")
    for _ in range(3):
        begin = time.process_time()
        scan(text)
        best = min(best, time.process_time() - begin)
    return best


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("line", [False, True], ids=["one line", "lines"])
def test_hostile_text_costs_linear_time(kind: str, line: bool):
    unit = HOSTILE[kind] + ("\n" if line else "")
    small, large = unit * (12_000 // len(unit)), unit * (96_000 // len(unit))
    # Eight times the text: linear work takes eight times as long, quadratic work 64 times.
    assert _seconds(large) < 24 * max(_seconds(small), 0.002)


@pytest.mark.parametrize("mark", ["-   ", "* \t ", "1.  ", ">   ", "- > 2)   "])
def test_a_line_of_many_marks_is_read_once(mark):
    assert names(mark * 500 + "<A/>") == ["A"]
