"""The script of ``serve``: it reloads what changed, keeps the place, and shows what is wrong."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from sphinx_docsjson.cli.serve.open_pages import BuildProblem, OpenPages
from sphinx_docsjson.cli.serve.server import Serving, StaticSite, listen

pytestmark = pytest.mark.browser

PAGE = (
    '<!DOCTYPE html><html><head><link rel="stylesheet" href="style.css"></head><body>'
    '<h1>{}</h1><p style="height:4000px">Long</p></body></html>'
)


@pytest.fixture
def folder(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.html").write_text(PAGE.format(name))
    (tmp_path / "style.css").write_text("h1 { outline: 1px solid }")
    return tmp_path


@pytest.fixture
def pages(folder):
    return OpenPages(folder)


@pytest.fixture
def address(folder, pages):
    server = listen(Serving(site=StaticSite(root=folder), pages=pages), "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.port}"
    pages.close()
    server.shutdown()
    server.server_close()


def opened(browser, address, pages):
    """Return a page that listens already."""
    page = browser.new_page()
    with page.expect_response("**/_docsjson/events*"):
        page.goto(address)
    while not any(address.endswith(path) for path in pages.paths()):
        page.wait_for_timeout(20)  # a pause for the other thread; the loop ends with the condition
    return page


def test_a_page_is_loaded_again_when_it_or_its_style_changed(browser, address, pages, folder):
    one, two = (opened(browser, f"{address}/{name}", pages) for name in ("one", "two"))
    loaded = two.evaluate("performance.timeOrigin")
    one.evaluate("scrollTo(0, 700)")

    (folder / "one.html").write_text(PAGE.format("changed"))
    pages.look_again()
    one.get_by_text("changed").wait_for()
    one.wait_for_function("scrollY === 700")
    assert two.evaluate("performance.timeOrigin") == loaded

    (folder / "style.css").write_text("h1 { outline: 7px solid }")
    pages.look_again()
    wide = "getComputedStyle(document.querySelector('h1')).outlineWidth === '7px'"
    for page in (one, two):
        page.wait_for_function(wide)
        page.close()


def test_problems_are_shown_until_they_are_mended(browser, address, pages):
    page = opened(browser, f"{address}/one", pages)
    problem = BuildProblem(
        level="error",
        message="<b>Unknown</b> directive",
        file="one.md",
        line=3,
        advice="Correct the name.",
        excerpt=((2, "before"), (3, "```{nothing}")),
    )
    pages.tell("problems", keep=True, problems=[asdict(problem)])
    panel = page.locator("docsjson-live section")
    panel.wait_for()
    assert "one.md:3" in panel.inner_text()
    assert "<b>Unknown</b> directive" in panel.inner_text()
    assert page.locator("docsjson-live mark").inner_text().strip() == "3  ```{nothing}"
    assert "Correct the name." in panel.inner_text()
    assert page.locator("h1").inner_text() == "one"

    warning = asdict(problem) | {"level": "warning"}
    pages.tell("problems", keep=True, problems=[warning])
    page.get_by_role("button", name="1 warning").click()
    panel.wait_for()
    pages.tell("problems", keep=True, problems=[])
    panel.wait_for(state="hidden")
    assert page.get_by_role("button", name="1 warning").count() == 0
    page.close()
