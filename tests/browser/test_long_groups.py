"""A group of very many pages in the sidebar: cut into stretches, and no page out of reach."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.navigation import sidebar_entries
from tests._support.building import build_site

pytestmark = pytest.mark.browser

NAMES = [f"p{number}" for number in range(40)]


@pytest.fixture(scope="module")
def base(tmp_path_factory, serve):
    pages = {f"{name}.md": f"# Page {name[1:]}\n\nWords.\n" for name in NAMES}
    config = {"name": "Acme", "navigation": [{"group": "All", "pages": NAMES}]}
    source = tmp_path_factory.mktemp("long") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sidebar_entries, "MANY_ENTRIES", 30)
        patch.setattr(sidebar_entries, "STRETCH", 10)
        built = build_site(source, {**pages, "docs.json": json.dumps(config)})
    assert built.warning_lines == []
    return serve(built.outdir)


@pytest.mark.parametrize("width", [1440, 375])
def test_every_page_is_reached_by_links_without_scripts(base, visit, width):
    page = visit(f"{base}/p0.html", width=width, java_script_enabled=False).page
    reached, waiting = set(), ["p0.html"]
    while waiting:
        page.goto(f"{base}/{waiting.pop()}")
        if width < 1000:
            page.click(".dj-menu-button")
        shown = page.locator("#dj-sidebar a:visible")
        found = {link.get_attribute("href") for link in shown.all()}
        waiting += [one for one in found - reached if one and "0" in one]
        reached |= found

    assert reached == {f"{name}.html" for name in NAMES}


def test_the_keyboard_opens_another_stretch_and_closes_it(base, visit):
    opened = visit(f"{base}/p15.html", width=1440)
    page = opened.page
    page.get_by_role("link", name="Page 20 – Page 29").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/p20.html")
    summary = page.locator("#dj-sidebar summary")
    assert summary.all_inner_texts() == ["Page 20 – Page 29"]
    assert page.locator("#dj-sidebar [aria-current=page]").inner_text() == "Page 20"
    summary.focus()
    page.keyboard.press("Enter")
    assert not page.locator("#dj-sidebar [aria-current=page]").is_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Page 20"
    assert opened.accessibility_violations() == []
    assert opened.errors == []
