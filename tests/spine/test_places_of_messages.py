"""A message stands where its reader mends it: at a line of a file of the project."""

from __future__ import annotations

import ast
import io
import json
import re
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

import sphinx_docsjson
from sphinx_docsjson.base.source_files import META_FILES
from sphinx_docsjson.ext.openapi.reading.specifications import Fetcher
from sphinx_docsjson.pages.front_matter import FIELDS
from tests._support.building import write_files

WRONG = ("nothing-such", "{a: 1}", "GET /nowhere")
"""What at least one field or the other cannot have."""

LINE = 5
API = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "paths": {"/a": {"get": {"responses": {"200": {"description": "x"}}}}},
}


def page(field: str, value: str) -> str:
    return f"---\nx1: 1\nx2: 2\nx3: 3\n{field}: {value}\n---\n\nWords.\n"


def test_each_message_about_a_field_of_front_matter_has_its_line(site):
    """Every field that there is, with values that it cannot have; a new field is tried, too."""
    fields = sorted({*FIELDS, *META_FILES, "ikon", "Icon", "OpenAPI"})
    files = {
        f"{number}-{index}.mdx": page(field, value)
        for number, field in enumerate(fields)
        for index, value in enumerate(WRONG)
    }
    built = site({**files, "api.json": json.dumps(API)}, config={"api": {"openapi": "api.json"}})

    places = re.findall(r"(\d+-\d+)\.mdx(?::(\d+))?", built.warnings)
    told = {fields[int(name.partition("-")[0])] for name, _line in places}
    assert {(name, line) for name, line in places if line != str(LINE)} == set()
    assert told >= {"api", "boost", "icon", "Icon", "mode", "openapi", "openapi-schema"}
    assert told >= {"openapi-overview", "openapi-tag", "playground", "hidden", "ikon", "og:image"}


def test_the_same_wrong_icon_is_told_at_each_of_its_places(site):
    wrong = page("icon", "nothing-such")
    navbar = [{"name": name, "url": "https://a.example", "icon": "no-such"} for name in "ab"]
    built = site(
        {"a.mdx": wrong, "b.mdx": wrong, "below/c.mdx": "---\ntitle: C\n---\n\nWords.\n"},
        config={"topbarLinks": navbar},
    )

    places = [line.partition(": WARNING")[0] for line in built.warning_lines]
    assert [place for place in places if "mdx" in place] == ["a.mdx:5", "b.mdx:5"]
    assert len([place for place in places if "docs.json" in place]) == 2


REMOTE = "https://api.example.com/openapi.json"
UNFIT = {
    "get": {
        "operationId": "a",
        "parameters": [{"$ref": "#/components/parameters/gone"}],
        "responses": {
            "200": {
                "description": "x",
                "content": {"application/json": {"schema": {"type": "string"}, "example": 1}},
            }
        },
    }
}


def places_of(built):
    """Return the places of all warnings; each has to be a line of a file that is there."""
    places = [line.partition(": WARNING")[0] for line in built.warning_lines]
    for place in places:
        file, line = re.fullmatch(r"(.+?):(\d+)(?::\d+)?", place).groups()
        assert (built.srcdir / file).is_file(), place
        assert 0 < int(line) <= len((built.srcdir / file).read_text().splitlines()), place
    return places


def test_what_is_wrong_with_a_description_on_the_network_stands_where_docs_json_names_it(
    site, monkeypatch
):
    monkeypatch.setattr(
        Fetcher, "__call__", lambda self, url: json.dumps(API | {"paths": {"/a": UNFIT}})
    )
    page = {"index.md": "---\ntitle: T\n---\n\nWords.\n"}
    built = site(page, config={"api": {"openapi": [REMOTE]}, "name": "T"})

    assert places_of(built) == ["docs.json:13:7"] * len(built.warning_lines)
    assert f"[{REMOTE}#/paths/~1a/get/parameters/0]" in built.warnings
    assert f"[{REMOTE}#/paths/~1a/get/responses/200/content/application~1json/example]" in (
        built.warnings
    )


@pytest.mark.parametrize(
    "config",
    [
        {"api": {"openapi": REMOTE}},
        {"api": {"openapi": ["gone.json", REMOTE]}},
        {"navigation": [{"group": "G", "openapi": REMOTE, "pages": ["index"]}]},
        {"navigation": [{"group": "G", "pages": ["index", "gone.yaml GET /a"]}]},
        {"navigation": [{"group": "G", "pages": ["index", f"{REMOTE} GET /a"]}]},
        {"api": {"openapi": "parts.json"}},
    ],
    ids=repr,
)
def test_a_description_that_is_not_read_is_told_where_it_is_named(site, config):
    parts = API | {"paths": {"/a": {"$ref": f"{REMOTE}#/x"}, "/b": {"$ref": "none.json#/x"}}}
    files = {"index.md": "---\ntitle: T\n---\n\nWords.\n", "parts.json": json.dumps(parts)}
    built = site(files, config=config)

    assert places_of(built)


def test_a_setting_of_conf_py_is_told_at_its_line(tmp_path):
    conf = (
        "extensions = ['sphinx_docsjson']\n"
        "docsjson_conventions = ['nothing-such']\n"
        "docsjson_playground_proxy = 'ftp://a'\n"
        "docsjson_search_indexes = ['https://a.example']\n"
        "docsjson_mermaid = 'gone.js'\n"
    )
    site = {"name": "T", "navigation": [{"group": "G", "pages": ["index"]}]}
    files = {"conf.py": conf, "index.md": "# T\n\nWords.\n", "docs.json": json.dumps(site)}
    source = tmp_path / "source"
    write_files(source, files)
    said = io.StringIO()
    with patch_docutils(str(source)), docutils_namespace():
        out = tmp_path / "out"
        app = Sphinx(source, source, out, out / ".doctrees", "html", status=None, warning=said)
        app.build()

    lines = re.findall(r"conf\.py:(\d+): WARNING: (docsjson_\w+)", said.getvalue())
    assert sorted(lines) == [
        ("2", "docsjson_conventions"),
        ("3", "docsjson_playground_proxy"),
        ("4", "docsjson_search_indexes"),
        ("5", "docsjson_mermaid"),
    ]


def test_each_message_of_the_package_says_where():
    """A new message needs a place, or a reason here why there is none."""
    nowhere = []
    for path in sorted(Path(sphinx_docsjson.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                said = node.func.id in {"warn", "remark", "fail"}
                if said and "location" not in {each.arg for each in node.keywords}:
                    nowhere.append(f"{path.name}:{node.lineno}")
    assert nowhere == []


def test_a_language_without_samples_is_told_at_the_field_that_names_it(site):
    api = {"examples": {"prefill": True, "languages": ["python", "latin"]}}
    config = {"api": api, "name": "T"}
    built = site({"index.md": "---\ntitle: T\n---\n\nWords.\n"}, config=config)

    lines = (built.srcdir / "docs.json").read_text().splitlines()
    (line,) = [n for n, text in enumerate(lines, start=1) if '"languages"' in text]
    assert places_of(built) == [f"docs.json:{line}:7"]
