"""llms.txt, llms-full.txt, sitemap.xml and robots.txt list the pages that are announced."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.outputs.llms import (
    Index,
    IndexEntry,
    IndexPart,
    Outline,
    OutlineSection,
    index_files,
    index_text,
)
from tests.hostile.outputs import links_in

BASE = {"html_baseurl": "https://docs.example.com/en/"}
PAGE = "---\ntitle: {0}\ndescription: About {0}.\n---\n\nText of {0}.\n"

FILES = {f"{name}.md": PAGE.format(name) for name in ("index", "a", "b", "secret", "loose")}
CONFIG = {
    "navigation": {
        "groups": [
            {"group": "Start", "pages": ["index", "b", "a"]},
            {"group": "Away", "hidden": True, "pages": ["secret"]},
        ]
    }
}


def read_index(text):
    """Read a file as the reference parser of llmstxt.org (``miniparse.py``) does."""
    start, *rest = re.split(r"^##\s*(.*?$)", text, flags=re.MULTILINE)
    item = re.compile(r"-\s*\[(?P<title>[^\]]+)\]\((?P<url>[^\)]+)\)(?::\s*(?P<desc>.*))?")
    sections = {}
    for name, body in zip(rest[::2], rest[1::2], strict=True):
        lines = [line for line in body.strip().split("\n") if line.strip()]
        sections[name] = [item.fullmatch(line).groupdict() for line in lines]
    head = re.match(
        r"^#\s*(?P<title>.+?$)\n+(?:^>\s*(?P<summary>.+?$)$)?\n+(?P<info>.*)",
        start.strip() + "\n\n",
        re.MULTILINE | re.DOTALL,
    )
    return head.groupdict(), sections


def test_the_index_has_the_pages_in_the_order_of_the_navigation(site):
    built = site(FILES, config=CONFIG, conf=BASE)
    head, sections = read_index(built.text("llms.txt"))

    assert head["title"] == "Test site"
    assert head["summary"] == "About index."
    assert [item["url"] for item in sections["Start"]] == [
        "https://docs.example.com/en/index.md",
        "https://docs.example.com/en/b.md",
        "https://docs.example.com/en/a.md",
    ]
    assert sections["Start"][1]["title"] == "b"
    assert sections["Start"][1]["desc"] == "About b."


def test_a_site_that_nobody_describes_is_summed_up_by_what_its_first_page_says_first(site):
    words = "Welcome!\n\n> Of a quote.\n\n![Pots](a.svg) Acme *waters* your [plants](b.md). It"
    first = f"# Start\n\n{words} has {'many and ' * 40}more words.\n\nIt is not this one.\n"
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
    for text, expected in (
        (first, "Acme waters your plants."),
        ("# Start\n\nHi.\n", "Documentation of Test site."),
    ):
        built = site(FILES | {"index.md": text, "a.svg": picture}, config=CONFIG, conf=BASE)
        head, _ = read_index(built.text("llms.txt"))

        assert head["summary"] == expected


@pytest.mark.parametrize("name", ["llms.txt", "llms-full.txt", "sitemap.xml"])
def test_hidden_pages_and_pages_outside_the_navigation_are_left_out(site, name):
    text = site(FILES, config=CONFIG, conf=BASE).text(name)

    assert "/b." in text
    assert "secret" not in text
    assert "loose" not in text


def test_hidden_pages_have_a_twin_and_ask_not_to_be_indexed(site):
    built = site(FILES, config=CONFIG, conf=BASE)

    assert "Text of secret." in built.text("secret.md")
    assert built.soup("secret").select_one('meta[name=robots][content="noindex"]')
    assert not built.soup("loose").select_one("meta[name=robots]")


@pytest.mark.parametrize("field", ["noindex: true", "hidden: true"])
def test_a_page_takes_itself_out(site, field):
    files = FILES | {"b.md": f"---\ntitle: b\n{field}\n---\n\nText.\n"}
    built = site(files, config=CONFIG, conf=BASE)

    assert "/b." not in built.text("llms.txt") + built.text("sitemap.xml")
    assert built.soup("b").select_one('meta[name=robots][content="noindex"]')


def test_a_hidden_but_searchable_group_is_announced(site):
    groups = CONFIG["navigation"]["groups"]
    config = {"navigation": {"groups": [groups[0], groups[1] | {"searchable": True}]}}

    assert "/secret.md" in site(FILES, config=config, conf=BASE).text("llms.txt")


def test_a_site_may_announce_all_pages(site):
    config = CONFIG | {"seo": {"indexing": "all"}}
    built = site(FILES, config=config, conf=BASE)

    assert "/secret.html" in built.text("sitemap.xml")
    assert "/loose.html" in built.text("sitemap.xml")


def test_the_search_leaves_out_what_is_hidden(site):
    built = site(
        FILES | {"b.md": PAGE.format("b").replace("---\n\n", "searchable: false\n---\n\n")},
        config=CONFIG,
        conf=BASE,
    )
    index = "".join(
        file.read_text(encoding="utf-8")
        for file in (built.outdir / "_static" / "search").glob("*.js")
    )

    assert "Text of a." in index
    assert "Text of b." not in index
    assert "secret" not in index


def test_pages_in_the_toctree_of_a_listed_page_are_listed_with_it(site):
    tree = "\n```{toctree}\nloose\n```\n"
    built = site(FILES | {"a.md": PAGE.format("a") + tree}, config=CONFIG, conf=BASE)
    _, sections = read_index(built.text("llms.txt"))

    assert [item["title"] for item in sections["Start"]] == ["index", "b", "a", "loose"]


def test_the_full_text_has_every_page_with_its_source(site):
    text = site(FILES, config=CONFIG, conf=BASE).text("llms-full.txt")

    expected = "# b\n\nSource: https://docs.example.com/en/b.html\n\nAbout b.\n\nText of b."
    assert expected in text
    assert text.index("Text of b.") < text.index("Text of a.")


LINKED = {
    "index.md": "# I\n\n[a](guide/a.md) [own](#part) [out](https://x.example/b.md)\n\n## Part\n",
    "guide/a.md": "# A\n\n[i](../index.md#part) ![p](p.png) {download}`d <d.txt>`\n\n"
    "`[code](b.md)`\n\n- ~~~~\n  [code](b.md)\n  ~~~\n  ~~~~\n\n"
    "[b](deep/b.md) \\[no](b.md) `` ` [c](b.md) ``\n",
    "guide/deep/b.md": "# B\n\n[a](../a.md#a)\n",
    "guide/p.png": "\x89PNG",
    "guide/d.txt": "Words.",
}


@pytest.mark.parametrize("base", ["", "https://docs.example.com/en/"])
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_every_link_of_the_full_text_leads_somewhere_from_its_own_place(site, base, builder):
    navigation = ["index", "guide/a", "guide/deep/b"]
    built = site(
        LINKED,
        config={"name": "N", "navigation": [{"group": "G", "pages": navigation}]},
        conf={"html_baseurl": base},
        builder=builder,
    )
    text = built.text("llms-full.txt")
    links = [url for url in links_in(text) if url != "https://x.example/b.md"]

    assert len(links) == 7
    for url in links:
        path, _, fragment = url.removeprefix(base).partition("#")
        file = built.outdir / path
        assert url.startswith(base)
        assert file.is_file(), url
        if fragment:
            assert f"# {fragment.upper()}" in file.read_text("utf-8").upper()
    assert text.count("[code](b.md)") == 2
    assert "[c](b.md)" in text


def test_the_full_text_is_right_after_one_page_changed(site, tmp_path):
    source = tmp_path / "src"
    site(FILES, config=CONFIG, conf=BASE, srcdir=source)
    changed = FILES | {"a.md": PAGE.format("a") + "\nMore.\n"}
    text = site(changed, config=CONFIG, conf=BASE, srcdir=source).text("llms-full.txt")

    assert "Text of a.\n\nMore." in text
    assert "Text of b." in text


@pytest.mark.parametrize("name", ["llms.txt", "llms-full.txt", "robots.txt", "sitemap.xml"])
def test_a_file_of_the_author_wins(site, name):
    assert site(FILES | {name: "mine"}, config=CONFIG, conf=BASE).text(name) == "mine"


def test_links_out_of_the_site_are_optional(site):
    config = {
        "navigation": {
            "groups": CONFIG["navigation"]["groups"],
            "global": {"anchors": [{"anchor": "Blog", "href": "https://blog.example.com"}]},
        }
    }
    _, sections = read_index(site(FILES, config=config, conf=BASE).text("llms.txt"))

    assert sections["Optional"] == [
        {"title": "Blog", "url": "https://blog.example.com", "desc": None}
    ]


SPEC = """\
openapi: 3.1.0
info: {title: Plants, version: "1"}
paths:
  /plants:
    get: {summary: List plants, responses: {"200": {description: All}}}
"""


def test_openapi_files_are_published_and_listed(site):
    built = site(
        FILES | {"api/plants.yaml": SPEC},
        config=CONFIG | {"openapi": "api/plants.yaml"},
        conf=BASE,
    )
    index = built.text("llms.txt")

    assert "\nDescriptions of the API: https://docs.example.com/en/api/plants.yaml\n" in index
    assert "](https://docs.example.com/en/api/plants.yaml)" not in index
    assert built.text("api/plants.yaml") == SPEC


def test_each_page_links_to_its_twin_and_to_the_index(site):
    soup = site(FILES, config=CONFIG, conf=BASE).soup("b")

    twin = soup.select_one("link[rel=alternate][type='text/markdown']")
    assert twin["href"] == "https://docs.example.com/en/b.md"
    assert soup.select_one("link[rel=describedby]")["href"] == (
        "https://docs.example.com/en/llms.txt"
    )


def test_the_robots_file_names_the_sitemap(site):
    assert "Sitemap: https://docs.example.com/en/sitemap.xml" in site(FILES, conf=BASE).text(
        "robots.txt"
    )


def test_the_robots_file_says_what_pages_may_be_used_for(site):
    signals = {"search": True, "ai-input": True, "ai-train": False}
    built = site(FILES, config=CONFIG | {"seo": {"contentSignals": signals}}, conf=BASE)
    lines = built.text("robots.txt").splitlines()

    assert lines[:3] == [
        "User-agent: *",
        "Content-Signal: search=yes, ai-input=yes, ai-train=no",
        "Allow: /",
    ]


def test_a_signal_that_is_no_boolean_is_told_and_says_nothing(site):
    signals = {"search": True, "ai-train": "maybe"}
    built = site(FILES, config=CONFIG | {"seo": {"contentSignals": signals}}, conf=BASE)

    assert "Content-Signal: search=yes\n" in built.text("robots.txt")
    assert any("seo.contentSignals.ai-train" in line for line in built.warning_lines)


def test_without_an_address_there_is_no_sitemap(site):
    built = site(FILES)

    assert not (built.outdir / "sitemap.xml").exists()
    assert "](b.md)" in built.text("llms.txt")


def long_outline(count, *, tabs=("Guides", "API"), groups=("one", "two")):
    sections = tuple(
        OutlineSection(
            division=(tab,),
            group=group,
            pages=tuple(f"{tab.lower()}/{group}{n}" for n in range(count)),
        )
        for tab in tabs
        for group in groups
    )
    return Outline(sections=sections, others=(), links=())


def split(outline, limit):
    return index_files(
        Index(name="Long", summary="A long site.", notes=(), parts=()),
        outline,
        lambda name: IndexEntry(title=f"T {name}", url=f"https://x.example/{name}.md"),
        lambda path: f"https://x.example/{path}",
        tokens_of=lambda _name: 1_234,
        limit=limit,
    )


BY_GROUP = [f"{tab}-{group}/llms.txt" for tab in ("guides", "api") for group in ("one", "two")]


@pytest.mark.parametrize(
    ("outline", "paths"),
    [
        (
            long_outline(9, tabs=("Guides", "API", "Help")),
            ["guides/llms.txt", "api/llms.txt", "help/llms.txt"],
        ),
        (long_outline(50), BY_GROUP),
    ],
    ids=["by tab", "by group where tabs are long"],
)
def test_a_long_index_is_split_and_nothing_is_cut(outline, paths):
    files = split(outline, 2_000)

    assert list(files) == ["llms.txt", *paths]
    _, root = read_index(files["llms.txt"])
    assert [item["url"] for item in root["Sections"]] == [f"https://x.example/{p}" for p in paths]
    listed = [
        item for name in paths for items in read_index(files[name])[1].values() for item in items
    ]
    assert [item["url"] for item in listed] == [
        f"https://x.example/{page}.md" for page in outline.pages
    ]
    assert {item["desc"] for item in listed} == {"(1,200 tokens)"}


def test_the_root_of_a_split_index_names_pages_and_says_how_long_they_are():
    root = split(long_outline(9, tabs=("Guides", "API", "Help")), 2_000)["llms.txt"]

    assert "18 pages, about 22,000 tokens: T guides/one0; T guides/one1; " in root
    assert len(split(long_outline(900), 2_000)["llms.txt"]) < 6_500


def test_few_pages_stand_in_the_root_of_a_split_index():
    some = long_outline(30).sections + long_outline(1, tabs=("Help",), groups=("one",)).sections
    files = split(Outline(sections=some, others=(), links=()), 2_000)

    assert "## Help\n\n- [T help/one0](https://x.example/help/one0.md)" in files["llms.txt"]
    assert not any("help" in path for path in files)


@given(
    name=st.text(min_size=1),
    title=st.text(),
    url=st.text(alphabet="ab/()[]# \n%", min_size=1),
    notes=st.text(),
)
def test_the_reference_parser_reads_any_title_and_address(name, title, url, notes):
    entry = IndexEntry(title=title, url=f"https://x.example/{url}", notes=notes)
    text = index_text(
        Index(
            name=f"N{name}",
            summary=notes,
            notes=(),
            parts=(IndexPart(title="P", entries=(entry,)),),
        )
    )
    _, sections = read_index(text)

    assert len(sections["P"]) == 1
    assert sections["P"][0]["url"].startswith("https://x.example/")
