"""What the info string of a fence asks for."""

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from sphinx.highlighting import PygmentsBridge

from sphinx_docsjson.components.code_blocks import code_block, inside_fence, marking, read_marks
from sphinx_docsjson.components.code_languages import (
    CodeInfo,
    lexer_name,
    parse_info,
    parse_ranges,
)
from tests._support.finite import finishes


@given(st.text(max_size=200))
def test_no_info_string_is_an_error(info):
    assert isinstance(parse_info(info), CodeInfo)


def test_a_huge_range_is_bounded():
    assert len(parse_ranges("1-999999999999")) < 200_000


@pytest.mark.parametrize(
    ("written", "lexer"),
    [
        ("python", "python"),
        ("PYTHON", "python"),
        ("mdx", "markdown"),
        ("curl", "bash"),
        ("env", "bash"),
        ("kusto", "kusto"),
        ("baml", "text"),
        ("Code", "text"),
        ("", "text"),
    ],
)
def test_an_unknown_language_is_plain_text(written, lexer):
    assert lexer_name(written) == lexer


def test_marks_in_comments_are_taken_out():
    text, marks = read_marks("a // [!code ++]\nb # [!code --:2]\nc\n<!-- [!code highlight] -->")

    assert text == "a\nb\nc\n"
    assert marks == {"added": [1], "removed": [2, 3], "highlight": [4]}


@pytest.mark.parametrize("numbers", [False, "inline", "table"])
def test_lines_are_marked_one_by_one(numbers):
    highlighter = marking(PygmentsBridge("html"), {"focus": [2], "added": [2]})
    html = highlighter.highlight_block("a\n\nb = 1", "python", linenos=numbers, hl_lines=[1])
    lines = BeautifulSoup(html, "html.parser").select(".highlight pre > .dj-line")

    assert [line["class"][1:] for line in lines] == [
        ["dj-line-dimmed"],
        ["dj-line-added"],
        ["dj-line-dimmed"],
    ]
    texts = [line.text for line in lines]
    assert [text.lstrip("123") for text in texts] == ["a\n", "\n", "b = 1\n"]
    assert [bool(line.select(".hll")) for line in lines] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("```js\na\n\nb\n```", "a\n\nb"),
        ("\n ~~~\n```\n~~~~ \n", "```"),
        ("```\n```", ""),
        ("````\na\n```", "````\na\n```"),
        ("``\na\n``", "``\na\n``"),
        ("a", "a"),
        ("", ""),
    ],
)
def test_a_fence_inside_of_a_code_block_is_taken_off(text, inside):
    assert inside_fence(text) == inside


def test_a_title_is_a_caption_for_every_builder():
    (wrapper,) = code_block("python app.py {1,9}", "x = 1", config=None)

    assert wrapper[0].astext() == "app.py"
    assert wrapper[1]["language"] == "python"
    assert wrapper[1]["highlight_args"] == {"hl_lines": [1]}


@given(st.text(alphabet=" \t[!code+-]:1#/*<>\nx", max_size=300))
def test_marks_never_lose_a_line(text):
    clean, marks = read_marks(text)

    assert clean.count("\n") == text.count("\n")
    assert all(number >= 1 for numbers in marks.values() for number in numbers)


def read_hostile_texts():
    for piece in (" ", "{", '"', "a=", "[", "[!code ++", "\t"):
        for read in (parse_info, read_marks):
            read("[!code " + piece * 200_000)
        inside_fence("```\n" + piece * 200_000 + "a")


def test_hostile_text_takes_time_in_proportion():
    assert finishes(read_hostile_texts)
