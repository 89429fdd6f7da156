"""The command: when pages of built sites are painted first, on a slow line, beside each other.

    python -m tests.experience.first_paint 11 ours/page.html furo/page.html other/page/index.html

The first number says how often each page is opened, by a browser that knows nothing, all
of them in turn. The line is slow 4G (150 ms and 1.6 Mbit/s), which Chromium makes. It prints the
median of the first paint with contents, and what that waited for: files, and bytes as hosts pack
them. Times depend on what else a machine does, so nothing is judged by them; bytes and files do
not, and :func:`before_paint` is what the tests ask.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests._support.browser import FLAGS, STRICT_POLICY, chromium_path, serving

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6 * 1_000_000 / 8,
    "uploadThroughput": 0.75 * 1_000_000 / 8,
}
"""What DevTools and Lighthouse call so."""

PAINTED = """() => new Promise((done) => {
  const found = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  if (found()) return done(found());
  const observer = new PerformanceObserver(() => found() && done(found()));
  observer.observe({ type: 'paint', buffered: true });
})"""
WAITED = """() => performance.getEntries()
  .filter((one) => one.entryType === 'navigation' || one.renderBlockingStatus === 'blocking')
  .map((one) => [one.name, one.encodedBodySize])"""


@dataclass(kw_only=True)
class Paint:
    """One page, and what was measured of it.

    :ivar times: milliseconds until its first paint, one a round.
    :ivar waited: the files that this waits for, with their packed bytes.
    """

    page: Path
    address: str = ""
    times: list[float] = field(default_factory=list)
    waited: list[tuple[str, int]] = field(default_factory=list)

    @property
    def bytes(self) -> int:
        """How many packed bytes come before the paint."""
        return sum(size for _name, size in self.waited)

    def __str__(self) -> str:
        when = f"{median(self.times):>8.0f} ms" if self.times else f"{'':>11}"
        return f"{when}{len(self.waited):>7}{self.bytes / 1000:>9.1f} KB  {self.page}"


def root_of(page: Path) -> Path:
    """Return the folder that a host would serve: the highest one with an ``index.html``."""
    return [each for each in page.resolve().parents if (each / "index.html").is_file()][-1]


def before_paint(browser: Browser, pages: Sequence[Path], rounds: int = 0) -> list[Paint]:
    """Return what the first paint of each page waits for, and when it comes.

    :param rounds: how often each is opened on the slow line, after one time on a fast one.
    """
    with ExitStack() as stack:
        found = []
        for page in pages:
            root = root_of(page)
            policy = STRICT_POLICY if (root / "_static/docsjson.css").is_file() else ""
            base = stack.enter_context(serving(root, policy=policy, packed=True))
            path = page.resolve().relative_to(root).as_posix()
            found.append(Paint(page=page, address=f"{base}/{path.removesuffix('index.html')}"))
        for number in range(rounds + 1):
            for paint in found:
                _open(browser, paint, is_slow=number > 0)
    return found


def _open(browser: Browser, paint: Paint, *, is_slow: bool) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    try:
        tab = context.new_page()
        if is_slow:
            line = context.new_cdp_session(tab)
            line.send("Network.enable")
            line.send("Network.emulateNetworkConditions", SLOW_4G)
        tab.goto(paint.address, wait_until="load")
        if is_slow:
            paint.times.append(tab.evaluate(PAINTED))
        else:
            paint.waited = [(name, size) for name, size in tab.evaluate(WAITED)]
    finally:
        context.close()


def main(arguments: Sequence[str]) -> int:
    """Print a row a page."""
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS) as browser,
    ):
        found = before_paint(browser, [Path(page) for page in arguments[1:]], int(arguments[0]))
    print(f"{'first paint':>11}{'files':>7}{'before it':>12}  page")
    for paint in found:
        print(paint)
        for name, size in paint.waited:
            print(f"{'':>20}{size / 1000:>7.1f} KB  {name.rpartition('/')[2] or name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
