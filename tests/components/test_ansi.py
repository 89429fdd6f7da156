"""What a terminal showed keeps its colours and loses its sequences."""

import pytest
from pygments.token import Comment, Generic, Keyword, Name, Number, String, Text

from sphinx_docsjson.components.code_blocks import AnsiLexer, chosen, plain


@pytest.mark.parametrize(
    ("codes", "seen"),
    [
        ("31", Generic.Deleted),
        ("1;32", Generic.Inserted),
        ("93", Number),
        ("34;1", Name.Function),
        ("38;5;5", Keyword),
        ("38;5;200", Generic.Output),
        ("38;2;1;2;3", Generic.Output),
        ("48;5;1;36", String),
        ("1", Generic.Strong),
        ("2", Comment),
        ("", Text),
        ("31;0", Text),
        ("38", Text),
        ("4", Text),
    ],
)
def test_a_sequence_chooses_a_colour_of_code(codes, seen):
    assert chosen(codes, Text) == seen


def test_text_keeps_its_order_and_nothing_of_a_sequence_is_left():
    text = "$ make\n\x1b[1;31merror\x1b[0m: a\x1b[2K\x1b]8;;http://x\x07b\x1b]8;;\x07 ␛[32mok␛[m\n"

    tokens = list(AnsiLexer(stripnl=False).get_tokens(text))

    assert "".join(value for _type, value in tokens) == "$ make\nerror: ab ok\n" == plain(text)
    assert (Generic.Prompt, "$ ") in tokens
    assert (Generic.Deleted, "error") in tokens
    assert (Generic.Inserted, "ok") in tokens


def test_a_page_shows_colours_of_a_terminal_and_its_twin_has_none(site):
    fence = "```{}\n$ run\n\x1b[32mpassed\x1b[0m\n```\n"

    built = site({"index.mdx": "# T\n\n" + fence.format("ansi") + "\n" + fence.format("console")})

    soup = built.soup("index")
    assert [code.text for code in soup.select("pre")] == ["$ run\npassed\n"] * 2
    assert [part.text for part in soup.select("pre .gi")] == ["passed"] * 2
    assert "\x1b" not in (built.outdir / "index.md").read_text(encoding="utf-8")
