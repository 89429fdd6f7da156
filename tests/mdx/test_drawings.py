"""A drawing in JSX is drawn."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.icons.sanitize import clean_svg
from sphinx_docsjson.mdx.markup import drawing_of

PIECES = [
    "<svg",
    "</svg>",
    "<",
    ">",
    "/>",
    "{",
    "}",
    "'",
    '"',
    " a=",
    "style={{a: 1}}",
    "x",
    "<path/>",
]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_gives_svg_that_only_draws_or_nothing(source):
    cleaned = clean_svg(drawing_of(source, {}) or "<x/>")

    if cleaned is not None:
        ElementTree.fromstring(f"<x>{cleaned}</x>")


def test_icons_of_cards_are_drawn(site):
    page = """---
title: Home
---

<Card title="One" icon={<svg style={{ fill: "red" }} viewBox="0 0 7 7">
  <path d="M1 1h5" />
</svg>}>a</Card>

<Card title="Two" icon={
  <>
    <svg className="dark:hidden" viewBox="0 0 9 9"><path d="M0 0"/></svg>
    <svg className="hidden dark:block" viewBox="0 0 8 8"><path d="M0 0"/></svg>
  </>
}>b</Card>

<Card title="Three" icon={<><img src="https://example.org/a.png" /></>}>c</Card>
"""
    built = site({"index.mdx": page})
    icons = built.soup("index").select(".dj-card svg.dj-icon:not(.dj-card-arrow)")

    assert built.warning_lines == []
    assert [icon["viewbox"] for icon in icons] == ["0 0 7 7", "0 0 9 9", "0 0 8 8"]
    assert "dj-only-dark" in icons[2]["class"]
    assert built.soup("index").select_one('.dj-card img[src="https://example.org/a.png"]')


def test_what_stands_in_an_authors_icon_is_drawn(site):
    page = """---
title: Home
---

export const Icon = ({ children }) => <svg viewBox="0 0 18 18">{children}</svg>;

<Icon><path d="M4 14h9" /></Icon>

<a href="https://a.example/"><Icon>
  <path d="M5 5h5" />
</Icon> Start</a>
"""
    built = site({"index.mdx": page})
    content = built.soup("index").select_one(".dj-content")

    assert built.warning_lines == []
    assert [path["d"] for path in content.select('svg[viewbox="0 0 18 18"] path')] == [
        "M4 14h9",
        "M5 5h5",
    ]
