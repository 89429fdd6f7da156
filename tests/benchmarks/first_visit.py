"""What a first visit on a slow phone is like, for pages of built sites in turn.

    python -m tests.benchmarks.first_visit 11 ours/page.html furo/page.html other/page/index.html

The first number says how often each page is opened by a browser that knows nothing, and once more
with what it keeps. The line is slow 4G (150 ms and 1.6 Mbit/s), and the processor four times
slower, as Lighthouse has it; Chromium makes both. Printed are medians: first and largest paint
with contents, how long tasks kept the page from answering (total blocking time, on the first and
on the second visit), the layout shift, and what was sent.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests._support.browser import FLAGS, chromium_path
from tests.experience.first_paint import Paint, before_paint, serve_page

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
  const sent = performance.getEntries().reduce((sum, one) => sum + (one.encodedBodySize || 0), 0);
  return [first, seen.largest, blocked, seen.shift, sent];
}"""


@dataclass(frozen=True, kw_only=True)
class Visit:
    """What one visit was like: milliseconds, the layout shift without a unit, and packed bytes."""

    first: float
    largest: float
    blocked: float
    shift: float
    sent: float


def two_visits(browser: Browser, address: str) -> tuple[Visit, Visit]:
    """Open a page in a browser that knows nothing, and once more with what it keeps."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    try:
        return _visit(context, address), _visit(context, address)
    finally:
        context.close()


def _visit(context: BrowserContext, address: str) -> Visit:
    tab = context.new_page()
    tab.add_init_script(WATCH)
    line = context.new_cdp_session(tab)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tab.goto(address, wait_until="load")
    tab.wait_for_timeout(SETTLED)
    first, largest, blocked, shift, sent = tab.evaluate(MEASURED)
    tab.close()
    return Visit(first=first, largest=largest, blocked=blocked, shift=shift, sent=sent)


def row(page: str, paint: Paint, visits: Sequence[tuple[Visit, Visit]]) -> str:
    """Return the row of a page."""
    firsts = [first for first, _again in visits]
    first, largest, blocked, shift, sent = (
        median(getattr(visit, name) for visit in firsts)
        for name in ("first", "largest", "blocked", "shift", "sent")
    )
    again = median(visit.blocked for _first, visit in visits)
    return (
        f"{first:>5.0f}{largest:>6.0f}{blocked:>6.0f}{again:>6.0f}{shift:>8.4f}"
        f"{len(paint.waited):>6}{paint.bytes / 1000:>10.1f}{sent / 1000:>9.1f}  {page}"
    )


def main(arguments: Sequence[str]) -> int:
    """Print a row a page."""
    rounds, pages = int(arguments[0]), arguments[1:]
    with (
        ExitStack() as stack,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS) as browser,
    ):
        addresses = {page: serve_page(stack, Path(page)) for page in pages}
        visits = [
            {page: two_visits(browser, addresses[page]) for page in pages} for _ in range(rounds)
        ]
        print("first  last   TBT again   shift files before it     sent  page")
        for page in pages:
            paint = before_paint(browser, addresses[page])
            print(row(page, paint, [each[page] for each in visits]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
