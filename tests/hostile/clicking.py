"""Real pages in Chromium: what runs when everything is clicked, looked for, sent and shared."""

from __future__ import annotations

import functools
import re
import threading
import time
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Error, Page, Route

from tests.hostile import answering
from tests.hostile.trying import Renderers
from tests.hostile.vectors import ALL

SCRIPT = Path(__file__).with_name("clicking.js").read_text(encoding="utf-8")
POLICY = "default-src 'self'; img-src 'self' data:; connect-src 'self' https:"
RAN = """
for (const name of ['alert', 'confirm', 'prompt']) window[name] = (said) => ran(`${said}`);
addEventListener('securitypolicyviolation', (event) => {
  const name = event.effectiveDirective;
  const isPreview = name === 'object-src' && event.blockedURI === 'blob';
  if (!isPreview && !['connect-src', 'img-src', 'media-src', 'frame-src'].includes(name)) {
    violated(`${name} ${event.blockedURI} ${event.sample}`);
  }
});
"""
OF_AUTHORS = ("inline", "object-src")
"""What authors of pages may do: scripts in raw HTML, and what they embed, as by ``<iframe>``."""

SEARCHES = 20
PARTS = ("playground", "shared", "answers", "oauth", "search", "pages")
"""What is done in a site, in this order."""


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy-Report-Only", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay quiet: a page that is left breaks off what it asked for."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve *folder* under a policy that reports and forbids nothing."""
    server = _Server(("127.0.0.1", 0), functools.partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


class Clicks:
    """Opens pages, and counts what it did and what ran.

    :param parts: which of :data:`PARTS`.
    """

    def __init__(self, browser: Browser, parts: Collection[str] = PARTS) -> None:
        self.browser = browser
        self.parts = [part for part in PARTS if part in parts]
        self.done: Counter[str] = Counter()
        self.spent: Counter[str] = Counter()
        self.executions = 0
        self.found: list[str] = []
        self.forms = Renderers(self.done, SCRIPT)

    def __str__(self) -> str:
        counted = ", ".join(f"{count} {name}" for name, count in self.done.items())
        times = ", ".join(f"{part} {seconds:.0f} s" for part, seconds in self.spent.items())
        return f"{counted}; {self.executions} executions ({times})"

    def on(self, folder: Path, *, strict: bool) -> list[str]:
        """Return what ran in the site in *folder*.

        :param strict: scripts of the pages' own authors are none of them.
        """
        self.found = []
        with served(folder) as site:
            files = sorted(folder.rglob("*.html"))
            urls = {path: f"{site}/{quote(path.relative_to(folder).as_posix())}" for path in files}
            forms = [
                url
                for path, url in urls.items()
                if '<div class="dj-playground' in path.read_text(encoding="utf-8")
            ]
            doing = {
                "playground": lambda page: self.forms.filled(page, forms),
                "shared": lambda page: self.forms.shared(page, forms),
                "answers": lambda page: self.forms.answered(page, forms),
                "oauth": lambda page: self.forms.signed_in(page, forms),
                "search": lambda page: self._searched(page, site),
                "pages": lambda page: self._clicked(page, list(urls.values())),
            }
            for part in self.parts:
                if part == "search" and folder / "search.html" not in urls:
                    continue
                started = time.monotonic()
                with self._opened(site) as page:
                    doing[part](page)
                self.spent[part] += time.monotonic() - started
        found = list(dict.fromkeys(self.found))
        return found if strict else [one for one in found if not any(w in one for w in OF_AUTHORS)]

    @contextmanager
    def _opened(self, site: str) -> Iterator[Page]:
        context = self.browser.new_context()
        context.expose_binding("ran", lambda source, said: self._ran(source, said))
        context.expose_binding("violated", lambda source, said: self._violated(source, said))
        context.add_init_script(RAN)
        context.on("dialog", lambda dialog: dialog.dismiss())
        # The pattern is looked at by the driver; only what leaves the site comes here.
        context.route(re.compile(rf"^(?!{re.escape(site)}/)"), self._answered)
        yield context.new_page()
        context.close()

    def _ran(self, source: Any, said: str) -> None:
        self.executions += 1
        self.found.append(f"ran {said!r} in {source['frame'].url}")

    def _violated(self, source: Any, said: str) -> None:
        self.found.append(f"the policy reports {said!r} in {source['frame'].url}")

    def _answered(self, route: Route) -> None:
        request = route.request
        if "evil.example" in request.url and request.resource_type == "script":
            self.found.append(f"asked for {request.url}")
        with suppress(Error):  # the page is gone
            if request.resource_type in ("fetch", "xhr"):
                self.done["answers given"] += 1
                answer = answering.answer(self.forms.answer or self.done["answers given"])
                route.fulfill(status=answer.status, headers=answer.headers, body=answer.body)
            else:
                route.abort()

    def _clicked(self, page: Page, urls: list[str]) -> None:
        for url in urls:
            with suppress(Error):  # a page that leaves itself is opened again by the next step
                page.goto(url, wait_until="load", timeout=20_000)
                self.done["pages opened"] += 1
                self.done["elements clicked"] += page.evaluate(SCRIPT)
                for key in ("Tab", "Tab", "Enter", "Escape"):
                    page.keyboard.press(key)

    def _searched(self, page: Page, site: str) -> None:
        for _ in range(SEARCHES):
            text = ALL[self.done["searches"] % len(ALL)]
            with suppress(Error):
                page.goto(f"{site}/search.html?q={quote(text, safe='')}", timeout=20_000)
                page.goto(f"{site}/search.html?q={quote('alert word ' + text, safe='')}")
            self.done["searches"] += 1
