"""``sphinx-docsjson serve --mock``: the playground is answered by the examples of descriptions."""

from __future__ import annotations

import json

import pytest
from werkzeug.test import Client

from sphinx_docsjson.build import build_of
from sphinx_docsjson.cli.serve.build_results import api_of
from sphinx_docsjson.cli.serve.open_pages import OpenPages
from sphinx_docsjson.cli.serve.proxy import Mock
from sphinx_docsjson.cli.serve.server import Serving, StaticSite
from sphinx_docsjson.ext.openapi.request.values import status_of

THING = {
    "type": "object",
    "properties": {"id": {"type": "string", "example": "t1"}, "new": {"type": "boolean"}},
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
ORDERED = {
    "type": "object",
    "required": ["count"],
    "properties": {"count": {"type": "integer"}, "id": {"type": "integer", "readOnly": True}},
}
LIMIT = {"type": "integer", "minimum": 1, "maximum": 100}
ORDER = {
    "security": [{"key": []}],
    "parameters": [
        {"name": "limit", "in": "query", "schema": LIMIT},
        {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
        {"name": "page", "in": "query", "style": "deepObject", "schema": {"type": "object"}},
    ],
    "requestBody": {"required": True, "content": {"application/json": {"schema": ORDERED}}},
    "responses": {
        "201": {
            "description": "Made.",
            "headers": {
                "X-Rate": {"required": True, "schema": {"type": "integer"}, "example": 7},
                "Set-Cookie": {"schema": {"type": "string"}, "example": "a=b"},
            },
            "content": {"application/json": {"example": {"id": "o1"}}},
        },
        "4XX": {
            "description": "Wrong.",
            "content": {"application/json": {"example": {"error": "no"}}},
        },
    },
}
LIE = {
    "description": "Not so.",
    "content": {"application/json": {"schema": THING | {"required": []}, "example": {"id": 1}}},
}
API = {
    "openapi": "3.0.3",
    "info": {"title": "Things", "version": "1"},
    "servers": [{"url": "https://api.example.com/v1"}],
    "components": {
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "session": {"type": "apiKey", "in": "cookie", "name": "sid"},
        }
    },
    "paths": {
        "/things/{id}": {"get": GET, "delete": {"responses": {"204": {"description": "Gone."}}}},
        "/orders": {"post": ORDER},
        "/secret": {
            "get": {
                "security": [{"session": []}],
                "parameters": [
                    {"name": "c", "in": "cookie", "required": True, "schema": {"type": "string"}}
                ],
                "responses": {"200": {"description": "Yes."}},
            }
        },
        "/liar": {"get": {"responses": {"200": LIE}}},
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
def told():
    return []


@pytest.fixture
def client(tmp_path, api, told):
    origins, mocked, wants_proxy = api
    assert not wants_proxy
    serving = Serving(site=StaticSite(root=tmp_path), pages=OpenPages(tmp_path), mocked=True)
    serving.origins, serving.mock = tuple(origins), Mock(mocked, told.append)
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
        ("file:///v1", {}),
        ("https://api.example.com/v1", {"Origin": "https://evil.example"}),
        ("https://api.example.com/v1", {"Sec-Fetch-Site": "cross-site"}),
        ("https://api.example.com/v1", {"Host": "evil.example"}),
    ],
)
def test_other_sites_are_refused(client, base, headers):
    assert send(client, "/things/7", base=base, **headers).status_code == 403


def test_a_server_that_a_reader_typed_is_answered_for(client):
    """Where a description names none, readers type one; the mock sends nothing there."""
    assert send(client, "/things/7", base="https://other.example.com/v1").status_code == 200


def test_there_is_no_such_server_unless_it_was_wished(client):
    client.application.mocked = False
    assert send(client, "/things/7").status_code == 404


@pytest.mark.parametrize(
    ("written", "status"), [("201", 201), ("2XX", 200), ("5xx", 500), ("default", 200), ("1", 200)]
)
def test_a_range_is_answered_by_its_first_number(written, status):
    assert status_of(written) == status


def problem(answer):
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json["errors"]


def post(client, path="/orders", data=b'{"count": 1}', **headers):
    named = {"Content-Type": "application/json", "X-Key": "k", **headers}
    sent = {name: value for name, value in named.items() if value is not None}
    return client.open(
        "/_docsjson/mock",
        method="POST",
        query_string={"url": f"https://api.example.com/v1{path}"},
        headers={"Host": "localhost:8000", "Origin": "http://localhost:8000", **sent},
        data=data,
    )


def test_a_right_request_is_answered_with_the_headers_of_the_description(client, told):
    answer = post(client, "/orders?limit=3&tag=a&tag=b%2Fc")

    assert (answer.status_code, answer.json) == (201, {"id": "o1"})
    assert answer.headers["X-Rate"] == "7"
    assert "Set-Cookie" not in answer.headers
    assert told == []


@pytest.mark.parametrize(
    ("path", "data", "headers", "status", "reason"),
    [
        (
            "/orders?limit=many",
            b'{"count": 1}',
            {},
            400,
            "query limit: 'many' is not of type 'integer'",
        ),
        ("/orders?limit=200", b'{"count": 1}', {}, 400, "200 is greater than the maximum of 100"),
        ("/orders", b"{}", {}, 400, "'count' is a required property at /"),
        ("/orders", b'{"count": "x"}', {}, 400, "'x' is not of type 'integer' at /count"),
        ("/orders", b'{"count": 1, "id": 2}', {}, 400, "'id' is read-only"),
        ("/orders", b'{"count":', {}, 400, "json"),
        ("/orders", b"", {}, 400, "Missing required request body"),
        ("/orders", b"count=1", {"Content-Type": "text/plain"}, 415, "text/plain"),
        ("/orders", b'{"count": 1}', {"X-Key": None}, 401, "no credentials for 'key'"),
    ],
)
def test_a_wrong_request_is_refused_with_the_reasons(client, path, data, headers, status, reason):
    found, errors = problem(post(client, path, data, **headers))

    assert found == status
    assert any(reason in error for error in errors), errors


def test_all_that_is_wrong_is_told_at_once(client):
    status, errors = problem(post(client, "/orders?limit=0", b'{"count": "x"}'))

    assert (status, len(errors)) == (400, 2)


def test_an_answer_that_is_asked_for_is_given_whatever_is_wrong_with_the_request(client):
    answer = post(client, data=b"{}", Prefer="code=422")

    assert (answer.status_code, answer.json) == (422, {"error": "no"})


def test_what_no_browser_sends_is_not_asked_for(client):
    assert send(client, "/secret").status_code == 200


def test_an_answer_that_breaks_the_promise_is_told_once_to_who_serves(client, told):
    answers = [send(client, "/liar"), send(client, "/liar")]

    assert [answer.json for answer in answers] == [{"id": 1}, {"id": 1}]
    (line,) = told
    assert line == (
        "api.json: WARNING: the response 200 of GET /liar does not match the description: "
        "1 is not of type 'string' at /id [docsjson.openapi-request]"
    )


def test_a_value_of_a_path_may_hold_an_encoded_slash(client):
    assert send(client, "/things/a%2Fb").status_code == 200
