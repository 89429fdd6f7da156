"""A site → what a reader sees of it in Chromium who opens every page that its navigation has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Route, ViewportSize

WINDOW = ViewportSize(width=1280, height=800)
SEARCHES = 3
OURS = ".dj-header"
"""What only our theme has; its search is a dialog as well."""
PATIENCE = 30
"""How many seconds the index of the search may come later than the first page of ``serve``."""

LINKS = """() => [...document.querySelectorAll('nav a[href], aside a[href], header a[href]')]
  .filter((one) => !one.closest('main, article, footer') && one.origin === location.origin)
  .map((one) => one.pathname)"""
"""The links of the frame of a page in any theme; those to the next page are no navigation."""

ARTICLE = """() => {
  const article = document.querySelector('main, article, [role=main], .body');
  return [document.querySelector('h1')?.innerText ?? '', article?.innerText.trim() ?? ''];
}"""

FOUND = """() => [...document.querySelectorAll('#search-results [href]')]
  .map((one) => new URL(one.getAttribute('href'), location).pathname)"""


@dataclass(kw_only=True)
class Seen:
    """What was seen of a site.

    :param titles: address → the heading of each page, in the order of the navigation.
    :param pictures: the files of the pictures that were taken.
    """

    titles: dict[str, str] = field(default_factory=dict)
    answered: int = 0
    problems: list[str] = field(default_factory=list)
    pictures: list[Path] = field(default_factory=list)


def look(browser: Browser, base: str, shots: Path | None = None) -> Seen:
    """Go through a site by its navigation, search it, and take pictures.

    :param shots: the beginning of the names of the pictures; without it there are none, and
        nothing is searched.
    """
    seen = Seen()
    with _tab(browser, base, seen) as tab:
        waiting = ["index.html"]
        while waiting:
            address = waiting.pop(0)
            if address in seen.titles:
                continue
            seen.titles[address] = _open(tab, base, address, seen)
            waiting += _order(tab.evaluate(LINKS))
    if shots is not None:
        with _tab(browser, base, seen) as tab:
            _search(tab, base, seen)
            _shoot(tab, base, shots, seen)
    return seen


@contextmanager
def _tab(browser: Browser, base: str, seen: Seen) -> Iterator[Page]:
    """Open a tab that notes what goes wrong; other hosts are there, and answer nothing."""
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
    tab = context.new_page()

    def elsewhere(route: Route) -> None:
        if route.request.url.startswith(base):
            route.continue_()
        else:
            route.fulfill(status=200, body="")

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            seen.problems.append(f"{tab.url}: the console says: {message.text}")

    tab.route("**/*", elsewhere)
    tab.on("console", note)
    tab.on("pageerror", lambda error: seen.problems.append(f"{tab.url}: {error}"))
    try:
        yield tab
    finally:
        context.close()


def _open(tab: Page, base: str, address: str, seen: Seen) -> str:
    answer = tab.goto(f"{base}/{address}", wait_until="load")
    if answer is None or not answer.ok:
        seen.problems.append(f"{address} is answered with {answer and answer.status}")
        return ""
    title, text = tab.evaluate(ARTICLE)
    if not text:
        seen.problems.append(f"{address} is empty")
    return str(title).strip("¶\n ")


def _order(paths: list[str]) -> list[str]:
    """Return paths as addresses of pages, each once."""
    pages = [f"{path}index.html" if path.endswith("/") else path for path in paths]
    return list(dict.fromkeys(page.lstrip("/") for page in pages if page.endswith(".html")))


def _search(tab: Page, base: str, seen: Seen) -> None:
    """Search for the longest titles of pages; a page with the title has to be found."""
    for title in sorted(set(seen.titles.values()), key=len, reverse=True)[:SEARCHES]:
        pages = [address for address, name in seen.titles.items() if name == title]
        for _second in range(PATIENCE):
            tab.goto(f"{base}/search.html?q={quote(title)}", wait_until="load")
            tab.wait_for_timeout(1000)
            found = _order(tab.evaluate(FOUND))
            if found:
                break
        if set(pages) & set(found):
            seen.answered += 1
        else:
            seen.problems.append(f"the search for “{title}” finds {found[:3]} and not {pages}")


def _shoot(tab: Page, base: str, shots: Path, seen: Seen) -> None:
    pages = list(seen.titles)
    for kind, address in (("home", pages[0]), ("page", pages[len(pages) // 2])):
        tab.goto(f"{base}/{address}", wait_until="load")
        _picture(tab, shots, kind, seen)
    if tab.locator(OURS).count():
        tab.keyboard.press("Control+k")
        tab.wait_for_selector("dialog[open]")
        tab.keyboard.type(seen.titles[pages[-1]])
        tab.wait_for_selector('dialog[open] [role="option"]')
        _picture(tab, shots, "search", seen)


def _picture(tab: Page, shots: Path, kind: str, seen: Seen) -> None:
    path = shots.with_name(f"{shots.name}-{kind}.png")
    tab.screenshot(path=path)
    seen.pictures.append(path)


def root_of(address: str) -> str:
    """Return the address of a server without the path of a page."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
