"""Real pages in Chromium: what runs when everything is clicked, sent and shared."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Error, Page, Route

from tests.hostile.vectors import ALL, TEXTS

SCRIPT = Path(__file__).with_name("clicking.js").read_text(encoding="utf-8")
POLICY = "default-src 'self'; img-src 'self' data:; connect-src 'self' https://x.example"
RAN = """
for (const name of ['alert', 'confirm', 'prompt']) window[name] = (said) => ran(`${said}`);
addEventListener('securitypolicyviolation', (event) => {
  if (!['connect-src', 'img-src', 'media-src', 'frame-src'].includes(event.effectiveDirective)) {
    violated(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
  }
});
"""
SEARCHES = 40
FILLED = """(texts) => {
  let number = 0;
  for (const field of document.querySelectorAll('.dj-playground input, .dj-playground textarea')) {
    field.value = texts[number++ % texts.length];
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return number;
}"""
SHARED = 4
SHARE = """([text, odd]) => {
  const data = document.querySelector('.dj-playground script[type="application/json"]');
  const operation = JSON.parse(data.textContent);
  const names = operation.parameters.map((one) => [`${one.place}:${one.name}`, text]);
  const parameters = Object.fromEntries(names);
  const carried = odd
    ? { parameters, server: { url: text, variables: { host: text } }, security: text, body: text }
    : { parameters, server: text, security: 0, body: { type: text, text, value: { x: text } } };
  const bytes = new TextEncoder().encode(JSON.stringify(carried));
  const packed = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
  return `#try=${packed}`;
}"""
KINDS = (
    *("application/json", "text/html", "image/svg+xml", "text/plain", "text/event-stream"),
    *("application/xml", "text/markdown", "image/png"),
)


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy-Report-Only", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve *folder* under a policy that reports and forbids nothing."""
    handler = functools.partial(_Handler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


class Clicks:
    """Opens pages, and counts what it did and what ran."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.pages = self.clicks = self.searches = self.fields = self.answers = self.shared = 0
        self.executions = 0
        self.found: list[str] = []

    def __str__(self) -> str:
        return (
            f"{self.pages} pages opened, {self.clicks} elements clicked, "
            f"{self.searches} searches, {self.fields} fields filled, {self.shared} links shared, "
            f"{self.answers} answers shown, {self.executions} executions"
        )

    def on(self, folder: Path, *, strict: bool) -> list[str]:
        """Return what ran in the site in *folder*.

        :param strict: scripts of the pages' own authors are none of them.
        """
        self.found = []
        with served(folder) as site:
            context = self.browser.new_context()
            context.expose_binding("ran", lambda source, said: self._ran(source, said))
            context.expose_binding("violated", lambda source, said: self._violated(source, said))
            context.add_init_script(RAN)
            page = context.new_page()
            page.on("dialog", lambda dialog: dialog.dismiss())
            page.route("**/*", lambda route: self._answered(route, site))
            for path in sorted(folder.rglob("*.html")):
                self._clicked(page, f"{site}/{quote(path.relative_to(folder).as_posix())}")
            if (folder / "search.html").is_file():
                self._searched(page, site)
            for path in sorted(folder.rglob("*.html")):
                if "dj-playground" in path.read_text(encoding="utf-8"):
                    self._tried(page, f"{site}/{quote(path.relative_to(folder).as_posix())}")
            self._signed_in(page, site, folder)
            context.close()
        return (
            list(dict.fromkeys(self.found))
            if strict
            else [found for found in dict.fromkeys(self.found) if "inline" not in found]
        )

    def _ran(self, source: Any, said: str) -> None:
        self.executions += 1
        self.found.append(f"ran {said!r} in {source['frame'].url}")

    def _violated(self, source: Any, said: str) -> None:
        self.found.append(f"the policy reports {said!r} in {source['frame'].url}")

    def _answered(self, route: Route, site: str) -> None:
        url = route.request.url
        if url.startswith(site):
            route.continue_()
            return
        if "evil.example" in url and route.request.resource_type == "script":
            self.found.append(f"asked for {url}")
        if not url.startswith("https://x.example"):
            route.abort()
            return
        self.answers += 1
        text = TEXTS[self.answers % len(TEXTS)]
        kind = KINDS[self.answers % len(KINDS)]
        told = "".join(c for c in text if " " <= c < "\x7f") or "x"
        headers = {"content-type": kind, "access-control-allow-origin": "*", "x-told": told}
        headers |= {"access-control-expose-headers": "*", "location": told, "link": told}
        body = f'{{"x": {text!r}, "y": "{text}"}}' if self.answers % 2 else text
        route.fulfill(status=200, headers=headers, body=body.encode("utf-8", "replace"))

    def _clicked(self, page: Page, url: str) -> None:
        with suppress(Error):  # a page that leaves itself is opened again by the next step
            page.goto(url, wait_until="load", timeout=20_000)
            self.pages += 1
            self.clicks += page.evaluate(SCRIPT)
            for key in ("Tab", "Tab", "Enter", "Escape"):
                page.keyboard.press(key)

    def _searched(self, page: Page, site: str) -> None:
        for number in range(SEARCHES):
            text = ALL[(self.searches + number) % len(ALL)]
            with suppress(Error):
                page.goto(f"{site}/search.html?q={quote(text, safe='')}", timeout=20_000)
                page.goto(f"{site}/search.html?q={quote('alert word ' + text, safe='')}")
        self.searches += SEARCHES

    def _tried(self, page: Page, url: str) -> None:
        with suppress(Error):
            page.goto(url, timeout=20_000)
            for button in page.get_by_role("button", name="Try it").all():
                button.click(timeout=2_000)
            start = self.fields % len(TEXTS)
            self.fields += page.evaluate(FILLED, [*TEXTS[start:], *TEXTS[:start]])
            for button in page.get_by_role("button", name="Send").all():
                button.click(timeout=2_000)
            page.wait_for_load_state("networkidle", timeout=5_000)
            self.clicks += page.evaluate(SCRIPT)
            for number in range(SHARED):
                text = ALL[(self.shared + number) % len(ALL)]
                fragment = page.evaluate(SHARE, [text, number % 2])
                page.goto("about:blank")
                page.goto(f"{url}{fragment}", timeout=20_000)
                self.shared += 1

    def _signed_in(self, page: Page, site: str, folder: Path) -> None:
        for path in folder.rglob("*oauth*.html"):
            address = f"{site}/{quote(path.relative_to(folder).as_posix())}"
            for text in TEXTS[:: max(1, len(TEXTS) // SEARCHES)]:
                said = quote(text, safe="")
                names = ("code", "state", "error", "error_description", "error_uri", "iss")
                query = "&".join(f"{name}={said}" for name in names)
                with suppress(Error):
                    page.goto(f"{address}?{query}#{query}", timeout=20_000)
