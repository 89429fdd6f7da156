"""Chromium's own parser as a judge of what is active in a page, without opening the page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.browser.conftest import FLAGS, find_chromium

SCRIPT = Path(__file__).with_name("judge.js").read_text(encoding="utf-8")
AT_ONCE = 4_000_000
"""Characters that are handed to the browser together."""


@dataclass
class Verdict:
    """What was looked at, and what of it is active."""

    nodes: int = 0
    found: list[str] = field(default_factory=list)
    pairs: set[str] = field(default_factory=set)
    """Names of elements, and of elements with an attribute."""


class Judge:
    """Asks a page that is never left."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))

    def of(
        self,
        pages: Mapping[str, str],
        known: Collection[str] | None = None,
        *,
        strict: bool = True,
    ) -> Verdict:
        """Judge *pages*, by name.

        :param known: names of elements and attributes beside which there should be none.
        :param strict: nobody who wrote them may load something from elsewhere.
        """
        verdict = Verdict()
        for batch in _batches(pages):
            told = {"pages": batch, "known": known and list(known), "strict": strict}
            answer = self.page.evaluate(SCRIPT, told)
            verdict.nodes += answer["nodes"]
            verdict.found += answer["found"]
            verdict.found += [f"{batch[0][0]} …: element: {pair}" for pair in answer["unknown"]]
            verdict.pairs.update(answer["pairs"])
        verdict.found += [f"the parser asked for {url}" for url in self.asked]
        return verdict


def _batches(pages: Mapping[str, str]) -> Iterator[list[tuple[str, str]]]:
    batch: list[tuple[str, str]] = []
    size = 0
    for name, text in pages.items():
        batch.append((name, text))
        size += len(text)
        if size > AT_ONCE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def start_chromium(playwright: Playwright) -> Browser:
    """Start Chromium."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)


@contextmanager
def browser() -> Iterator[Browser]:
    """Start Chromium in a process that has no other browser."""
    with sync_playwright() as playwright:
        chromium = start_chromium(playwright)
        yield chromium
        chromium.close()


def pages_of(folder: Path) -> dict[str, str]:
    """Return the text of every page that was written below *folder*."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(folder.rglob("*.html"))
    }
