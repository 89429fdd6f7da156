"""A specification becomes pages: generated ones, bound ones, and pages of schemas."""

from __future__ import annotations

import json
import re

import pytest
from bs4 import BeautifulSoup

from sphinx_docsjson.ext.openapi.content.fields_html import FieldWriter
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.pages.navigation import groups_of
from sphinx_docsjson.ext.openapi.schema.fieldtree import Field
from tests._support.building import build_site
from tests._support.inputs import input_data

SPEC = input_data(__file__, "pages.yaml")

INDEX = "---\ntitle: Hello\ndescription: Start.\n---\n\nText.\n"


def files(spec=SPEC, config=None, **more):
    settings = {
        "name": "Test",
        "openapi": "api.json",
        "navigation": [{"group": "Start", "pages": ["index"]}],
    }
    settings.update(config or {})
    return {
        "docs.json": json.dumps(settings),
        "api.json": json.dumps(spec),
        "index.md": INDEX,
        **more,
    }


@pytest.fixture(scope="module")
def plants(tmp_path_factory):
    return build_site(tmp_path_factory.mktemp("plants") / "site", files())


def test_a_specification_of_the_config_gives_a_page_for_each_operation(plants):
    assert plants.warning_lines == []
    page = plants.article("api-reference/plants/get-a-plant")
    assert page.h1.get_text(strip=True).startswith("Get a plant")
    assert page.select_one(".dj-method").text == "GET"
    assert "https://api.example.com/v1/plants/{id}" in page.select_one(".dj-endpoint").text
    assert page.select_one("h1 + .dj-endpoint ~ .dj-lead strong").text == "one"
    assert {field["id"] for field in page.select(".dj-field")} >= {"path-id", "query-lang"}
    statuses = [label.get_text(strip=True) for label in page.select(".dj-panel-title")]
    assert statuses[-2:] == ["200", "404"]
    assert "curl" in page.text
    ids = [element["id"] for element in page.select("[id]")]
    assert len(ids) == len(set(ids))


def test_pages_stand_in_the_navigation_in_the_order_of_the_tags(plants):
    groups = [
        (
            group.h2.get_text(strip=True) if group.h2 else "",
            [a.get_text(" ", strip=True) for a in group.select("li a")],
        )
        for group in plants.soup("index").select(".dj-group")
    ]
    assert groups[1:] == [
        ("", ["Plants"]),
        ("Beds", ["POST Create bed Deprecated"]),
        ("Plants", ["GET Get a plant"]),
        ("Webhooks", ["HOOK Frost is coming"]),
        ("Schemas", ["Plant"]),
    ]


@pytest.mark.parametrize(
    ("paths", "titles"),
    [
        (("/v1/a", "/v1/b", "/v1/b/{id}/c", "/d"), ["Operations"]),
        (("/v1/b", "/v1/b/{id}", "/d", "/d/{id}", "/e"), ["B", "D", "E"]),
        (("/a",), ["A"]),
    ],
)
def test_paths_make_groups_where_most_groups_have_several_operations(paths, titles):
    described = {"openapi": "3.1.0", "paths": {path: {"get": {}} for path in paths}}
    spec = specification(described, "api.yaml")
    assert [group.title for group in groups_of(spec)] == titles


def test_the_line_of_an_operation_leads_to_its_servers_where_there_are_several(site):
    servers = [{"url": f"https://{name}.example"} for name in ("a", "b", "c")]
    page = site(files({**SPEC, "servers": servers})).article("api-reference/plants/get-a-plant")
    link = page.select_one(".dj-endpoint-path > .dj-endpoint-base + a")
    assert link.text == "Servers (3)"
    assert page.select_one(f"section{link['href']} > .dj-servers")


def test_a_long_union_is_shown_as_its_types():
    field = Field(name="a", type="string | (Pet | Dog)[] | DeletedCustomer | LongName | null")
    shown = FieldWriter(url_of=lambda _target: None).tree(field)
    types = BeautifulSoup(shown, "html.parser").select(".dj-field-head > span")
    assert " | ".join(each.text for each in types) == field.type
    assert [each.text for each in types][1] == "(Pet | Dog)[]"


def test_nothing_is_written_into_the_source_tree(plants):
    assert {path.name for path in plants.srcdir.iterdir()} == set(files())


def test_a_page_that_names_its_operation_keeps_its_own_text(site):
    built = site(
        files(
            config={"navigation": [{"group": "A", "pages": ["index", "plants/one"]}]},
            **{"plants/one.mdx": "---\nopenapi: get /plants/{id}\n---\n\nOwn **words**.\n"},
        )
    )

    assert built.warning_lines == []
    page = built.article("plants/one")
    assert page.h1.get_text(strip=True).startswith("Get a plant")
    assert "Own words." in page.text
    assert page.select_one("#response-200-id") is not None
    assert not (built.outdir / "api-reference/plants/get-a-plant.html").exists()


def test_front_matter_wins_over_the_specification(site):
    front = "---\ntitle: Mine\ndescription: My words.\nopenapi: GET /plants/{id}\n---\n"
    built = site(files(**{"one.md": front}))

    page = built.article("one")
    assert page.h1.get_text(strip=True).startswith("Mine")
    assert page.select_one(".dj-lead").text == "My words."
    assert "Returns one plant." not in page.text


def test_specifications_are_found_when_pages_name_operations(site):
    config = {"openapi": None, "navigation": [{"group": "A", "pages": ["index", "one"]}]}
    sources = files(config=config, **{"one.md": "---\nopenapi: api GET /plants/{id}\n---\n"})
    sources["docs.json"] = json.dumps(
        {key: value for key, value in json.loads(sources["docs.json"]).items() if value}
    )

    built = site(sources)

    assert built.warning_lines == []
    assert built.article("one").select_one(".dj-method").text == "GET"


def test_the_navigation_may_name_operations(site):
    pages = ["index", "GET /plants/{id}", "webhook frost"]
    built = site(files(config={"navigation": [{"group": "A", "pages": pages}]}))

    assert built.warning_lines == []
    entries = [a.get_text(" ", strip=True) for a in built.soup("index").select(".dj-group a")]
    assert entries == ["Hello", "GET Get a plant", "HOOK Frost is coming"]


def test_an_unknown_operation_names_the_nearest_ones(site):
    built = site(files(**{"one.md": "---\ntitle: One\nopenapi: GET /plant/{id}\n---\n\nText.\n"}))

    (line,) = [line for line in built.warning_lines if "openapi-operation" in line]
    assert line.startswith("one.md:3: WARNING")
    assert "did you mean GET /plants/{id}?" in line
    assert "Text." in built.article("one").text


def large(count):
    properties = {f"field{i}": {"type": "string", "description": "x" * 300} for i in range(count)}
    return {"type": "object", "properties": properties}


def with_schemas(**schemas):
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Top"}}}
    operation = {
        "summary": "Read",
        "responses": {"200": {"description": "", "content": content}},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": operation}},
        "components": {"schemas": schemas},
    }


@pytest.fixture(scope="module")
def schemas(tmp_path_factory):
    """A page whose types are too large for it, and have pages of their own."""

    def ref(name):
        return {"$ref": f"#/components/schemas/{name}"}

    texts = {
        "Big": "",
        "Told": "First.\n\nSecond.",
        "Heading": "# First\n\nSecond.",
        "Listed": "- First\n- Second.",
        "Own": "What it is.",
    }
    short = {"type": "string", "maxLength": 9}
    properties = {name.lower(): ref(name) for name in texts}
    properties["choice"] = {"anyOf": [short, ref("Big")]}
    properties["worded"] = {"oneOf": [{**ref("Big"), "description": "Own words."}, short]}
    spec = with_schemas(
        Top={"type": "object", "properties": properties},
        **{name: {**large(85), "description": text} for name, text in texts.items()},
    )
    page = "---\nopenapi-schema: api.json Own\n---\n\nOwn text.\n\n## Own section\n"
    return build_site(tmp_path_factory.mktemp("schemas") / "site", files(spec, **{"own.md": page}))


def test_a_schema_that_is_too_large_for_the_page_gets_a_page_of_its_own(schemas):
    assert schemas.warning_lines == []
    link = schemas.article("api-reference/read").select_one(
        "#response-200-big > .dj-field-head > span > a"
    )
    assert link["href"] == "schemas/big.html"
    schema = schemas.article("api-reference/schemas/big")
    assert schema.h1.get_text(strip=True).startswith("Big")
    assert schema.select_one("#field-field84")


def test_a_type_in_a_choice_takes_a_line_with_its_limits_or_the_way_to_its_page(schemas):
    page = schemas.article("api-reference/read")
    lines = page.select("#response-200-choice > .dj-variants > div.dj-variant")
    assert [" ".join(line.get_text(" ").split()) for line in lines] == [
        "string length: at most 9",
        "Big",
    ]
    assert lines[1].a["href"] == "schemas/big.html"


def test_a_linked_type_with_words_of_its_own_can_be_read_and_followed(schemas):
    page = schemas.article("api-reference/read")
    line = page.select_one("#response-200-worded div.dj-variant")
    assert line.a["href"] == "schemas/big.html"
    assert "Own words." in line.get_text()
    assert page.select("summary a") == []


def test_the_description_of_a_schema_leads_its_page_and_stands_there_once(schemas):
    page = schemas.article("api-reference/schemas/told")
    assert page.select_one("p.dj-lead").get_text() == "First."
    assert page.get_text().count("Second.") == 1
    assert page.get_text().count("First.") == 1


@pytest.mark.parametrize("name", ["heading", "listed"])
def test_a_description_that_starts_otherwise_has_no_lead(schemas, name):
    page = schemas.article(f"api-reference/schemas/{name}")
    assert page.select("p.dj-lead") == []
    assert page.get_text().count("First") == 1


def test_the_page_of_a_schema_keeps_its_own_text_below_the_lead(schemas):
    shown = [node.get_text() for node in schemas.article("own").select("h1 ~ p, section > h2")]
    assert shown[:2] == ["What it is.", "Own text."]


def test_every_field_of_a_huge_schema_is_on_the_page_most_behind_a_disclosure(site):
    built = site(files(with_schemas(Top=large(1_500))))

    text = built.text("api-reference/read.html")
    assert [i for i in range(1_500) if f">field{i}</code>" not in text] == []
    assert text.count(" more fields</summary>") == 1


BUILDERS = ["text", "latex", "man", "texinfo", "gettext", "epub", "dirhtml", "singlehtml", "xml"]


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_builder_writes_the_pages(site, builder):
    built = site(files(), builder)

    assert built.warning_lines == []


def test_text_holds_every_field(site):
    built = site(files(), "text")

    text = built.text("api-reference/plants/get-a-plant.txt")
    assert "lang" in text
    assert "Its id." in text


def test_the_markdown_twin_holds_every_field(plants):
    text = plants.text("api-reference/plants/get-a-plant.md")

    assert re.search(r"- `id` .*string.*required.*Its id", text)
    assert "`de`" in text


def test_two_processes_write_the_same_pages_as_one(site, plants):
    two = site(files(), parallel=2)

    for path in plants.outdir.rglob("*.html"):
        name = path.relative_to(plants.outdir)
        assert (two.outdir / name).read_text() == path.read_text(), name


def test_a_changed_description_reads_one_page_again(site, tmp_path):
    source = tmp_path / "src"
    site(files(), srcdir=source)
    changed = json.loads(json.dumps(SPEC))
    changed["paths"]["/plants/{id}"]["get"]["description"] = "Returns the plant."

    built = site(files(changed), srcdir=source)

    assert "api-reference/plants/get-a-plant" in built.status
    assert "0 added, 1 changed, 0 removed" in built.status
    assert "Returns the plant." in built.article("api-reference/plants/get-a-plant").text


def test_a_changed_schema_reads_the_pages_that_show_it(site, tmp_path):
    source = tmp_path / "src"
    site(files(), srcdir=source)
    changed = json.loads(json.dumps(SPEC))
    changed["components"]["schemas"]["Plant"]["properties"]["id"]["description"] = "New words."

    built = site(files(changed), srcdir=source)

    assert "0 added, 2 changed, 0 removed" in built.status
    assert "New words." in built.article("api-reference/plants/get-a-plant").text
    assert "New words." in built.article("api-reference/schemas/plant").text


def test_a_build_without_a_change_reads_nothing(site, tmp_path):
    source = tmp_path / "src"
    site(files(), srcdir=source)

    assert "0 added, 0 changed, 0 removed" in site(files(), srcdir=source).status


def test_a_hand_written_endpoint_shows_its_request(site):
    body = (
        "---\ntitle: Make\napi: POST /users/{id}\n---\n\n"
        '<ParamField path="id" type="string" required>The id.</ParamField>\n\n'
        '<ParamField body="name" type="string" required default="Ada">The name.</ParamField>\n\n'
        '<ParamField body="street" type="string" required placeholder="Kaai">A</ParamField>\n\n'
        '<Param body="city" type="string" required placeholder="Ghent">Where.</Param>\n'
    )
    config = {
        "openapi": None,
        "api": {"baseUrl": "https://api.example.com", "auth": {"method": "bearer"}},
        "navigation": [{"group": "A", "pages": ["index", "make"]}],
    }
    sources = files(config=config, **{"make.md": body})
    settings = {k: v for k, v in json.loads(sources["docs.json"]).items() if v is not None}
    built = site({**sources, "docs.json": json.dumps(settings)})

    assert built.warning_lines == []
    page = built.article("make")
    assert "https://api.example.com/users/{id}" in page.select_one(".dj-endpoint").text
    assert "Authorization: Bearer" in page.text
    assert '"name": "Ada"' in page.text
    assert '"city": "Ghent"' in page.text
    assert '"street": "Kaai"' in page.text


def test_each_parameter_of_a_hand_written_endpoint_has_a_value_of_its_own_type(site):
    head = "---\ntitle: Make\napi: POST https://api.example.com/users/{id}\n---\n\n"
    fields = (
        '<ParamField query="count" type="integer" required>How many.</ParamField>\n\n'
        '<ParamField query="all" type="boolean" required>Whether all.</ParamField>\n'
    )
    navigation = [{"group": "A", "pages": ["make"]}]
    settings = {"name": "S", "navigation": {"groups": navigation}}
    built = site({"docs.json": json.dumps(settings), "make.md": head + fields})

    assert "/users/{id}?count=1&all=true" in built.article("make").text


def test_a_hand_written_endpoint_can_authenticate_in_its_own_way(site):
    ways = ("key", "Basic", "none", "magic")
    pages = {f"{way}.md": f"---\ntitle: A\napi: GET /a\nauthMethod: {way}\n---\n" for way in ways}
    settings = {
        "name": "S",
        "api": {"baseUrl": "https://api.example.com", "auth": {"method": "bearer"}},
        "navigation": [{"group": "A", "pages": list(ways)}],
    }
    built = site({"docs.json": json.dumps(settings), **pages})

    sample = {way: built.article(way).text for way in ways}
    assert "x-api-key: " in sample["key"]
    assert "USERNAME" in sample["Basic"]
    assert not re.search("Authorization|x-api-key", sample["none"])
    assert "Authorization: Bearer" in sample["magic"]


def one_operation(**operation):
    info = {"title": "T", "version": "1"}
    return json.dumps({"openapi": "3.1.0", "info": info, "paths": {"/a": {"get": operation}}})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot be read"),
        ('{"openapi": "2.5"}', "is not supported"),
        (one_operation(parameters=[{"$ref": "#/x"}]), "there is nothing at"),
        (
            one_operation(responses={"200": {"content": {"a/b": {"schema": 3}}}}),
            "must be an object",
        ),
    ],
)
def test_a_bad_specification_costs_a_located_warning(site, content, message):
    built = site({**files(), "api.json": content})

    assert any(line.startswith("api.json") and message in line for line in built.warning_lines)
    assert "Text." in built.article("index").text


def test_text_of_a_specification_cannot_become_markup(site):
    evil = json.loads(json.dumps(SPEC))
    attack = "<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))"
    operation = evil["paths"]["/plants/{id}"]["get"]
    operation["summary"] = operation["description"] = attack
    operation["parameters"][1]["schema"] = {"enum": [attack], "default": attack, "title": attack}
    operation["responses"]["200"]["description"] = attack
    evil["components"]["schemas"]["Plant"]["properties"][attack] = {"description": attack}

    built = site(files(evil))

    for path in built.outdir.rglob("api-reference/**/*.html"):
        page = built.soup(path.relative_to(built.outdir).with_suffix("").as_posix())
        assert not [s for s in page.select("script") if "alert" in s.text and not s.get("type")]
        assert not page.select("[onerror], [href^='javascript:']")


def test_a_role_leads_to_the_page_of_an_operation(site):
    text = (
        "---\ntitle: T\ndescription: T\n---\n\n"
        "{docsjson:op}`GET /plants/{id}`, {docsjson:op}`make <POST /beds>`, "
        "{docsjson:op}`GET /bed`.\n"
    )
    built = site(files(**{"index.md": text}))

    links = {a.text: a["href"] for a in built.article("index").select("a.reference")}
    assert links == {
        "GET /plants/{id}": "api-reference/plants/get-a-plant.html",
        "make": "api-reference/beds/post-beds.html",
    }
    (line,) = built.warning_lines
    assert line.startswith("index.md:6: WARNING: no page shows the operation 'GET /bed'")
    assert "did you mean" not in line  # another method and another path: no slip


def test_a_schema_may_have_a_page_that_an_author_places(site):
    page = "---\nopenapi-schema: Plant\n---\n\nOwn words.\n"
    built = site(files(**{"models/plant.md": page}))

    assert built.article("models/plant").select_one("#field-id") is not None
    assert "Own words." in built.article("models/plant").text


@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_another_theme_gets_the_style_sheet_of_the_pages(site, theme):
    built = site(files(), conf={"html_theme": theme})

    assert built.warning_lines == []
    page = built.soup("api-reference/plants/get-a-plant")
    assert any("api.css" in link["href"] for link in page.select("link[rel=stylesheet]"))
    assert ".dj-endpoint" in built.text("_static/api.css")
    assert "@layer" not in built.text("_static/api.css")


def test_a_link_of_a_response_leads_to_its_operation(site):
    spec = json.loads(json.dumps(SPEC))
    ok = spec["paths"]["/plants/{id}"]["get"]["responses"]["200"]
    ok["links"] = {
        "more": {"operationId": "createBed", "parameters": {"id": "$response.body#/id"}}
    }

    page = site(files(spec)).article("api-reference/plants/get-a-plant")

    link = next(a for a in page.select("a") if a.text == "Create bed")
    assert link["href"] == "../beds/post-beds.html"


def test_each_method_of_a_webhook_has_a_page(site):
    responses = {"responses": {"200": {"description": "ok"}}}
    spec = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "webhooks": {
            "told": {
                "put": {"summary": "Told again", **responses},
                "post": {"summary": "Told", **responses},
            }
        },
    }
    config = json.dumps({"name": "T", "openapi": "api.json", "navigation": ["index"]})
    built = site({"index.md": "# T\n", "docs.json": config, "api.json": json.dumps(spec)})
    assert built.warning_lines == []
    links = built.soup("index").select(".dj-sidebar a[href*=told]")
    assert [link["href"].rsplit("/")[-1] for link in links] == ["told-again.html", "told.html"]
    methods = [
        built.article(f"api-reference/{name}").select_one(".dj-method").text
        for name in ("told-again", "told")
    ]
    assert methods == ["PUT", "POST"]


def test_a_tag_in_two_groups_has_its_pages_once(site):
    spec = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "tags": [{"name": "cats"}, {"name": "dogs"}],
        "x-tagGroups": [
            {"name": "All", "tags": ["cats", "dogs"]},
            {"name": "B", "tags": ["dogs"]},
        ],
        "paths": {
            f"/{name}": {"get": {"tags": [name], "operationId": name, "responses": {}}}
            for name in ("cats", "dogs")
        },
    }
    built = site({"index.md": "# A\n", "a.json": json.dumps(spec)}, config={"openapi": "a.json"})

    pages = sorted(path.stem for path in (built.outdir / "api-reference").rglob("*.html"))
    assert pages == ["cats", "dogs", "get-cats", "get-dogs", "overview"]


BODY = {"schema": {"$ref": "#/components/schemas/Plant"}}


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ({"application/json": BODY}, ["application/json Plant required no other fields"]),
        (
            {"application/json": BODY, "application/xml": BODY},
            ["application/json, application/xml Plant required no other fields"],
        ),
        (
            {"application/json": BODY, "text/plain": {"schema": {"type": "string"}}},
            ["application/json Plant required no other fields", "text/plain string required"],
        ),
    ],
)
def test_one_line_says_what_a_body_is(site, content, lines):
    spec = json.loads(json.dumps(SPEC))
    spec["components"]["schemas"]["Plant"]["additionalProperties"] = False
    spec["paths"]["/beds"]["post"]["requestBody"] = {"required": True, "content": content}
    body = site(files(spec)).article("api-reference/beds/post-beds").find(id="request-body")

    found = body.select(".dj-media-type")
    assert [" ".join(line.get_text().split()) for line in found] == lines
    assert body.select("p:not(.dj-media-type) > .dj-field-required") == []
    assert body.select(".dj-fields > p") == []


def test_what_a_body_and_its_schema_say_in_the_same_words_stands_there_once(site):
    spec = json.loads(json.dumps(SPEC))
    text = spec["components"]["schemas"]["Plant"]["description"] = "All of a bed."
    body = {"description": text, "content": {"application/json": BODY}}
    spec["paths"]["/beds"]["post"]["requestBody"] = body
    shown = site(files(spec)).article("api-reference/beds/post-beds").find(id="request-body")

    assert shown.find("p", recursive=False)["class"] == ["dj-media-type"]
    assert shown.select_one(".dj-field-text").text.strip() == text


@pytest.mark.parametrize("written", ["GET /x", "get /x ", "'GET /x '", "api.json GET /x"])
def test_an_operation_whose_path_ends_with_a_space_is_found_and_is_one_of_its_own(site, written):
    """Matrix writes such keys so that two operations of one path have a page each."""
    answer = {"responses": {"200": {"description": "Fine."}}}
    paths = {
        "/x ": {"get": {"summary": "Of the space", **answer}},
        "/y": {"get": {"summary": "First", **answer}},
        "/y ": {"get": {"summary": "Second", **answer}},
    }
    api = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    pages = {
        "index.md": "---\ntitle: T\n---\n\nWords.\n",
        "x.mdx": f"---\ntitle: X\nopenapi: {written}\n---\n\nWords.\n",
        "y.mdx": "---\nopenapi: GET /y\n---\n",
    }
    built = site(
        {**pages, "api.json": json.dumps(api)},
        config={
            "api": {"openapi": "api.json"},
            "navigation": [{"group": "G", "pages": ["index", "x", "y", "GET /y "]}],
        },
    )

    assert [line for line in built.warning_lines if "openapi-operation" in line] == []
    assert "Fine." in built.article("x").get_text()
    pages = [path.read_text() for path in built.outdir.rglob("*.html")]
    assert sum("<title>Second" in text for text in pages) == 1
    assert "First" in built.article("y").find("h1").get_text()


def test_a_callback_shows_all_its_media_types_where_nothing_is_chosen_for_it(site):
    types = {
        name: {"schema": {"type": "object", "properties": {field: {"type": "string"}}}}
        for name, field in (("application/json", "a"), ("application/xml", "b"))
    }
    called = {"{$url}": {"post": {"requestBody": {"content": types}, "responses": {"200": {}}}}}
    own = {"post": {"summary": "Hook", "callbacks": {"told": called}, "responses": {"200": {}}}}
    file = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/hook": own}}
    built = site(
        {
            "docs.json": json.dumps({"name": "A", "navigation": ["index"], "openapi": "api.json"}),
            "index.md": "# A\n",
            "api.json": json.dumps(file),
        }
    )
    page = built.soup("api-reference/hook")

    assert [line.text.split()[0] for line in page.select(".dj-media-type")] == [*types]
    assert page.select(".dj-media-group") == []


def test_a_deprecated_body_and_a_bare_address_are_told_as_elsewhere(site):
    schema = {"type": "object", "deprecated": True, "properties": {"a": {"type": "string"}}}
    body = {"content": {"application/json": {"schema": schema}}}
    about = "See https://example.com/a_b."
    answer = {"200": {"description": "Good."}}
    operation = {"summary": "Do", "description": about, "requestBody": body, "responses": answer}
    spec = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": {"/x": {"post": operation}},
    }
    built = site(files(spec))

    page = built.article("api-reference/do")
    [mark] = page.select(".dj-field-deprecated")
    assert mark.text == "deprecated"
    assert page.select_one('a[href="https://example.com/a_b"]')


def test_the_only_field_of_a_value_is_open():
    inner = Field(name="q", anchor="q", type="string")
    only = Field(name="only", anchor="only", type="object", children=(inner,))
    writer = FieldWriter(url_of=lambda _target: None)

    def opened(*children):
        root = Field(name="", type="object", anchor="body", children=children)
        return writer.tree(root).count('<details class="dj-expandable dj-fields-more" open>')

    assert opened(only) == 1
    assert opened(only, inner) == 0
