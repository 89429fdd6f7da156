"""What the info string of a fence asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.components.listings.code_blocks import (
    code_block,
    lexer_name,
    read_marks,
    wrap_lines,
)
from sphinx_docsjson.components.listings.info_string import CodeInfo, parse_info, parse_ranges


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("", CodeInfo()),
        ("python", CodeInfo(language="python")),
        ("python Python", CodeInfo(language="python", title="Python")),
        ("json 200 OK", CodeInfo(language="json", title="200 OK")),
        ("shell title=~/.zshrc", CodeInfo(language="shell", title="~/.zshrc")),
        ('typescript title="app/page.tsx"', CodeInfo(language="typescript", title="app/page.tsx")),
        ("python {5-7} my.py", CodeInfo(language="python", title="my.py", highlight=(5, 6, 7))),
        ("python {1, 6}", CodeInfo(language="python", highlight=(1, 6))),
        (
            "python my_server.py (HTTP) {9, 10}",
            CodeInfo(language="python", title="my_server.py (HTTP)", highlight=(9, 10)),
        ),
        ("json highlight={4}", CodeInfo(language="json", highlight=(4,))),
        ('json highlight="4"', CodeInfo(language="json", highlight=(4,))),
        (
            "javascript Line focusing example focus=2,4,5",
            CodeInfo(language="javascript", title="Line focusing example", focus=(2, 4, 5)),
        ),
        (
            "java HelloWorld.java example icon=java lines",
            CodeInfo(language="java", title="HelloWorld.java example", icon="java", lines=True),
        ),
        ("text nocopy", CodeInfo(language="text", nocopy=True)),
        ('text nocopy="false"', CodeInfo(language="text")),
        ("nocopy", CodeInfo(nocopy=True)),
        ("json [expandable]", CodeInfo(language="json", expandable=True)),
        ("bash wrap expandable", CodeInfo(language="bash", wrap=True, expandable=True)),
        ("{1,3}", CodeInfo(highlight=(1, 3))),
    ],
)
def test_info_strings_met_in_the_wild(info, expected):
    assert parse_info(info) == expected


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


def test_lines_are_wrapped_one_by_one():
    html = "<div><pre><span></span><b>a</b>\nb\n</pre></div>"

    assert wrap_lines(html, {"focus": [2]}) == (
        '<div><pre><span></span><span class="dj-line dj-line-dimmed"><b>a</b>\n</span>'
        '<span class="dj-line">b\n</span></pre></div>'
    )


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


def growth(read, text):
    """How much longer *read* takes for ten times the text."""
    from timeit import repeat

    once = min(repeat(lambda: read(text), number=3, repeat=3))
    ten = min(repeat(lambda: read(text * 10), number=3, repeat=3))
    return ten / max(once, 1e-6)


@pytest.mark.parametrize("read", [parse_info, read_marks])
@pytest.mark.parametrize("piece", [" ", "{", '"', "a=", "[", "[!code ++", "\t"])
def test_hostile_text_takes_time_in_proportion(read, piece):
    assert growth(read, "[!code " + piece * 2000) < 60
