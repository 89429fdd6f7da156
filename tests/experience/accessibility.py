"""What axe finds on a page, and with everything open that a reader opens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OPEN_ALL = (Path(__file__).parent / "open_all.js").read_text(encoding="utf-8")
RESULTS = {"resultTypes": ["violations"]}
COLOURS = {**RESULTS, "runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules that can judge one markup differently in two modes."""

DIALOG = "dialog.dj-find[open]"
OPENER = ".dj-pg-open:visible"


def violations_in(tab: Page, *, colours_only: bool = False) -> list[str]:
    """Return what axe finds on a page as it is, and with its menus, details, drawer, search and
    playground open.

    :param colours_only: judge what was opened by its colours alone.
    """
    options = COLOURS if colours_only else RESULTS
    found = _violations(tab, "", RESULTS)
    if tab.evaluate(OPEN_ALL):
        found += _violations(tab, "open: ", options)
        tab.reload(wait_until="load")
    if tab.locator(".dj-menu-button:visible").count():
        tab.click(".dj-menu-button")
        found += _violations(tab, "drawer: ", options)
        tab.reload(wait_until="load")
    with _search(tab) as is_open:
        if is_open:
            found += _violations(tab, "dialog: ", options)
    opener, form = tab.locator(OPENER), tab.locator(".dj-pg-form:visible")
    if opener.count():
        opener.first.click()
        form.first.wait_for()
        found += _violations(tab, "playground: ", options)
        opener.first.click()  # or it would be open where the page is loaded again
    return found


@contextmanager
def _search(tab: Page) -> Iterator[bool]:
    """Open the dialog of the search for a while; yield whether the page has one."""
    if not tab.locator("#dj-search-input").count() or tab.locator(".dj-searchpage-form").count():
        yield False
        return
    tab.keyboard.press("Control+k")
    # Its script and its first words come when they are wanted.
    tab.locator(f"{DIALOG} .dj-find-row").first.wait_for()
    yield True
    tab.keyboard.press("Escape")
    tab.locator(DIALOG).wait_for(state="detached")


def _violations(tab: Page, prefix: str, options: dict[str, Any]) -> list[str]:
    # A part that is still coming in is pale.
    tab.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    return [
        f"{prefix}{rule['id']} ({rule['impact']}) {' '.join(map(str, node['target']))}"
        for rule in Axe().run(tab, options=options).response["violations"]
        for node in rule["nodes"]
    ]
