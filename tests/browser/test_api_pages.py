"""API pages in a browser: reachable fields, no access problem, nothing blocked."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.openapi import test_about_pages as about
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


def test_the_server_and_the_path_are_there_whole_where_room_is_short(site, serve, visit):
    spec = {**SPEC, "servers": [{"url": "https://a-long-name-of-a-server.plants.example/v1"}]}
    built = site(files(spec))
    page = visit(f"{serve(built.outdir)}/{PAGE}", width=1280).page

    hidden = """selector => {
      const shown = document.querySelector(selector)
      return shown.scrollWidth > shown.clientWidth
    }"""
    assert not page.evaluate(hidden, ".dj-endpoint-base")
    assert not page.evaluate(hidden, ".dj-endpoint-path")


def test_the_language_that_was_chosen_is_in_sight_in_a_narrow_window(site, serve, visit):
    built = site(files(SPEC))
    page = visit(f"{serve(built.outdir)}/{PAGE}", width=390).page
    page.get_by_role("tab", name="Ruby").click()
    page.reload()
    tab = page.get_by_role("tab", name="Ruby")
    expect(tab).to_have_attribute("aria-selected", "true")
    page.wait_for_function("""() => {
        const tab = document.querySelector('.dj-code-group [role="tab"][aria-selected="true"]');
        const list = tab.parentElement.getBoundingClientRect();
        return tab.getBoundingClientRect().right <= list.right;
    }""")


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


@pytest.mark.parametrize(("mode", "width"), [("light", 1280), ("dark", 375)])
@pytest.mark.parametrize("page", ["overview", "products"])
def test_axe_finds_nothing_on_pages_about_an_api(site, serve, visit, mode, width, page):
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    made = about.files(**{"icon.svg": icon})
    made["docs.json"] = json.dumps(json.loads(made["docs.json"]) | {"favicon": "/icon.svg"})
    built = site(made)

    address = f"{serve(built.outdir)}/api-reference/{page}.html"
    opened = visit(address, width=width, color_scheme=mode)

    assert opened.errors == []
    assert opened.accessibility_violations() == []
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_button_opens_and_closes_all_fields_of_a_section(site, serve, visit):
    built = site(files(nested()))
    page = visit(f"{serve(built.outdir)}/{PAGE}").page
    inner = page.locator("#response-200-pot-clay, #response-200-food-oneof-1-age")

    page.get_by_role("button", name="Expand all").click()
    assert [each.is_visible() for each in inner.all()] == [True, True]
    page.get_by_role("button", name="Collapse all").click()
    assert [each.is_visible() for each in inner.all()] == [False, False]


def test_an_example_that_is_chosen_on_the_page_fills_form_and_samples(site, serve, visit):
    built = site(about.files(spec=about.MANY))
    page = visit(f"{serve(built.outdir)}/api-reference/make-a-thing.html").page

    page.get_by_role("button", name="Try it").click()
    page.get_by_role("tab", name="Choice 7", exact=True).click()
    assert (
        page.get_by_label("Example", exact=True).locator("option:checked").inner_text()
        == "Choice 7"
    )
    assert '"n": 7' in page.locator(".dj-sample-curl").first.inner_text()
    page.get_by_label("Example", exact=True).select_option(label="Choice 9")
    assert '"n": 9' in page.locator(".dj-sample-curl").first.inner_text()
    page.locator(".dj-media-choice select").select_option("text/plain")
    page.get_by_role("tab", name="Example 2", exact=True).click()
    assert "two" in page.locator(".dj-sample-curl").first.inner_text()


def folding():
    """Return the specification with an example that has something to fold."""
    spec = json.loads(json.dumps(SPEC))
    answer = spec["paths"]["/plants/{id}"]["get"]["responses"]["200"]
    answer["content"] = {"application/json": {"example": FOLDED}}
    return spec


FOLDED = {"pots": [{"clay": True, "a-b": {"c": 1}}, {"clay": False}], "none": [], "text": "[{"}


def test_an_example_folds_by_keyboard_and_its_names_copy_the_path_to_a_value(site, serve, visit):
    built = site(files(folding()))
    opened = visit(f"{serve(built.outdir)}/{PAGE}", width=1280)
    page = opened.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    code = page.locator(".dj-json").first
    assert json.loads(code.text_content()) == FOLDED

    folds = code.locator(".dj-json-sign")
    assert folds.count() == 5
    folds.first.focus()
    for _step in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert folds.nth(1).get_attribute("aria-expanded") == "false"
    assert code.get_by_text('"c"').is_hidden()
    assert json.loads(code.text_content()) == FOLDED
    page.keyboard.press("Enter")
    code.get_by_text('"c"').click()
    assert page.evaluate("navigator.clipboard.readText()") == '$.pots[0]["a-b"].c'
    assert opened.errors == []
