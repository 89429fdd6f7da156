"""Code has colours in every language that editors colour, and only in our theme."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from bs4 import BeautifulSoup
from pygments.token import Generic, Name, String
from sphinx.highlighting import PygmentsBridge

from sphinx_docsjson.html import code_lexers
from sphinx_docsjson.html.code import CodeHighlighter, DocsjsonStyle
from sphinx_docsjson.html.code_lexers import own_lexer
from sphinx_docsjson.site.colors import AA_TEXT, Rgb, make_palette
from sphinx_docsjson.site.model import Colors
from tests._support import npm
from tests._support.finite import finishes
from tests._support.inputs import REAL_INPUTS, input_data
from tests.html import shiki_oracle

SAMPLES = input_data(__file__, "languages.yaml")
"""Language of a fence → code that Shiki colours, and how many of its words have one at least."""

PLAIN = {"log", "mermaid", "mmd"}
"""Languages that Shiki colours and that are plain text here."""

SITES = REAL_INPUTS / "sites"
MOST_FENCES = 40


def colored(highlighter, language, code):
    html = highlighter.highlight_block(code, language, force=True)
    return [
        span.get_text() for span in BeautifulSoup(html, "html.parser").select("pre span[class]")
    ]


def words_of(name, code):
    return [(kind, value) for kind, value in own_lexer(name).get_tokens(code) if value.strip()]


def test_no_language_that_editors_colour_is_grey():
    highlighter = CodeHighlighter(PygmentsBridge("html"))
    found = {name: colored(highlighter, name, each["code"]) for name, each in SAMPLES.items()}

    assert len(found) >= 60
    assert {n: words for n, words in found.items() if len(words) < SAMPLES[n]["words"]} == {}


@pytest.mark.nightly
def test_lines_that_shiki_colours_have_colours_here():
    if reason := npm.missing():
        pytest.skip(reason)
    fences = [(language, sample["code"]) for language, sample in SAMPLES.items()]
    for site in sorted(SITES.iterdir()) if SITES.is_dir() else ():
        per_language = Counter[str]()
        for language, code in shiki_oracle.fences_in(site):
            per_language[language] += 1
            if per_language[language] <= MOST_FENCES:
                fences.append((language, code))
    rows = shiki_oracle.compare(fences)

    assert len(rows) >= 60
    assert [str(row) for row in rows if row.is_short and row.language not in PLAIN] == []


OWN = list(dict.fromkeys(code_lexers._OWN.values()))
HARD = (
    "\"'`{[(<|$",
    "<a b={`",
    "{/*",
    "<!--",
    "cat <<EOF\n",
    "$(",
    "```",
    '"""',
    "a=\\",
    "a ",
    "|",
)


def read_hard(count):
    for lexer in OWN:
        for piece in HARD:
            list(lexer().get_tokens(piece * count))


def test_no_text_takes_a_lexer_forever():
    assert finishes(read_hard, 1_000)


@pytest.mark.parametrize("lexer", OWN)
def test_a_lexer_of_ours_keeps_every_letter(lexer):
    texts = [sample["code"] for sample in SAMPLES.values()]
    for text in [*texts, *(piece * 40 for piece in HARD)]:
        tokens = lexer().get_tokens_unprocessed(f"{text}\n")
        assert "".join(value for _at, _kind, value in tokens) == f"{text}\n"


def test_a_command_has_its_parts():
    tokens = words_of(
        "sh", '$ pip install -U docs  # now\nexport A=1 && ./run --define b=c "$A"\n'
    )

    assert tokens[0] == (Generic.Prompt, "$ ")
    assert (Name.Function, "pip") in tokens
    assert (Name.Tag, "-U") in tokens
    assert (Name.Tag, "--define") in tokens
    assert (String.Interpol, "$A") in tokens


def test_a_tag_of_a_page_has_its_parts():
    tokens = words_of(
        "mdx", '# A\n\n<Card title="B" cols={2}>\n\n```sh\npip install b\n```\n\n</Card>\n'
    )

    assert (Name.Tag, "Card") in tokens
    assert (Name.Attribute, "title") in tokens
    assert (String, '"B"') in tokens
    assert (Name.Function, "pip") in tokens


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_token_reaches_aa_on_its_ground(mode):
    colors = make_palette(Colors(primary="#5546e8"), mode).properties
    used = {
        name
        for style in DocsjsonStyle.styles.values()
        for name in re.findall(r"--dj-([\w-]+)", style)
    }
    grounds = [Rgb.from_hex(colors[name]) for name in ("code-bg", "code-highlight")]

    assert len(used) >= 8
    for name in used:
        assert min(Rgb.from_hex(colors[name]).contrast(ground) for ground in grounds) >= AA_TEXT


PAGE = """# A

Write `docsjson check --define extensions=of_mine` once.

```sh
pip install docs
```

```mdx
<Card title='B' />
```
"""


def test_another_theme_has_the_colours_that_it_had(site):
    ours = site({"index.md": PAGE}, conf={"html_theme": "docsjson"}).soup("index")
    other = site({"index.md": PAGE}, conf={"html_theme": "basic"}).soup("index")

    assert [span.text for span in ours.select(".highlight-sh .nf")] == ["pip"]
    assert [span.text for span in ours.select(".highlight-markdown .nt")] == ["Card"]
    assert other.select(".highlight-sh .nf, .highlight-markdown span[class]") == []
    # An option stays on its line beside other words, too.
    assert [span.text for span in ours.select("code .dj-whole")] == ["--define"]
