"""The table of extensions in the documentation: what each row says happens."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from tests._support.building import build_site

TABLE = Path(__file__).parents[2] / "docs" / "api" / "extensions.md"
ROW = re.compile(r"^\| `(x-[\w-]+)` \| ([\w ,]+) \| (.*) \| `(.*)` \|$", re.MULTILINE)
ROWS = ROW.findall(TABLE.read_text(encoding="utf-8"))

WITHOUT = ("", "operation", "", "{}")


def spec_with(where, extension):
    """Return a description that has an extension at one place."""
    first = where.split(",")[0].strip()
    places = ("schema", "schema of other keys", "tag")
    more = {place: extension if place == first else {} for place in places}
    kind = {"type": "string", "enum": ["fern", "moss"], **more["schema"]}
    sort = {"name": "sort", "in": "query", "schema": kind}
    plant = {
        "type": "object",
        "properties": {"id": {"type": "integer"}},
        "additionalProperties": {"type": "string", **more["schema of other keys"]},
    }
    fine = {"description": "Fine.", "content": {"application/json": {"schema": plant}}}
    scheme = {"type": "apiKey", "in": "header", "name": "X-Key"}
    operation = {
        "summary": "List plants",
        "tags": ["plants"],
        "parameters": [sort],
        "responses": {"200": fine},
        "deprecated": "x-deprecated-reason" in extension,
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Plants", "version": "1"},
        "security": [{"key": []}],
        "tags": [{"name": "beds"}, {"name": "plants", **more["tag"]}],
        "paths": {
            "/plants": {"get": operation | (extension if first == "operation" else {})},
            "/beds": {"get": {"summary": "List beds", "tags": ["beds"], "responses": {}}},
        },
        "components": {
            "securitySchemes": {"key": scheme | (extension if "security" in first else {})}
        },
    } | (extension if first == "file" else {})


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Every row is a description of its own, in one site."""
    files = {"index.md": "# Start\n", "start/try.md": "# My page\n"}
    groups = [{"group": "Start", "pages": ["index", "start/try"]}]
    for number, (_name, where, _says, example) in enumerate([*ROWS, WITHOUT]):
        files[f"row{number}.json"] = json.dumps(spec_with(where, yaml.safe_load(example)))
        openapi = {"source": f"row{number}.json", "directory": f"row{number}"}
        groups.append({"group": f"Row {number}", "openapi": openapi})
    config = {"name": "T", "navigation": {"groups": groups}}
    config["api"] = {"examples": {"prefill": True}}
    files["docs.json"] = json.dumps(config)
    return build_site(tmp_path_factory.mktemp("rows") / "site", files)


class Row:
    """What was built of a row."""

    def __init__(self, built, number):
        self.built, self.folder = built, f"row{number}"
        self.title = f"Row {number}"

    def page(self, name="plants/list-plants"):
        return self.built.soup(f"{self.folder}/{name}")

    def exists(self, name="plants/list-plants"):
        return (self.built.outdir / self.folder / f"{name}.html").is_file()

    def sidebar(self):
        groups = self.built.soup("index").select(".dj-group")
        found = (g for g in groups if g.h2 and g.h2.get_text(strip=True) == self.title)
        return next(found).get_text(" ", strip=True)

    def data(self):
        return json.loads(self.page().select_one(".dj-playground script").string)

    def text(self, name="plants/list-plants"):
        return " ".join(self.page(name).article.get_text(" ").split())


def is_hidden(row):
    return (
        row.exists() and "List plants" not in row.sidebar() and "noindex" in str(row.page().head)
    )


def is_gone(row):
    return not row.exists() and "List plants" not in row.sidebar()


def is_called(row):
    return "Green things" in row.sidebar() and "Green things" in row.text("plants")


EXPECTED = {
    "x-hidden: true": is_hidden,
    "x-mint: {groups: [staff]}": is_hidden,
    "x-excluded: true": is_gone,
    "x-internal: true": is_gone,
    "x-scalar-ignore: true": is_gone,
    "x-mint: {href: /start/try}": lambda row: not row.exists() and "My page" in row.sidebar(),
    "x-mint: {metadata: {title: Another title}}": lambda row: "Another title" in row.text(),
    'x-mint: {content: "Read **this** first."}': lambda row: (
        row.page().article.find("strong", string="this") is not None
    ),
    "x-badges: [{name: Early access}]": lambda row: (
        row.page().select_one(".dj-api-badges .dj-tag").text == "Early access"
    ),
    "x-codeSamples: [{lang: bash, source: plants list}]": lambda row: (
        "plants list" in row.text() and "curl" not in row.text()
    ),
    "x-stability: experimental": lambda row: "operation: experimental" in row.text(),
    "x-beta: true": lambda row: "operation: beta" in row.text(),
    "x-tagGroups: [{name: Everything, tags: [plants, beds]}]": lambda row: (
        "Everything" in row.sidebar() or "Everything" in row.text("overview")
    ),
    "x-displayName: Green things": is_called,
    "x-group: Green things": is_called,
    "x-page-title: Green things": is_called,
    "x-parent: beds": lambda row: "plants" in row.text("beds"),
    "x-traitTag: true": lambda row: not row.exists("plants"),
    "x-enumDescriptions: {fern: No flowers}": lambda row: "fern No flowers" in row.text(),
    "x-enum-varnames: [FERN_PLANT, MOSS_PLANT]": lambda row: "fern FERN_PLANT" in row.text(),
    "x-additionalPropertiesName: label": lambda row: "{label} string" in row.text(),
    'x-deprecated-reason: "Use *shade*."': lambda row: (
        row.page().select_one(".dj-deprecated em").text == "shade"
    ),
    "x-mint-enum: {moss: [staff]}": lambda row: "moss" not in row.text().replace("moss-", ""),
    "x-mint: {pre: [beta], post: [EU only]}": lambda row: "beta sort string EU only" in row.text(),
    "x-default: moss": lambda row: row.data()["values"] == {"query:sort": "moss"},
    "x-default: try-me": lambda row: row.data()["schemes"]["key"]["initial"] == "try-me",
}


def test_every_row_is_tried():
    assert [row[3] for row in ROWS] == [*dict.fromkeys(row[3] for row in ROWS)]
    assert {row[3] for row in ROWS} == set(EXPECTED)


@pytest.mark.parametrize("number", range(len(ROWS)), ids=[row[3] for row in ROWS])
def test_a_row_does_what_it_says(built, number):
    assert EXPECTED[ROWS[number][3]](Row(built, number))


@pytest.mark.parametrize("example", EXPECTED)
def test_nothing_of_it_happens_without_the_extension(built, example):
    try:
        happens = EXPECTED[example](Row(built, len(ROWS)))
    except (AttributeError, KeyError, StopIteration):
        happens = False
    assert not happens


def test_text_of_a_description_is_read_as_a_page_only_where_it_is_trusted(site):
    tip = "<Tip>Use <b>this</b>.</Tip>\n\n```{include} /conf.py\n```\n"
    spec = spec_with("operation", {"x-mint": {"content": tip}})
    files = {"api.json": json.dumps(spec), "conf.py": "SECRET = 1\n", "index.md": "# A\n"}
    config = {"openapi": "api.json", "navigation": [{"group": "A", "pages": ["index"]}]}
    page = "api-reference/plants/list-plants"

    plain = site(files, config=config).article(page)
    assert "Use this." in plain.get_text()
    assert "<Tip>" not in plain.get_text()
    assert plain.select(".dj-callout-tip")
    assert "SECRET" not in plain.get_text()
    trusted = site(files, config=config, conf={"docsjson_openapi_content": True}).article(page)
    assert "SECRET" in trusted.get_text()


@pytest.mark.parametrize(
    ("builder", "suffix", "callout"),
    [
        ("html", "api-reference/plants/list-plants.html", 'class="dj-callout dj-callout-warning'),
        ("html", "api-reference/plants/list-plants.md", "> **Warning**"),
        ("latex", ".tex", "{sphinxadmonition}{warning}"),
    ],
)
def test_a_callout_is_drawn_in_each_text_of_a_description(site, builder, suffix, callout):
    spec = spec_with("operation", {})
    operation = spec["paths"]["/plants"]["get"]
    operation["description"] = "Lists. <Warning>Costs *water*.</Warning>"
    operation["parameters"][0]["description"] = "Sorts. <Note>Slow &amp; sure.</Note>"
    files = {"api.json": json.dumps(spec), "index.md": "# A\n"}
    config = {"openapi": "api.json", "navigation": [{"group": "A", "pages": ["index"]}]}
    built = site(files, builder, config=config)

    (path,) = [each for each in built.outdir.rglob("*") if str(each).endswith(suffix)]
    text = path.read_text(encoding="utf-8")
    assert callout in text
    assert not re.search(r"(<|&lt;)/?(Warning|Note)", text)
    assert "Costs" in text
    assert re.search(r"Slow \\?&(amp;)? sure", text)
