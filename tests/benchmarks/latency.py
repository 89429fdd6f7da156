"""How long an author waits: from saving a file until the open browser shows it.

``python -m tests.benchmarks.latency`` makes a site of 1,000 pages, starts ``sphinx-docsjson
serve`` and Chromium, edits, and prints seconds on the clock: the first page of a site that was
never built, twenty edits of the open page, and one edit of each other kind. It fails where the
place on the page is lost, or a page was loaded again that did not change. With ``--table`` it
prints the table of ``docs/start/serve.md``.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.generate import write_ours
from tests.browser.conftest import FLAGS, find_chromium

ROOT = Path(__file__).resolve().parents[2]
LONG = 120_000.0
TARGETS = {"edit (median)": 0.5, "edit (slowest)": 1.0, "first page": 3.0, "whole site": math.inf}
OTHERS = 1.5
SETTLED = 1.5
"""Seconds between two edits, in which the rest of the site is built, as while a person types."""


@dataclass(frozen=True, kw_only=True)
class Server:
    """A server that runs, and what it printed so far."""

    address: str
    log: Path

    def wait_for(self, pattern: str, seconds: float = 600, *, after: int = 0) -> None:
        """Wait until it has printed something.

        :param after: so much of what it printed does not count.

        :raises TimeoutError: when it does not.
        """
        end = time.monotonic() + seconds
        while not re.search(pattern, self.log.read_text()[after:]):
            if time.monotonic() > end:
                raise TimeoutError(f"not printed: {pattern!r}\n{self.log.read_text()}")
            time.sleep(0.05)

    @contextmanager
    def settled(self) -> Iterator[None]:
        """Wait until all that follows from a change is built."""
        printed = len(self.log.read_text())
        yield
        self.wait_for("Built again", after=printed)


@contextmanager
def served(folder: Path, log: Path, *options: str) -> Iterator[Server]:
    """Serve a folder as an author does, in a process of its own."""
    command = [sys.executable, "-m", "sphinx_docsjson", "serve", str(folder), "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with log.open("w") as out:
        process = subprocess.Popen(
            [*command, *options], stdout=out, stderr=subprocess.STDOUT, env=environment
        )
    try:
        waiting = Server(address="", log=log)
        waiting.wait_for(r"http://\S+", 60)
        found = re.search(r"http://\S+/", log.read_text())
        assert found is not None
        yield Server(address=found[0], log=log)
    finally:
        process.terminate()
        process.wait()


def write_site(folder: Path, pages: int) -> None:
    """Write the generated site, with one page that is made of files of other kinds."""
    write_ours(folder, pages)
    config = json.loads((folder / "docs.json").read_text())
    config["navigation"].append({"group": "Other files", "pages": ["other", "things"]})
    config["api"] = {"openapi": "store.json"}
    (folder / "docs.json").write_text(json.dumps(config, indent=1))
    (folder / "snippets").mkdir()
    (folder / "snippets" / "shared.md").write_text("Shared before.\n")
    (folder / "dot.png").write_bytes(picture(10))
    (folder / "other.mdx").write_text(
        "---\ntitle: Other files\n---\n\nimport Shared from '/snippets/shared.md';\n\n"
        "<Shared />\n\n![A dot](dot.png)\n"
    )
    (folder / "things.mdx").write_text("---\nopenapi: GET /things\n---\n")
    (folder / "_static").mkdir()
    (folder / "_static" / "own.css").write_text("body { outline: 1px solid; }\n")
    (folder / "conf.py").write_text(
        'extensions = ["sphinx_docsjson"]\n'
        'html_static_path = ["_static"]\nhtml_css_files = ["own.css"]\n'
    )
    (folder / "store.json").write_text(description("Before"))


def description(summary: str) -> str:
    """Return an OpenAPI file with one operation."""
    operation = {"summary": summary, "responses": {"200": {"description": "Done."}}}
    info = {"title": "Store", "version": "1"}
    return json.dumps({"openapi": "3.1.0", "info": info, "paths": {"/things": {"get": operation}}})


def picture(width: int) -> bytes:
    """Return a grey PNG of some width, one pixel high."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data).to_bytes(4, "big")
        return len(data).to_bytes(4, "big") + kind + data + check

    head = width.to_bytes(4, "big") + (1).to_bytes(4, "big") + bytes((8, 0, 0, 0, 0))
    body = zlib.compress(b"\0" + b"\x7f" * width)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def seconds_until(act: Callable[[], object], seen: Callable[[], object]) -> float:
    """Do something, wait until it is seen, and return how long that took."""
    began = time.monotonic()
    act()
    seen()
    return time.monotonic() - began


def edits(page: Page, source: Path, count: int) -> Iterator[float]:
    """Edit the open page again and again; yield the seconds until each edit is shown."""
    page.evaluate("scrollTo(0, 600)")
    for number in range(count):
        word = f"Edit number {number} is shown"
        text = source.read_text()
        above, heading, below = text.rpartition("\n## ")
        save = f"{above}\n{word}.\n{heading}{below}"
        yield seconds_until(
            partial(source.write_text, save),
            partial(page.get_by_text(f"{word}.").wait_for, timeout=LONG),
        )
        page.wait_for_load_state()
        place = page.evaluate("scrollY")
        if abs(place - 600) > 20:
            raise SystemExit(f"the place on the page was lost: {place} instead of 600")
        time.sleep(SETTLED)


def other_changes(page: Page, folder: Path, server: Server) -> Iterator[tuple[str, float]]:
    """Change a file of each other kind; yield its name and the seconds until that is shown."""

    def shows(text: str) -> Callable[[], object]:
        return lambda: page.get_by_text(text, exact=True).first.wait_for(timeout=LONG)

    def write(name: str, text: str | bytes) -> Callable[[], object]:
        data = text.encode() if isinstance(text, str) else text
        return lambda: (folder / name).write_bytes(data)

    def config(old: str, new: str) -> Callable[[], object]:
        path = folder / "docs.json"
        return lambda: path.write_text(path.read_text().replace(old, new, 1))

    def wide() -> object:
        found = "document.querySelector('img[alt=\"A dot\"]')?.naturalWidth === 20"
        return page.wait_for_function(found, timeout=LONG)

    page.goto(f"{server.address}other.html")
    yield (
        "a snippet",
        seconds_until(write("snippets/shared.md", "Shared after.\n"), shows("Shared after.")),
    )
    time.sleep(SETTLED)
    yield "an image", seconds_until(write("dot.png", picture(20)), wide)
    time.sleep(SETTLED)
    with server.settled():
        yield (
            "docs.json",
            seconds_until(config("Other files", "Others renamed"), shows("Others renamed")),
        )

    def outlined() -> object:
        found = "getComputedStyle(document.body).outlineWidth === '7px'"
        return page.wait_for_function(found, timeout=LONG)

    with server.settled():
        style = "body { outline: 7px solid; }\n"
        yield "a style sheet", seconds_until(write("_static/own.css", style), outlined)
    page.goto(f"{server.address}things.html")
    with server.settled():
        text = description("Summary after")
        yield "an OpenAPI file", seconds_until(write("store.json", text), shows("Summary after"))
    page.goto(f"{server.address}other.html")
    with server.settled():
        (folder / "new.md").write_text("---\ntitle: A new page\n---\n\nNew.\n")
        yield "a new page", seconds_until(config('"other"', '"other", "new"'), shows("A new page"))
    page.goto(f"{server.address}new.html")
    gone = page.get_by_text("A new page").first
    yield (
        "a deleted page",
        seconds_until(
            (folder / "new.md").unlink, partial(gone.wait_for, state="detached", timeout=LONG)
        ),
    )


def main() -> None:
    """Measure and print; exit with 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--edits", type=int, default=20)
    parser.add_argument("--table", action="store_true", help="print a table in Markdown, too")
    chosen = parser.parse_args()
    rows: list[str] = []
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name) / "site"
        edited = f"tab-2/page-{chosen.pages // 2:04}"
        folder.mkdir()
        write_site(folder, chosen.pages)
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        missed = False
        print(f"{chosen.pages} pages; load of this machine {os.getloadavg()[0]:.1f}", flush=True)
        for what, seconds in measured(folder, chromium.new_page, edited, chosen.edits):
            target = TARGETS.get(what, OTHERS)
            missed |= seconds > target
            rows += [f"| {what} | {seconds:.2f} s | {target} s |"] if target < math.inf else []
            late = "" if seconds <= target else "  MISSED"
            print(f"{what:<16} {seconds:6.2f} s   target {target} s{late}", flush=True)
        chromium.close()
    if chosen.table:
        print("", "| What | Until it shows | Aim |", "|---|---|---|", *rows, sep="\n")
    sys.exit(int(missed))


def measured(
    folder: Path, new_page: Callable[[], Page], edited: str, count: int
) -> Iterator[tuple[str, float]]:
    """Serve the site, edit it; yield what was measured and the seconds."""
    page, beside = new_page(), new_page()
    page.goto("about:blank")  # the browser of an author is open
    began = time.monotonic()
    with served(folder, folder.parent / "log") as server:
        page.goto(f"{server.address}{edited}.html", timeout=LONG)
        page.locator("h1").wait_for(timeout=LONG)
        yield "first page", time.monotonic() - began
        server.wait_for("Built: ")
        yield "whole site", time.monotonic() - began
        beside.goto(f"{server.address}tab-0/page-0001.html")
        loaded = beside.evaluate("performance.timeOrigin")
        page.goto(f"{server.address}{edited}.html")
        times = list(edits(page, folder / f"{edited}.md", count))
        if beside.evaluate("performance.timeOrigin") != loaded:
            raise SystemExit("a page was loaded again that did not change")
        beside.close()
        yield "edit (median)", statistics.median(times)
        yield "edit (slowest)", max(times)
        yield from other_changes(page, folder, server)


if __name__ == "__main__":
    main()
