"""A webhook or a callback goes from the API to readers, who see what arrives and what to say."""

from __future__ import annotations

import json

import pytest

from tests._support.building import build_site

FROST = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "readOnly": True, "example": 7},
        "secret": {"type": "string", "writeOnly": True, "example": "s3cret"},
        "depth": {"type": "number", "example": 2.5},
    },
}


def content(**examples):
    media = {"schema": {"$ref": "#/components/schemas/Frost"}}
    return {"application/json": media | ({"examples": examples} if examples else {})}


FINE = {"200": {"description": "Fine", "content": content()}}
BODY = {"content": content() | {"application/xml": {"schema": FROST, "example": "<frost/>"}}}
THANKS = {"description": "Thanks"}
SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Plants", "version": "1"},
    "paths": {
        "/hooks": {
            "post": {
                "summary": "Subscribe",
                "requestBody": {"content": content()},
                "responses": FINE,
                "callbacks": {
                    "warned": {
                        "{$request.body#/url}": {
                            "post": {"requestBody": BODY, "responses": {"204": THANKS}}
                        }
                    }
                },
            }
        }
    },
    "webhooks": {
        "frost": {"post": {"requestBody": BODY, "responses": FINE}},
        "thaw": {
            "post": {
                "requestBody": {
                    "content": content(slow={"value": {"depth": 1}}, fast={"value": {"depth": 9}})
                },
                "responses": {"204": THANKS},
            }
        },
    },
    "components": {"schemas": {"Frost": FROST}},
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    files = {
        "docs.json": json.dumps(
            {
                "name": "Plants",
                "openapi": "api.json",
                "navigation": [{"group": "Start", "pages": ["index"]}],
            }
        ),
        "api.json": json.dumps(SPEC),
        "index.md": "# Hello\n\nText.\n",
    }
    built = build_site(tmp_path_factory.mktemp("sent") / "site", files)
    assert built.warning_lines == []
    return built


def page(site, name):
    return site.soup(f"api-reference/{name}")


def codes(group):
    return [" ".join(code.get_text().split()) for code in group.select("pre")]


def names(section):
    heads = section.select(".dj-field-head")
    return {head.select_one("code").get_text().strip() for head in heads}


ARRIVES = '{ "id": 7, "depth": 2.5 }'
SENT = '{ "secret": "s3cret", "depth": 2.5 }'


def test_a_webhook_shows_what_arrives_and_what_is_answered(site):
    found = page(site, "frost")
    payload, answer = found.select("aside.dj-examples .dj-example")

    assert codes(payload) == [ARRIVES, "<frost/>"]
    assert codes(answer) == [SENT]
    assert "Payload · application/xml" in payload.get_text()
    assert names(found.select_one("#request-body")) == {"id", "depth"}
    assert names(found.select_one("#expected-responses")) == {"secret", "depth"}


def test_each_example_of_a_payload_is_shown_and_an_answer_without_a_body_is_its_status(site):
    payload, answer = page(site, "thaw").select("aside.dj-examples .dj-example")

    assert codes(payload) == ['{ "depth": 1 }', '{ "depth": 9 }']
    assert "slow" in payload.get_text()
    assert "fast" in payload.get_text()
    assert codes(answer) == ["204 No Content"]


def test_a_callback_goes_the_other_way_than_the_operation_that_it_belongs_to(site):
    found = page(site, "subscribe")
    groups = found.select("aside.dj-examples .dj-example")
    callbacks = found.select_one("#callbacks")

    assert names(found.select_one("#request-body")) == {"secret", "depth"}
    assert names(callbacks) == {"id", "depth"}
    assert codes(groups[1]) == [ARRIVES]
    assert codes(groups[2]) == [ARRIVES, "<frost/>"]
    assert "warned · Payload · application/xml" in groups[2].get_text()
    assert codes(groups[3]) == ["204 No Content"]
