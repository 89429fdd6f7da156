"""Pages name the file of their operation, from their own folder or from the root of the site."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.openapi.reading.parse import keys_named, places_named


def spec(summary, path="/x"):
    operation = {"summary": summary, "tags": ["T"], "responses": {"200": {"description": "Ok."}}}
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": f"About {summary}", "version": "1"},
            "tags": [{"name": "T", "description": f"Tag of {summary}."}],
            "paths": {path: {"get": operation}},
            "components": {
                "schemas": {"S": {"type": "object", "description": f"S of {summary}."}}
            },
        }
    )


def files(front, *, listed="root.json", pages=(), **more):
    config = {"name": "T", "navigation": [{"group": "A", "pages": ["index", *pages]}]}
    if listed:
        config["openapi"] = listed
    return {
        "docs.json": json.dumps(config),
        "index.md": "# Hello\n",
        "root.json": spec("root"),
        "a/api.json": spec("a"),
        "a/b/api.json": spec("b"),
        "a/b/page.md": f"---\n{front}\n---\n",
        **more,
    }


def title(built):
    return built.article("a/b/page").h1.get_text(strip=True)


WORDS = {
    "../api.json": "a",
    "./../api.json": "a",
    "../../root.json": "root",
    "./api.json": "b",
    "api.json": "b",
    "/a/api.json": "a",
    "a/api.json": "a",
    "./a/b/api.json": "b",
    "/a/b/../api.json": "a",
    "../api": "a",
}


@pytest.mark.parametrize("listed", ["root.json", ["a/api.json", "root.json"], None])
def test_a_file_is_found_from_the_page_and_from_the_root(site, listed):
    pages = {
        f"a/b/page{n}.md": f"---\nopenapi: {word} GET /x\n---\n" for n, word in enumerate(WORDS)
    }
    built = site(files("title: P", listed=listed, **pages))

    assert [line for line in built.warning_lines if "openapi" in line] == []
    found = [built.article(f"a/b/page{n}").h1.get_text(strip=True) for n in range(len(WORDS))]
    assert dict(zip(WORDS, found, strict=True)) == WORDS


@pytest.mark.parametrize(
    ("front", "text"),
    [
        ("openapi-schema: ../api.json S", "S of a."),
        ("openapi-overview: ../api.json", "About a"),
        ("openapi-tag: ../api.json T", "Tag of a."),
    ],
)
def test_schemas_overviews_and_tags_name_files_the_same_way(site, front, text):
    built = site(files(front))

    assert [line for line in built.warning_lines if "openapi" in line] == []
    assert text in built.article("a/b/page").text


def test_the_navigation_names_a_file_at_its_place_before_one_of_its_name(site):
    sources = files("title: P", listed="a/api.json", pages=["api.json GET /x"])
    built = site({**sources, "api.json": spec("at the root")})

    links = [a.get_text(" ", strip=True) for a in built.soup("index").select(".dj-group a")]
    assert "GET at the root" in links


def test_the_navigation_names_a_file_by_its_name_alone(site):
    sources = files("title: P", listed=None, pages=["only.json GET /x"])
    built = site({**sources, "deep/only.json": spec("deep")})

    links = [a.get_text(" ", strip=True) for a in built.soup("index").select(".dj-group a")]
    assert [line for line in built.warning_lines if "openapi" in line] == []
    assert "GET deep" in links


def test_no_file_outside_of_the_source_folder_is_read(site, tmp_path):
    (tmp_path / "secret.json").write_text(spec("secret"))
    sources = files("openapi: ../../../secret.json GET /x")
    built = site(sources, srcdir=tmp_path / "src")

    (line,) = [line for line in built.warning_lines if "openapi" in line]
    assert "there is no API description '../../../secret.json' (root.json has 'GET /x'" in line
    assert "secret" not in built.article("a/b/page").text


def outside(site, tmp_path, name, *, git=".git", **options):
    """Build a site in repo/site/docs whose docs.json names a file that may lie elsewhere."""
    (tmp_path / "repo" / git).mkdir(parents=True)
    for folder in (tmp_path, tmp_path / "repo" / "src"):
        folder.mkdir(exist_ok=True)
        (folder / "api.json").write_text(spec(f"in {folder.name}"))
    sources = files("title: P", listed=name)
    return site(sources, srcdir=tmp_path / "repo" / "site" / "docs", **options)


@pytest.mark.parametrize(
    "name", ["../../src/api.json", "./../../src/api.json", "a/../../../src/api.json"]
)
def test_docs_json_names_a_file_that_lies_in_the_repository_around(site, tmp_path, name):
    built = outside(site, tmp_path, name)

    assert built.warning_lines == []
    assert built.article("api-reference/t/in-src").h1.text.startswith("in src")


def test_docsjson_root_names_another_folder_than_the_repository(site, tmp_path):
    built = outside(
        site, tmp_path, "../../src/api.json", git="none", conf={"docsjson_root": "../.."}
    )

    assert built.warning_lines == []
    assert (built.outdir / "api-reference/t/in-src.html").is_file()


@pytest.mark.parametrize(
    ("name", "git", "folder"),
    [("../../../api.json", ".git", "repo"), ("../../src/api.json", "none", "docs")],
)
def test_a_file_outside_of_the_repository_is_not_read_and_the_message_says_what_to_do(
    site, tmp_path, name, git, folder
):
    built = outside(site, tmp_path, name, git=git)

    (line,) = [line for line in built.warning_lines if "openapi-file" in line]
    assert f"{name!r} cannot be read: it is outside {folder!r}" in line
    assert "docsjson_root in conf.py to a folder around both" in line
    assert "docs.json:1:" in line


def test_code_is_not_run_and_the_message_has_the_line_that_writes_the_file(site):
    built = site(files("title: P", listed="python:shop.http:api"))

    (line,) = [line for line in built.warning_lines if "python:" in line]
    command = "import json; from shop.http import api; print(json.dumps(api.openapi()))"
    assert f'python -c "{command}" > openapi.json' in line


def test_a_file_without_the_operation_is_not_replaced_by_another(site):
    built = site(files("openapi: /a/api.json GET /y", **{"root.json": spec("root", "/y")}))

    (line,) = [line for line in built.warning_lines if "openapi" in line]
    assert "a/api.json has no operation 'GET /y' (root.json has it;" in line


def test_a_file_that_changes_comes_or_goes_changes_the_page(site, tmp_path):
    source = tmp_path / "src"
    sources = files("openapi: api.json GET /x", listed="a/api.json")
    later = sources.pop("a/b/api.json")

    assert title(site(sources, srcdir=source)) == "a"
    assert title(site({**sources, "a/b/api.json": later}, srcdir=source)) == "b"
    assert title(site({**sources, "a/b/api.json": spec("new")}, srcdir=source)) == "new"
    (source / "a/b/api.json").unlink()
    assert title(site(sources, srcdir=source)) == "a"


@pytest.mark.parametrize(
    ("word", "places"),
    [
        ("api.json", ["api.json", "a/b/api.json"]),
        ("./api.json", ["a/b/api.json", "api.json"]),
        ("../api.json", ["a/api.json"]),
        ("/api.json", ["api.json"]),
        ("/../api.json", []),
        ("../../../api.json", []),
        ("my%20api.json", ["my%20api.json", "my api.json", "a/b/my api.json"]),
        ("https://example.com/api.json", ["https://example.com/api.json"]),
    ],
)
def test_where_a_file_may_lie(word, places):
    assert places_named(word, "a/b/page") == places


def test_files_of_one_name_are_told_apart_by_the_folder_of_the_page():
    keys = ["v1/shop.yaml", "v2/shop.yaml"]
    assert keys_named(keys, "shop.yaml", "v2/list") == ["v2/shop.yaml"]
    assert keys_named(keys, "shop", "v2/list") == ["v2/shop.yaml", "v1/shop.yaml"]
    assert keys_named(keys, "shop.yaml", "guide/list") == keys
    assert keys_named(keys, "../shop.yaml", "guide/list") == []


def test_what_a_file_that_cannot_be_read_would_have_is_no_further_message(site):
    config = {
        "name": "T",
        "openapi": "https://api.example.org/openapi.json",
        "navigation": {"pages": ["index", "op", "schema", "GET /a", "GET /b"]},
    }
    pages = {
        "docs.json": json.dumps(config),
        "index.md": "# Hello\n",
        "op.md": "---\nopenapi: GET /c\n---\n",
        "schema.md": "---\nopenapi-schema: S\n---\n",
    }

    (only,) = site(pages).warning_lines

    assert "add 'https://api.example.org' to docsjson_allow_remote" in only


def test_what_is_written_wrong_is_told_before_the_file_can_be_read(site):
    config = {
        "name": "T",
        "openapi": "https://api.example.org/openapi.json",
        "navigation": {"pages": ["index"]},
    }
    page = "---\nopenapi: over there\n---\n"

    lines = site({"docs.json": json.dumps(config), "index.md": page}).warning_lines

    assert any("write it as 'GET /path'" in line for line in lines)


def test_a_list_says_of_each_file_where_its_pages_are_and_what_changes_it(site):
    change = {"target": "$.paths['/x'].get", "update": {"description": "Changed by the overlay."}}
    overlay = {"overlay": "1.0.0", "info": {"title": "O", "version": "1"}, "actions": [change]}
    listed = [
        {"source": "a/api.json", "directory": "first", "overlays": ["o.json"]},
        {"source": "a/b/api.json", "directory": "second", "overview": False},
        "root.json",
    ]
    navigation = {"tabs": [{"tab": "H", "pages": ["index"]}, {"tab": "API", "openapi": listed}]}
    given = files("title: Page", listed=None, **{"o.json": json.dumps(overlay)})
    given["docs.json"] = json.dumps({"name": "T", "navigation": navigation})
    built = site(given)

    assert built.warning_lines == []
    docnames = built.app.env.found_docs
    assert {"first/t/a", "first/overview", "second/t/b"} <= docnames
    assert "second/overview" not in docnames
    assert "Changed by the overlay." in built.article("first/t/a").get_text()
    assert "Changed by" not in built.article("second/t/b").get_text()
    [rest] = [name for name in docnames if name.endswith("t/root")]
    assert rest.split("/")[0] == "api-reference"
