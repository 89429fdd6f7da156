"""The command: what a first visit on a slow phone is like, for pages of built sites in turn.

    python -m tests.experience.first_paint 11 ours/page.html furo/page.html other/page/index.html

The first number says how often each page is opened by a browser that knows nothing, and once more
with what it keeps. The line is slow 4G (150 ms and 1.6 Mbit/s), and the processor four times
slower, as Lighthouse has it; Chromium makes both. Printed are medians: first and largest paint
with contents, how long tasks kept the page from answering (total blocking time, on the first and
on the second visit), the layout shift, and what was sent. Times depend on what else a machine
does, so nothing is judged by them; bytes and files do not, and :func:`before_paint` is what the
tests ask.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests._support.browser import FLAGS, STRICT_POLICY, chromium_path, serving

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6 * 1_000_000 / 8,
    "uploadThroughput": 0.75 * 1_000_000 / 8,
}
"""What DevTools and Lighthouse call so."""

SLOWER = 4
SETTLED = 4000
"""Milliseconds after the load until a page is at rest."""

WATCH = """
const seen = window.seen = { tasks: [], largest: 0, shift: 0 };
const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
  .observe({ type, buffered: true });
watch('longtask', (task) => seen.tasks.push([task.startTime, task.duration]));
watch('largest-contentful-paint', (paint) => { seen.largest = paint.startTime; });
watch('layout-shift', (shift) => { if (!shift.hadRecentInput) seen.shift += shift.value; });
"""
MEASURED = """() => {
  const first = performance.getEntriesByName('first-contentful-paint')[0].startTime;
  const blocked = seen.tasks.filter(([start, length]) => start + length > first)
    .reduce((sum, [, length]) => sum + Math.max(0, length - 50), 0);
  return [first, seen.largest, blocked, seen.shift];
}"""
WAITED = """() => performance.getEntries()
  .filter((one) => one.entryType === 'navigation' || one.renderBlockingStatus === 'blocking')
  .map((one) => [one.name, one.encodedBodySize])"""
SENT = """() => performance.getEntries()
  .reduce((sum, one) => sum + (one.encodedBodySize || 0), 0)"""


@dataclass(frozen=True, kw_only=True)
class Visited:
    """What one visit was like: milliseconds, and the layout shift without a unit."""

    first: float
    largest: float
    blocked: float
    shift: float


@dataclass(kw_only=True)
class Paint:
    """One page, and what was measured of it.

    :ivar visits: the first visits, one a round.
    :ivar returns: the visits after them, with what the browser keeps.
    :ivar waited: the files that the first paint waits for, with their packed bytes.
    :ivar sent: the packed bytes of the whole page.
    """

    page: Path
    address: str = ""
    visits: list[Visited] = field(default_factory=list)
    returns: list[Visited] = field(default_factory=list)
    waited: list[tuple[str, int]] = field(default_factory=list)
    sent: int = 0

    @property
    def bytes(self) -> int:
        """How many packed bytes come before the paint."""
        return sum(size for _name, size in self.waited)

    def __str__(self) -> str:
        first, largest, blocked = (
            median(getattr(visit, name) for visit in self.visits)
            for name in ("first", "largest", "blocked")
        )
        again = median(visit.blocked for visit in self.returns)
        shift = median(visit.shift for visit in self.visits)
        return (
            f"{first:>6.0f}{largest:>6.0f}{blocked:>6.0f}{again:>6.0f}{shift:>8.4f}"
            f"{len(self.waited):>6}{self.bytes / 1000:>9.1f}{self.sent / 1000:>9.1f}  {self.page}"
        )


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
        if is_slow:
            paint.visits.append(_visited(context, paint.address))
            paint.returns.append(_visited(context, paint.address))
        else:
            tab = context.new_page()
            tab.goto(paint.address, wait_until="networkidle")
            paint.waited = [(name, size) for name, size in tab.evaluate(WAITED)]
            paint.sent = tab.evaluate(SENT)
    finally:
        context.close()


def _visited(context: BrowserContext, address: str) -> Visited:
    tab = context.new_page()
    tab.add_init_script(WATCH)
    line = context.new_cdp_session(tab)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tab.goto(address, wait_until="load")
    tab.wait_for_timeout(SETTLED)
    first, largest, blocked, shift = tab.evaluate(MEASURED)
    tab.close()
    return Visited(first=first, largest=largest, blocked=blocked, shift=shift)


def main(arguments: Sequence[str]) -> int:
    """Print a row a page."""
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS) as browser,
    ):
        found = before_paint(browser, [Path(page) for page in arguments[1:]], int(arguments[0]))
    print(" first  last   TBT again   shift files before it     sent  page")
    for paint in found:
        print(paint)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
