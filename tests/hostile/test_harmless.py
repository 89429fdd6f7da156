"""Markup of authors keeps what draws, and nothing of it runs."""

from __future__ import annotations

import random

import pytest

from sphinx_docsjson.base.sanitize import harmless_markup
from sphinx_docsjson.ext.openapi.content.markdown import for_twins
from sphinx_docsjson.urls import safe_url
from tests._support.seeds import seed
from tests.hostile.outputs import links_in

KEPT = (
    '<g stroke-width="2"><linearGradient id="a" x1="0"/><path d="M0 0h1" fill="url(#a)" /></g>',
    "<foreignObject><div>A &amp; B</div></foreignObject>",
    "<style>.a>b{fill:red}</style>",
    '<a href="https://x.example/?a&amp;b">x</a>',
    '<use href="#a"/>',
    '<animate attributeName="r" values="1;2" dur="2s"/>',
    '<mi mathvariant="normal">x</mi>',
)
DROPPED = {
    "<b onclick='alert(1)'>x</b>": "<b>x</b>",
    "<b/onclick=alert(1)//>x</b>": "<b>x</b>",
    "<b ONCLICK=alert(1)>x</b>": "<b>x</b>",
    "a<script>alert(1)</script>b": "ab",
    "a<script>alert(1)": "a",
    "<iframe srcdoc='x'>y</iframe>z": "z",
    "<a xlink:href='java&#10;script:alert(1)'>x</a>": "<a>x</a>",
    "<animate attributeName='href' values='/;javascript:alert(1)'/>": "<animate/>",
    "<set attribute-name=' xlink:href ' to='x'/>": "<set/>",
    "<use href='//x.example/a.svg#b'/>": "<use/>",
    "<style>@import 'x'</style>x": "x",
    "<style><a id='</style><img src=x onerror=alert(1)>'>": "",
    "<rect fill='url(//x.example/a)'/>": "<rect/>",
    "<base href=x><meta http-equiv=refresh><link rel=x>x": "x",
    "<form action='javascript:alert(1)'><button formaction=x>y</button></form>": "y",
    "<!-- <b> --><?x?><!DOCTYPE x>y": "y",
}


@pytest.mark.parametrize("markup", KEPT)
def test_what_draws_is_kept(markup: str):
    assert harmless_markup(markup) == markup


@pytest.mark.parametrize("markup", DROPPED)
def test_what_runs_or_hides_is_left_out(markup: str):
    assert harmless_markup(markup) == DROPPED[markup]


def test_a_drawing_closes_no_element_that_stands_around_it():
    assert harmless_markup("<g></g></svg>x<svg></svg>", whole=True) == "<g></g>x<svg></svg>"


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ("[x](javascript:alert(1))", "[x](#javascript:alert(1))"),
        ("[x]( <java&Tab;script:alert(1)>)", "[x]( <#java&Tab;script:alert(1)>)"),
        ("[![x](x)](javascript:alert(1))", "[![x](x)](#javascript:alert(1))"),
        ("[x]: javascript:alert(1)", "[x]: #javascript:alert(1)"),
        ("[x](   javascript:alert(1))", "[x](   #javascript:alert(1))"),
        ("[x](\n \tjavascript:alert(1))", "[x](\n \t#javascript:alert(1))"),
        ("[x](<  javascript:alert(1)>)", "[x](<  #javascript:alert(1)>)"),
        ("[x](&#106;avascript:alert(1))", "[x](#&#106;avascript:alert(1))"),
        ("[x](javascript&colon;alert(1))", "[x](#javascript&colon;alert(1))"),
        ("[x]( &#x6A;avascript&#58;alert(1))", "[x]( #&#x6A;avascript&#58;alert(1))"),
        ("[x]:   &#106;avascript:alert(1)", "[x]:   #&#106;avascript:alert(1)"),
        ("<javascript:alert(1)>", "&lt;javascript:alert(1)>"),
        ("\\<javascript:alert(1)>", "\\&lt;javascript:alert(1)>"),
        (
            "[x](https://x.example) List<data: x> a < b",
            "[x](https://x.example) List<data: x> a < b",
        ),
    ],
)
def test_a_description_leads_nowhere_in_a_twin(text: str, twin: str):
    assert for_twins(text) == twin


REFUSED = [
    "[x](   javascript:alert(1))",
    "[x](<   javascript:alert(1)>)",
    "[x](\u3000javascript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x]( &#x6A;avascript&#58;alert(1))",
    "[x](javascript&colon;alert(1))",
    "![x](&#106;avascript:alert(1))",
    '[x](&#106;avascript:alert(1) "a title")',
    "<&#106;avascript:alert(1)>",
    "[x][y]\n\n[y]:    &#106;avascript:alert(1)",
    "`code` [x](   vbscript:x)",
]


@pytest.mark.parametrize("suffix", ["md", "mdx"])
def test_no_refused_scheme_of_a_page_is_a_link_in_its_twin(site, suffix: str):
    paragraphs = [*REFUSED, '<a href="  &#106;avascript:alert(1)">x</a>']
    pages = {f"p{number}.{suffix}": f"# P\n\n{text}\n" for number, text in enumerate(paragraphs)}
    built = site({"index.md": "# I\n", **pages})
    twins = {name: built.text(f"{name.partition('.')[0]}.md") for name in pages}

    assert all("# P" in twin for twin in twins.values())
    assert [(n, url) for n, t in twins.items() for url in links_in(t) if not safe_url(url)] == []


@pytest.mark.parametrize("text", REFUSED)
def test_no_refused_scheme_of_a_description_is_a_link_in_a_twin(text: str):
    assert [url for url in links_in(for_twins(text)) if safe_url(url) is None] == []


PIECES = (
    *("[x](", "](", "[x]: ", "[x]", "<", ">", ")", "(", "!", "\\", "`", "```", "*", "|"),
    *(" ", "\t", "\n", "\n> ", "\n\n", "\n- ", "&lt;", "&#60;", "<p>", "</p>", "<b>", "</b>"),
    *("<a href='", "'>", "javascript:alert(1)", "&#106;avascript:x", "vbscript:x"),
    *("https://x.example/", "word"),
)


def test_no_text_of_many_pieces_leads_anywhere_in_a_twin():
    dice = random.Random(seed(11))
    texts = ["".join(dice.choices(PIECES, k=dice.randint(2, 14))) for _ in range(4000)]
    found = [
        (text, url) for text in texts for url in links_in(for_twins(text)) if safe_url(url) is None
    ]
    assert found == []
