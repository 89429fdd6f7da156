"""What a site says about its playground, and what is wrong in it."""

from __future__ import annotations

import json

import pytest

SPEC = json.dumps(
    {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "servers": [{"url": "https://a.example"}],
        "paths": {"/a": {"get": {"responses": {"200": {"description": "Fine"}}}}},
    }
)


def page(*lines):
    head = ["title: A", "description: B.", "openapi: GET /a", *lines]
    return "\n".join(["---", *head, "---", "", "Text."])


@pytest.fixture
def endpoint(site):
    def build(*lines, api=None, builder="html", **options):
        config = {"openapi": "api.json", "api": api or {}}
        files = {"index.md": page(*lines), "api.json": SPEC}
        return site(files, builder, config=config, **options)

    return build


def languages_of(built):
    return [tab.text for tab in built.soup("index").select(".dj-example .dj-tab-button")]


def test_languages_and_their_order_are_those_of_docs_json(endpoint):
    built = endpoint(api={"examples": {"languages": ["ruby", "shell"]}})

    assert built.warning_lines == []
    assert languages_of(built) == ["Ruby", "cURL"]


def test_a_language_that_nobody_knows_is_named(endpoint):
    built = endpoint(api={"examples": {"languages": ["curl", "cobol"]}})

    assert "no request samples in 'cobol'" in built.warnings
    assert "docs.json:1: " not in built.warnings
    assert "[docsjson.config]" in built.warnings


def test_a_mode_that_nobody_knows_is_named_and_the_site_s_holds(endpoint):
    built = endpoint("playground: shwo")

    assert "'playground: shwo' is not known; use show, simple or hide" in built.warnings
    assert built.soup("index").select_one(".dj-playground")


def test_the_proxy_of_docs_json_is_used(endpoint):
    proxy = "https://p.example/?u={url}"
    built = endpoint(api={"playground": {"proxy": proxy}})

    assert f'"proxy":"{proxy}"' in built.text("_static/docsjson-playground.js")


def test_a_proxy_that_is_no_address_is_not_used(endpoint):
    built = endpoint(conf={"docsjson_playground_proxy": "javascript:alert(1)//"})

    assert "docsjson_playground_proxy must be an http(s) URL" in built.warnings
    assert "javascript:alert" not in built.text("_static/docsjson-playground.js")


@pytest.mark.parametrize("builder", ["text", "latex", "man", "texinfo", "epub", "singlehtml"])
def test_every_builder_writes_endpoint_pages(endpoint, builder):
    assert [w for w in endpoint(builder=builder).warning_lines if "playground" in w] == []


def test_the_playground_says_what_it_says_in_the_language_of_the_site(endpoint):
    script = endpoint(conf={"language": "de"}).text("_static/docsjson-playground.js")

    assert '"Cancel":"Abbrechen"' in script


def with_scheme(scheme):
    document = json.loads(SPEC)
    document["components"] = {"securitySchemes": {"login": scheme}}
    return {"index.md": page(), "api.json": json.dumps(document)}


def test_the_page_to_come_back_to_is_written_where_one_can_sign_in(site):
    flow = {"authorizationUrl": "https://a.example/a", "tokenUrl": "https://a.example/t"}
    scheme = {"type": "oauth2", "flows": {"authorizationCode": flow | {"scopes": {}}}}
    built = site(with_scheme(scheme), config={"openapi": "api.json"}, conf={"language": "de"})
    written = built.text("_static/docsjson-oauth.html")

    assert built.warning_lines == []
    assert '<html lang="de">' in written
    assert "<script src=" in written
    assert "history.replaceState" in built.text("_static/docsjson-oauth.js")
    for inline in ("<script>", "<style", " style=", " on"):
        assert inline not in written.partition("<main>")[0]


def test_it_is_not_written_where_nobody_signs_in(site):
    scheme = {"type": "http", "scheme": "bearer"}
    built = site(with_scheme(scheme), config={"openapi": "api.json"})

    assert not (built.outdir / "_static" / "docsjson-oauth.html").exists()
