"""Waiting for what a page says of itself, on pages whose policy forbids ``eval``.

Playwright's own ``wait_for_function`` evaluates its text in the page again at each frame. The
first time is allowed under any policy, the others are not: a test that waits with it fails by
chance.
"""

from __future__ import annotations

from playwright.sync_api import Page

LOOKS, PAUSE = 500, 20
"""How often is looked, and the milliseconds between two looks."""


def wait_until(page: Page, expression: str) -> None:
    """Wait until an expression of JavaScript is true.

    :raises AssertionError: when it stays untrue.
    """
    for _look in range(LOOKS):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError(f"{expression} stays untrue")
