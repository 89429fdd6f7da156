"""Take a picture of a page in each window, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from tests.looks.windows import LATE, PAGES, WINDOWS, Window

PAINTING = ["--hide-scrollbars", "--font-render-hinting=none", "--force-color-profile=srgb"]
"""Options of Chromium."""

_LETTERS = "\n* { text-rendering: geometricPrecision !important; }\n"
"""Letters have the width that the font says, not one that suits the screen."""

STANDS = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((one) => one.decode().catch(() => {})));
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const isSeen = (one) => one.getBoundingClientRect().top < innerHeight;
  const coming = () => [...document.querySelectorAll('.dj-find-coming')].some(isSeen);
  await frame();
  await frame();
  for (let left = 600; left && coming(); left--) await frame();
}"""
"""Also waits for the excerpts of the search, which come for the rows in view."""


def steady(site: Path) -> None:
    """Change the style sheets of a built site: its fonts are waited for, letters are not fitted.

    :raises ValueError: where no style sheet names our fonts as it is known here.
    """
    found = 0
    for path in sorted((site / "_static").glob("*.css")):
        text = path.read_text(encoding="utf-8")
        found += text.count("font-display: swap")
        text = text.replace("font-display: swap", "font-display: block")
        path.write_text(text + _LETTERS, encoding="utf-8")
    if not found:
        raise ValueError(f"no style sheet of {site} has fonts that may come late")


def take(
    browser: Browser, bases: dict[str, str], kind: str, windows: Sequence[Window] = WINDOWS
) -> Iterator[tuple[Window, Image.Image]]:
    """Yield each window with what it shows of a kind of page, at full size.

    :param bases: a direction → the address of the site that is written so.
    """
    for direction, base in bases.items():
        if not any(window.direction == direction for window in windows):
            continue
        context = browser.new_context(reduced_motion="reduce")
        context.set_default_timeout(60_000)
        tab = context.new_page()
        tab.goto(f"{base}/{PAGES[kind]}", wait_until="load")
        if kind in LATE:
            tab.locator(LATE[kind]).first.wait_for()
        for window in windows:
            if window.direction != direction:
                continue
            tab.set_viewport_size({"width": window.width, "height": window.height})
            tab.emulate_media(media=window.medium, color_scheme=window.mode)
            tab.evaluate(STANDS)
            shot = tab.screenshot(animations="disabled", caret="hide")
            yield window, Image.open(BytesIO(shot)).convert("RGB")
        context.close()
