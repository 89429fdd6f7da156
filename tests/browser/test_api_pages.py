"""API pages in a browser: reachable fields, no access problem, nothing blocked."""

from __future__ import annotations

import json

import pytest

from tests.openapi.test_pages import SPEC, files

pytestmark = pytest.mark.browser

PAGE = "api-reference/plants/get-a-plant.html"


def nested():
    """Return the specification with fields inside fields."""
    spec = json.loads(json.dumps(SPEC))
    properties = spec["components"]["schemas"]["Plant"]["properties"]
    properties["pot"] = {"type": "object", "properties": {"clay": {"type": "boolean"}}}
    properties["food"] = {
        "oneOf": [
            {"title": "Dung", "type": "object", "properties": {"age": {"type": "integer"}}},
            {"title": "Tea", "type": "object", "properties": {"herb": {"enum": ["nettle"]}}},
        ]
    }
    return spec


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 375])
def test_axe_finds_nothing_on_an_operation(site, serve, visit, mode, width):
    icon = {"favicon": "/icon.svg"}
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    built = site(files(nested(), config=icon, **{"icon.svg": picture}))

    opened = visit(f"{serve(built.outdir)}/{PAGE}", width=width, color_scheme=mode)
    opened.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")

    assert opened.errors == []
    assert opened.accessibility_violations() == []


def test_a_field_opens_when_its_anchor_is_in_the_address(site, serve, visit):
    built = site(files(nested()))

    opened = visit(f"{serve(built.outdir)}/{PAGE}#response-200-pot-clay")

    assert opened.page.locator("#response-200-pot-clay").is_visible()
    assert not opened.page.locator("#response-200-food-oneof-1-age").is_visible()


def test_fields_open_by_keyboard(site, serve, visit):
    built = site(files(nested()))
    opened = visit(f"{serve(built.outdir)}/{PAGE}")
    summary = opened.page.locator("#response-200-pot summary")

    summary.focus()
    opened.page.keyboard.press("Enter")

    assert opened.page.locator("#response-200-pot-clay").is_visible()


def test_everything_can_be_read_without_javascript(site, serve, visit):
    built = site(files(nested()))

    opened = visit(f"{serve(built.outdir)}/{PAGE}", java_script_enabled=False)

    body = opened.page.locator("article")
    for words in ("Returns one plant.", "No such plant.", "Its id."):
        assert body.get_by_text(words).first.is_visible()
    assert not opened.page.locator(".dj-endpoint-copy").is_visible()
