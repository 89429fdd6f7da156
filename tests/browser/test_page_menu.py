"""The menu of a page and the page for unknown addresses, in a browser."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from tests._support.building import build_site
from tests.browser.waiting import wait_until

pytestmark = pytest.mark.browser

FILES = {
    "docs.json": json.dumps(
        {
            "name": "Acme",
            "favicon": "/icon.svg",
            "navigation": [{"group": "Start", "pages": ["index", "guide/a"]}],
            "contextual": {
                "options": [
                    *("copy", "view", "chatgpt", "claude", "add-mcp", "cursor", "download-pdf"),
                    {
                        "title": "Share",
                        "description": "With all",
                        "icon": "share",
                        "href": {
                            "base": "https://x.example/share",
                            "query": [{"key": "text", "value": "Read: $page"}],
                        },
                    },
                ],
                "mcp": "https://docs.example.com/mcp",
                "pdf": "/guide/all.pdf",
            },
        }
    ),
    "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
    "index.md": "---\ntitle: Home\ndescription: Home.\n---\n\nText.\n",
    "guide/all.pdf": "%PDF-1.4",
    "guide/a.md": "---\ntitle: Guide\ndescription: A guide.\n---\n\nSome *text*.\n",
}
BUTTON = ".dj-page-menu-button"
STATUS = ".dj-page-menu-status"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build_site(tmp_path_factory.mktemp("menu") / "site", FILES)


@pytest.fixture
def page(visit, serve, built):
    visited = visit(f"{serve(built.outdir)}/guide/a.html")
    visited.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield visited.page
    assert visited.errors == []


def test_the_page_is_copied_as_markdown(page):
    page.click(BUTTON)
    page.click(".dj-page-menu [data-copy]")
    page.wait_for_selector(f"{STATUS}:not(:empty)")

    assert page.inner_text(STATUS) == "Copied"
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "# Guide\n\nA guide.\n\nSome *text*." in copied


def test_what_an_entry_names_is_copied_and_given(page, built):
    page.click(BUTTON)
    page.get_by_text("Copy MCP install command").click()
    page.wait_for_selector(f"{STATUS}:not(:empty)")

    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "npx add-mcp https://docs.example.com/mcp"
    page.click(BUTTON)
    pdf = page.locator(".dj-page-menu a[download]")
    assert pdf.get_attribute("href") == "all.pdf"
    assert (built.outdir / "guide" / "all.pdf").is_file()


def test_the_text_of_the_page_stands_in_the_address_of_an_entry(page):
    page.click(BUTTON)
    link = page.locator("a[data-fill]")
    expect(link).to_have_attribute("href", re.compile(r"text=Read%3A\+.*Some%20\*text\*"))


def test_the_menu_is_used_with_the_keyboard(page):
    page.focus(BUTTON)
    page.keyboard.press("Enter")
    expect(page.locator(".dj-page-menu-list [data-copy]").first).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent").startswith("Copy page")
    page.keyboard.press("Escape")
    expect(page.locator(".dj-page-menu-list")).not_to_be_visible()
    assert page.evaluate("document.activeElement.matches('.dj-page-menu-button')")


def test_arrows_move_through_the_menu(page):
    page.focus(BUTTON)
    page.keyboard.press("Enter")
    expect(page.locator(".dj-page-menu-list [data-copy]").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent").startswith("View as Markdown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('.dj-page-menu-button')")


def test_a_title_has_its_whole_line_below_the_menu(page):
    group, menu, title = (
        page.locator(one).bounding_box() for one in (".dj-eyebrow", BUTTON, "article h1")
    )
    assert menu["y"] < group["y"] + group["height"] / 2 < menu["y"] + menu["height"]
    assert menu["y"] + menu["height"] <= title["y"] + 8
    assert title["x"] + title["width"] >= menu["x"] + menu["width"] - 1


def test_assistants_are_given_the_address_of_the_twin(page):
    page.click(BUTTON)
    link = page.locator(".dj-page-menu a[data-ask]").first

    expect(link).to_be_visible()
    assert "guide%2Fa.md" in link.get_attribute("href")


def test_from_a_file_the_menu_says_what_it_cannot_do(visit, built):
    page = visit((built.outdir / "guide" / "a.html").as_uri()).page
    page.click(BUTTON)
    page.click(".dj-page-menu [data-copy]")
    page.wait_for_selector(f"{STATUS}:not(:empty)")
    assert "could not be copied" in page.inner_text(STATUS)
    page.click(BUTTON)
    page.click(".dj-page-menu a[data-ask]")
    expect(page.locator(STATUS)).to_contain_text("only on the web")


def test_without_scripts_only_what_works_is_shown(visit, built):
    address = (built.outdir / "guide" / "a.html").as_uri()
    page = visit(address, java_script_enabled=False).page
    page.click(BUTTON)

    shown = page.locator(".dj-page-menu-list li:visible")
    assert shown.locator(".dj-page-menu-label").all_inner_texts() == [
        *("View as Markdown", "Connect to Cursor", "Download PDF", "Share"),
    ]
    assert "View as Markdown" in shown.first.inner_text()


def test_an_unknown_address_leads_back_from_any_depth(visit, built):
    page = visit((built.outdir / "404.html").as_uri()).page
    page.click(".dj-not-found-home")

    assert page.url.endswith("/index.html")


@pytest.mark.parametrize("where", ["", "sub/path/"])
@pytest.mark.parametrize("asked", ["nothing", "guide/deeper/aa.html"])
def test_an_unknown_address_finds_styles_and_near_pages_without_a_base_url(
    visit, site, serve, tmp_path, where, asked
):
    files = {"index.md": "# Home\n", "guide/a.md": "# Guide\n", "guide/aab.md": "# Near\n"}
    built = site(files)
    top = tmp_path / "host"
    shutil.copytree(built.outdir, top / where)
    # What hosts do with unknown addresses: they serve this page and leave the address.
    if where:
        shutil.copy(top / where / "404.html", top / "404.html")

    base = serve(top)
    page = visit(f"{base}/{where}{asked}").page
    home = page.locator(".dj-not-found-home")
    expect(home).to_have_attribute("href", f"{base}/{where}index.html")

    size = "getComputedStyle(document.querySelector('.dj-not-found-number')).fontWeight"
    wait_until(page, f"{size} === '600'")
    near = page.locator(".dj-not-found-near")
    if asked == "nothing":
        expect(near).to_be_hidden()
    else:
        expect(near.locator("a").first).to_have_text("Near")
        near.locator("a").first.click()
        expect(page.locator("h1")).to_contain_text("Near")
