"""What Sphinx writes by itself, as our theme shows it."""

import json

import pytest
from docutils import nodes
from docutils.parsers.rst import Directive

from tests._support.building import build_site

NOTES = ("attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning")

OURS = {"html_theme": "docsjson"}


def page_of(site, text, **options):
    return site({"index.rst": f"T\n=\n\n{text}\n"}, **options)


def styles_of(built, page="index"):
    return [f"/{name}" for name in built.sheets(page)]


def test_admonitions_say_in_words_what_they_are(site):
    text = "".join(f".. {name}:: Look.\n\n" for name in (*NOTES, "seealso"))
    soup = page_of(site, text, conf={"html_theme": "docsjson"}).soup("index")

    titles = soup.select(".dj-callout .admonition-title")
    words = [title.text for title in titles if "dj-visually-hidden" not in title["class"]]
    assert words == [*(name.capitalize() for name in NOTES), "See also"]


STYLED = {
    ".. py:function:: f()": "sphinx.css",
    ".. versionadded:: 1": "sphinx.css",
    ".. topic:: A topic\n\n   Text.": "sphinx.css",
    "A note [1]_.\n\n.. [1] Text.": "sphinx.css",
    ".. pull-quote::\n\n   Text.": "sphinx.css",
    ".. check::\n\n   A callout stands in the box of admonitions.": "callouts.css",
    ".. py:function:: g(a)\n\n   :param int a: Number.": "components.css",
    ".. code-block:: sh\n\n   ls": "code-blocks.css",
    ":docsjson:icon:`star`": "components.css",
    ".. raw:: html\n\n   <p class='x dj-own'>A</p>": "components.css",
    ".. raw:: html\n\n   <table class='dataframe'></table>": "guests.css",
    ".. container:: toggle\n\n   Text.": "guests.css",
    ".. card:: A\n\n   Text.": "sphinx-design-docsjson.css",
}
"""What stands in a page, and the style that it needs."""


@pytest.fixture(scope="module")
def styled(tmp_path_factory):
    """Every text in a page of its own, and a page of words."""
    pages = {f"p{n}.rst": f"P{n}\n==\n\n{text}\n" for n, text in enumerate(STYLED)}
    plain = "T\n=\n\nText, *emphasis* and a list:\n\n- one\n"
    names = ["index", *(name.removesuffix(".rst") for name in pages)]
    site = {"name": "T", "navigation": [{"group": "G", "pages": names}]}
    files = {**pages, "index.rst": plain, "docs.json": json.dumps(site)}
    return build_site(tmp_path_factory.mktemp("styled") / "site", files, conf=OURS)


@pytest.mark.parametrize("text", STYLED)
def test_a_page_loads_the_style_of_what_it_has(styled, text):
    page = f"p{list(STYLED).index(text)}"
    assert any(f"/{STYLED[text]}" in style for style in styles_of(styled, page))


def test_no_other_page_loads_it_but_those_that_sphinx_writes(styled):
    loaded = " ".join(styles_of(styled))
    assert [file for file in STYLED.values() if f"/{file}" in loaded] == []
    for page in ("genindex", "search"):
        assert any("sphinx.css" in style for style in styles_of(styled, page))


def test_the_letters_of_an_index_have_what_separates_them_in_other_themes(tmp_path):
    files = {"index.rst": "T\n=\n\n.. index:: malt, hops, yeast\n"}
    built = build_site(tmp_path / "site", files, conf=OURS)
    assert built.soup("genindex").select_one(".dj-index-letters").text.strip() == "H | M | Y"


class shape(nodes.General, nodes.Element):  # noqa: N801 (a node)
    """A node of an extension."""


def draw(translator, node):
    translator.body.append('<details class="admonition"><summary>A</summary></details>')
    raise nodes.SkipNode


class Shape(Directive):
    """Its directive."""

    def run(self):
        return [shape()]


def test_what_only_an_extension_knows_has_the_styles_of_boxes_and_code(
    site, tmp_path, monkeypatch
):
    (tmp_path / "shapes.py").write_text(
        "from tests.html.test_sphinx_content import Shape, draw, shape\n"
        "def setup(app):\n"
        "    app.add_node(shape, html=(draw, None))\n    app.add_directive('shape', Shape)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    pages = {"index.rst": "T\n=\n\n.. shape::\n", "a.rst": "A\n=\n"}
    built = site(pages, conf=OURS | {"extensions": ["sphinx_docsjson", "shapes"]})

    for file in ("components.css", "sphinx.css"):
        assert any(f"/{file}" in style for style in styles_of(built))
        assert not any(f"/{file}" in style for style in styles_of(built, "a"))


def collected(app):
    yield "made", {"title": "M", "body": '<div class="highlight"><pre>x</pre></div>'}, "page.html"


def test_a_page_that_an_extension_writes_has_the_styles_of_code(site, tmp_path, monkeypatch):
    (tmp_path / "maker.py").write_text(
        "from tests.html.test_sphinx_content import collected\n"
        "def setup(app):\n    app.connect('html-collect-pages', collected)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    built = site({"index.rst": "T\n=\n"}, conf=OURS | {"extensions": ["sphinx_docsjson", "maker"]})

    assert any("/components.css" in style for style in styles_of(built, "made"))


def test_lists_have_the_roles_that_their_items_need(site):
    text = "See [A]_.\n\n.. [A] Text.\n\n.. py:function:: f(long: int, longer: int)\n"
    conf = {"html_theme": "docsjson", "maximum_signature_line_length": 10}
    soup = page_of(site, text, conf=conf).soup("index")

    assert soup.select_one("[role=list] > .citation")["role"] == "listitem"
    items = soup.select("dt.sig > ul > li")
    assert [item.text for item in items] == ["long: int,", "longer: int,"]


def test_the_longest_sentence_of_a_column_needs_room_on_a_phone(site):
    rows = "| a | No more than a few words | Of all columns this one has a sentence. |\n"
    longer = "| b | No | Of all columns this is the one with the longest sentence. |\n"
    head = "| A | B | C |\n|---|---|---|\n"
    two = "| A | C |\n|---|---|\n| a | Of two columns this one has a sentence, too. |\n"
    built = site({"index.md": f"---\ntitle: T\n---\n\n{head}{rows}{longer}\n{two}"})

    [marked] = built.soup("index").select(".dj-sentence")
    assert "longest sentence" in marked.text
