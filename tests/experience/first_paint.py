"""What the first paint of a page waits for: files, and bytes as hosts pack them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from tests._support.browser import STRICT_POLICY, serving

WAITED = """() => performance.getEntries()
  .filter((one) => one.entryType === 'navigation' || one.renderBlockingStatus === 'blocking')
  .map((one) => [one.name, one.encodedBodySize])"""


@dataclass(frozen=True, kw_only=True)
class Paint:
    """One page, and what a browser that knows nothing loads before it paints.

    :ivar address: of the page, while its site is served.
    :ivar waited: the files that the first paint waits for, with their packed bytes.
    """

    address: str
    waited: Sequence[tuple[str, int]]

    @property
    def bytes(self) -> int:
        """How many packed bytes come before the paint."""
        return sum(size for _name, size in self.waited)


def root_of(page: Path) -> Path:
    """Return the folder that a host would serve: the highest one with an ``index.html``."""
    return [each for each in page.resolve().parents if (each / "index.html").is_file()][-1]


def serve_page(stack: ExitStack, page: Path) -> str:
    """Serve the site of a page until *stack* ends; return the address of the page.

    A site of ours is served under the strict content policy.
    """
    root = root_of(page)
    policy = STRICT_POLICY if (root / "_static/docsjson.css").is_file() else ""
    base = stack.enter_context(serving(root, policy=policy, packed=True))
    return f"{base}/{page.resolve().relative_to(root).as_posix().removesuffix('index.html')}"


def before_paint(browser: Browser, address: str) -> Paint:
    """Open a page in a phone, and return what its first paint waited for."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    try:
        tab = context.new_page()
        tab.goto(address, wait_until="load")
        waited = [(name, size) for name, size in tab.evaluate(WAITED)]
        return Paint(address=address, waited=waited)
    finally:
        context.close()
