"""Diagrams are drawn in the colours of the page, or stay text where the policy takes no styles."""

import pytest
from playwright.sync_api import expect

from tests.browser.waiting import wait_until

DRAWER = """
globalThis.asked = [];
globalThis.mermaid = {
  initialize: (options) => globalThis.asked.push(options),
  render: async (id, text) => {
    if (text.includes('broken')) throw new Error(text);
    return { svg: `<svg id="${id}" viewBox="0 0 9 9"><style>#${id} { fill: red }</style></svg>` };
  },
};
"""
PAGE = (
    "---\ntitle: Diagram\n---\n\n```mermaid\ngraph TD\n  A --> B\n```\n\n```mermaid\nbroken\n```\n"
)
STYLES_TOO = "default-src 'self'; style-src 'self' 'unsafe-inline'"


@pytest.fixture
def drawn(site):
    """A site with a diagram and one that is broken, and a script that draws squares."""
    files = {"index.mdx": PAGE, "mermaid.min.js": DRAWER}
    conf = {"docsjson_mermaid": "mermaid.min.js", "html_theme": "docsjson"}
    return site(files, conf=conf).outdir


def test_a_diagram_has_the_colours_of_the_page_and_follows_its_mode(drawn, serve, visit):
    page = visit(f"{serve(drawn, STYLES_TOO)}/index.html", color_scheme="light").page

    expect(page.locator(".dj-diagram svg")).to_have_count(1)
    expect(page.locator("article pre:visible")).to_have_text(["broken\n"])
    light = page.evaluate("asked.at(-1).themeVariables")
    page.emulate_media(color_scheme="dark")
    wait_until(page, "asked.length === 2")
    dark = page.evaluate("asked.at(-1).themeVariables")

    assert (light["darkMode"], dark["darkMode"]) == (False, True)
    assert light["primaryColor"] != dark["primaryColor"]
    assert "" not in light.values()
    expect(page.locator(".dj-diagram svg")).to_have_count(1)


def test_where_the_policy_takes_no_styles_the_text_stays(drawn, serve, visit):
    opened = visit(f"{serve(drawn)}/index.html")

    expect(opened.page.locator("article pre:visible")).to_have_count(2)
    assert opened.page.evaluate("asked") == []
    assert len(opened.errors) == 1
