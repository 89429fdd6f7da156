"""One choice of the media type: fields, examples, samples and form follow it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests._support.browser import STRICT_POLICY
from tests._support.building import build_site
from tests._support.inputs import input_text

pytestmark = pytest.mark.browser

FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def built(tmp_path_factory, serve):
    files = {
        "index.md": "---\ntitle: Add\nopenapi: POST /pets\n---\n\nText.",
        "photos.md": "---\ntitle: Photos\nopenapi: POST /pets/{id}/photos\n---\n",
        "api.yaml": input_text(__file__, "media_types.yaml"),
        "docs.json": json.dumps(
            {"name": "Pets", "openapi": "api.yaml", "navigation": ["index", "photos"]}
        ),
    }
    made = build_site(tmp_path_factory.mktemp("media") / "site", files)
    return serve(made.outdir, f"{STRICT_POLICY}; connect-src https://pets.example")


def choice(page):
    return page.locator(".dj-media-choice select")


def tabs(page):
    return page.locator("aside .dj-example").last.get_by_role("tab")


def test_what_is_chosen_is_shown_everywhere_and_remembered(built, visit):
    opened = visit(f"{built}/index.html")
    page = opened.page
    expect(tabs(page)).to_have_text(["200", "400", "404"])
    choice(page).focus()
    page.keyboard.press("ArrowDown")

    expect(choice(page)).to_have_value("application/xml")
    expect(page.locator("#request-body .dj-media-group:visible .dj-media-type")).to_contain_text(
        "application/xml Pet"
    )
    expect(page.locator(".dj-sample-curl")).to_contain_text('<pet id="10">')
    expect(page.locator(".dj-sample-curl")).to_contain_text("Accept: application/xml")
    expect(page.locator("aside .dj-example").last).to_contain_text('<pet id="10">')
    expect(tabs(page).filter(visible=True)).to_have_text(
        ["200", "400", "404"], use_inner_text=True
    )

    page.reload()
    expect(choice(page)).to_have_value("application/xml")
    page.get_by_role("button", name="Try it").click()
    body = page.get_by_role("textbox", name="Body")
    assert body.input_value().startswith('<?xml version="1.0" encoding="UTF-8"?>\n<pet id="10">')
    assert opened.accessibility_violations() == []
    assert opened.errors == []


def test_the_page_follows_the_form(built, visit):
    page = visit(f"{built}/index.html").page
    page.get_by_role("button", name="Try it").click()
    page.locator(".dj-playground").get_by_label("Media type").select_option(FORM)

    expect(choice(page)).to_have_value(FORM)
    expect(page.locator("#request-body .dj-media-group:visible")).to_have_attribute(
        "data-media", FORM
    )


def test_without_a_script_nothing_is_lost(built, visit):
    page = visit(f"{built}/index.html", java_script_enabled=False).page

    expect(page.locator("#request-body .dj-media-group")).to_have_count(2)
    for group in page.locator("#request-body .dj-media-group").all():
        expect(group).to_be_visible()
    expect(choice(page)).to_be_hidden()
    expect(page.locator("aside summary", has_text="200 · text/csv")).to_be_visible()


def test_a_link_to_a_field_of_another_type_shows_it(built, visit):
    page = visit(f"{built}/index.html").page
    anchor = page.locator(f'#request-body .dj-media-group[data-media="{FORM}"] [id]').last
    name = anchor.get_attribute("id")
    expect(anchor).to_be_hidden()
    page.goto(f"{built}/index.html#{name}")

    expect(anchor).to_be_visible()
    expect(choice(page)).to_have_value(FORM)


def test_arrow_keys_pass_over_the_tabs_of_other_types(built, visit):
    page = visit(f"{built}/index.html").page
    tabs(page).filter(visible=True).first.focus()
    page.keyboard.press("ArrowRight")

    expect(tabs(page).filter(visible=True).nth(1)).to_be_focused()
    expect(tabs(page).filter(visible=True).nth(1)).to_have_text("400")


def test_a_form_sends_objects_as_json_and_files_with_their_names(built, visit):
    page = visit("about:blank").page
    page.route("https://pets.example/**", lambda route: route.fulfill(status=204))
    page.goto(f"{built}/photos.html")
    page.get_by_role("button", name="Try it").click()
    page.get_by_label("id integer").first.fill("5")
    two = [{"name": f"{n}.png", "mimeType": "image/png", "buffer": b"PNG"} for n in "ab"]
    page.locator("input[type=file]").first.set_input_files(two)
    page.locator("input[type=file]").last.set_input_files(two[0])
    with page.expect_request("https://pets.example/**") as sent:
        page.get_by_role("button", name="Send").click()
    kind = sent.value.headers["content-type"]
    boundary = kind.removeprefix("multipart/form-data; boundary=")
    parts = (sent.value.post_data_buffer or b"").decode().split(f"--{boundary}\r\n")[1:]
    heads = [part.partition("\r\n\r\n")[0].split("\r\n") for part in parts]

    assert [head[0].removeprefix("Content-Disposition: form-data; ") for head in heads] == [
        'name="meta"',
        'name="photos"; filename="a.png"',
        'name="photos"; filename="b.png"',
        'name="cover"; filename="a.png"',
        'name="xml"',
    ]
    assert [head[1].removeprefix("Content-Type: ") for head in heads] == [
        "application/json",
        "image/png",
        "image/png",
        "image/jpeg",
        "application/xml",
    ]
    assert parts[0].endswith('{"title":"Hi \\"you\\""}\r\n')
