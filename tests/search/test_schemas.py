"""The names of schemas lead to where they are open on pages of operations."""

from __future__ import annotations

from sphinx_docsjson.ext.search.records import fragments_of
from tests._support.building import build_site
from tests.search.asking import ask

CONFIG = """{"name": "Store", "navigation": [{"tab": "API", "openapi": "store.yaml"}]}"""
STORE = """\
openapi: 3.1.0
info: {title: Store, version: '1'}
paths:
  /orders:
    post:
      tags: [Orders]
      summary: Create an order
      requestBody:
        content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}
      responses:
        '201':
          description: Made.
          content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}
components:
  schemas:
    Order:
      type: object
      properties:
        state: {$ref: '#/components/schemas/State'}
        payment:
          oneOf: [{$ref: '#/components/schemas/Card'}, {$ref: '#/components/schemas/Transfer'}]
    Card: {type: object, properties: {number: {type: string}}}
    Transfer: {type: object, properties: {iban: {type: string}}}
    State: {type: string, enum: [paid, on hold]}
"""


def test_the_search_finds_where_a_schema_without_a_page_is_open(tmp_path):
    files = {"index.md": "# Start\n", "docs.json": CONFIG, "store.yaml": STORE}
    built = build_site(tmp_path, files, "dummy")
    page = built.doctree("api-reference/orders/create-an-order")
    fragments, _method = fragments_of(page, "Create")
    named = {name: each.anchor for each in fragments for name in each.names}

    assert named["Order"] == "status-201"  # the last part that shows it
    assert named["State"] == "response-201-state"
    assert "Card" in named


def test_a_field_is_one_row_and_schemas_that_repeat_it_come_after_articles(tmp_path):
    files = {
        "index.md": "# Start\n",
        "guides/pay.md": "# Pay\n\n## Leave a remark\n\nAn order may have one.\n",
        "docs.json": """{"name": "Store", "navigation": [
            {"tab": "Guides", "pages": ["index", "guides/pay"]},
            {"tab": "API", "openapi": "store.yaml"}]}""",
        "store.yaml": STORE.replace("number:", "remark: {type: string}, number:").replace(
            "state: {$ref", "remark: {type: string}\n        state: {$ref"
        ),
    }
    built = build_site(tmp_path / "site", files, conf={"html_theme": "docsjson"})

    (there,) = ask(built.outdir, "remark")

    pages = [page["uri"] for page in there["found"]]
    named = [[title for _anchor, _kind, title in page["places"]] for page in there["found"]]
    assert all(titles.count("remark") <= 1 for titles in named)
    assert pages[:2] == ["api-reference/orders/create-an-order.html", "guides/pay.html"]
    assert sorted(pages[2:]) == [
        "api-reference/schemas/card.html",
        "api-reference/schemas/order.html",
    ]


CUSTOMERS = """
openapi: 3.1.0
info: {title: Store, version: "1"}
paths:
  /v1/customers:
    post: {operationId: PostCustomers, description: Creates a new customer object., responses: {}}
    get: {operationId: GetCustomers, description: Returns customers., responses: {}}
  /v1/customers/{customer}:
    delete: {operationId: DeleteCustomer, description: Removes it for good., responses: {}}
    post: {operationId: PostCustomer, description: Changes a customer., responses: {}}
  /v1/customers/{customer}/cards:
    post:
      operationId: PostCustomersCustomerCards
      description: Creates a card for a customer. The customer pays with it.
      requestBody:
        content: {application/json: {schema: {properties: {customer: {type: string}}}}}
      responses: {}
  /v1/customers/{customer}/subscriptions:
    post:
      operationId: PostCustomersCustomerSubscriptions
      description: Creates a subscription on an existing customer.
      responses: {}
  /v1/subscriptions/{id}:
    delete:
      operationId: DeleteSubscription
      description: Cancels it at once. It is not charged again.
      responses: {}
  /v1/users:
    get: {operationId: getUsers, description: Returns users., responses: {}}
  /v1/users/@me:
    get: {operationId: getMyUser, responses: {}}
"""


def test_the_operation_whose_words_are_the_query_comes_before_longer_addresses(tmp_path):
    files = {
        "index.md": "# Start\n",
        "docs.json": """{"name": "Store", "navigation": {"tabs": [
            {"tab": "Guides", "pages": ["index"]}, {"tab": "API", "openapi": "store.yaml"}]}}""",
        "store.yaml": CUSTOMERS,
    }
    built = build_site(tmp_path / "site", files, conf={"html_theme": "docsjson"})
    asked = {
        "create customer": "post /v1/customers",
        "list customers": "get /v1/customers",
        "delete customer": "delete /v1/customers/{customer}",
        "update customer": "post /v1/customers/{customer}",
        "create card": "post /v1/customers/{customer}/cards",
        "cancel subscription": "delete /v1/subscriptions/{id}",
        "get current user": "get /v1/users/@me",
    }
    answers = ask(built.outdir, *asked)
    first = [answer["found"][0]["operation"] for answer in answers]

    assert dict(zip(asked, first, strict=True)) == asked
