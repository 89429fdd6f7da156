"""The navigation reaches every builder and every theme."""

from __future__ import annotations

import json
import re

import pytest
from bs4 import BeautifulSoup
from sphinx import addnodes

from sphinx_docsjson.navigation.toctrees import shown_by_authors
from tests.navigation.sites import TABS_AND_VERSIONS_FILES, docs_json, page

BUILDERS = (
    *("html", "dirhtml", "singlehtml", "epub", "latex", "text", "man", "texinfo"),
    *("gettext", "linkcheck"),
)


@pytest.mark.parametrize("builder", BUILDERS)
def test_a_site_with_tabs_and_versions_builds_without_warnings(site, builder):
    assert site(TABS_AND_VERSIONS_FILES, builder).warning_lines == []


@pytest.mark.parametrize("builder", ["html", "dirhtml", "latex", "epub"])
def test_it_builds_in_parallel(site, builder):
    assert site(TABS_AND_VERSIONS_FILES, builder, parallel=2).warning_lines == []


@pytest.mark.parametrize("theme", ["furo", "pydata_sphinx_theme", "alabaster"])
def test_the_sidebar_of_another_theme_follows_docs_json(site, theme):
    files = {
        "docs.json": docs_json(
            [
                {"group": "Second things", "pages": ["b", {"group": "Inner", "pages": ["c"]}]},
                {"group": "First things", "pages": ["a"]},
            ]
        ),
        "index.md": page("Home"),
        "a.md": page("Page A"),
        "b.md": page("Page B"),
        "c.md": page("Page C"),
    }
    built = site(files, conf={"html_theme": theme})

    assert built.warning_lines == []
    soup = built.soup("b")
    links = [a["href"] for a in soup.select("a[href]") if a["href"] in {"a.html", "c.html", "#"}]
    assert links.index("c.html") < links.index("a.html")
    if theme != "pydata_sphinx_theme":
        assert soup.text.index("Second things") < soup.text.index("First things")


FRONT = {
    "docs.json": docs_json([{"group": "Docs", "pages": ["index", "long", "hid", "away"]}]),
    "index.mdx": page("Home"),
    "long.mdx": "---\ntitle: A long title\nsidebarTitle: Short\n---\n\nText.\n",
    "hid.mdx": "---\ntitle: Hid\nhidden: true\n---\n\nText.\n",
    "away.mdx": "---\ntitle: Away\nurl: https://away.example/\n---\n",
}


@pytest.mark.parametrize("theme", ["furo", "alabaster"])
def test_the_sidebar_of_another_theme_follows_front_matter(site, theme):
    built = site(FRONT, conf={"html_theme": theme})

    assert built.warning_lines == []
    entries = {a["href"]: a.text for a in built.soup("index").select(".toctree-l1 > a")}
    assert entries["long.html"] == "Short"
    assert entries["https://away.example/"] == "Away"
    assert "hid.html" not in entries
    assert "Text." in built.soup("hid").text

    config = {"docs.json": FRONT["docs.json"]}
    same = site(config, srcdir=built.srcdir, conf={"html_theme": theme})
    assert re.search(r"writing output\.\.\. \[", same.status) is None

    again = site(
        {**config, "long.mdx": FRONT["long.mdx"].replace("Short", "Shorter")},
        srcdir=built.srcdir,
        conf={"html_theme": theme},
    )
    entries = {a["href"]: a.text for a in again.soup("hid").select(".toctree-l1 > a")}
    assert entries["long.html"] == "Shorter"


@pytest.mark.parametrize("theme", ["docsjson", "furo"])
@pytest.mark.parametrize("start", ["index.mdx", "index.md"])
def test_the_start_page_keeps_its_contents_where_only_the_navigation_changed(site, theme, start):
    steps = '<Steps>\n<Step title="First">\nDo.\n</Step>\n</Steps>\n'
    files = {
        "docs.json": docs_json([{"group": "Docs", "pages": ["index", "a", "b"]}]),
        start: f"# Home\n\n## One\n\n{steps}\n## Two\n\n{steps}\n### Deep\n\nText.\n",
        "a.md": page("A"),
        "b.md": page("B"),
    }
    changed = {"docs.json": docs_json([{"group": "Docs", "pages": ["index", "b", "a"]}])}
    conf = {"html_theme": theme}
    first = site(files, conf=conf)
    again = site(changed, srcdir=first.srcdir, conf=conf)
    clean = site(files | changed, conf=conf)

    assert "#first" in clean.text("index.html")
    assert again.text("index.html") == clean.text("index.html")


def test_a_single_page_holds_what_a_sidebar_leaves_out(site):
    built = site(FRONT, "singlehtml", conf={"html_theme": "alabaster"})
    text = built.soup("index").text
    assert "A long title" in text
    assert "Hid" in text


@pytest.mark.parametrize("theme", ["furo", "alabaster"])
def test_the_sidebar_of_another_theme_shows_each_page_once(site, theme):
    files = {
        "docs.json": docs_json([{"group": "Docs", "pages": ["index", "a", "b", "deep/c", "new"]}]),
        "index.rst": "Home\n====\n\n.. toctree::\n   :caption: Mine\n\n   b\n   a\n",
        "a.rst": "Page A\n======\n\n.. toctree::\n\n   deep/c\n",
        "b.rst": "Page B\n======\n",
        "deep/c.rst": "Page C\n======\n",
        "new.mdx": page("New"),
    }
    built = site(files, conf={"html_theme": theme})

    assert built.warning_lines == []
    links = [a["href"] for a in built.soup("deep/c").select(".toctree-l1 > a, .toctree-l2 > a")]
    assert links == ["../b.html", "../a.html", "#", "../new.html"]
    assert toctrees(built) == [("Mine", ["b", "a"]), ("Docs", ["new"])]

    again = site(
        {"docs.json": files["docs.json"]}, srcdir=built.srcdir, conf={"html_theme": theme}
    )
    assert "0 added, 0 changed, 0 removed" in again.status
    assert re.search(r"writing output\.\.\. \[", again.status) is None


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ({}, []),
        ({"index": ["a", "b"]}, ["index", "a", "b"]),
        ({"index": ["a"]}, ["index", "a"]),
        ({"index": ["a"], "a": ["b"]}, ["index", "a", "b"]),
        ({"a": ["b"]}, ["b"]),
        ({"b": ["a"]}, ["a"]),
        ({"a": ["b"], "b": ["a"]}, ["b"]),
        ({"a": ["x"], "x": ["b", "index"]}, ["b", "index"]),
        ({"other": ["a", "b"]}, []),
    ],
)
def test_what_the_toctrees_of_authors_lead_to_is_left_out(own, shown):
    assert shown_by_authors(["index", "a", "b"], own, "index") == set(shown)


def toctrees(built):
    return [
        (node["caption"], [ref for _title, ref in node["entries"]])
        for node in built.app.env.get_doctree("index").findall(addnodes.toctree)
    ]


def test_there_is_one_toctree_per_group_and_equal_names_are_told_apart(site):
    assert toctrees(site(TABS_AND_VERSIONS_FILES, "dummy")) == [
        ("v2 – Guides – Start", ["v2/start", "v2/use"]),
        ("Deep", ["v2/deep", "v2/in"]),
        ("v2 – API – Start", ["v2/api/users"]),
        ("v1 – Start", ["v1/start", "v1/use"]),
    ]


def test_the_order_of_a_book_is_that_of_docs_json(site):
    written = site(TABS_AND_VERSIONS_FILES, "latex").outdir.glob("*.tex")
    texts = {tex.stem.partition("-")[2]: tex.read_text() for tex in written}

    titles = ["Start here", "Use it", "Go deep", "Inside"]
    assert set(texts) == {"v2-guides", "v2-api", "v1"}
    assert sorted(titles, key=texts["v2-guides"].index) == titles
    assert all(texts["v2-guides"].count(f"{{{title}}}") == 1 for title in titles)
    assert r"\chapter{List users}" in texts["v2-api"]
    assert r"\chapter{Start with one}" in texts["v1"]
    assert not any("Loose page" in text for text in texts.values())


def test_an_index_page_in_the_navigation_does_not_contain_itself(site):
    files = {
        "docs.json": docs_json([{"group": "A", "pages": ["index", "a"]}]),
        "index.md": page("Home"),
        "a.md": page("A"),
    }
    built = site(files)

    assert built.warning_lines == []
    assert toctrees(built) == [("A", ["self", "a"])]


def test_toctrees_of_the_author_live_beside_the_navigation(site):
    files = {
        "docs.json": docs_json([{"group": "A", "pages": ["index", "a"]}]),
        "index.rst": "Home\n====\n\n.. toctree::\n\n   a\n   b\n",
        "a.rst": "A\n=\n",
        "b.rst": "B\n=\n",
    }

    assert site(files).warning_lines == []


def test_a_missing_page_is_located_and_the_nearest_name_suggested(site):
    files = {
        "docs.json": '{"name": "T", "navigation": [{"group": "",\n"pages": ["index", "instal"]}]}',
        "index.md": page("Home"),
        "install.md": page("Install"),
    }
    (warning,) = site(files).warning_lines

    assert warning.startswith("docs.json:2:")
    assert "'instal'" in warning
    assert "did you mean 'install'?" in warning
    assert "[docsjson.nav-page]" in warning


def test_a_missing_page_is_reported_again_by_a_build_that_reads_nothing(site, tmp_path):
    files = {
        "docs.json": docs_json([{"group": "A", "pages": ["index", "gone"]}]),
        "index.md": "# A",
    }
    site(files, srcdir=tmp_path / "s")

    assert len(site(files, srcdir=tmp_path / "s").warning_lines) == 1


def test_pages_outside_the_navigation_are_built_and_are_orphans(site):
    built = site(TABS_AND_VERSIONS_FILES)

    assert "Loose page" in built.soup("loose").text
    assert built.soup("loose").select('.dj-sidebar [aria-current="page"]') == []


def test_tabs_in_a_version_and_beside_all_versions_are_shown_once(site):
    tabs = [
        {"tab": "Guide", "pages": ["a"]},
        {"tab": "API", "pages": ["b"]},
    ]
    versions = [{"version": name, "tabs": tabs} for name in ("v2", "v1")]
    more = {"tab": "More", "pages": ["c"]}
    config = {"name": "N", "navigation": {"versions": versions, "tabs": [*tabs, more]}}
    files = {"docs.json": json.dumps(config), "index.md": "# Home\n"}
    files |= {f"{name}.md": f"# {name}\n" for name in "abc"}

    built = site(files, conf={"html_theme": "docsjson"})

    assert built.warning_lines == []
    for name, active in (("index", None), ("a", "Guide"), ("b", "API"), ("c", "More")):
        for row in BeautifulSoup(built.text(f"{name}.html"), "html.parser").select(".dj-tabs"):
            labels = [tab.get_text(strip=True) for tab in row.select("a")]
            assert len(labels) == len(set(labels)), name
            assert {"Guide", "API"} <= set(labels)
            opened = [tab.get_text(strip=True) for tab in row.select("[data-active]")]
            assert opened == ([active] if active else []), name
