"""Highlighted code has elements where readers see a difference, and nowhere else."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from sphinx_docsjson.html.code_colors import DocsjsonStyle
from sphinx_docsjson.html.code_writer import CodeFormatter

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
