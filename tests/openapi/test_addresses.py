"""The addresses of generated pages are those of the hosted platform."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.openapi.pages.documents import hosted_name

OK = {"responses": {"200": {"description": "Fine."}}}
KEY = {"name": "keyId", "in": "path", "required": True, "schema": {"type": "string"}}
SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "paths": {
        "/keys": {"get": {"summary": "List API keys", "tags": ["Keys"], **OK}},
        "/keys/{keyId}": {
            "get": {"operationId": "readKey", "tags": ["Keys"], "parameters": [KEY], **OK}
        },
        "/links": {"get": {"summary": "List API keys", "tags": ["Keys"], **OK}},
        "/surveys": {
            "get": {"summary": "eth_chainId", "tags": ["Management API - Surveys"], **OK}
        },
        "/feed": {"get": {"summary": "Watch: all", **OK}},
    },
    "webhooks": {"checkout.created": {"post": {"summary": "checkout_created", **OK}}},
}
NAMED = {
    "GET /keys": "reference/keys/list-api-keys",
    "GET /keys/{keyId}": "reference/keys/get-keys",
    "GET /links": "reference/keys/list-api-keys-1",
    "GET /surveys": "reference/management-api--surveys/eth_chainid",
    "GET /feed": "reference/watch-all",
    "WEBHOOK checkout.created": "reference/checkout_created",
}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("List API keys", "list-api-keys"),
        ("checkout_created", "checkout_created"),
        ("eth_chainId", "eth_chainid"),
        ("zkSync API", "zksync-api"),
        ("Management API - Surveys", "management-api--surveys"),
        ("A -- B", "a--b"),
        ("Users (beta), v1.2", "users-beta-v12"),
        ("The user's key", "the-users-key"),
        ("Q & A", "q-&-a"),
        ("/v1/users/{id}/keys", "v1users-keys"),
        ("/v1/users/{id}", "v1users"),
        ("ガス 取得", "ガス-取得"),
        ('a:b "c" <d>|e?#%', "ab-c-de"),
        ("index", "index-page"),
        ("Search", "search"),
        ("...", ""),
    ],
)
def test_a_name_is_written_as_the_platform_writes_it(text, name):
    assert hosted_name(text) == name


def test_a_name_is_no_longer_than_a_file_may_be_called():
    assert len(hosted_name("ガ" * 400).encode()) <= 200


def files(pages, text="# Start\n"):
    group = {
        "group": "API",
        "openapi": {"source": "api.json", "directory": "reference"},
        "pages": pages,
    }
    groups = [{"group": "Start", "pages": ["index"]}, group]
    config = {"name": "T", "navigation": {"groups": groups}}
    return {"docs.json": json.dumps(config), "api.json": json.dumps(SPEC), "index.md": text}


def named(built):
    found = built.soup("index").select(".dj-sidebar a[href*=reference]")
    return [a["href"].removesuffix(".html") for a in found]


def test_operations_of_a_group_keep_the_folder_of_their_tag(site):
    built = site(files([*NAMED]))

    assert built.warning_lines == []
    assert named(built) == [*NAMED.values()]


def test_operations_that_a_file_adds_are_called_the_same(site):
    group = {"group": "API", "openapi": {"source": "api.json", "directory": "reference"}}
    config = {"name": "T", "navigation": {"groups": [{"group": "S", "pages": ["index"]}, group]}}
    built = site({**files([]), "docs.json": json.dumps(config)})

    assert {*NAMED.values()} <= {*named(built)}


def test_an_operation_that_two_groups_list_answers_in_both_folders(site):
    groups = [
        {
            "group": each,
            "openapi": {"source": "api.json", "directory": each},
            "pages": ["GET /keys"],
        }
        for each in ("one", "two")
    ]
    config = {"name": "T", "navigation": {"groups": [{"group": "S", "pages": ["index"]}, *groups]}}
    text = "# Start\n\n[second](/two/keys/list-api-keys)\n"
    built = site({**files([], text), "docs.json": json.dumps(config)})

    assert built.warning_lines == []
    assert built.article("index").select_one("p a")["href"] == "one/keys/list-api-keys.html"
    assert built.soup("two/keys/list-api-keys").a["href"] == "../../one/keys/list-api-keys.html"
