"""The panel of a response: what is found, folded, copied and downloaded in it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.playground_support import answer_with, operation_page, send

pytestmark = pytest.mark.browser

THINGS = [{"n": n, "Name": f"Thing {n}", "tags": ["a", "b"], "none": {}} for n in range(40)]
NOW = "[...CSS.highlights.get('dj-pg-found-now')].map(String)"
FOUND = "CSS.highlights.get('dj-pg-found').size"


@pytest.fixture
def answered(show, world):
    """Return ``answered(body, kind)``: the page after a response with it."""

    def answer(body, kind="application/json", **options):
        answer_with(world, body, kind=kind)
        page = show(method="get", options=options)
        send(page)
        expect(page.locator(".dj-pg-result pre").first).to_be_visible()
        return page

    return answer


def test_a_text_is_found_counted_and_gone_through_by_keyboard(answered):
    page = answered(json.dumps(THINGS))
    field = page.get_by_role("searchbox", name="Find in the response")
    field.fill("thing 1")
    expect(page.get_by_text("1 of 11")).to_be_visible()
    assert page.evaluate(NOW) == ["Thing 1"]
    assert page.evaluate(FOUND) == 11

    page.keyboard.press("Enter")
    expect(page.get_by_text("2 of 11")).to_be_visible()
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_text("11 of 11")).to_be_visible()
    result = page.locator(".dj-pg-result")
    assert result.evaluate("(e) => e.scrollTop") > 0
    page.get_by_role("button", name="Next match").click()
    expect(page.get_by_text("1 of 11")).to_be_visible()

    field.fill("nowhere")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    expect(page.get_by_role("button", name="Next match")).to_be_disabled()
    field.press("Escape")
    expect(field).to_have_value("")
    expect(page.get_by_role("button", name="Send")).to_be_visible()


def test_what_stands_across_colours_and_signs_is_found(answered):
    page = answered(json.dumps({"a.b": [1, 2], "(x": "y", "filling": "z" * 800}))
    field = page.get_by_role("searchbox", name="Find in the response")
    for wanted in ('"a.b": [', "(x", '": "y",'):
        field.fill(wanted)
        expect(page.get_by_text("1 of 1", exact=True)).to_be_visible()
        assert page.evaluate(NOW) == [wanted]


def test_the_rest_of_a_long_text_is_looked_through(answered):
    page = answered("x" * 300_000 + "needle", kind="text/plain")
    page.get_by_role("searchbox", name="Find in the response").fill("NEEDLE")

    expect(page.get_by_text("1 of 1", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Show all")).to_have_count(0)


def test_a_short_response_has_no_search(answered):
    page = answered('{"a": 1}')

    expect(page.get_by_role("searchbox")).to_have_count(0)


def test_json_folds_by_mouse_and_keyboard_and_opens_for_what_is_found(answered):
    page = answered(json.dumps(THINGS))
    code = page.locator(".dj-pg-result code")
    whole = code.text_content()
    assert json.loads(whole) == THINGS
    folds = page.get_by_role("button", name="Fold", exact=True)
    folds.first.focus()
    page.keyboard.press("ArrowDown")
    expect(folds.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(folds.nth(1)).to_have_attribute("aria-expanded", "false")
    expect(code.get_by_text('"Thing 0"')).to_be_hidden()
    expect(page.locator(".dj-pg-bracket").nth(1)).to_have_attribute("data-more", " … 4 ")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('[hidden]')") is None

    page.get_by_role("searchbox", name="Find in the response").fill("thing 0")
    expect(code.get_by_text('"Thing 0"')).to_be_visible()
    expect(folds.nth(1)).to_have_attribute("aria-expanded", "true")
    assert code.text_content() == whole


def test_text_that_is_no_json_does_not_fold(answered):
    page = answered("{not: [json]}\n" * 100, kind="application/json")

    expect(page.get_by_role("button", name="Fold", exact=True)).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_an_answer(world, visit, scheme):
    answer_with(world, json.dumps(THINGS))
    opened = visit(operation_page(world, method="get"), width=375, color_scheme=scheme)
    opened.page.get_by_role("button", name="Try it").click()
    send(opened.page)
    opened.page.get_by_role("searchbox", name="Find in the response").fill("thing")
    expect(opened.page.get_by_text("1 of 40")).to_be_visible()

    assert opened.accessibility_violations() == []
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert opened.errors == []


def test_all_folds_of_a_form_open_and_close_and_change_nothing(show, world):
    node = {
        "type": "object",
        "properties": {
            "one": {"$ref": "#/components/schemas/Node"},
            "two": {"type": "array", "items": {"type": "string"}},
        },
    }
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}}
    page = show(
        requestBody={"content": {**content, "multipart/form-data": content["application/json"]}},
        components={"schemas": {"Node": node}},
    )
    page.get_by_role("button", name="JSON", exact=True).click()
    page.get_by_role("textbox", name="Body").fill('{"one": {}}')
    expect(page.get_by_role("button", name="Expand all")).to_be_hidden()
    page.get_by_role("button", name="Form", exact=True).click()
    page.get_by_role("button", name="Expand all").click()
    expect(page.get_by_role("button", name="Collapse all")).to_be_visible()
    assert 6 <= page.locator("details.dj-pg-fold[open]").count() <= 200

    send(page)
    assert json.loads(world.last.body) == {"one": {}}
    page.get_by_role("button", name="Collapse all").click()
    assert page.locator("details.dj-pg-fold[open]").count() == 0
    page.get_by_label("Media type").select_option("multipart/form-data")
    expect(page.get_by_role("button", name="Expand all")).to_be_visible()


def test_a_name_of_the_answer_copies_the_path_to_its_value(answered):
    page = answered(json.dumps({"things": THINGS[:2]}))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".dj-pg-json .nt", has_text="Name").nth(1).click()

    expect(page.locator(".dj-pg-json [data-done]")).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()") == "$.things[1].Name"


def test_what_is_no_text_is_shown_by_its_bytes(answered):
    page = answered(b"\x00\xffPNG" + bytes(2_000), kind="application/octet-stream")

    shown = page.locator(".dj-pg-bytes")
    assert shown.text_content().splitlines()[0].split("  ", 1) == [
        "00000000",
        "00 ff 50 4e 47 00 00 00 00 00 00 00 00 00 00 00  ..PNG...........",
    ]
    assert len(shown.text_content().splitlines()) == 64
    page.get_by_role("button", name="Show all (2.0 KB)").click()
    assert len(shown.text_content().splitlines()) == 126


def test_sound_that_the_content_policy_forbids_is_bytes_only(answered):
    page = answered(b"\xff\xfbnone", kind="audio/mpeg")

    expect(page.locator(".dj-pg-bytes")).to_contain_text("ff fb 6e 6f 6e 65")
    expect(page.locator("audio")).to_have_count(0)
