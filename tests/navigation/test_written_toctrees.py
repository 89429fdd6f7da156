"""Our theme without ``docs.json``: what the toctrees of a project become."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from sphinx_docsjson.navigation import sidebar_entries
from sphinx_docsjson.navigation.written_toctrees import ToctreeReader
from tests._support.building import Built, build_site

ALONE = {"html_theme": "docsjson", "project": "Acme", "release": "2.1"}


def rst(title: str, *toctrees: str, body: str = "Text.") -> str:
    """Return a page with toctrees, each written as its options and entries, one a line."""
    text = f"{title}\n{'=' * 40}\n\n{body}\n"
    for toctree in toctrees:
        lines = toctree.split()
        options = [line for line in lines if line.startswith(":")]
        entries = [line.replace("~", " ") for line in lines if not line.startswith(":")]
        shown = [line.replace("=", " ") for line in options]
        block = [*shown, "", *entries]
        text += "\n.. toctree::\n" + "".join(f"   {line}\n" for line in block)
    return text


FILES = {
    "index.rst": rst(
        "Acme",
        ":hidden: :caption:=Guides guide/start guide/deep/index More~<https://a.example/x>",
        ":caption:=Reference :class:=special api/one api/two genindex",
    ),
    "guide/start.rst": rst("Start here"),
    "guide/deep/index.rst": rst("Deeper", "one Second~one <two>".replace(" <", "~<")),
    "guide/deep/one.rst": rst("One", "inner"),
    "guide/deep/inner.rst": rst("Inner"),
    "guide/deep/two.rst": rst("Two"),
    "api/one.rst": rst("First", body="See :doc:`/guide/start`."),
    "api/two.rst": rst("Other"),
    "alone.rst": ":orphan:\n\n" + rst("Alone"),
}


def alone(
    folder: Path, files: dict[str, str] = FILES, builder: str = "html", **conf: Any
) -> Built:
    """Build a project in our theme, without a ``docs.json``."""
    return build_site(folder / "site", dict(files), builder, conf={**ALONE, **conf})


def pages_of(built: Built) -> dict[str, BeautifulSoup]:
    """Return address → page, of all that have a frame."""
    found = sorted(built.outdir.rglob("*.html"))
    names = [path.relative_to(built.outdir).as_posix() for path in found]
    return {
        name: BeautifulSoup(built.text(name), "html.parser")
        for name in names
        if not name.startswith("_static/") and name != "404.html"
    }


def outline(page: BeautifulSoup) -> list[str]:
    """Return the rows of the sidebar: captions, entries by their depth, marked where open."""
    rows = []
    for row in page.select("#dj-sidebar h2, #dj-sidebar a"):
        depth = len(row.find_parents("details"))
        shut = [one for one in row.find_parents("details") if not one.has_attr("open")]
        if not shut:
            mark = "*" if row.has_attr("aria-current") else ""
            rows.append(f"{'# ' if row.name == 'h2' else '  ' * depth}{row.get_text()}{mark}")
    return rows


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    made = alone(tmp_path_factory.mktemp("toctrees"))
    assert made.warning_lines == []
    return made


def test_the_sidebar_shows_captions_and_what_is_open_around_the_page(built):
    assert outline(built.soup("guide/deep/one")) == [
        *("# Guides", "Start here", "Deeper", "  One*", "    Inner", "  Second one", "More"),
        *("# Reference", "First", "Other", "Index"),
    ]
    assert outline(built.soup("api/two")) == [
        *("# Guides", "Start here", "Deeper", "More"),
        *("# Reference", "First", "Other*", "Index"),
    ]


def test_a_page_with_pages_below_it_is_a_link_beside_what_folds(built):
    branch = built.soup("api/two").select_one(".dj-branch")
    assert branch.find("a")["href"].endswith("guide/deep/index.html")
    assert branch.select_one(":scope > details > summary")["aria-label"] == "Deeper"
    assert branch.select("summary a, a summary") == []


def test_every_page_says_once_which_one_it_is(built):
    pages = pages_of(built)
    assert {"genindex.html", "search.html", "alone.html", "index.html"} <= pages.keys()
    marked = {name: page.select("[aria-current]") for name, page in pages.items()}

    assert {name: len(found) for name, found in marked.items() if len(found) != 1} == {}
    assert {found[0]["aria-current"] for found in marked.values()} == {"page"}
    assert marked["alone.html"][0].get_text() == "Alone"
    assert "dj-logo" in marked["index.html"][0]["class"]


def test_next_and_previous_are_those_of_sphinx(built, tmp_path):
    basic = build_site(tmp_path / "basic", dict(FILES), conf={"html_theme": "basic"})

    def neighbours(of: Built) -> dict[str, list[tuple[str, str, str]]]:
        return {
            name: [
                (link["rel"][0], link["href"], link["title"])
                for link in page.select("link[rel=next], link[rel=prev]")
            ]
            for name, page in pages_of(of).items()
        }

    ours, theirs = neighbours(built), neighbours(basic)
    assert len([links for links in theirs.values() if links]) > 7
    assert {name: ours[name] for name in theirs} == theirs
    shown = [one["href"] for one in built.soup("guide/start").select(".dj-neighbour")]
    assert shown == ["../index.html", "deep/index.html"]


def test_a_project_has_what_a_site_with_docs_json_has(built):
    page = built.soup("guide/deep/inner")
    crumbs = [one.get_text() for one in page.select(".dj-eyebrow li")]
    assert crumbs == ["Guides", "Deeper", "One"]
    assert page.select(".dj-page-menu, link[type='text/markdown']")
    assert page.select_one(".dj-logo-text").get_text(strip=True) == "Acme"
    assert built.text("guide/deep/inner.md").splitlines()[-1] == "Text."
    assert "guide/deep/inner.md" in built.text("llms.txt")
    assert "genindex" not in built.text("llms.txt")
    assert "Guides" in built.text("404.html")


def test_the_options_of_a_toctree_are_kept_in_the_text(built):
    hidden, shown = built.soup("index").select(".dj-content .toctree-wrapper")
    assert hidden.select("a") == []
    assert "special" in shown["class"]
    assert [one.get_text() for one in shown.select("a")] == ["First", "Other", "Index"]


def test_a_page_that_an_extension_makes_shows_the_way_to_it(tmp_path):
    files = {"index.rst": rst("A", "b"), "b.rst": rst("B", body=".. automodule:: json.decoder")}
    extensions = ["sphinx_docsjson", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
    files["b.rst"] += "   :members: JSONDecoder\n"
    page = alone(tmp_path, files, extensions=extensions).soup("_modules/json/decoder")
    assert [one.get_text() for one in page.select(".dj-eyebrow li")] == [
        *("Home", "Module code", "json.decoder"),
    ]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ({}, ["2.1"]),
        ({"html_title": "Acme 2"}, []),
        ({"html_theme_options": {"versions": [{"name": "2.1", "url": "../2.1/"}]}}, []),
    ],
)
def test_the_version_stands_beside_the_name_unless_something_else_says_it(tmp_path, said, shown):
    page = alone(tmp_path, **said).soup("api/one")
    assert [one.get_text() for one in page.select(".dj-logo .dj-release")] == shown


def test_a_screen_shows_as_much_as_in_other_themes_of_sphinx(built, tmp_path):
    with_docs_json = {"index.md": "# A\n", "docs.json": '{"name": "A", "navigation": ["index"]}'}
    other = build_site(tmp_path / "other", with_docs_json)
    sheets = [each.text("_static/docsjson-site.css") for each in (built, other)]
    assert ["--dj-code-line: 1.5;" in sheet for sheet in sheets] == [True, False]
    assert ["@layer dj.utilities" in sheet for sheet in sheets] == [True, False]


def test_greys_have_no_hue(built):
    sheet = built.text("_static/docsjson-site.css")
    found = re.findall(r"--dj-(bg|surface|border|text)[\w-]*: #(..)(..)(..);", sheet)
    assert len(found) > 10
    assert [one for one in found if len(set(one[1:])) > 1] == []


def test_the_entries_of_the_root_page_can_be_tabs(tmp_path):
    built = alone(tmp_path, html_theme_options={"navbar_center": ["navbar-nav"]})
    page = built.soup("guide/deep/inner")

    tabs = [one.get_text(strip=True) for one in page.select(".dj-tab")]
    assert tabs == ["Start here", "Deeper", "More", "First", "Other", "Index"]
    assert [one.get_text() for one in page.select(".dj-tab[data-active]")] == ["Deeper"]
    assert outline(page) == ["Deeper", "One", "  Inner*", "Second one"]
    counts = {name: len(p.select("[aria-current=page]")) for name, p in pages_of(built).items()}
    assert set(counts.values()) == {1}


def test_more_tabs_than_asked_for_are_in_a_menu(tmp_path):
    options = {"header_links": True, "header_links_before_dropdown": 2}
    page = alone(tmp_path, html_theme_options=options).soup("api/one")

    tabs = [one.get_text(strip=True) for one in page.select(".dj-tabs > .dj-tab")]
    assert tabs == ["Start here", "Deeper"]
    menu = page.select_one(".dj-tabs > .dj-more")
    assert [one.get_text() for one in menu.select("li a")] == ["More", "First", "Other", "Index"]
    assert [one.get_text() for one in menu.select("a[aria-current]")] == ["First"]
    assert menu.select_one("summary").has_attr("data-active")
    assert len(page.select(".dj-side-tab")) == 6


def test_depth_and_folding_follow_the_options_of_pydata(tmp_path):
    options = {"navigation_depth": 2, "show_nav_level": 2, "collapse_navigation": True}
    page = alone(tmp_path, html_theme_options=options).soup("api/one")

    assert "  One" in outline(page)
    assert "    Inner" not in outline(page)
    assert page.select("#dj-sidebar.dj-one-branch")


def test_versions_and_languages_are_menus(tmp_path):
    switcher = [
        {"name": "2.1 (stable)", "version": "2.1", "url": "https://a.example/2.1/"},
        {"version": "2.0", "url": "../2.0/{page}"},
    ]
    languages = [
        {"name": "English", "code": "en", "url": "../en/{page}"},
        {"name": "Deutsch", "code": "de", "url": "../de/{page}"},
    ]
    options = {
        "switcher": {"json_url": "_static/switcher.json", "version_match": "2.0"},
        "languages": languages,
    }
    files = {**FILES, "_static/switcher.json": json.dumps(switcher)}
    built = alone(tmp_path, files, html_theme_options=options, html_static_path=["_static"])
    page = built.soup("guide/start")

    assert built.warning_lines == []
    shown = [" ".join(one.get_text().split()) for one in page.select(".dj-switch > summary")]
    assert shown == ["2.0", "English"]
    assert [one["href"] for one in page.select(".dj-switch a")] == [
        "https://a.example/2.1/",
        "../../2.0/guide/start.html",
        "../../en/guide/start.html",
        "../../de/guide/start.html",
    ]
    assert page.select_one("a[hreflang=de]").get_text(strip=True) == "Deutsch"


def test_versions_of_another_host_are_not_loaded(tmp_path):
    options = {"switcher": {"json_url": "https://a.example/switcher.json"}}
    (warning,) = alone(tmp_path, html_theme_options=options).warning_lines
    assert "switcher: pages load nothing from other hosts" in warning


@pytest.fixture
def large(tmp_path, monkeypatch):
    """Build eight groups of twelve pages where half of them count as many; return page 7 of 3."""
    monkeypatch.setattr(sidebar_entries, "MANY_ENTRIES", 50)

    def run(*toctrees: str) -> BeautifulSoup:
        files = {"index.rst": rst("Big", *toctrees)}
        for group in range(8):
            files[f"g{group}/index.rst"] = rst(
                f"Group {group}", " ".join(f"p{n}" for n in range(12))
            )
            files |= {f"g{group}/p{n}.rst": rst(f"P {n}") for n in range(12)}
        return alone(tmp_path, files).soup("g3/p7")

    return run


GROUPS = [f"g{group}/index" for group in range(8)]


def test_a_large_tree_is_not_written_whole_on_every_page(large):
    page = large(" ".join(GROUPS))

    assert 12 < len(page.select("#dj-sidebar a")) < 24
    assert [one.get_text() for one in page.select("[aria-current]")] == ["P 7"]


def test_each_caption_of_a_large_tree_shows_its_own_entries(large):
    page = large(*(f":caption:=C{n} {' '.join(GROUPS[n : n + 2])}" for n in (0, 2, 4, 6)))

    shown = [row for row in outline(page) if not row.startswith("  ")]
    captions = [("# C0", 0, 1), ("# C2", 2, 3), ("# C4", 4, 5), ("# C6", 6, 7)]
    assert shown == [
        row for caption, *two in captions for row in (caption, *(f"Group {n}" for n in two))
    ]
    assert [one.get_text() for one in page.select("[aria-current]")] == ["P 7"]
    assert len(page.select("#dj-sidebar a")) < 40


def test_a_new_title_changes_the_sidebars_of_pages_that_are_not_read(tmp_path):
    files = dict(FILES)
    alone(tmp_path, files)
    files["api/two.rst"] = rst("Renamed")
    assert "Renamed" in outline(alone(tmp_path, files).soup("guide/start"))


def test_toctrees_in_a_circle_end():
    """Sphinx itself cannot go through them; what is drawn has an end all the same."""
    circle = {"index": "b", "b": "c", "c": "b"}
    toctrees = {name: [{"entries": [(None, to), ("Me", "self")]}] for name, to in circle.items()}
    reader = ToctreeReader(toctrees=toctrees, labels={name: name for name in circle})
    (group,) = reader.groups("index")
    found = [getattr(node, "root", None) or node.path for _above, node in group.walk()]
    assert found == ["b", "c", "b", "c", "b", "index"]


def test_numbered_toctrees_have_their_numbers(tmp_path):
    files = {
        "index.rst": rst("A", ":numbered: b"),
        "b.rst": rst("B", "c"),
        "c.rst": rst("C"),
    }
    assert outline(alone(tmp_path, files).soup("c")) == ["1. B", "  1.1. C*"]


@pytest.mark.parametrize(("options", "number"), [("", ""), (":numbered:", "1. ")])
def test_code_in_a_title_is_code_in_the_sidebar(tmp_path, options, number):
    files = {
        "index.rst": rst("A", f"{options} b", "Own~words~<c>"),
        "b.rst": rst("The ``a<b>`` module", "c"),
        "c.rst": rst("See :class:`x.y`"),
    }
    rows = alone(tmp_path, files).soup("b").select("#dj-sidebar .dj-entry-label")
    found = [(row.get_text(), [code.get_text() for code in row.select("code")]) for row in rows]
    assert found[0] == (f"{number}The a<b> module", ["a<b>"])
    assert found[1][1] == ["x.y"]
    assert found[-1][0].endswith("Own words")
    assert found[-1][1] == []


def test_pages_of_code_show_the_navigation_of_today(tmp_path, monkeypatch):
    (tmp_path / "brew.py").write_text('def boil():\n    """Heat."""\n')
    monkeypatch.syspath_prepend(tmp_path)
    extensions = ["sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx_docsjson"]
    site = {"name": "Acme", "navigation": [{"group": "Old", "pages": ["index"]}]}
    files = {"docs.json": json.dumps(site), "index.rst": "A\n=\n\n.. autofunction:: brew.boil\n"}
    code = alone(tmp_path, files, extensions=extensions).outdir / "_modules/brew.html"
    assert "Old" in code.read_text("utf-8")
    written = code.stat().st_mtime_ns
    alone(tmp_path, files, extensions=extensions)
    assert code.stat().st_mtime_ns == written

    files["docs.json"] = files["docs.json"].replace("Old", "New").replace("Acme", "Other")
    built = alone(tmp_path, files, extensions=extensions)
    shown = code.read_text("utf-8")
    assert ("New" in shown, "Old" in shown, "Other" in shown) == (True, False, True)
    assert not (built.outdir / ".buildinfo.bak").exists()


def test_what_is_meant_for_other_builders_is_left_out(tmp_path):
    hidden = "\n.. only:: latex\n\n   .. toctree::\n\n      c\n"
    files = {
        "index.rst": rst("A", "b") + hidden,
        "b.rst": rst("B"),
        "c.rst": rst("C"),
    }
    assert outline(alone(tmp_path, files).soup("b")) == ["B*"]
