"""The index: the same bytes however a site was built, and nothing of what is not to be found."""

from __future__ import annotations

import json

from tests._support.building import build_site
from tests.search.asking import ask

PAGES = {
    "index.md": "---\ntitle: Start\n---\n\nWelcome to the site.\n",
    "one.md": "---\ntitle: Deploy\n---\n\n## Rollback\n\nTake the former release.\n",
    "two.md": "---\ntitle: Errors\nkeywords: [crash, boom]\n---\n\nWhat went wrong.\n",
    "three.md": "---\ntitle: Deploy in secret\nhidden: true\n---\n\nHush.\n",
    "four.md": "---\ntitle: Unsought\nnoindex: true\n---\n\nDeploy.\n",
    "five.rst": "Library\n=======\n\n.. py:function:: acme.charge_card(amount)\n\n   Take it.\n",
    "outside.md": "---\ntitle: Outside\n---\n\nDeploy outside.\n",
}
NAMES = ["index", "one", "two", "three", "four", "five"]
CONFIG = {"name": "Acme", "navigation": [{"group": "All", "pages": NAMES}]}
CONF = {"html_theme": "docsjson"}


def site(tmp_path, name, pages=PAGES, conf=CONF, **options):
    files = {**pages, "docs.json": json.dumps(CONFIG)}
    return build_site(tmp_path / name, files, conf=conf, **options)


def index_of(built):
    folder = built.outdir / "_static" / "search"
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.js")}


def uris(answer):
    return [found["uri"] for found in answer["found"]]


def test_the_same_pages_make_the_same_files(tmp_path):
    alone = index_of(site(tmp_path, "alone"))
    together = index_of(site(tmp_path, "together", parallel=2))
    before = {**PAGES, "one.md": "---\ntitle: Former\n---\n\nFormer.\n", "six.md": "# Six\n"}
    site(tmp_path, "later", before)
    (tmp_path / "later" / "six.md").unlink()
    later = site(tmp_path, "later")

    assert alone == together == index_of(later)
    assert later.warning_lines == []


def test_what_is_hidden_is_not_found(tmp_path):
    built = site(tmp_path, "site")
    deploy, crash = ask(built.outdir, "deploy", "crash")

    assert uris(deploy) == ["one.html"]
    assert uris(crash) == ["two.html"]
    assert "Hush" not in "".join(index_of(built).values())


def test_an_object_of_autodoc_is_a_place(tmp_path):
    (answer,) = ask(site(tmp_path, "site").outdir, "charge_card")

    assert answer["found"][0]["places"][0] == ["acme.charge_card", 4, "acme.charge_card"]


def test_authors_say_which_page_counts_more(tmp_path):
    text = "---\ntitle: Topic\n{}---\n\nAll of the topic.\n"
    pages = {**PAGES, "one.md": text.format(""), "two.md": text.format("boost: 3\n")}
    (answer,) = ask(site(tmp_path, "site", pages).outdir, "topic")

    assert uris(answer) == ["two.html", "one.html"]


def test_the_words_around_a_page_are_not_on_it(tmp_path):
    built = site(tmp_path, "site")

    assert "Copy page" in built.text("one.html")
    assert "Copy page" not in "".join(index_of(built).values())


def test_an_index_of_sphinx_is_made_where_it_is_asked(tmp_path):
    built = site(tmp_path, "ours")
    assert not (built.outdir / "searchindex.js").exists()
    assert (built.outdir / "search.html").exists()

    built = site(tmp_path, "sphinx", conf={**CONF, "docsjson_search": "sphinx"})
    assert (built.outdir / "searchindex.js").exists()
    assert "searchtools.js" in built.text("search.html")
    assert index_of(built) == {}

    built = site(tmp_path, "alabaster", conf={"html_theme": "alabaster"})
    assert (built.outdir / "searchindex.js").exists()
    assert index_of(built) == {}


def test_a_path_to_another_site_that_is_none_is_reported(tmp_path):
    wrong = ["https://x.test/", {"label": "No path"}, "../v1"]
    built = site(tmp_path, "site", conf={**CONF, "docsjson_search_indexes": wrong})

    assert [line.count("docsjson_search_indexes") for line in built.warning_lines] == [1, 1]
    assert '{"label":"v1","path":"../v1"}' in built.text("_static/docsjson-search.js")


def test_a_site_without_a_page_has_an_index(tmp_path):
    pages = {"index.md": "---\ntitle: Start\nnosearch: true\n---\n"}
    built = build_site(tmp_path / "site", pages, conf=CONF)

    assert built.warning_lines == []
    assert ask(built.outdir, "start")[0]["found"] == []
