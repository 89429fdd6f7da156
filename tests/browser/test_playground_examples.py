"""The examples of a description: chosen in the form or on the page, they are one choice."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

STRING = {"type": "string"}
SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "https://pets.example"}],
    "paths": {
        "/pets": {
            "post": {
                "summary": "Add a pet",
                "parameters": [
                    {
                        "name": name,
                        "in": "query",
                        "schema": STRING,
                        "examples": {"A cat": {"value": cat}, "A dog": {"value": dog}},
                    }
                    for name, cat, dog in (("sound", "meow", "woof"), ("food", "fish", "bones"))
                ],
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "properties": {"name": {"type": "string"}},
                            },
                            "examples": {
                                "A cat": {"value": {"name": "Tom"}},
                                "A dog": {"value": {"name": "Rex"}},
                            },
                        },
                        "text/plain": {
                            "examples": {"Short": {"value": "a"}, "Long": {"value": "b"}},
                        },
                    }
                },
                "responses": {"200": {"description": "Fine"}},
            }
        }
    },
}


@pytest.fixture(scope="module")
def built(tmp_path_factory, serve):
    from tests._support.building import build_site

    files = {
        "index.md": "---\ntitle: Add\nopenapi: POST /pets\n---\n\nText.",
        "api.json": json.dumps(SPEC),
        "docs.json": json.dumps({"name": "Pets", "openapi": "api.json", "navigation": ["index"]}),
    }
    made = build_site(tmp_path_factory.mktemp("examples") / "site", files)
    return serve(made.outdir)


@pytest.fixture
def page(built, visit):
    opened = visit(f"{built}/index.html")
    opened.page.get_by_role("button", name="Try it").click()
    return opened.page


def tab(page, name):
    return page.locator(".dj-request-bodies").get_by_role("tab", name=name)


def test_an_example_of_the_form_fills_the_body_and_shows_its_tab(page):
    choice = page.get_by_label("Example", exact=True)
    expect(choice.locator("option:checked")).to_have_text("A cat")
    choice.focus()
    choice.select_option("A dog")

    expect(choice).to_be_focused()
    expect(page.get_by_label("name string")).to_have_value("Rex")
    expect(tab(page, "A dog")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_label("Example", exact=True).locator("option:checked")).to_have_text(
        "A dog"
    )
    expect(page.locator(".dj-sample-curl")).to_contain_text("Rex")


def test_a_tab_of_the_page_fills_the_form_also_in_another_media_type(page):
    expect(tab(page, "Long")).to_be_hidden()
    page.locator(".dj-media-choice select").select_option("text/plain")
    tab(page, "Long").click()
    form = page.locator(".dj-playground")
    expect(form.get_by_label("Media type")).to_have_value("1")
    expect(page.get_by_role("textbox", name="Body")).to_have_value("b")

    form.get_by_label("Media type").select_option("application/json")
    tab(page, "A dog").click()
    expect(page.get_by_label("name string")).to_have_value("Rex")


def test_a_body_of_ones_own_is_no_example(page):
    page.get_by_label("name string").fill("Kim")
    page.reload()

    expect(page.get_by_label("name string")).to_have_value("Kim")
    expect(page.get_by_label("Example", exact=True).locator("option:checked")).to_have_text("—")


def test_an_example_of_the_parameters_fills_all_that_have_it_and_the_body(page):
    page.get_by_label("Parameters as in").select_option("A dog")

    expect(page.get_by_label("sound string")).to_have_value("woof")
    expect(page.get_by_label("food string")).to_have_value("bones")
    expect(page.get_by_label("name string")).to_have_value("Rex")
    expect(page.locator(".dj-pg-url")).to_contain_text("?sound=woof&food=bones")
