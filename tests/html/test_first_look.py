"""What a reader sees first, as it stands in the HTML: head, lead, labels, pictures."""

import json

import pytest

from tests._support.building import build_site
from tests._support.pictures import picture

SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "A", "version": "1"},
    "servers": [{"url": "https://api.example"}],
    "paths": {
        "/projects/{projectId}/{kind}": {
            "get": {
                "summary": "Get a project",
                "deprecated": True,
                "parameters": [
                    {"name": "projectId", "in": "path", "required": True},
                    {
                        "name": "kind",
                        "in": "path",
                        "required": True,
                        "schema": {"type": "string", "enum": ["full", "short"]},
                    },
                ],
            }
        }
    },
}
WORDS = "Words of a long page. " * 30
FILES = {
    "index.md": "---\ntitle: Start here\ndescription: start here.\n---\n\n"
    f"![First](/a.png)\n\n{(WORDS + chr(10) * 2) * 12}![Second](/a.png)\n",
    "own.md": '---\ntitle: Own\ndescription: More.\n"theme-color": "#123456"\n---\n\nText.\n',
    "same.rst": ":description: Same\n\nSame\n====\n\nText.\n",
    "get.md": "---\ntitle: Get\nopenapi: GET /projects/{projectId}/{kind}\n---\n",
    "old.md": "---\ntitle: Old\ndeprecated: true\n---\n\nText.\n",
    "a.png": picture(600, 400),
    "spec.json": json.dumps(SPEC),
    "docs.json": json.dumps(
        {
            "name": "Acme",
            "openapi": "spec.json",
            "navigation": ["index", "own", "same", "get", "old"],
        }
    ),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("look") / "site"
    return build_site(folder, FILES, conf={"html_theme": "docsjson"})


def test_a_page_has_one_viewport_and_the_ground_of_each_mode_as_the_colour_of_the_frame(built):
    for page in ("index", "same", "get", "genindex", "404"):
        soup = built.soup(page)
        assert len(soup.select("meta[name=viewport]")) == 1
        modes = [meta["data-mode"] for meta in soup.select("meta[name=theme-color]")]
        assert modes == ["light", "dark"]


@pytest.mark.parametrize("page", ["index", "same"])
def test_a_description_that_is_the_title_once_more_is_not_shown(built, page):
    assert not built.article(page).select(".dj-lead")
    assert built.article("own").select_one(".dj-lead").text == "More."


def test_pictures_below_the_first_screen_wait_and_those_above_do_not(built):
    first, second = built.article("index").select(".dj-content img")

    assert first.get("loading") is None
    assert (second["loading"], second["decoding"]) == ("lazy", "async")


def test_a_path_without_an_example_has_the_names_of_its_parameters(built):
    assert "https://api.example/projects/{projectId}/full" in built.article("get").text


def test_what_is_deprecated_says_so_once(built):
    assert built.article("get").text.lower().count("deprecated") == 1
    assert built.article("old").text.lower().count("deprecated") == 1
