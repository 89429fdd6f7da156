"""A page that names an operation shows it, whichever file of the site has it, or says why not."""

from __future__ import annotations

import json

import pytest

OK = {"responses": {"200": {"description": "Fine."}}}
URL = "https://api.example.com/openapi.json"


def api(path, title="A"):
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": title, "version": "1"},
            "paths": {path: {"get": {"summary": f"Read {path}", **OK}}},
        }
    )


def files(page, *, source, **more):
    config = {
        "name": "T",
        "openapi": source,
        "navigation": {"groups": [{"group": "G", "pages": ["index", "page"]}]},
    }
    text = f"---\ntitle: Read it\n{page}\n---\n\nWords of mine.\n"
    return {"docs.json": json.dumps(config), "index.md": "# T\n", "page.md": text, **more}


def test_a_file_that_nobody_names_is_found_for_a_page_that_another_one_does_not_serve(site):
    more = {"a.json": api("/cats"), "b/c.json": api("/dogs"), "d.json": api("/owls", "D")}
    built = site(files("openapi: GET /dogs", source="a.json", **more))

    assert built.warning_lines == []
    assert built.article("page").select_one(".dj-endpoint-path").get_text() == "/dogs"
    assert not built.soup("page").select(".dj-undescribed")
    assert not (built.outdir / "api-reference/read-owls.html").exists()  # nothing names it


def test_a_file_that_adds_nothing_says_nothing(site):
    broken = api("/owls").replace("3.1.0", "3.9.0")
    more = {"a.json": api("/cats"), "b.json": api("/dogs"), "c.json": broken}
    built = site(files("openapi: GET /dogs", source="a.json", **more))

    assert built.warning_lines == []


@pytest.mark.parametrize(
    ("field", "method", "path"),
    [
        ("openapi: GET /dogs/{id}", "GET", "/dogs/{id}"),
        (f"openapi: {URL} post /dogs", "POST", "/dogs"),
        ("openapi: webhook dogBarked", "WEBHOOK", "dogBarked"),
    ],
)
def test_a_page_of_a_missing_description_keeps_method_path_title_and_text(
    site, field, method, path
):
    built = site(files(field, source=URL))

    article = built.article("page")
    assert article.h1.get_text(strip=True).startswith("Read it")
    assert article.select_one(".dj-undescribed .dj-method").get_text() == method
    assert article.select_one(".dj-undescribed .dj-endpoint-path").get_text() == path
    assert "Words of mine." in article.get_text()
    (line,) = built.warning_lines  # what is missing is said once, where it is named
    assert "docs.json:1" in line
    assert URL in line
    assert f"page.md:3: only the method and the path of '{_shown(method)} {path}'" in built.status


def test_nobody_is_told_of_places_on_a_page_whose_description_is_missing(site):
    index = "# T\n\n[a](/page#response-id) [b](page.md#body) <a href='/page#c'>c</a>\n"
    pages = {"index.md": index, "a.json": api("/cats")}
    missing = site({**files("openapi: GET /dogs", source=URL), **pages})
    assert [line for line in missing.warning_lines if "index.md" in line] == []
    there = site({**files("openapi: GET /cats", source="a.json"), **pages})
    assert len([line for line in there.warning_lines if "index.md" in line]) == 3


def _shown(method):
    return "webhook" if method == "WEBHOOK" else method


@pytest.mark.parametrize(
    "field", ["openapi: GET /dogs", "openapi: what it is", "api: what it is", "openapi-tag: Dogs"]
)
def test_what_no_description_has_is_marked_on_the_page_and_said_in_the_log(site, field):
    built = site(files(field, source="a.json", **{"a.json": api("/cats")}))

    assert len(built.soup("page").select(".dj-undescribed")) == 1
    assert [line for line in built.warning_lines if "page.md:3" in line]
