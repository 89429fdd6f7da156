"""Operations, schemas, fields and webhooks can be named: by roles, in the search, elsewhere."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

from tests._support.building import build_site
from tests._support.inputs import input_text

STORE = input_text(__file__, "objects.yaml")
OWNERS = input_text(__file__, "owners.yaml")
ADMIN = """\
openapi: 3.0.3
info: {title: Admin, version: '1'}
paths:
  /orders:
    get:
      operationId: listOrders
      summary: List all orders
      parameters: [{name: limit, in: query, schema: {type: integer}}]
      responses: {'200': {description: All.}}
  /users:
    get: {operationId: listUsers, responses: {'200': {description: All.}}}
"""
INDEXED = ("POST /orders", "createOrder", "paid (webhook)")
ORDERS = "api-reference/orders"

MEANT = {
    "op": {
        "GET /orders": f"{ORDERS}/list-orders.html",
        "createOrder": f"{ORDERS}/create-an-order.html",
        "DELETE /orders/{order}/": f"{ORDERS}/cancel.html",
        "store createOrder": f"{ORDERS}/create-an-order.html",
        "store.yaml POST /orders": f"{ORDERS}/create-an-order.html",
        "webhook paid": "api-reference/someone-paid.html",
    },
    "webhook": {"paid": "api-reference/someone-paid.html"},
    "schema": {
        "Order": f"{ORDERS}/create-an-order.html#body",
        "Transfer": f"{ORDERS}/create-an-order.html#body-payment-oneof-2",
    },
    "field": {
        "listOrders.limit": f"{ORDERS}/list-orders.html#query-limit",
        "listOrders.header.id": f"{ORDERS}/list-orders.html#header-id",
        "GET /orders limit": f"{ORDERS}/list-orders.html#query-limit",
        "DELETE /orders/{order} id": f"{ORDERS}/cancel.html#path-id",
        "createOrder.customer.email": f"{ORDERS}/create-an-order.html#body-customer-email",
        "createOrder.201.note": f"{ORDERS}/create-an-order.html#response-201-note",
        "createOrder.X-Left": f"{ORDERS}/create-an-order.html#response-201-header-x-left",
        "createOrder.payment.iban": f"{ORDERS}/create-an-order.html#body-payment-oneof-2-iban",
        "createOrder.payment[Card].name": (
            f"{ORDERS}/create-an-order.html#body-payment-oneof-1-name"
        ),
        "Order.note": f"{ORDERS}/create-an-order.html#body-note",
        "Transfer.iban": f"{ORDERS}/create-an-order.html#body-payment-oneof-2-iban",
    },
    "response": {
        "createOrder.201": f"{ORDERS}/create-an-order.html#status-201",
        "POST /orders 201": f"{ORDERS}/create-an-order.html#status-201",
        "DELETE /orders/{order} 204": f"{ORDERS}/cancel.html#status-204",
    },
}


def config(*files):
    return json.dumps(
        {
            "name": "Store",
            "openapi": list(files),
            "api": {"schemas": "linked"},
            "navigation": [{"group": "Start", "pages": ["index"]}],
        }
    )


def inventory(built):
    return InventoryFile.loads((built.outdir / "objects.inv").read_bytes(), uri="").data


def names(built, kind):
    return set(inventory(built).get(f"openapi:{kind}", ()))


def link(built, text, page="index"):
    """Return where the link with *text* leads."""
    for found in built.article(page).select("a.reference"):
        if found.get_text() == text:
            return found["href"]
    raise LookupError(text)


ROLES = {
    "rst": ("Page\n====\n\n", ":openapi:{}:`t{} <{}>`"),
    "md": ("# Page\n\n", "{{openapi:{}}}`t{} <{}>`"),
    "mdx": ("---\ntitle: Page\n---\n\n", "{{openapi:{}}}`t{} <{}>`"),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    pages = {"index.md": "# Start\n", "docs.json": config("store.yaml"), "store.yaml": STORE}
    meant = [(role, name) for role, found in MEANT.items() for name in found]
    for suffix, (title, form) in ROLES.items():
        words = [form.format(role, number, name) for number, (role, name) in enumerate(meant)]
        pages[f"names-{suffix}.{suffix}"] = title + "\n\n".join(words) + "\n"
    pages["shown.rst"] = (
        "Shown\n=====\n\n:openapi:op:`GET /orders` :openapi:op:`~GET /orders` "
        ":openapi:field:`~createOrder.customer.email` :openapi:op:`!GET /nowhere` "
        ":any:`createOrder` :openapi:op:`all of them <listOrders>`\n"
    )
    conf = {"docsjson_search": "sphinx"}
    return build_site(tmp_path_factory.mktemp("store") / "src", pages, conf=conf)


@pytest.mark.parametrize("suffix", ROLES)
def test_a_role_finds_what_it_names_in_every_syntax(store, suffix):
    page = f"names-{suffix}"
    found = {
        name: link(store, f"t{number}", page)
        for number, name in enumerate(name for known in MEANT.values() for name in known)
    }

    assert found == {name: url for known in MEANT.values() for name, url in known.items()}
    assert not store.warning_lines


def test_what_a_link_shows_is_the_name_its_last_part_or_what_the_author_says(store):
    (text,) = store.article("shown").select("section > p")

    assert text.get_text() == ("GET /orders /orders email GET /nowhere createOrder all of them")
    assert link(store, "/orders", "shown") == f"{ORDERS}/list-orders.html"
    assert link(store, "createOrder", "shown") == f"{ORDERS}/create-an-order.html"
    assert "GET /nowhere" not in [a.get_text() for a in store.article("shown").select("a")]


def test_other_projects_can_name_everything(store):
    assert names(store, "operation") == {"GET /orders", "POST /orders", "DELETE /orders/{id}"}
    assert names(store, "operationid") == {"listOrders", "createOrder"}
    assert names(store, "webhook") == {"paid"}
    assert names(store, "schema") == {"Order", "Card", "Transfer", "State"}
    assert {"listOrders.200", "paid.200", "DELETE /orders/{id} response.204"} < names(
        store, "response"
    )
    assert {
        *("listOrders.query.id", "listOrders.header.id", "DELETE /orders/{id} path.id"),
        *("createOrder.body.customer.email", "createOrder.201.customer.email"),
        *("createOrder.201.header.X-Left", "Order.payment[Transfer].iban", "Card.number"),
    } <= names(store, "field")
    fields = inventory(store)["openapi:field"]
    for name, item in fields.items():
        page, _hash, anchor = item.uri.partition("#")
        assert store.soup(page.removesuffix(".html")).find(id=anchor), name


def test_the_fields_of_a_schema_are_its_own_whatever_names_those_beside_it_have(site):
    built = site({"index.md": "# Start\n", "docs.json": config("a.yaml"), "a.yaml": OWNERS})
    found = {name: item.uri for name, item in inventory(built)["openapi:field"].items()}
    page = "api-reference/create-an-order.html"

    def of(schema):
        start = (f"{schema}.", f"{schema}[")
        return {name[len(schema) + 1 :] for name in found if name.startswith(start)}

    # ``filter[name]`` and ``a.b`` are names; inline schemas of equal titles and types are no
    # schemas of the file, and those of another media type are other fields.
    assert of("Filter") == {"name", "age"}
    assert found["Filter.name"] == f"{page}#query-filter-name"
    assert of("A") == {"b", "child"}
    assert found["A.b"] == f"{page}#body-a-b-2"
    assert of("Customer") == {"email", "vip"}
    assert of("object") == set()
    assert of("Problem") == {"code", "detail"}
    assert names(built, "schema") == {
        *("A", "Alias", "Base", "Customer", "Filter", "Problem", "State", "Tag")
    }


def test_every_entry_of_an_inventory_is_found_from_another_project(tmp_path):
    root = Path(__file__).resolve().parents[2]
    files = {
        "plants": (root / "docs/api/plant-store.yaml").read_text(encoding="utf-8"),
        "store": STORE,
        "owners": OWNERS,
    }
    mapping, wanted = {}, []
    for name, text in files.items():
        pages = {"index.md": "# Start\n", "docs.json": config("a.yaml"), "a.yaml": text}
        built = build_site(tmp_path / name, pages)
        mapping[name] = (f"https://{name}.example/", str(built.outdir / "objects.inv"))
        ids = {}
        for kind, items in inventory(built).items():
            if not kind.startswith("openapi:"):
                continue
            role = kind.removeprefix("openapi:").replace("operationid", "op")
            for each, item in items.items():
                page, _hash, anchor = item.uri.partition("#")
                if page not in ids:
                    soup = built.soup(page.removesuffix(".html"))
                    ids[page] = Counter(tag["id"] for tag in soup.select("[id]"))
                assert ids[page][anchor] == 1, (name, kind, each, item.uri)
                shown = each if item.display_name == "-" else item.display_name
                wanted.append((name, role, shown, f"https://{name}.example/{item.uri}"))

    lines = [
        f"{{external+{name}:openapi:{role}}}`t{number} <{shown}>`"
        for number, (name, role, shown, _uri) in enumerate(wanted)
    ]
    conf = {
        "extensions": ["sphinx_docsjson", "sphinx.ext.intersphinx"],
        "intersphinx_mapping": mapping,
    }
    site = {"docs.json": '{"name": "Other", "navigation": ["index"]}'}
    text = "# Other\n\n" + "\n\n".join(lines) + "\n"
    other = build_site(tmp_path / "other", {**site, "index.md": text}, conf=conf)
    links = {a.get_text(): a["href"] for a in other.article("index").select("a.external")}

    assert not other.warning_lines
    assert links == {f"t{number}": uri for number, (*_name, uri) in enumerate(wanted)}
    assert len(links) > 200


def test_the_search_and_the_index_open_operations_and_fields(store):
    index = json.loads(store.text("searchindex.js").removeprefix("Search.setIndex(")[:-1])
    shown = {
        f"{prefix}.{each[4]}" if prefix else each[4]: (index["docnames"][each[0]], each[3])
        for prefix, found in index["objects"].items()
        for each in found
    }
    assert shown["POST /orders"] == (f"{ORDERS}/create-an-order", "create-an-order")
    assert shown["createOrder.body.note"] == (f"{ORDERS}/create-an-order", "body-note")
    assert "OpenAPI operation" in {name for _domain, _kind, name in index["objnames"].values()}
    general = " ".join(store.soup("genindex").get_text().split())
    assert [word for word in INDEXED if word not in general] == []


def test_names_of_operations_are_main_entries_of_the_index_and_found_as_titles(store):
    index = json.loads(store.text("searchindex.js").removeprefix("Search.setIndex(")[:-1])
    entries = {word: index["indexentries"][word.lower()] for word in INDEXED}
    main = {word: [bool(is_main) for *_place, is_main in rows] for word, rows in entries.items()}
    assert main == {word: [True] for word in INDEXED}
    strong = {one.get_text() for one in store.soup("genindex").select(".dj-index a strong")}
    assert strong >= {*INDEXED}


def test_a_second_project_links_by_intersphinx(store, tmp_path):
    page = (
        "# Use it\n\n{openapi:op}`POST /orders` {external+store:openapi:op}`listOrders`\n"
        "{openapi:field}`the mail <createOrder.body.customer.email>` "
        "{openapi:schema}`Order` {openapi:op}`POST /order` {openapi:op}`DELETE /orders/{any}`\n"
        "{openapi:field}`GET /orders query.limit` {openapi:field}`DELETE /orders/{x} path.id` "
        "{openapi:response}`POST /orders 201` {openapi:response}`DELETE /orders/{x} 204`\n"
        "{external+store:openapi:op}`DELETE /orders/{y}` "
        "{external:openapi:field}`DELETE /orders/{y} path.id`\n"
    )
    conf = {
        "extensions": ["sphinx_docsjson", "sphinx.ext.intersphinx"],
        "intersphinx_mapping": {
            "store": ("https://store.example/", str(store.outdir / "objects.inv"))
        },
        "project": "Other",
    }
    other = build_site(
        tmp_path / "other",
        {"index.md": page, "docs.json": '{"name": "Other", "navigation": ["index"]}'},
        conf=conf,
    )
    start = f"https://store.example/{ORDERS}"
    assert link(other, "POST /orders") == f"{start}/create-an-order.html#create-an-order"
    assert link(other, "listOrders") == f"{start}/list-orders.html#list-orders"
    assert link(other, "the mail") == f"{start}/create-an-order.html#body-customer-email"
    assert link(other, "Order") == f"{start}/create-an-order.html#body"
    assert link(other, "DELETE /orders/{any}") == f"{start}/cancel.html#cancel"
    assert link(other, "GET /orders query.limit") == f"{start}/list-orders.html#query-limit"
    assert link(other, "DELETE /orders/{x} path.id") == f"{start}/cancel.html#path-id"
    assert link(other, "POST /orders 201") == f"{start}/create-an-order.html#status-201"
    assert link(other, "DELETE /orders/{x} 204") == f"{start}/cancel.html#status-204"
    assert link(other, "DELETE /orders/{y}") == f"{start}/cancel.html#cancel"
    assert link(other, "DELETE /orders/{y} path.id") == f"{start}/cancel.html#path-id"
    (line,) = other.warning_lines
    assert "no page shows the operation 'POST /order'" in line


def test_a_wrong_name_is_told_with_the_nearest_ones(tmp_path):
    wrong = {
        "{openapi:op}`GET /order`": "the operation 'GET /order' (did you mean GET /orders",
        "{openapi:op}`createOrders`": "createOrder",
        "{openapi:schema}`Ordr`": "the schema 'Ordr' (did you mean Order",
        "{openapi:field}`createOrder.customer.mail`": "createOrder.customer.email",
        "{openapi:field}`createOrdr.note`": "createOrder",
        "{openapi:webhook}`payd`": "the webhook 'payd' (did you mean paid",
        "{openapi:response}`createOrder.210`": "'createOrder.210' (did you mean createOrder.201",
    }
    text = "# Start\n\n" + "\n".join(wrong) + "\n"
    files = {"index.md": text, "docs.json": config("store.yaml"), "store.yaml": STORE}

    lines = build_site(tmp_path / "src", files).warning_lines

    assert len(lines) == len(wrong)
    for line, words in zip(lines, wrong.values(), strict=True):
        assert words in line
        assert re.match(r"index\.md:3: WARNING: .* \[docsjson\.openapi-reference\]$", line)


def test_descriptions_with_the_same_names_are_told_apart(tmp_path):
    text = (
        "# Start\n\n{openapi:op}`listUsers` {openapi:op}`admin GET /orders` "
        "{openapi:field}`store listOrders.limit`\n\n{openapi:op}`GET /orders`\n\n"
        "{openapi:field}`listOrders.limit`\n"
    )
    files = {
        "index.md": text,
        "docs.json": config("store.yaml", "admin.yaml"),
        "store.yaml": STORE,
        "admin.yaml": ADMIN,
    }
    built = build_site(tmp_path / "src", files)

    assert link(built, "admin GET /orders") == "api-reference/admin/list-all-orders.html"
    assert link(built, "store listOrders.limit").endswith("list-orders.html#query-limit")
    first, second = built.warning_lines
    assert first == (
        "index.md:5: WARNING: 'GET /orders' may be 'store GET /orders' or 'admin GET /orders'; "
        "write one of them [docsjson.openapi-reference]"
    )
    assert second == (
        "index.md:7: WARNING: 'listOrders.limit' may be 'store listOrders.query.limit' or "
        "'admin listOrders.query.limit'; write one of them [docsjson.openapi-reference]"
    )
    assert {"store GET /orders", "admin GET /orders", "POST /orders"} <= names(built, "operation")
    assert "GET /orders" not in names(built, "operation")
    assert {"listUsers", "admin listUsers"} <= names(built, "operationid")
    assert {"store listOrders.query.limit", "createOrder.body.note"} <= names(built, "field")


@pytest.mark.parametrize("parallel", [1, 2])
def test_what_is_gone_is_forgotten(tmp_path, parallel):
    files = {"index.md": "# Start\n", "docs.json": config("store.yaml"), "store.yaml": STORE}
    files |= {f"more{number}.md": "# More\n" for number in range(6)}  # enough for two processes
    first = build_site(tmp_path / "src", files, parallel=parallel)
    assert "createOrder" in names(first, "operationid")

    files["store.yaml"] = STORE.replace("createOrder", "placeOrder")
    second = build_site(tmp_path / "src", files, parallel=parallel)

    assert names(second, "operationid") == {"listOrders", "placeOrder"}
    assert not any(name.startswith("createOrder") for name in names(second, "field"))


def test_a_project_chooses_which_fields_are_found(tmp_path):
    files = {"index.md": "# Start\n", "docs.json": config("store.yaml"), "store.yaml": STORE}
    kept = {}
    for choice in ("all", "request", "none"):
        conf = {"docsjson_openapi_fields": choice}
        kept[choice] = names(build_site(tmp_path / "src", files, conf=conf), "field")

    assert "createOrder.201.note" in kept["all"]
    assert kept["request"] == {name for name in kept["all"] if ".201." not in name}
    assert kept["none"] == set()


def test_a_tag_is_its_page_or_its_part_of_the_overview(tmp_path):
    text = "# Start\n\n{openapi:tag}`Orders` {openapi:tag}`Refunds` {openapi:tag}`Order`\n"
    spec = STORE.replace("{name: Orders}", "{name: Orders}, {name: Refunds}")
    spec = spec.replace("[Orders]\n      summary: Cancel", "[Refunds]\n      summary: Cancel")
    found = {}
    for tags in ("page", "lead"):
        site = json.loads(config())
        site["openapi"] = {"source": "store.yaml", "tags": tags}
        files = {"index.md": text, "docs.json": json.dumps(site), "store.yaml": spec}
        built = build_site(tmp_path / tags / "src", files)
        found[tags] = link(built, "Orders"), link(built, "Refunds")
        assert names(built, "tag") == {"Orders", "Refunds"}
        (line,) = built.warning_lines
        assert "no page shows the tag 'Order' (did you mean Orders?)" in line

    overview = "api-reference/overview.html"
    assert found["page"] == ("api-reference/orders.html", "api-reference/refunds.html")
    assert found["lead"] == (f"{overview}#tag-orders", f"{overview}#tag-refunds")


PETS = """\
openapi: 3.1.0
info: {title: Pets, version: 'VERSION'}
paths: {/pets: {get: {operationId: pets, responses: {'200': {description: Some.}}}}}
"""


def test_a_name_of_several_versions_means_that_of_the_own_version(site):
    def version(name):
        guide = {"tab": "Guide", "groups": [{"group": "G", "pages": [f"{name}/guide"]}]}
        api = {"tab": "API", "openapi": {"source": f"{name}.yaml", "directory": f"{name}/api"}}
        return {"version": name, "tabs": [guide, api]}

    config = {"name": "T", "navigation": {"versions": [version("v1"), version("v2")]}}
    text = "# Guide\n\n{openapi:op}`GET /pets` {openapi:op}`pets`\n"
    built = site(
        {
            "docs.json": json.dumps(config),
            **{f"{name}.yaml": PETS.replace("VERSION", name) for name in ("v1", "v2")},
            **{f"{name}/guide.md": text for name in ("v1", "v2")},
            "lost.md": "# Lost\n\n{openapi:op}`GET /pets`\n",
        }
    )

    for name in ("v1", "v2"):
        links = [a["href"] for a in built.article(f"{name}/guide").select("a:has(.openapi)")]
        assert links == ["api/get-pets.html"] * 2
    (warning,) = built.warning_lines
    assert warning.startswith("lost.md:3:")
    assert "'GET /pets' may be 'v1 GET /pets' or 'v2 GET /pets'" in warning


def test_fields_of_one_name_have_places_of_their_own_on_one_page(site):
    operations = {
        f"/{name}": {
            "get": {
                "operationId": name,
                "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}],
                "responses": {"200": {"description": "Some."}},
            }
        }
        for name in ("cats", "dogs")
    }
    info = {"title": "T", "version": "1"}
    spec = json.dumps({"openapi": "3.1.0", "info": info, "paths": operations})
    text = "# A\n\n{openapi:field}`cats.q` {openapi:field}`dogs.q`\n"
    built = site({"index.md": text, "a.json": spec}, "singlehtml", config={"openapi": "a.json"})
    page = built.soup("index")

    names = [field["id"] for field in page.select(".dj-field")]
    assert len(names) == len(set(names)) == 2
    links = [a["href"] for a in page.select("a:has(.openapi-field)")]
    assert links == [f"#{name}" for name in names]
    assert [a["href"] for a in page.select(".dj-field-head a")] == links
