"""The playground on pages of a built site: its files, modes, samples, and hostile text."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect
from werkzeug import Response

from tests._support.inputs import input_data
from tests.browser.playground_support import operation_page, running

pytestmark = pytest.mark.browser

SPEC = input_data(__file__, "playground_site.yaml")


def page(title, *lines):
    return "\n".join(
        ["---", f"title: {title}", "description: About it.", *lines, "---", "", "Text."]
    )


FILES = {
    "index.md": page("Start"),
    "shown.md": page("Shown", "openapi: GET /things/{id}"),
    "simple.md": page("Simple", "openapi: GET /things/{id}", "playground: simple"),
    "hidden.md": page("Hidden", "openapi: GET /things/{id}", "playground: hide"),
    "hand.md": page("By hand", "api: POST https://api.example/users/{id}")
    + '\n\n<ParamField path="id" type="string" required>The id.</ParamField>'
    + '\n\n<ParamField body="name" type="string">The name.</ParamField>\n',
    "nowhere.md": page("Nowhere", "api: GET /users"),
    "api.json": json.dumps(SPEC),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory, serve):
    from tests._support.building import build_site

    names = [name[:-3] for name in FILES if name.endswith(".md")]
    config = {
        "name": "Test",
        "navigation": [{"group": "All", "pages": names}],
        "openapi": "api.json",
    }
    folder = tmp_path_factory.mktemp("playground") / "site"
    built = build_site(folder, {**FILES, "docs.json": json.dumps(config)})
    assert built.warning_lines == []
    return built, serve(built.outdir)


def test_only_endpoint_pages_load_the_playground(pages):
    built, _url = pages

    assert "docsjson-playground.js" in built.text("shown.html")
    for name in ("index", "simple", "hidden"):
        assert "docsjson-playground" not in built.text(f"{name}.html")


def test_simple_shows_samples_only_and_hide_nothing(pages):
    built, _url = pages

    assert "dj-sample-curl" in built.text("simple.html")
    assert "dj-sample-curl" not in built.text("hidden.html")


def test_without_javascript_the_samples_are_there(pages, visit):
    _built, url = pages
    opened = visit(f"{url}/shown.html", java_script_enabled=False)

    expect(opened.page.get_by_text("curl --request GET")).to_be_visible()
    expect(opened.page.get_by_text("Try it")).to_have_count(0)


def test_samples_of_a_page_that_is_a_file_do_not_lead_into_the_disk(pages, visit):
    built, _url = pages
    page = visit((built.outdir / "nowhere.html").as_uri()).page
    sample = page.locator(".dj-sample-curl")
    expect(sample).to_contain_text("https://example.com/users")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".dj-pg-url")).to_be_visible()
    expect(sample).to_contain_text("https://example.com/users")


def test_servers_and_their_variables_make_the_address(pages, visit):
    _built, url = pages
    opened = visit(f"{url}/shown.html")
    page = opened.page
    page.get_by_role("button", name="Try it").click()
    page.locator(".dj-pg-part summary", has_text="Server").click()
    page.get_by_label("Base URL").select_option(index=1)
    page.get_by_label("region").select_option("us")
    page.get_by_label("path", exact=True).fill("v2")

    expect(page.locator(".dj-endpoint > .dj-pg-url")).to_have_text(
        "https://us.example/v2/things/{id}"
    )
    expect(page.locator(".dj-endpoint-path")).to_be_hidden()
    expect(page.locator(".dj-sample-curl")).to_contain_text("https://us.example/v2/things/")
    page.reload()
    expect(page.locator(".dj-pg-url")).to_have_text("https://us.example/v2/things/{id}")


def test_the_copy_button_of_a_sample_gives_the_credentials_that_it_hides(pages, visit):
    _built, url = pages
    opened = visit(f"{url}/shown.html", permissions=["clipboard-read", "clipboard-write"])
    page = opened.page
    page.get_by_role("button", name="Try it").click()
    page.get_by_label("bearer").fill("s3cret")
    expect(page.locator(".dj-sample-curl")).to_contain_text("Bearer XXXXXXXX")
    copy = page.locator(".dj-example").first.get_by_role("button", name="Copy")
    copy.click()
    expect(copy).to_have_attribute("data-done", "")

    assert "Bearer s3cret" in page.evaluate("navigator.clipboard.readText()")
    assert "s3cret" not in page.content()


def test_a_handwritten_endpoint_has_a_form_of_its_fields(pages, visit):
    _built, url = pages
    opened = visit(f"{url}/hand.html")
    page = opened.page
    page.get_by_role("button", name="Try it").click()
    page.get_by_label("id string").fill("7")
    page.get_by_label("name string").fill("Ann")

    expect(page.locator(".dj-pg-url")).to_have_text("https://api.example/users/7")
    expect(page.locator(".dj-sample-curl")).to_contain_text('"name": "Ann"')


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_an_endpoint_page(pages, visit, scheme):
    _built, url = pages
    opened = visit(f"{url}/shown.html", color_scheme=scheme)
    opened.page.get_by_role("button", name="Try it").click()
    opened.page.get_by_role("button", name="Send").click()

    violations = [v for v in opened.accessibility_violations() if "dj-p" in v]
    assert violations == []
    assert opened.errors == []


HOSTILE = [
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror=window.hacked=1>",
    '"><svg onload=window.hacked=1>',
    "javascript:window.hacked=1",
    "{{constructor.constructor('window.hacked=1')()}}",
    "${window.hacked=1}",
    "';window.hacked=1;//",
    "\u2028window.hacked=1",
    "<!--<script>",
    "__proto__",
    "constructor",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_text_everywhere(visit, text):
    field = {
        "type": "object",
        "description": text,
        "properties": {
            text: {"enum": [text, "b"], "description": text, "default": text},
            "list": {"type": "array", "items": {"type": "string", "default": text}},
            "any": {"oneOf": [{"title": text, "type": "string"}, {"type": "object"}]},
        },
    }
    with running() as world:
        world.policy = ""
        world.answer = lambda _request: Response(
            json.dumps({text: text}) if "json" in text else text,
            content_type="text/html",
            headers={"X-Hostile": text.encode("ascii", "replace").decode()},
        )
        url = operation_page(
            world,
            summary=text,
            description=text,
            servers=[{"url": world.api, "description": text}],
            parameters=[
                {
                    "name": text,
                    "in": "query",
                    "required": True,
                    "description": text,
                    "schema": {"type": "string", "default": text, "example": text},
                }
            ],
            requestBody={
                "content": {"application/json": {"schema": field, "example": {text: text}}}
            },
            security=[{text: []}],
            components={
                "securitySchemes": {
                    text: {"type": "apiKey", "in": "header", "name": "X-K", "description": text}
                }
            },
        )
        page = visit(url).page
        page.get_by_role("button", name="Try it").click()
        page.get_by_role("button", name="Send").click()
        expect(page.locator(".dj-pg-facts, .dj-pg-failure").first).to_be_visible()
        page.locator(".dj-pg-headers summary").click()
        page.wait_for_timeout(100)

        assert page.evaluate("window.hacked") is None
        assert page.locator(".dj-pg-result").inner_text().strip()
        assert (
            page.locator(".dj-playground img, .dj-playground svg, .dj-playground iframe").count()
            == 0
        )


def test_the_form_gets_the_focus_and_escape_gives_it_back(pages, visit):
    _built, url = pages
    page = visit(f"{url}/shown.html").page
    button = page.get_by_role("button", name="Try it")
    button.focus()
    page.keyboard.press("Enter")
    form = page.get_by_role("form", name="Request")
    expect(form).to_be_focused()
    page.keyboard.press("Tab")
    assert form.evaluate("(form) => form.contains(document.activeElement)")

    page.get_by_label("id string").focus()
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")


def test_the_line_above_the_form_shows_the_chosen_server(pages, visit):
    _built, url = pages
    page = visit(f"{url}/shown.html").page
    page.get_by_role("button", name="Try it").click()
    page.locator(".dj-pg-part summary", has_text="Server").click()
    page.get_by_label("Base URL").select_option(index=1)

    expect(page.locator(".dj-endpoint-base")).to_have_text("https://eu.example/v1")
    copied = page.locator(".dj-endpoint-copy")
    expect(copied).to_have_attribute("data-copy-text", "https://eu.example/v1/things/{id}")


def test_the_language_of_the_samples_is_that_of_the_form_and_of_the_next_page(pages, visit):
    _built, url = pages
    page = visit(f"{url}/shown.html").page
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("button", name="Copy as cURL")).to_be_visible()
    page.get_by_role("tab", name="Python").click()
    expect(page.get_by_role("button", name="Copy as Python")).to_be_visible()

    page.goto(f"{url}/hand.html")
    expect(page.get_by_role("tab", name="Python")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("button", name="Copy as Python")).to_be_visible()
