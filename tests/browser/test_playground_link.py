"""A link that carries the filled form: without secrets, and as untrusted as any address."""

from __future__ import annotations

import base64
import json

import pytest
from playwright.sync_api import expect

from tests.browser.playground_support import (
    SCHEMES,
    STRING,
    json_body,
    operation_page,
    query,
    running,
    send,
)
from tests.browser.waiting import wait_until

pytestmark = pytest.mark.browser

NODE = {
    "type": "object",
    "properties": {
        "name": STRING,
        "kind": {"enum": ["a", "b"]},
        "pin": {"type": "string", "format": "password"},
        "client_secret": STRING,
        "max_tokens": {"type": "integer"},
        "children": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
    },
}
OPERATION = {
    "path": "/things/{id}",
    "parameters": [
        {"name": "id", "in": "path", "required": True, "schema": STRING},
        query("limit", {"type": "integer"}),
        query("api_token", STRING),
        query("phrase", {"type": "string", "format": "password"}),
        query("key", STRING),
        {"name": "X-Trace", "in": "header", "schema": STRING},
        {"name": "X-Api-Key", "in": "header", "schema": STRING},
        {"name": "seen", "in": "cookie", "schema": STRING},
    ],
    "security": [{"bearer": []}, {"query": []}],
    "components": {**SCHEMES["components"], "schemas": {"Node": NODE}},
    **json_body({"$ref": "#/components/schemas/Node"}, example={}),
}
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def packed(carried):
    text = carried if isinstance(carried, str) else json.dumps(carried)
    return "#try=" + base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def unpacked(link):
    data = link.partition("#try=")[2]
    return json.loads(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)))


def copied_link(page):
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_role("button", name="Copy link").click()
    wait_until(page, "navigator.clipboard.readText()")
    return page.evaluate("navigator.clipboard.readText()")


@pytest.fixture
def follow(world, visit):
    """Return ``follow(carried, **operation)``: the page that a link with it leads to."""

    def open_link(carried, **fields):
        url = operation_page(world, **(fields or OPERATION))
        return visit(url + packed(carried)).page

    return open_link


def test_a_link_fills_the_form_of_another_reader_and_sends_nothing(show, world, visit):
    page = show(options=CLIPBOARD, **OPERATION)
    page.get_by_label("id string").fill("ü/7")
    page.get_by_label("limit integer").fill("0")
    page.get_by_label("X-Trace string").fill("t")
    page.get_by_label("name string").fill("Ann 😀")
    page.get_by_label("max_tokens integer").fill("7")
    page.get_by_label("Authenticate with").select_option("query")
    link = copied_link(page)
    assert "?" not in link

    other = visit(link).page
    expect(other.get_by_text("Filled in from a link. Nothing is sent")).to_be_visible()
    expect(other.get_by_role("form", name="Request")).to_be_focused()
    expect(other.get_by_label("id string")).to_have_value("ü/7")
    expect(other.get_by_label("X-Trace string")).to_have_value("t")
    expect(other.get_by_label("Authenticate with")).to_have_value("1")
    assert world.arrived == []
    send(other)
    assert world.last.target == "/things/%C3%BC%2F7?limit=0"
    assert json.loads(world.last.body) == {"name": "Ann 😀", "max_tokens": 7}


def test_no_secret_is_in_a_link(show):
    page = show(options=CLIPBOARD, **OPERATION)
    for name in ("api_token", "key", "X-Api-Key", "seen", "client_secret"):
        page.get_by_label(f"{name} string", exact=True).fill(f"s3cret-{name}")
    page.get_by_label("phrase password").fill("s3cret-phrase")
    page.get_by_label("pin password").fill("s3cret-pin")
    page.get_by_label("bearer").fill("s3cret-bearer")
    page.locator("summary", has_text="children").click()
    page.get_by_role("button", name="Add: children").click()
    page.locator(".dj-pg-rows [type=password]").fill("s3cret-inner")
    carried = unpacked(copied_link(page))

    assert "s3cret" not in json.dumps(carried)
    assert "s3cret" not in page.url
    assert carried == {"body": {"children": [{}]}, "security": 0}


def test_a_secret_in_text_keeps_the_text_out(show):
    page = show(
        options=CLIPBOARD, requestBody={"content": {"text/plain": {"schema": STRING}}}, path="/t"
    )
    page.get_by_role("textbox", name="Body").fill("plain")
    assert unpacked(copied_link(page)) == {"body": "plain"}
    page.get_by_role("textbox", name="Body").fill("password=x")
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    assert unpacked(copied_link(page)) == {}


def test_only_what_the_description_knows_gets_in(follow, world):
    page = follow(
        {
            "parameters": {
                "path:id": "7",
                "query:limit": "many",
                "query:api_token": "planted",
                "header:X-Api-Key": "planted",
                "cookie:seen": "planted",
                "header:Host": "evil.example",
                "query:unknown": "planted",
                "__proto__": {"polluted": "planted"},
            },
            "body": {
                "name": "fine",
                "kind": "z",
                "pin": 5,
                "hidden": "planted",
                "__proto__": {"polluted": "planted"},
                "children": [{"name": "inner", "hidden": "planted"}, "planted", {"$file": "x"}],
            },
            "mediaType": "text/html",
            "security": 99,
            "url": "https://evil.example",
        }
    )
    expect(page.get_by_label("id string")).to_have_value("7")
    assert world.arrived == []
    send(page)

    assert world.last.target == "/things/7"
    assert json.loads(world.last.body) == {"name": "fine", "children": [{"name": "inner"}]}
    assert "planted" not in json.dumps(world.last.headers)
    assert page.evaluate("({}).polluted") is None


@pytest.mark.parametrize(
    "carried",
    ["", "{", "[]", "null", '"text"', "[" * 20_000, json.dumps({"body": "x" * 20_000})],
)
def test_a_broken_link_is_said_and_costs_nothing(follow, carried):
    page = follow(carried)

    expect(page.get_by_text("This link cannot be read.")).to_be_visible()
    expect(page.get_by_label("id string")).to_have_value("")


def test_a_deep_value_ends_somewhere(follow):
    body = {"name": "deepest"}
    for _ in range(200):
        body = {"children": [body]}
    page = follow({"body": body})

    expect(page.get_by_text("Filled in from a link.")).to_be_visible()
    expect(page.locator(".dj-pg-url")).to_contain_text("/things/")


SERVERS = [
    {
        "url": "https://{host}/{version}",
        "variables": {"host": {"default": "api.example"}, "version": {"default": "v1"}},
    },
    {
        "url": "https://{region}.example",
        "variables": {"region": {"default": "eu", "enum": ["eu", "us"]}},
    },
]


@pytest.mark.parametrize(
    ("server", "address"),
    [
        ({"url": SERVERS[1]["url"], "variables": {"region": "us"}}, "https://us.example/a"),
        ({"url": SERVERS[1]["url"], "variables": {"region": "x"}}, "https://eu.example/a"),
        ({"url": SERVERS[0]["url"], "variables": {"version": "v2"}}, "https://api.example/v2/a"),
        ({"url": SERVERS[0]["url"], "variables": {"host": "evil"}}, "https://api.example/v1/a"),
        ({"url": "https://evil.example"}, "https://api.example/v1/a"),
    ],
)
def test_a_link_names_no_server_that_the_description_does_not(follow, world, server, address):
    world.keeps_servers = True
    page = follow({"server": server}, method="get", path="/a", servers=SERVERS)

    expect(page.locator(".dj-pg-url")).to_have_text(address)


def test_the_server_of_a_link_is_not_kept(world, visit):
    with running() as other:
        servers = [{"url": world.api}, {"url": other.api}]
        url = operation_page(world, method="get", servers=servers)
        page = visit(url + packed({"server": {"url": other.api}})).page
        expect(page.locator(".dj-pg-url")).to_contain_text(other.api)

        assert page.evaluate("localStorage.length") == 0


def test_another_link_on_the_same_page_fills_it_again(follow):
    page = follow({"parameters": {"path:id": "1"}})
    expect(page.get_by_label("id string")).to_have_value("1")
    page.evaluate("(hash) => { location.hash = hash }", packed({"parameters": {"path:id": "2"}}))

    expect(page.get_by_label("id string")).to_have_value("2")


def test_too_much_for_a_link_is_said(show):
    page = show(options=CLIPBOARD, **OPERATION)
    page.get_by_label("name string").fill("x" * 20_000)
    page.get_by_role("button", name="Copy link").click()

    expect(page.get_by_text("The form has too much data for a link.")).to_be_visible()
