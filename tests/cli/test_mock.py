"""``sphinx-docsjson serve --mock``: the playground is answered by the examples of descriptions."""

from __future__ import annotations

import json

import pytest
from werkzeug.test import Client

from sphinx_docsjson.build import build_of
from sphinx_docsjson.cli.serve.facts import api_of, status_of
from sphinx_docsjson.cli.serve.open_pages import OpenPages
from sphinx_docsjson.cli.serve.server import Serving, StaticSite

THING = {
    "type": "object",
    "properties": {"id": {"type": "string", "examples": ["t1"]}, "new": {"type": "boolean"}},
    "required": ["id", "new"],
}
GET = {
    "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
    "responses": {
        "404": {"description": "None.", "content": {"application/json": {"example": "gone"}}},
        "200": {
            "description": "One.",
            "content": {
                "application/json": {"schema": THING},
                "text/csv": {"example": "id\nt1\n"},
            },
        },
    },
}
API = {
    "openapi": "3.1.0",
    "info": {"title": "Things", "version": "1"},
    "servers": [{"url": "https://api.example.com/v1"}],
    "paths": {
        "/things/{id}": {"get": GET, "delete": {"responses": {"204": {"description": "Gone."}}}},
        "/odd": {"get": {"responses": {"default": {"description": "No body."}}}},
        "/new": {
            "put": {
                "responses": {
                    "default": {"description": "Wrong."},
                    "201": {"description": "Made."},
                }
            }
        },
    },
}


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    from tests._support.building import build_site

    config = {
        "name": "Things",
        "navigation": [{"group": "API", "openapi": "api.json"}],
    }
    files = {"docs.json": json.dumps(config), "api.json": json.dumps(API), "index.md": "# Hi\n"}
    built = build_site(tmp_path_factory.mktemp("site"), files)
    return api_of(build_of(built.app.config), is_answered=True)


@pytest.fixture
def client(tmp_path, api):
    origins, operations = api
    serving = Serving(site=StaticSite(root=tmp_path), pages=OpenPages(tmp_path), mocked=True)
    serving.origins, serving.operations = tuple(origins), tuple(operations)
    return Client(serving)


def send(client, path, method="GET", base="https://api.example.com/v1", **headers):
    return client.open(
        "/_docsjson/mock",
        method=method,
        query_string={"url": base + path},
        headers={"Host": "localhost:8000", "Origin": "http://localhost:8000", **headers},
    )


def test_an_operation_answers_with_an_example_of_its_success(client):
    answer = send(client, "/things/7?a=b", Accept="*/*")
    assert answer.status_code == 200
    assert answer.json == {"id": "t1", "new": True}
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Content-Security-Policy"] == "sandbox"


def test_the_media_type_and_the_status_can_be_preferred(client):
    assert send(client, "/things/7", Accept="text/csv").text == "id\nt1\n"
    missing = send(client, "/things/7", Prefer="code=404")
    assert (missing.status_code, missing.json) == (404, "gone")
    assert send(client, "/things/7", Prefer="code=500").status_code == 501


def test_an_answer_without_a_body_has_none(client):
    answer = send(client, "/things/7", "DELETE")
    assert (answer.status_code, answer.data) == (204, b"")
    assert send(client, "/odd").status_code == 200
    assert send(client, "/new", "PUT").status_code == 201


def test_what_the_description_does_not_know_is_said(client):
    assert send(client, "/things/7/parts").status_code == 404
    wrong = send(client, "/things/7", "POST")
    assert (wrong.status_code, wrong.headers["Allow"]) == (405, "DELETE, GET")


@pytest.mark.parametrize(
    ("base", "headers"),
    [
        ("https://other.example.com/v1", {}),
        ("file:///v1", {}),
        ("https://api.example.com/v1", {"Origin": "https://evil.example"}),
        ("https://api.example.com/v1", {"Sec-Fetch-Site": "cross-site"}),
        ("https://api.example.com/v1", {"Host": "evil.example"}),
    ],
)
def test_other_servers_and_other_sites_are_refused(client, base, headers):
    assert send(client, "/things/7", base=base, **headers).status_code == 403


def test_there_is_no_such_server_unless_it_was_wished(client):
    client.application.mocked = False
    assert send(client, "/things/7").status_code == 404


@pytest.mark.parametrize(
    ("written", "status"), [("201", 201), ("2XX", 200), ("5xx", 500), ("default", 200), ("1", 200)]
)
def test_a_range_is_answered_by_its_first_number(written, status):
    assert status_of(written) == status
