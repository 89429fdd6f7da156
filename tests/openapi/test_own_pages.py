"""A description and the pages of its site: which file is a page, and which address means one."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.openapi.model.operations import PageAnchor, page_at
from tests._support.inputs import input_text

SPEC = input_text(__file__, "own_pages.yaml")
START = "# Start\n\n## First\n\nHere.\n"
FILES = {
    "api/cats.yaml": SPEC,
    "api/texts/about.md": "About *cats*.\n",
    "api/texts/cats.md": "All cats.\n",
    "guide/start.md": START,
    "index.md": "# A\n",
}


def files(*pages, **more):
    config = {"name": "T", "openapi": "api/cats.yaml"}
    config["navigation"] = [{"group": "A", "pages": ["index", *pages]}]
    return {"docs.json": json.dumps(config), **FILES, **more}


def test_an_address_of_a_page_leads_to_the_page(site):
    built = site(files("guide/start"))

    def link(docname, text):
        found = built.article(docname).find_all("a")
        return next(each["href"] for each in found if text in each.get_text())

    assert link("api-reference/overview", "How to start") == "../guide/start.html"
    assert link("api-reference/wild", "/guide/start#first") == "../guide/start.html#first"
    assert link("api-reference/wild/get-cats", "Start") == "../../guide/start.html"
    # What is no page here is an address of the server.
    assert (
        link("api-reference/tame/get-dogs", "elsewhere")
        == "https://api.example.com/guide/elsewhere"
    )
    assert built.warning_lines == []


def test_a_text_of_a_description_is_no_page(site):
    built = site(files())

    assert "About cats." in built.article("api-reference/overview").get_text()
    assert not (built.outdir / "api/texts").exists()


@pytest.mark.parametrize(
    ("pages", "text"), [(["api/texts/cats"], "All cats.\n"), ([], "---\ntitle: C\n---\nAll.\n")]
)
def test_a_text_that_is_listed_or_has_front_matter_is_a_page_too(site, pages, text):
    built = site(files(*pages, **{"api/texts/cats.md": text}))

    assert (built.outdir / "api/texts/cats.html").is_file()
    assert not (built.outdir / "api/texts/about.html").exists()


@pytest.mark.parametrize(
    ("url", "key", "found"),
    [
        ("guide/a", "api.yaml", PageAnchor("guide/a")),
        ("a.mdx#part", "guide/api.yaml", PageAnchor("guide/a", "part")),
        ("/guide/", "x/api.yaml", PageAnchor("guide/index")),
        ("../../guide/a", "x/api.yaml", None),
        ("/../guide/a", "x/api.yaml", None),
        ("https://example.com/guide/a", "api.yaml", None),
        ("guide/a", "https://example.com/api.yaml", None),
        ("guide/b", "api.yaml", None),
        ("#part", "api.yaml", None),
        ("", "api.yaml", None),
    ],
)
def test_which_page_an_address_means(url, key, found):
    assert page_at(url, key, {"guide/a", "guide/index"}) == found


def test_a_tab_of_an_operation_that_another_tab_shows_leads_to_its_page(site):
    spec = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}}
    spec["paths"] = {"/cats": {"get": {"responses": {"200": {"description": "All."}}}}}
    tabs = [
        {"tab": "Guide", "pages": ["index", "list"]},
        {"tab": "API", "openapi": "api.json", "pages": ["GET /cats"]},
    ]
    written = "---\ntitle: Cats\nopenapi: GET /cats\n---\n"
    config = {"name": "T", "navigation": {"tabs": tabs}}
    built = site(
        {"api.json": json.dumps(spec), "index.md": "# A\n", "list.md": written}, config=config
    )

    def tabs_of(docname):
        found = built.soup(docname).select(".dj-tab")
        return [(each["href"], each.has_attr("data-active")) for each in found]

    assert tabs_of("index") == [("#", True), ("list.html", False)]
    assert tabs_of("list") == [("index.html", True), ("#", True)]
    assert built.warning_lines == []
