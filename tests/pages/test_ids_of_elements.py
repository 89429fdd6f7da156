"""Each id that an author gives an element stands on the page once, and a link finds it."""

from __future__ import annotations

from collections import Counter

import pytest

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.pages.renderer_base import HTML_BLOCKS, HTML_INLINES, HTML_VERBATIM

SHOWS_NOTHING = words("col colgroup link meta noscript script source style template track wbr")
"""Elements of which a page shows nothing, so that no link leads to them."""

PARTS = {
    "li": "<ul><li id='ID'>x</li></ul>",
    "dt": "<dl><dt id='ID'>a</dt><dd>b</dd></dl>",
    "dd": "<dl><dt>a</dt><dd id='ID'>b</dd></dl>",
    "caption": "<table><caption id='ID'>c</caption><tr><td>x</td></tr></table>",
    **{
        name: f"<table><{name} id='ID'><tr><td>x</td></tr></{name}></table>"
        for name in ("thead", "tbody", "tfoot")
    },
    "tr": "<table><tr id='ID'><td>x</td></tr></table>",
    "td": "<table><tr><td id='ID'>x</td></tr></table>",
    "th": "<table><tr><th id='ID'>x</th></tr></table>",
    **{
        name: f"<{name} id='ID' src='https://x.y/z' data='https://x.y/z'></{name}>"
        for name in ("audio", "embed", "iframe", "object", "video")
    },
    "img": "<img id='ID' src='https://x.y/z.png' alt='z' />",
    "input": "a <input id='ID' type='checkbox' /> b",
    "summary": "<details><summary id='ID'>s</summary>x</details>",
    "table": "<table id='ID'><tr><td>x</td></tr></table>",
    "svg": "<svg id='ID' viewBox='0 0 1 1'><path d='M0 0' /></svg>",
}
"""Elements that stand in others, or need more than text."""

ELEMENTS = {
    **{name: f"<{name} id='ID'>x</{name}>" for name in HTML_BLOCKS | HTML_VERBATIM},
    **{name: f"a <{name} id='ID'>x</{name}> b" for name in HTML_INLINES},
    **{name: f"a <{name} id='ID' /> b" for name in ("br", "hr")},
    **PARTS,
    "a with an address": "a <a id='ID' href='https://x.y'>x</a> b",
    "a with a page": "a <a id='ID' href='/index'>x</a> b",
    "a with a name": "a <a name='ID'></a> b",
    "a with both": "a <a name='ID' href='https://x.y'>x</a> b",
    "a that leads nowhere": "a <a id='ID' href='/nowhere'>x</a> b",
    "div without content": "<div id='ID'></div>",
    "div in dl": "<dl><div id='ID'><dt>a</dt><dd>b</dd></div></dl>",
    "p of two": "<p id='ID'>\na\n\nb\n</p>",
    "p without content": "<p id='ID'></p>",
    "code in pre": "<pre><code id='ID'>x</code></pre>",
    "span in pre": "<pre><code><span id='ID'>x</span></code></pre>",
    "ol": "<ol id='ID'><li>x</li></ol>",
    "ul": "<ul id='ID'><li>x</li></ul>",
    "dl": "<dl id='ID'><dt>a</dt><dd>b</dd></dl>",
}

PLACES = {
    "page": "{}",
    "item": "- {}",
    "quote": "> {}",
    "component": "<Card title='T'>\n{}\n</Card>",
    "details": "<details><summary>S</summary>\n{}\n</details>",
    "tab": "<Tabs><Tab title='T'>\n\n{}\n\n</Tab></Tabs>",
    "step": "<Steps><Step title='T'>\n{}\n</Step></Steps>",
    "cell": "<table><tr><td>{}</td></tr></table>",
}


def indented(text: str, place: str) -> str:
    """Return *text* so that its lines belong to an item or a quotation."""
    first = {"item": "  ", "quote": "> "}.get(place, "")
    return text.replace("\n", "\n" + first)


def ids_on(built, name: str = "index") -> Counter[str]:
    return Counter(each["id"] for each in built.soup(name).select("[id]"))


@pytest.mark.parametrize("place", list(PLACES))
def test_an_element_keeps_its_id_wherever_it_stands(site, place: str):
    shown = {name: text for name, text in ELEMENTS.items() if name not in SHOWS_NOTHING}
    wanted = {name: f"id-{number}" for number, name in enumerate(shown)}
    page = [
        PLACES[place].format(indented(text.replace("ID", wanted[name]), place))
        + f"\n\n[to it](#{wanted[name]})"
        for name, text in shown.items()
    ]
    built = site({"index.mdx": "# T\n\n" + "\n\n".join(page) + "\n"})
    counted = ids_on(built)
    lost = {name: count for name, own in wanted.items() if (count := counted[own]) != 1}

    assert lost == {}
    assert [line for line in built.warning_lines if "[docsjson.anchor]" in line] == []


def test_an_id_in_a_heading_is_not_repeated_in_the_contents(site):
    built = site({"index.mdx": "# A <span id='top'>b</span>\n\n## C <a id='part'></a>\n\nx\n"})
    counted = ids_on(built)

    assert (counted["top"], counted["part"]) == (1, 1)


def test_elements_that_highlight_preformatted_text_are_not_shown(site):
    code = "<span class='hl-0'>&#x7B;</span><br/><span>&quot;a&quot;: list<int> &lt; 2</span>"
    code = f"<code class='json'>{code}</code>"
    built = site({"index.mdx": f"# T\n\n<pre>{code}<button type='button'>Copy</button></pre>\n"})

    assert built.article("index").select_one("pre").get_text().strip() == '{\n"a": list<int> < 2'


def test_a_group_of_definitions_is_written_once(site):
    built = site({"index.mdx": "# T\n\n<dl><div><dt>one</dt><dd>two</dd></div></dl>\n"})

    assert built.article("index").select_one("dl").get_text("|", strip=True) == "one|two"


def test_a_label_at_the_end_of_a_heading_is_no_part_of_its_other_id(site):
    badge = "<Badge color='red'>required</Badge>"
    headings = f"## `name` - {badge}\n\n## `theme` - {badge}\n\n## Theme\n"
    built = site({"index.mdx": f"# T\n\n{headings}\n[x](#name)\n"})
    ids = ids_on(built)

    assert (ids["name"], ids["name-required"], ids["theme-required"]) == (1, 1, 1)
    assert built.article("index").select_one("section#theme h2").get_text().startswith("Theme")
    assert built.warning_lines == []
