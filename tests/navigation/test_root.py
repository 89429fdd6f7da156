"""A site without an index page shows its first page at its root."""

from __future__ import annotations

import pytest

from sphinx_docsjson.navigation.toctrees import moved_link
from tests.navigation.sites import TABS_AND_VERSIONS_FILES, docs_json, page

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c63f8cf00000003000100b5fb51d60000000049454e44ae426082"
)


@pytest.fixture
def rootless(site):
    def build(builder="html", **options):
        start = page(
            "Start here",
            "## First\n\n![A dot](dot.png)\n\n"
            "[relative](use.md) [rooted](/v2/use) [up](../loose.md) [here](#first) "
            "[out](https://example.com/x)\n",
        )
        files = {**TABS_AND_VERSIONS_FILES, "v2/start.md": start, "v2/dot.png": PNG}
        return site(files, builder, **options)

    return build


def test_the_root_shows_the_first_page(rootless):
    built = rootless()
    root, first = built.soup("index"), built.soup("v2/start")

    assert built.warning_lines == []
    assert root.h1.text == first.h1.text
    assert root.title.text == first.title.text


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_links_and_images_lead_to_the_same_targets_from_the_root(rootless, builder):
    built = rootless(builder)
    first = "v2/start" if builder == "html" else "v2/start/index"
    folder = (built.outdir / first).parent

    def targets(name, base):
        found = []
        for node in built.soup(name).select("article a[href], article img[src]"):
            if node.find_parent("nav") or "dj-neighbour" in node.get("class", ()):
                continue
            href = node.get("href") or node["src"]
            if "://" in href or href.startswith("#"):
                found.append(href)
            else:
                path, _, fragment = href.partition("#")
                found.append(((base / path).resolve(), fragment))
        return found

    ours, theirs = targets("index", built.outdir), targets(first, folder)
    shown = [t for t in theirs if t in ours]
    assert len(shown) >= 5
    assert all(t[0].exists() for t in ours if isinstance(t, tuple))
    assert (built.outdir / "v2/dot.png").exists()


def test_the_sidebar_of_the_root_marks_the_first_page(rootless):
    (entry,) = rootless().soup("index").select('.dj-sidebar [aria-current="page"]')

    assert entry["href"] == "v2/start.html"


def test_the_root_is_not_found_by_search_twice(rootless):
    index = rootless().text("_static/search/index.js")

    assert index.count("Start here") == 1
    assert '"index.html"' not in index


def test_the_canonical_address_is_that_of_the_page(rootless):
    built = rootless(conf={"html_baseurl": "https://docs.example.com/x/"})

    (link,) = built.soup("index").select('link[rel="canonical"]')
    assert link["href"] == "https://docs.example.com/x/v2/start.html"


@pytest.mark.parametrize("builder", ["singlehtml", "text", "epub", "latex"])
def test_in_other_formats_the_page_appears_once(rootless, builder):
    built = rootless(builder)
    texts = [
        path.read_text(encoding="utf-8")
        for path in built.outdir.rglob("*")
        if path.suffix in {".html", ".txt", ".xhtml", ".tex"} and path.name != "nav.xhtml"
    ]

    assert sum(text.count("relative") for text in texts) == 1


def test_the_root_follows_a_change_of_the_first_page(site, tmp_path):
    source = tmp_path / "s"
    site(TABS_AND_VERSIONS_FILES, srcdir=source)
    changed = {**TABS_AND_VERSIONS_FILES, "v2/start.md": page("Another start")}

    assert site(changed, srcdir=source).soup("index").h1.text.startswith("Another start")


def test_the_root_follows_a_change_of_the_navigation(site, tmp_path):
    files = {"a.md": page("A page"), "b.md": page("B page")}
    first = {**files, "docs.json": docs_json([{"group": "G", "pages": ["a", "b"]}])}
    second = {**files, "docs.json": docs_json([{"group": "G", "pages": ["b", "a"]}])}
    source = tmp_path / "s"

    assert site(first, srcdir=source).soup("index").h1.text.startswith("A page")
    assert site(second, srcdir=source).soup("index").h1.text.startswith("B page")


@pytest.mark.parametrize("builder", ["html", "text"])
def test_a_site_without_any_page_says_which_pages_are_missing(site, builder):
    config = {"docs.json": docs_json([{"group": "G", "pages": ["index", "quickstart"]}])}
    built = site(config, builder)

    assert [line.partition(" WARNING: ")[2].partition(",")[0] for line in built.warning_lines] == [
        "the navigation names the page 'index'",
        "the navigation names the page 'quickstart'",
    ]


def test_the_index_page_may_go_and_come_back(site, tmp_path):
    source = tmp_path / "s"
    files = {"index.md": page("Home"), "a.md": page("A page", "[x](/nowhere)\n")}
    navigation = {"navigation": [{"group": "G", "pages": ["index", "a"]}]}
    home = site(files, config=navigation, srcdir=source).soup("index").h1.text
    (source / "index.md").rename(tmp_path / "kept.md")
    built = site({"a.md": files["a.md"]}, config=navigation, srcdir=source)
    shown = built.soup("index").h1.text
    (tmp_path / "kept.md").rename(source / "index.md")
    again = site({}, srcdir=source, config=navigation).soup("index").h1.text

    assert (home[:4], shown[:6], again[:4]) == ("Home", "A page", "Home")
    assert sum("docsjson.link" in line for line in built.warning_lines) <= 1
    assert sum("names the page 'index'" in line for line in built.warning_lines) == 1


def test_the_root_document_that_the_user_chose_stays(site):
    files = {
        "docs.json": docs_json([{"group": "G", "pages": ["contents", "a"]}]),
        "contents.md": page("Contents"),
        "a.md": page("A page"),
    }
    built = site(files, conf={"root_doc": "contents"})

    assert built.warning_lines == []
    assert built.app.config.root_doc == "contents"
    assert built.app.env.found_docs == {"contents", "a"}


@pytest.mark.parametrize("name", ["index.md", "index.mdx", "index.rst"])
def test_an_index_page_is_the_root(site, name):
    text = "Mine\n====\n" if name.endswith("rst") else page("Mine")
    files = {
        "docs.json": docs_json([{"group": "G", "pages": ["a"]}]),
        name: text,
        "a.md": page("A"),
    }

    assert site(files).soup("index").h1.text.startswith("Mine")


def test_a_site_name_with_markup_is_text(site):
    files = {"docs.json": docs_json([{"group": "G", "pages": ["a"]}]), "a.md": page("A")}
    files["docs.json"] = files["docs.json"].replace("Test site", "A *b* `c` <Note> {d} #")
    built = site(files, "text")

    assert built.warning_lines == []
    assert "A *b* `c` <Note> {d} #" in built.text("index.txt")


@pytest.mark.parametrize(
    ("href", "origin", "destination", "moved"),
    [
        ("use.html#x", "v2/start.html", "index.html", "v2/use.html#x"),
        ("../a.html", "v2/start.html", "index.html", "a.html"),
        ("../use/", "v2/start/", "", "v2/use/"),
        ("../../", "v2/start/", "", "./"),
        ("../../index.html?q=1", "v2/start/", "", "index.html?q=1"),
        ("#x", "v2/start.html", "index.html", "#x"),
        ("/x", "v2/start.html", "index.html", "/x"),
        ("mailto:a@b.c", "v2/start.html", "index.html", "mailto:a@b.c"),
        ("x/../javascript:a", "start.html", "index.html", "./javascript:a"),
        ("../javascript:a", "v2/start.html", "index.html", "./javascript:a"),
    ],
)
def test_a_link_moves_with_the_page(href, origin, destination, moved):
    assert moved_link(href, origin, destination) == moved
