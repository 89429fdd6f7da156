"""The names of schemas lead to where they are open on pages of operations."""

from __future__ import annotations

from sphinx_docsjson.search.records import fragments_of
from tests._support.building import build_site

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
    named = {word: each.anchor for each in fragments for word in each.names.split()}

    assert named["Order"] == "status-201"  # the last part that shows it
    assert named["State"] == "response-201-state"
    assert "Card" in named
