"""Where pages are generated is said by files that nobody has to trust: no name ends a build."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.base.files import problem_of_generated

NO_PLACE = (
    "../../out",
    "/etc/../x",
    "x" * 300,
    "y/" * 600,
    "a\0b",
    "a\\..\\b",
    "llms.txt",
    "index.html/x",
    "404.html",
    "_static/docsjson.css",
    "_sources",
    "searchindex.js",
    "objects.inv",
    "api0.json",
)
PLACES = ("v1.0", "<img src=x onerror=alert(1)>", "javascript:alert(1)", "a b")


def document(**operation: object) -> str:
    responses = {"200": {"description": "Fine."}}
    get = {"operationId": "getA", "summary": "Get a", "responses": responses, **operation}
    info = {"title": "T", "version": "1"}
    return json.dumps({"openapi": "3.1.0", "info": info, "paths": {"/a": {"get": get}}})


@pytest.mark.parametrize("name", NO_PLACE)
def test_no_page_is_generated_where_it_can_be_no_file(name: str):
    assert problem_of_generated(name)


@pytest.mark.parametrize("name", PLACES)
def test_other_places_are_the_authors(name: str):
    assert problem_of_generated(name) == ""


@pytest.mark.parametrize("name", [".", "./", "/./.", "", "/"])
def test_a_place_that_names_nothing_leaves_pages_where_they_would_be(site, name: str):
    source = {"source": "api.json", "directory": name}
    config = {"navigation": ["index", {"group": "G", "openapi": source}]}
    files = {"index.md": "# Start\n", "api.json": document(**{"x-mint": {"href": name}})}

    built = site(files, config=config, conf={"html_theme": "docsjson"})

    assert built.warning_lines == []
    assert list(built.outdir.glob("api-reference/**/get-a.html"))


@pytest.mark.parametrize("field", ["directory", "overview", "href", "tab"])
def test_a_place_that_no_page_can_have_costs_a_warning(site, field: str):
    name = "llms.txt"
    source = {"source": "api.json"}
    config: dict[str, object] = {"navigation": ["index", {"group": "G", "openapi": source}]}
    if field == "tab":
        tab = {"name": "A", "url": name, "openapi": "api.json"}
        config = {"navigation": ["index"], "tabs": [tab]}
    elif field != "href":
        source[field] = name
    files = {
        "index.md": "# Start\n",
        "api.json": document(**({"x-mint": {"href": f"/{name}"}} if field == "href" else {})),
    }
    built = site(files, config=config, conf={"html_theme": "docsjson"})

    told = [line for line in built.warning_lines if f"'{name}' is left out: " in line]
    assert len(told) == (field != "tab")
    assert built.text(name).startswith("#")
    assert list(built.outdir.glob("api-reference/**/get-a.html"))


def test_a_navigation_that_is_hidden_is_no_end(site):
    built = site(
        {"index.md": "# Start\n", "b.md": "# B\n"},
        config={"navigation": {"hidden": True, "pages": ["index", "b"]}},
        conf={"html_theme": "docsjson"},
    )
    assert built.article("b").h1.get_text() == "B"


def test_a_choice_between_words_and_switches_says_what_is_possible(site):
    built = site(
        {"index.md": "# Start\n", "api.json": document()},
        config={"openapi": {"source": "api.json", "tags": "pges", "download": "tru"}},
    )
    said = "must be one of"
    assert any(said in line and "true" in line for line in built.warning_lines), built.warnings
