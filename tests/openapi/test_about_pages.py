"""What a description says of the whole API, and of its tags, has pages of its own."""

from __future__ import annotations

import json
from urllib.parse import unquote

import pytest

from sphinx_docsjson.ext.openapi.model.operations import absolute_url, specification
from tests._support.building import build_site
from tests._support.inputs import input_data

SPEC = input_data(__file__, "about_pages-spec.yaml")


def files(openapi="api.json", pages=("index",), spec=SPEC, **more):
    config = {
        "name": "Test",
        "openapi": openapi,
        "navigation": [{"group": "Start", "pages": list(pages)}],
    }
    return {
        "docs.json": json.dumps(config),
        "api.json": json.dumps(spec),
        "index.md": "# Hello\n\nText.\n",
        **more,
    }


def words(node):
    return " ".join(node.get_text(" ").split())


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    return build_site(tmp_path_factory.mktemp("shop") / "site", files())


def test_an_overview_says_all_that_a_description_says_of_its_api(shop):
    assert shop.warning_lines == []
    page = shop.article("api-reference/overview")
    assert words(page.h1).startswith("Plant Store")
    assert page.select_one(".dj-lead").text == "Sells plants."
    facts = [row.get_text().strip() for row in page.select(".dj-api-facts > *")]
    assert facts == [
        *("Version", "2.4.0", "Contact", "Ann · ann@example.com", "License", "Apache 2.0"),
        *("Terms of service", "https://example.com/terms", "More information", "The guide"),
    ]
    links = [a["href"] for a in page.select(".dj-api-facts a")]
    assert links == [
        "https://example.com/ann",
        "mailto:ann%40example.com",
        "https://spdx.org/licenses/Apache-2.0.html",
        "https://example.com/terms",
        "https://example.com/guide",
    ]
    assert page.select_one("#limits > #bursts p").text == "None."
    assert words(page.select_one("#tag-models")).endswith("What is sent.")
    servers = words(page.select_one("#servers"))
    for part in ("https://{region}.example.com", "live", "For customers", "region", "eu, us"):
        assert part in servers
    access = words(page.select_one("#authentication"))
    for part in ("X-Key", "Ask us", "write Order plants", "send key or login ."):
        assert part in access
    addresses = [a["href"] for a in page.select("#authentication dd a")]
    assert addresses == ["https://example.com/auth", "https://example.com/token"]


def test_tags_have_pages_that_lead_to_their_operations(shop):
    overview = shop.article("api-reference/overview")
    cards = {a.text: a["href"] for a in overview.select(".dj-api-tags a")}
    assert cards == {"All products": "products.html"}
    assert words(overview.select_one("#tag-webhooks .dj-operations")) == (
        "Webhook Frost is coming frost"
    )
    products = shop.article("api-reference/products")
    assert words(products.h1).startswith("All products")
    assert products.select_one(".dj-lead em").text == "sold"
    assert [words(row) for row in products.select(".dj-operations > li")] == [
        "GET List plants /plants"
    ]
    assert [a["href"] for a in products.select(".dj-api-tags a")] == ["books.html"]
    books = shop.article("api-reference/books")
    assert words(books.h1).startswith("Books")
    assert [words(row) for row in books.select(".dj-operations > li")] == [
        "GET List books /books deprecated"
    ]
    assert books.select_one(".dj-api-docs a")["href"] == "https://example.com/books"


def test_the_title_of_a_group_leads_to_the_page_of_its_tag(shop):
    sidebar = shop.soup("index").select(".dj-group")
    assert [words(group.select_one("li")) for group in sidebar[:2]] == ["Hello", "Plant Store"]
    assert sidebar[2].h2.a["href"] == "api-reference/products.html"


def test_a_hidden_operation_has_a_page_that_nothing_leads_to(shop):
    page = shop.soup("api-reference/books/not-shown")
    assert page.select_one('meta[name="robots"]')["content"] == "noindex"
    for name in ("index.html", "api-reference/books.html", "llms.txt", "llms-full.txt"):
        assert "not-shown" not in shop.text(name)
    assert not (shop.outdir / "api-reference/books/no-page.html").exists()


def test_a_twin_says_the_same(shop):
    text = shop.text("api-reference/overview.md")
    for part in ("**Version**: `2.4.0`", "[Apache 2.0](https://spdx.org", "### Bursts", "X-Key"):
        assert part in text
    assert "[List books](books/list-books.md)" in shop.text("api-reference/books.md")


def test_docs_json_chooses_where_the_overview_is_and_what_tags_get(site):
    openapi = {"source": "api.json", "overview": "start/about", "tags": "lead"}
    built = site(files(openapi, pages=["index", "start/about"]))
    assert built.warning_lines == []
    page = built.article("start/about")
    assert words(page.select_one("#tag-all-products > p")) == "What is sold ."
    assert [words(row) for row in page.select("#tag-books .dj-operations > li")] == [
        "GET List books /books deprecated"
    ]
    assert not (built.outdir / "api-reference/products.html").exists()
    entries = [words(a) for a in built.soup("index").select(".dj-group li a")]
    assert entries.count("Plant Store") == 1


def test_neither_is_there_where_docs_json_wants_none(site):
    built = site(files({"source": "api.json", "overview": False, "tags": False}))
    names = {path.name for path in (built.outdir / "api-reference").iterdir()}
    assert "books" in names
    assert {name for name in names if name.endswith(".html")} == {"frost-is-coming.html"}


def test_pages_of_authors_keep_their_names_and_may_be_the_overview_or_a_tag(site):
    own = "---\ntitle: Mine\nopenapi-overview: api.json\n---\n\nMy words.\n"
    tag = "---\nopenapi-tag: books\n---\n\nOn books.\n"
    more = {"api-reference/products.md": "# Taken\n", "about.md": own, "reading.md": tag}
    built = site(files(pages=["index", "about", "api-reference/products"], **more))
    assert built.warning_lines == []
    assert words(built.article("api-reference/products").h1).startswith("Taken")
    assert built.article("api-reference/products-2").select(".dj-operations")
    page = built.article("about")
    assert words(page.h1).startswith("Mine")
    assert page.get_text().index("My words.") < page.get_text().index("Apache 2.0")
    assert not (built.outdir / "api-reference/overview.html").exists()
    assert words(built.article("reading").h1).startswith("Books")
    assert built.soup("api-reference/products-2").select_one(".dj-api-tags a")["href"] == (
        "../reading.html"
    )


@pytest.mark.parametrize(
    ("version", "url", "expected"),
    [
        ("3.0.3", "guide", "https://api.example.com/v1/guide"),
        ("3.1.0", "/guide", "https://api.example.com/guide"),
        ("3.1.1", "guide", "https://docs.example.com/a/guide"),
        ("3.2.0", "../guide", "https://docs.example.com/guide"),
        ("3.0.3", "https://example.org/x", "https://example.org/x"),
        ("3.0.3", "http://[", "http://["),
    ],
)
def test_relative_addresses_lead_where_the_release_of_openapi_says(version, url, expected):
    servers = [{"url": "https://api.example.com/v1"}]
    document = {"openapi": version, "servers": servers, "paths": {}}
    spec = specification(document, "https://docs.example.com/a/api.json")
    assert absolute_url(url, spec) == expected


LINKED = input_data(__file__, "about_pages-linked.yaml")
TWO = {
    "openapi": "3.1.0",
    "info": {"title": "Two", "version": "1"},
    "paths": {"/orders": {"get": {}}},
}


def test_links_of_a_response_lead_to_operations_and_their_parameters(site):
    built = site(files(["api.json", "two.json"], spec=LINKED, **{"two.json": json.dumps(TWO)}))
    page = built.article("api-reference/api/make-a-user")
    links = {a.get_text(): a["href"] for a in page.select("#responses dd a.reference")}
    assert links == {
        "Get a user": "get-a-user.html",
        "path.userId": "get-a-user.html#path-userid",
        "GET /orders": "../two/get-orders.html",
    }
    said = words(page.select_one("#responses"))
    for part in ("path.userId = $response.body#/id", "https://other.example.com", "~1nothing"):
        assert part in said
    assert built.article("api-reference/api/get-a-user").select_one("#path-userid")


def test_a_required_body_says_so_and_relative_documentation_leads_to_the_server(site):
    built = site(files(spec=LINKED))
    body = built.article("api-reference/make-a-user").select_one("#request-body")
    assert body.select_one(".dj-field-required").text == "required"
    docs = built.article("api-reference/get-a-user").find("a", string="The guide")
    assert docs["href"] == "https://api.example.com/v1/guide/users"


MANY = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "paths": {
        "/things": {
            "post": {
                "summary": "Make a thing",
                "requestBody": {
                    "content": {
                        "application/json": {
                            "examples": {
                                f"e{n}": {"summary": f"Choice {n}", "value": {"n": n}}
                                for n in range(30)
                            }
                        },
                        "text/plain": {"schema": {"type": "string", "examples": ["one", "two"]}},
                    }
                },
                "responses": {
                    "200": {
                        "description": "Fine.",
                        "content": {
                            "application/json": {
                                "examples": {f"r{n}": {"value": {"r": n}} for n in range(20)}
                            }
                        },
                    }
                },
            }
        }
    },
}


def test_all_examples_can_be_chosen_on_the_page_and_in_the_form(site):
    built = site(files(spec=MANY))
    page = built.soup("api-reference/make-a-thing")
    tabs = [words(tab) for tab in page.select(".dj-request-bodies .dj-tab-button")]
    wanted = [*(f"Choice {n}" for n in range(30)), *(f"Example {n} · text/plain" for n in (1, 2))]
    assert tabs == wanted
    shown = page.select(".dj-request-bodies pre")
    assert [json.loads(code.text) for code in shown[:30]] == [{"n": n} for n in range(30)]
    data = json.loads(page.select_one(".dj-playground script").text)
    first, second = data["body"]["content"]
    assert [each["name"] for each in first["examples"]] == wanted[:30]
    assert json.loads(first["initial"]) == {"n": 0}
    assert [json.loads(each["initial"])["n"] for each in first["examples"][1:]] == [*range(1, 30)]
    assert second["examples"] == [{"name": "Example 1"}, {"name": "Example 2", "initial": "two"}]
    responses = [
        words(tab) for tab in page.select(".dj-tab-button") if words(tab).startswith("200 ")
    ]
    assert responses == [f"200 r{n}" for n in range(20)]
    twin = built.text("api-reference/make-a-thing.md")
    assert all(f'"n": {n}\n' in twin for n in range(30))
    assert all(f'"r": {n}\n' in twin for n in range(20))


def test_documentation_of_a_schema_stands_with_its_description(site):
    spec = json.loads(json.dumps(LINKED))
    docs = {"url": "fields/name", "description": "All about [names]"}
    schema = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "A name.", "externalDocs": docs},
            "evil": {"type": "string", "externalDocs": {"url": "javascript:alert(1)"}},
            "more": {"type": "object", "properties": {"a": {"type": "string"}}},
        },
    }
    spec["paths"]["/users"]["post"]["requestBody"]["content"] = {
        "application/json": {"schema": schema}
    }
    page = site(files(spec=spec)).article("api-reference/make-a-user")
    link = page.select_one("#body-name p a")
    assert link["href"] == "https://api.example.com/v1/fields/name"
    assert link.text == "All about [names]"
    assert not page.select("#body-evil p a")
    assert page.select_one(".dj-fields[data-dj-open-all]")["data-dj-open-all"] == "Expand all"


def test_a_tag_may_have_any_name_and_an_operation_none(site):
    names = ["🍞 Rolls/Buns", "1.10", "two  spaces", "x\u2028y\x7f"]
    paths = {f"/{n}": {"get": {"tags": [name]}} for n, name in enumerate(names)}
    spec = {"openapi": "3.1.0", "info": {"title": "Tags", "version": "1"}, "paths": paths}
    own = "---\nopenapi-tag: 1.10\n---\n\nMine.\n"
    built = site(files(pages=["index", "mine"], spec=spec, **{"mine.md": own}))
    assert built.warning_lines == []
    rows = [words(built.article("mine").select_one(".dj-operations > li"))]
    for card in built.article("api-reference/overview").select(".dj-api-tags a"):
        if card["href"] != "../mine.html":
            page = built.article(f"api-reference/{unquote(card['href']).removesuffix('.html')}")
            rows.append(words(page.select_one(".dj-operations > li")))
    assert sorted(rows) == ["GET /0", "GET /1", "GET /2", "GET /3"]


def test_each_generated_page_has_the_tab_and_the_sidebar_of_its_api(site):
    """Deep types have pages of their own, which no entry of the navigation leads to."""
    texts = {f"s{n}": {"type": "string"} for n in range(8)}
    schemas = {
        f"T{n}": {"properties": {"x": {"$ref": f"#/components/schemas/T{n + 1}"}, **texts}}
        for n in range(60)
    } | {"T60": {"type": "object"}}
    get = {
        "tags": ["trees"],
        "responses": {
            "200": {
                "description": "Fine",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/T0"}}},
            }
        },
    }
    spec = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": {"/trees": {"get": get}},
        "components": {"schemas": schemas},
    }
    tabs = [{"tab": "Guides", "pages": ["index"]}, {"tab": "Reference", "openapi": "api.json"}]
    config = {"name": "Test", "api": {"schemas": "linked"}, "navigation": {"tabs": tabs}}

    built = site(
        {
            "docs.json": json.dumps(config),
            "api.json": json.dumps(spec),
            "index.md": "# Hello\n\nText.\n",
        }
    )

    generated = sorted(built.app.env.found_docs - {"index"})
    assert any("/schemas/" in docname for docname in generated)
    for docname in generated:
        page = built.soup(docname)
        assert words(page.select_one(".dj-tabs [aria-current]")) == "Reference", docname
        assert "trees" in words(page.select_one("nav.dj-sidebar, .dj-sidebar")), docname
