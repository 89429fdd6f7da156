"""Open pages of a site in Chromium and measure them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.experience.accessibility import violations_in
from tests.experience.page_types import PageType
from tests.experience.report import STEADY, Figures
from tests.experience.weight import Site, weight_of

HERE = Path(__file__).parent
WIDTHS = (375, 768, 1024, 1440)
MODES = ("light", "dark")
PLAIN = ("article", "home")
NOT_PLAIN = "link[href*='api.css'], link[href*='sphinx-design']"
AXE_WIDTHS = (375, 1440)
LOST_WIDTHS = (320, 375, 1024)
SMALL_WINDOWS = ((667, 375), (320, 256))
"""A phone that lies on its side, and 1280 × 1024 at 400 %."""

COLORED = (HERE / "colored.js").read_text(encoding="utf-8")

TIMEOUT = 180_000
"""How many milliseconds a window may take; nothing is measured by them."""

FOREIGN = re.compile(
    r"^(Framing|Loading the (image|media)) .*violates|^Connecting to 'https:.*violates"
    r"|^Fetch API cannot load https:.* Refused to connect|^Unrecognized feature|'postMessage' on"
)
"""What a browser says of films and pictures of other hosts that authors have in their pages; how
many the policy refuses has a column of its own."""

OF_AUTHORS = re.compile(r"\bheading-order \(")
"""The rule about levels that are left out, which authors break in what they write."""

GENERATED = ".dj-endpoint, .dj-index, .dj-searchpage-form"
"""What pages have of which we write the headings."""

SLOW = {".woff2": 0.3, ".png": 0.15, ".jpg": 0.15, ".svg": 0.15, ".webp": 0.15, ".gif": 0.15}
"""What comes later than the first paint, in seconds: as on a line that is not a wire."""

WIDE = 1280
"""The least width with a contents list."""

LAST = """async () => {
  const links = [...document.querySelectorAll('#dj-table-of-contents a[href^="#"]')];
  if (!links.length || document.documentElement.scrollHeight <= innerHeight + 4) return [];
  const marked = async (top) => {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return links.filter((link) => link.hasAttribute('aria-current')).map((link) => link.hash);
  };
  const end = await marked(1e7);
  const start = await marked(0);
  const found = String(end) === links.at(-1).hash ? [] : [`at the end: ${end}`];
  return start.length ? [...found, `at the top: ${start}`] : found;
}"""

SETTLED = """async () => {
  const after = (ms) => new Promise((done) => setTimeout(done, ms));
  await Promise.race([document.fonts.ready, after(3000)]);
  const still = () => Promise.all([...document.images].filter((one) => one.loading !== 'lazy')
    .map((one) => one.complete || new Promise((done) => { one.onload = one.onerror = done; })));
  await Promise.race([still(), after(3000)]);
  const most = Math.min(document.documentElement.scrollHeight, 12000);
  for (let y = 0; y < most; y += innerHeight) {
    scrollTo({ top: y, behavior: 'instant' });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
  await Promise.race([still(), after(3000)]);
  scrollTo({ top: 0, behavior: 'instant' });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


def measure(
    browser: Browser,
    site: Site,
    page: PageType,
    *,
    widths: Iterable[int] = WIDTHS,
    with_axe: bool = True,
    shots: Path | None = None,
) -> Figures:
    """Return the figures of one page: the worst of all windows.

    In each window it is opened for the first time, in light mode, and once more, in dark mode.
    """
    figures = Figures(page=page)
    for width in widths:
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme="light", reduced_motion="reduce"
        )
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(path=HERE / "watch.js")
        tab = context.new_page()
        tab.on("console", lambda message: _note(figures, message))
        tab.on("pageerror", lambda error: figures.console.append(str(error)))
        asked: list[tuple[str, str]] = []
        tab.on("request", lambda one, to=asked: to.append((one.resource_type, one.url)))
        tab.goto(f"{site.base}/{page.path}", wait_until="load")
        figures.shift_cold = max(figures.shift_cold, _settle(tab, figures, f"{width} cold"))
        if width >= WIDE:
            first = json.loads(tab.evaluate((HERE / "first.js").read_text(encoding="utf-8")))
            figures.blocking, figures.pictures = first["blocking"], first["pictures"]
            figures.first_paint = first["painted"]
            figures.code_lines, figures.colorless = tab.evaluate(COLORED)
            figures.unmarked = tab.evaluate(LAST)
        if not figures.weight.requests:
            figures.weight = weight_of(site, asked)
            figures.plain = page.name in PLAIN and not tab.locator(NOT_PLAIN).count()
        _shoot(tab, shots, f"{page.name}-{width}-light")
        tab.emulate_media(color_scheme="dark")
        tab.reload(wait_until="load")
        figures.shift_warm = max(figures.shift_warm, _settle(tab, figures, f"{width} warm"))
        _shoot(tab, shots, f"{page.name}-{width}-dark")
        figures.refused += tab.evaluate("window.djRefused")
        figures.foreign.update(tab.evaluate("window.djForeign"))
        if with_axe and width in AXE_WIDTHS:
            for mode in MODES:
                tab.emulate_media(color_scheme=mode)
                tab.reload(wait_until="load")
                found = violations_in(tab, colours_only=mode != MODES[0])
                written = not tab.locator(GENERATED).count()
                for line in found:
                    own = written and OF_AUTHORS.search(line)
                    (figures.authors if own else figures.axe).append(f"{width} {mode}: {line}")
        context.close()
    _fit(browser, site.base, figures)
    return figures


def _shoot(tab: Page, shots: Path | None, name: str) -> None:
    if shots is not None:
        tab.screenshot(path=shots / f"{name}.png")


def _note(figures: Figures, message: ConsoleMessage) -> None:
    expected = figures.page.name == "unknown" and "404" in message.text
    expected = expected or FOREIGN.search(message.text) is not None
    if message.type in {"error", "warning"} and not expected:
        figures.console.append(message.text)


def _settle(tab: Page, figures: Figures, when: str) -> float:
    """Let everything come that comes later, scroll through the page, and return what moved."""
    tab.evaluate(SETTLED)
    shifts = tab.evaluate("window.djShifts")
    total = float(sum(value for value, _parts in shifts))
    if total >= STEADY:
        for value, parts in shifts:
            figures.shifts.append(f"{when} {value:.3f}: {'; '.join(parts[:3])}")
    return total


def _fit(browser: Browser, base: str, figures: Figures) -> None:
    """Find what narrow and low windows lose."""
    context = browser.new_context(viewport={"width": 320, "height": 700}, reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT)
    # What stands in for the fonts of a site is wider, and may be all that a reader gets.
    context.route(re.compile(r"\.woff2?$"), lambda route: route.abort())
    tab = context.new_page()
    tab.goto(f"{base}/{figures.page.path}")
    lost = (HERE / "lost.js").read_text(encoding="utf-8")
    for width in LOST_WIDTHS:
        tab.set_viewport_size({"width": width, "height": 700})
        figures.lost += [f"{width}: {text}" for text in tab.evaluate(lost)]
    share = (HERE / "share.js").read_text(encoding="utf-8")
    for width, height in SMALL_WINDOWS:
        tab.set_viewport_size({"width": width, "height": height})
        tab.reload()
        figures.share = min(figures.share, _share_of_text(tab, share))
    context.close()


def _share_of_text(tab: Page, script: str) -> float:
    """Return the smaller share: as the page opens and after a reader scrolled a bit."""
    at_first = float(tab.evaluate(script))
    tab.mouse.move(100, 150)
    tab.evaluate("scrollTo({ top: 400, behavior: 'instant' })")
    tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return min(at_first, float(tab.evaluate(script)))
