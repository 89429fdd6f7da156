"""A mock server of somebody else's takes the requests that pages begin with."""

from __future__ import annotations

import json

import pytest

from tests._support.npm import installed, missing
from tests.openapi.prism.mock import PACKAGES
from tests.openapi.prism.sending import check

BODY = {
    "type": "object",
    "required": ["name", "size"],
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "name": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{4}$"},
        "size": {"type": "integer", "minimum": 3},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 2, "uniqueItems": True},
    },
}
RIGHT = {
    "parameters": [
        {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}},
        {"name": "q", "in": "query", "required": True, "schema": {"enum": ["a b&c=d/é"]}},
        {"name": "X-A", "in": "header", "required": True, "schema": {"type": "boolean"}},
        {
            "name": "list",
            "in": "query",
            "required": True,
            "schema": {"type": "array", "items": {"type": "integer"}, "minItems": 2},
        },
    ],
    "security": [{"key": []}],
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": BODY},
            "application/x-www-form-urlencoded": {"schema": BODY},
        },
    },
    "responses": {"200": {"description": ""}},
}
WRONG = {
    "parameters": [
        {
            "name": "n",
            "in": "query",
            "required": True,
            "example": "x",
            "schema": {"type": "integer"},
        }
    ],
    "responses": {"200": {"description": ""}},
}


@pytest.fixture(scope="module")
def _prism():
    if lacking := missing():
        pytest.skip(f"{lacking}: no request is sent to Prism")
    try:
        installed("prism", PACKAGES)
    except (RuntimeError, OSError) as error:
        pytest.skip(f"{error}: no request is sent to Prism")


@pytest.mark.nightly
@pytest.mark.usefixtures("_prism")
def test_prism_takes_every_request_and_refuses_what_its_page_calls_wrong(tmp_path):
    document = {
        "openapi": "3.0.3",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a/{id}": {"post": RIGHT}, "/b": {"get": WRONG}},
        "components": {
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}
        },
    }
    path = tmp_path / "api.json"
    path.write_text(json.dumps(document), encoding="utf-8")

    report = check(path, tmp_path)

    assert report.sent == 3
    assert (report.refused, report.explained, report.different) == ({}, {}, [])
    assert len(report.noted) == 1
    ((request, (reason,)),) = report.noted.items()
    assert request == "3 GET /b"
    assert "must be integer" in reason
