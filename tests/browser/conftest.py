"""A browser for the tests, and what went wrong on the pages that it opens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, expect

from tests._support.browser import (
    FLAGS,
    STRICT_POLICY,
    address_of,
    chromium_path,
    start_server,
)
from tests.browser.playground_support import operation_page, running

TIMEOUT = 60_000
"""Milliseconds that a busy machine may take; no test that passes waits so long."""


def find_chromium() -> str:
    """Return the path of a Chromium.

    :raises pytest.fail: when there is none; a browser test is never skipped silently.
    """
    if path := chromium_path():
        return path
    pytest.fail(
        "no Chromium found: run `python3 tools/dev.py tools`, or set CHROMIUM=/path/to/chromium",
        pytrace=False,
    )


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    expect.set_options(timeout=TIMEOUT)
    chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
    yield chromium
    chromium.close()


@dataclass
class Visit:
    """A page that is open in the browser, and what went wrong on it."""

    page: Page
    errors: list[str] = field(default_factory=list)

    def accessibility_violations(self) -> list[str]:
        """Return what axe-core finds (WCAG 2.2 AA and best practices), one line a node."""
        found = Axe().run(self.page).response["violations"]
        return [
            f"{rule['id']} ({rule['impact']}): {' '.join(map(str, node['target']))} "
            f"— {node['failureSummary']}"
            for rule in found
            for node in rule["nodes"]
        ]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Any]:
    """Return ``visit(url, width=1280, height=800, **context options)`` → :class:`Visit`.

    ``errors`` collects script errors, failed requests and everything that a content policy
    blocked. Motion is reduced unless an option says otherwise: a click hits what stands still,
    and a page that scrolls smoothly moves under it.
    """
    contexts = []

    def open_page(url: str, *, width: int = 1280, height: int = 800, **options: Any) -> Visit:
        options.setdefault("reduced_motion", "reduce")
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        context.set_default_timeout(TIMEOUT)
        opened = Visit(context.new_page())

        def note(message: ConsoleMessage) -> None:
            if message.type == "error":
                opened.errors.append(message.text)

        opened.page.on("console", note)
        opened.page.on("pageerror", lambda error: opened.errors.append(str(error)))
        opened.page.goto(url)
        return opened

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def serve() -> Iterator[Any]:
    """Return ``serve(folder, policy=STRICT_POLICY)`` → base URL without a trailing slash."""
    servers = []

    def start(folder: Path, policy: str = STRICT_POLICY) -> str:
        server = start_server(folder, policy)
        servers.append(server)
        return address_of(server)

    yield start
    for server in servers:
        server.shutdown()


@pytest.fixture
def world():
    with running() as started:
        yield started


@pytest.fixture
def show(world, visit):
    """Return ``show(**operation)``: its page, with the form open."""

    def open_operation(*, api=None, options=None, **fields):
        opened = visit(operation_page(world, api=api, **fields), **(options or {}))
        opened.page.get_by_role("button", name="Try it").click()
        return opened.page

    return open_operation
