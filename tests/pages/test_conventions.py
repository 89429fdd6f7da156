"""The page conventions are reported where they are broken, when they are asked for."""

from __future__ import annotations

import json
import sys

import pytest

from sphinx_docsjson.pages import checks
from sphinx_docsjson.pages.checks import find_secrets, first_level_headings

HEAD = "---\ntitle: Title\ndescription: What it is.\n---\n\n"
KEY = "AKIA" + "QWERTYUIOPASDFGH"

BROKEN = {
    "front-matter-missing": ("---\ntitle: Title\n---\n\nText.\n", "index.md:1:"),
    "heading-one": (HEAD + "Text.\n\n# Again\n", "index.md:8:"),
    "image-frame": (HEAD + "![A](https://example.com/a.png)\n", "index.md:6:"),
    "image-alt": (HEAD + "Text.\n\n![](https://example.com/a.png)\n", "index.md:8:"),
    "link-text": (HEAD + "Click [here](https://example.com).\n", "index.md:6:"),
    "secret": (HEAD + f"```bash\nexport KEY={KEY}\n```\n", "index.md:"),
    "example-place": (
        HEAD + "<RequestExample>\n```bash\ncurl x\n```\n</RequestExample>\n",
        "index.md:",
    ),
}

KEPT = (
    HEAD + "## Part\n\nSee the [guide](https://example.com).\n\n<Frame>\n"
    "![A picture](https://example.com/a.png)\n</Frame>\n\n"
    "```bash\n# a comment\nexport KEY=<API_KEY>\n```\n"
)


def found(built):
    return [line for line in built.warning_lines if "docsjson." in line]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_convention_is_reported_with_its_place(site, name):
    page, place = BROKEN[name]
    lines = found(site({"index.md": page}, conf={"docsjson_conventions": [name]}))

    assert len(lines) == 1
    assert lines[0].startswith(place)
    assert lines[0].endswith(f"[docsjson.{name}]")


@pytest.mark.parametrize("name", BROKEN)
def test_no_convention_is_reported_unasked(site, name):
    assert found(site({"index.md": BROKEN[name][0]})) == []


@pytest.mark.parametrize("name", BROKEN)
def test_each_convention_can_be_suppressed(site, name):
    conf = {"docsjson_conventions": "all", "suppress_warnings": [f"docsjson.{name}"]}
    lines = found(site({"index.md": BROKEN[name][0]}, conf=conf))

    assert not any(f"docsjson.{name}]" in line for line in lines)


def test_a_page_that_keeps_them_is_not_reported(site):
    assert found(site({"index.md": KEPT}, conf={"docsjson_conventions": "all"})) == []


def test_examples_belong_on_endpoint_pages(site):
    page = BROKEN["example-place"][0].replace("---\n\n", "api: GET /x\n---\n\n", 1)

    assert found(site({"index.md": page}, conf={"docsjson_conventions": ["example-place"]})) == []


def test_an_operation_gives_its_page_a_title_and_nothing_else_does(site):
    operation = {"summary": "List pets", "responses": {"200": {"description": "Pets."}}}
    described = {
        "openapi": "3.1.0",
        "info": {"title": "Pets", "version": "1"},
        "paths": {"/pets": {"get": operation}},
    }
    files = {
        "api.json": json.dumps(described),
        "index.md": "---\ndescription: Home.\n---\n\nText.\n",
        "list.md": "---\nopenapi: api.json GET /pets\ndescription: All pets.\n---\n",
    }
    lines = found(site(files, conf={"docsjson_conventions": ["front-matter-missing"]}))

    (line,) = lines
    assert line.startswith("index.md:1: WARNING: the page has no title: ")


def test_an_unknown_name_is_reported_with_the_known_ones(site):
    lines = found(site({"index.md": KEPT}, conf={"docsjson_conventions": "image-alt, nonsense"}))

    assert len(lines) == 1
    assert "'nonsense'" in lines[0]
    assert "image-alt" in lines[0]


def test_a_missing_detector_is_reported_once(site, monkeypatch):
    checks.detector.cache_clear()
    monkeypatch.setitem(sys.modules, "detect_secrets.core.plugins.util", None)
    lines = found(site({"index.md": KEPT}, conf={"docsjson_conventions": ["secret"]}))
    checks.detector.cache_clear()

    assert len(lines) == 1
    assert 'pip install "sphinx-docsjson[conventions]"' in lines[0]


def test_headings_in_code_and_comments_in_front_matter_are_no_headings():
    source = "---\n# comment\ntitle: x\n---\n\n~~~~\n# a\n~~~\n# b\n~~~~\n\n# c\n"

    assert list(first_level_headings(source)) == [12]


@pytest.mark.parametrize(
    "code",
    ["Authorization: Bearer <API_KEY>", "AKIA" + "IOSFODNN7EXAMPLE", "https://user:password@x.io"],
)
def test_placeholders_are_no_secrets(code):
    assert list(find_secrets(code)) == []


def test_every_convention_has_a_test():
    assert {kind.value for kind in checks.CONVENTIONS} == set(BROKEN)


@pytest.mark.parametrize("out", ["source/docs/_build/html", "out"])
def test_no_convention_is_asked_of_generated_pages(site, tmp_path, out):
    spec = """openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /orders: {get: {summary: List orders, responses: {"200": {description: Orders.}}}}
"""
    config = {"api": {"openapi": "openapi.yaml"}, "navigation": [{"group": "G", "pages": ["a"]}]}
    built = site(
        {"a.md": HEAD + "Text.\n", "openapi.yaml": spec},
        config=config,
        srcdir=tmp_path / "source" / "docs",
        outdir=tmp_path / out,
        conf={"docsjson_conventions": "all"},
    )

    assert len(built.app.env.found_docs) == 4
    assert built.warning_lines == []
