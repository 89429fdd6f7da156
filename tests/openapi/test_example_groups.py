"""Samples beside the text: one node, the same code in all formats, one open without a script."""

from __future__ import annotations

import json

import pytest
from bs4 import BeautifulSoup
from docutils import nodes

from sphinx_docsjson.ext.openapi.content import examples
from sphinx_docsjson.ext.openapi.content.examples import example_group
from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES, language
from tests._support.building import build_site
from tests._support.inputs import input_data

SPEC = input_data(__file__, "example_groups.yaml")
FILES = {
    "docs.json": json.dumps({"name": "T", "openapi": "api.json", "navigation": ["index"]}),
    "index.md": "# Start\n",
    "api.json": json.dumps(SPEC),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build_site(tmp_path_factory.mktemp("site") / "site", FILES)


@pytest.fixture(scope="module")
def page(built):
    (docname,) = [name for name in built.app.env.found_docs if name.endswith("get-an-order")]
    return docname


def test_a_group_is_one_node_without_children(built, page):
    groups = list(built.doctree(page).findall(example_group))

    assert [len(group["examples"]) for group in groups] == [len(LANGUAGES), 2]
    assert not any(group.children for group in groups)
    assert not list(built.doctree(page).findall(nodes.literal_block))


def test_without_a_script_the_first_sample_is_open_and_the_others_can_be_opened(built, page):
    request, response = built.soup(page).select("aside .dj-code-group")

    assert request.select_one("div.dj-panel > .dj-panel-title").text == "cURL"
    assert [s.text for s in request.select("details.dj-panel:not([open]) > summary")] == [
        language(name)["label"] for name in LANGUAGES[1:]
    ]
    assert [s.text for s in response.select("summary")] == ["404"]
    assert '"id": "<7>"' in response.select_one("div.dj-panel pre").text


def test_the_parameters_come_before_the_samples_and_these_before_the_responses(built, page):
    html = built.text(f"{page}.html")
    places = [
        html.index(mark) for mark in ('id="path-parameters"', "<aside aria", 'id="responses"')
    ]

    assert places == sorted(places)


def test_the_playground_finds_each_sample(built, page):
    soup = built.soup(page)

    assert soup.select_one(".dj-sample-curl pre").text.startswith("curl --request GET")
    assert len(soup.select('[class*="dj-sample-"]')) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("builder", "ending"), [("text", ".txt"), ("docsjson-markdown", ".md"), ("epub", ".xhtml")]
)
def test_other_formats_have_the_code_and_its_titles(tmp_path, builder, ending):
    built = build_site(tmp_path / "site", FILES, builder)
    (file,) = [p for p in built.outdir.rglob(f"get-an-order{ending}") if p.is_file()]
    text = file.read_text(encoding="utf-8")
    text = BeautifulSoup(text, "html.parser").text if builder == "epub" else text

    assert "cURL" in text
    assert "curl --request GET" in text
    assert ("import requests" in text) is (builder == "epub")  # paper has no tabs
    assert '"id": "<7>"' in text


def test_tabs_take_few_bytes(built, page):
    bars = [str(bar) for bar in built.soup(page).select(".dj-tabbar")]

    assert max(map(len, bars)) < 8 * 80


def test_a_twin_has_what_the_nodes_of_a_group_would_give_it(tmp_path, built, page, monkeypatch):
    brief = built.text(f"{page}.md")
    monkeypatch.setattr(examples, "MARKED", "")
    other = build_site(tmp_path / "site", FILES)

    assert "```bash\ncurl" in brief
    first, _others, rest = brief.partition("Other languages: ")
    assert other.text(f"{page}.md").startswith(first.rstrip())
    assert other.text(f"{page}.md").endswith(rest.partition("\n")[2])


def test_a_long_response_example_is_whole_and_opens_without_a_script(tmp_path):
    listed = [{"id": number, "name": f"<Item {number}>"} for number in range(400)]
    spec = json.loads(json.dumps(SPEC))
    responses = spec["paths"]["/orders/{id}"]["get"]["responses"]
    responses["200"]["content"]["application/json"]["example"] = listed
    built = build_site(tmp_path / "site", {**FILES, "api.json": json.dumps(spec)})
    (docname,) = [name for name in built.app.env.found_docs if name.endswith("get-an-order")]

    code = built.soup(docname).select_one('[aria-label="Response"] .dj-code')
    begin, rest = code.select_one(".highlight pre"), code.select_one("details > pre")
    assert code.select_one("details > summary").text == "Show all"
    assert begin.text.startswith('[\n  {\n    "id": 0')
    assert len(begin.text) < 8_100
    assert json.loads(begin.text.rstrip("\n") + "\n" + rest.text) == listed
    assert json.dumps(listed, indent=2) in built.text(f"{docname}.md")


def test_no_sample_is_left_out_because_it_is_long(tmp_path):
    """Beyond a limit code has no colours; the page has each language whole, the twin the first."""
    spec = json.loads(json.dumps(SPEC))
    body = {"words": [f"word {number}" for number in range(900)]}
    spec["paths"]["/orders/{id}"]["get"]["requestBody"] = {
        "content": {"application/json": {"example": body}, "application/xml": {"example": "<a/>"}}
    }
    built = build_site(tmp_path / "site", {**FILES, "api.json": json.dumps(spec)})
    (docname,) = [name for name in built.app.env.found_docs if name.endswith("get-an-order")]
    samples = built.soup(docname).select('[class*="dj-sample-"]:not(.dj-sample-body)')
    twin = built.text(f"{docname}.md")

    assert len(samples) == len(LANGUAGES)
    assert all("word 899" in sample.text for sample in samples)
    coloured = [bool(sample.select("pre span[class]")) for sample in samples]
    assert coloured == [True] + [False] * (len(LANGUAGES) - 1)
    assert "word 899" in twin.partition("```bash\n")[2].partition("```")[0]
