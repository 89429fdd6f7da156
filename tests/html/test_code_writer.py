"""Highlighted code has elements where readers see a difference, and nowhere else."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from sphinx.highlighting import PygmentsBridge

from sphinx_docsjson.html.code import CodeFormatter, CodeHighlighter, DocsjsonStyle

CODE = {
    "json": '{"a": [1, true, null],\n  "b": "<c>"}\n',
    "python": "def f(x):\n    # why\n    return x + 1.5\n",
    "bash": "curl -X POST 'https://example.org' \\\n  --header 'a: b'\n",
    "diff": "- old\n+ new\n",
}


def colored(html: str) -> list[tuple[str, str]]:
    """Return the words that have another colour than the text, with their class."""
    spans = BeautifulSoup(html, "html.parser").select("span[class]")
    rules = HtmlFormatter(style=DocsjsonStyle).class2style
    plain = "color: var(--dj-code-text)"
    found = []
    for span in spans:
        (name,) = span["class"]
        if rules.get(name, (plain,))[0] != plain:
            found.append((name, span.get_text()))
    return found


@pytest.mark.parametrize("language", CODE)
def test_the_text_and_all_colours_stay(language):
    lexer = get_lexer_by_name(language)
    usual = highlight(CODE[language], lexer, HtmlFormatter(style=DocsjsonStyle))
    brief = highlight(CODE[language], lexer, CodeFormatter(style=DocsjsonStyle))

    assert BeautifulSoup(brief, "html.parser").text == BeautifulSoup(usual, "html.parser").text
    assert colored(brief) == colored(usual) != []
    assert '<span class="w">' not in brief


def test_pages_are_written_so(site):
    page = '---\ntitle: A\n---\n\n```json\n{\n  "a": 1\n}\n```\n'
    settings = '{"name": "A", "navigation": ["index"]}'

    soup = site({"docs.json": settings, "index.md": page}).soup("index")

    assert soup.select("pre .nt")
    assert not soup.select("pre .w")


def test_lexers_and_formatters_are_made_once():
    highlighter = CodeHighlighter(PygmentsBridge("html"))

    assert highlighter.get_lexer("var x;", "csharp") is highlighter.get_lexer("x", "csharp")
    assert highlighter.get_lexer("x", "csharp") is not highlighter.get_lexer(
        "x", "csharp", {"a": 1}
    )
    assert highlighter.get_lexer(">>> 1", "python").name != highlighter.get_lexer("1", "py").name
    assert highlighter.get_formatter(hl_lines=[1]) is highlighter.get_formatter(hl_lines=[1])
    assert highlighter.get_formatter(hl_lines=[2]) is not highlighter.get_formatter(hl_lines=[1])


def test_each_block_of_an_unknown_language_has_its_warning(caplog):
    highlighter = CodeHighlighter(PygmentsBridge("html"))
    with caplog.at_level("WARNING", logger="sphinx"):
        highlighter.get_lexer("1", "nosuch")
        highlighter.get_lexer("2", "nosuch")

    assert caplog.text.count("'nosuch' is not known") == 2
