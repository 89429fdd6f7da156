"""What a page waits for before it is painted: one style sheet, and the script of the mode."""

import re

import pytest

from tests._support.building import joined_names

OURS = {"html_theme": "docsjson"}
WAITED_FOR = "link[rel=stylesheet], head script[src]:not([defer]):not([async])"
API = "---\ntitle: A\nopenapi: GET /a\n---\n"
SPEC = '{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/a": {"get": {}}}}'
PAGES = {
    "index.md": "# Plain\n\nWords.\n",
    "ours.md": "# Ours\n\n<Card title='A'>B</Card>\n",
    "note.md": "# Note\n\n<Note>A</Note>\n",
    "code.md": "# Code\n\n```sh\nls\n```\n",
    "api.md": API,
    "docs.json": '{"name": "T", "openapi": "spec.json", "navigation": '
    '["index", "ours", "note", "code", "api"]}',
    "spec.json": SPEC,
}


def waited_for(built, page):
    """Return the names of the files that a page waits for."""
    soup = built.soup(page)
    addresses = [str(each.get("href") or each.get("src")) for each in soup.select(WAITED_FOR)]
    return [each.partition("?")[0].rpartition("/")[2] for each in addresses]


def test_a_page_waits_for_one_style_sheet_and_the_script_of_the_mode(site):
    built = site(PAGES, conf=OURS)
    found = {
        page: waited_for(built, page) for page in ("index", "ours", "note", "genindex", "api")
    }
    api = found.pop("api")

    assert set(map(tuple, found.values())) == {("docsjson-mode.js", "docsjson-page.css")}
    assert api == ["docsjson-mode.js", "docsjson-page.css", "api.css", "docsjson-playground.css"]
    text = built.text("_static/docsjson-page.css")
    for name in joined_names(text):
        # Pygments says behind each rule what kind of token it is for.
        own = re.sub(r" /\* [\w.]+ \*/$", "", built.text(f"_static/{name}"), flags=re.MULTILINE)
        assert own.strip() in text


def test_a_joined_style_sheet_has_what_an_author_put_in_place_of_ours(site):
    files = {"index.md": "# A\n", "_static/content.css": ".own { color: red }"}
    built = site(files, conf=OURS | {"html_static_path": ["_static"]})

    assert ".own { color: red }" in built.text("_static/docsjson-page.css")


SCRIPTS = {
    "": (None, []),
    "defer": ({"defer": "defer"}, []),
    "async": ({"async": "async"}, []),
    "at once": ({}, ["documentation_options.js", "doctools.js", "sphinx_highlight.js", "own.js"]),
}
"""How a script of conf.py is loaded → what a page waits for beside ours."""


@pytest.mark.parametrize("way", SCRIPTS)
def test_scripts_of_sphinx_wait_for_the_text_unless_another_may_ask_them_earlier(site, way):
    attributes, waited = SCRIPTS[way]
    own = [] if attributes is None else [("own.js", attributes)]
    built = site({"index.md": "# A\n"}, conf=OURS | {"html_js_files": own})
    scripts = [script["src"] for script in built.soup("index").select("script[src]")]

    assert waited_for(built, "index")[2:] == [name for name in waited if "highlight" not in name]
    # Nothing but ours on a page: nobody asks.
    assert any("doctools.js" in src for src in scripts) is (attributes is not None)
    assert not re.search(r"<script>(?!\s*$)", built.text("index.html"))
