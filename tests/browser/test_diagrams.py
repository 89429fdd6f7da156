"""Diagrams are drawn in the colours of the page, under a strict policy, above their text."""

import pytest
from playwright.sync_api import expect

from tests.browser.waiting import wait_until

DRAWER = """
globalThis.asked = [];
globalThis.mermaid = {
  initialize: (options) => globalThis.asked.push(options),
  render: async (id, text) => {
    if (text.includes('broken')) throw new Error(text);
    // As Mermaid does: sheets and styles on the page, its text, and that text parsed once more.
    const place = document.body.appendChild(document.createElement('div'));
    place.innerHTML = `<svg id="${id}" viewBox="0 0 900 90"><rect width="9" height="9"/></svg>`;
    place.setAttribute('style', 'font-size: 9px');
    const sheet = document.createElement('style');
    sheet.innerHTML = `#${id} rect { fill: rgb(1, 2, 3) }`;
    place.firstChild.prepend(sheet);
    place.querySelector('rect').setAttribute('style', 'stroke: rgb(4, 5, 6)');
    place.querySelector('rect').style.opacity = '.5';
    const svg = new DOMParser().parseFromString(place.innerHTML, 'text/html').body.innerHTML;
    place.remove();
    return { svg };
  },
};
"""
PAGE = (
    "---\ntitle: Diagram\n---\n\n```mermaid\ngraph TD\n  A --> B\n```\n\n```mermaid\nbroken\n```\n"
)


@pytest.fixture
def drawn(site):
    """A site with a diagram and one that is broken, and a script that draws squares."""
    files = {"index.mdx": PAGE, "mermaid.min.js": DRAWER}
    conf = {"docsjson_mermaid": "mermaid.min.js", "html_theme": "docsjson"}
    return site(files, conf=conf).outdir


def test_a_diagram_has_the_colours_of_the_page_and_follows_its_mode(drawn, serve, visit):
    page = visit(f"{serve(drawn)}/index.html", color_scheme="light").page

    expect(page.locator(".dj-diagram svg")).to_have_count(1)
    expect(page.locator("article pre:visible")).to_have_text(["broken\n"])
    light = page.evaluate("asked.at(-1).themeVariables")
    page.emulate_media(color_scheme="dark")
    wait_until(page, "asked.length === 2")
    dark = page.evaluate("asked.at(-1).themeVariables")

    assert (light["darkMode"], dark["darkMode"]) == (False, True)
    assert light["primaryColor"] != dark["primaryColor"]
    assert "" not in light.values()
    assert "themeCSS" in page.evaluate("asked.at(-1).secure")  # it may name other hosts
    expect(page.locator(".dj-diagram svg")).to_have_count(1)


def test_a_diagram_has_its_styles_under_a_strict_policy(drawn, serve, visit):
    opened = visit(f"{serve(drawn)}/index.html", width=390, color_scheme="light")
    page = opened.page
    rect = page.locator(".dj-diagram rect")
    expect(rect).to_have_css("fill", "rgb(1, 2, 3)")

    assert rect.get_attribute("style") == "stroke: rgb(4, 5, 6); opacity: 0.5;"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".dj-diagram svg").bounding_box()["width"] == 576
    page.emulate_media(color_scheme="dark")
    wait_until(page, "asked.length === 2")
    expect(rect).to_have_css("fill", "rgb(1, 2, 3)")
    assert page.evaluate("document.adoptedStyleSheets.length") == 1
    assert opened.errors == []


def test_a_button_shows_the_text_of_a_diagram(drawn, serve, visit):
    page = visit(f"{serve(drawn)}/index.html").page
    shown = page.locator("article pre:visible")
    expect(shown).to_have_count(1)

    page.get_by_role("button", name="View source").click()
    expect(shown).to_have_count(2)
    page.emulate_media(color_scheme="dark")
    wait_until(page, "asked.length === 2")
    expect(shown).to_have_count(2)


def test_without_scripts_a_diagram_is_its_text(drawn, serve, visit):
    page = visit(f"{serve(drawn)}/index.html", java_script_enabled=False).page

    expect(page.locator("article pre:visible")).to_have_text(["graph TD\n  A --> B\n", "broken\n"])
