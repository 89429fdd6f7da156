"""What is done with the forms of operations: filled, sent, shared, and signed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from playwright.sync_api import Error, Page

from tests.hostile import answering
from tests.hostile.answering import Answer
from tests.hostile.vectors import ALL, TEXTS

SCRIPT = Path(__file__).with_name("trying.js").read_text(encoding="utf-8")
FORMS_FOR_ALL = 3
"""So many forms, one after the other, get all texts by a link: they share their code."""

LINKS_OPENED = 3
"""So many links of a form are opened anew; the others arrive while its page is open."""


class Renderers:
    """Fills forms in, and counts it.

    :param done: what was done, by name.
    :param clicking: the script that clicks everything.
    """

    def __init__(self, done: Counter[str], clicking: str) -> None:
        self.done = done
        self.clicking = clicking
        self.answer: Answer | None = None

    def filled(self, page: Page, urls: Sequence[str]) -> None:
        """Put texts into each field of each form, and send it with and without them."""
        for url in urls:
            with self._tried():
                self._open(page, url)
                self.done["forms sent"] += self._do(page, "sent")
                start = self.done["fields filled"] % len(TEXTS)
                texts = [*TEXTS[start:], *TEXTS[:start]]
                self.done["fields filled"] += self._do(page, "filled", texts)
                self._do(page, "sent")
                # Clicking opens and adds fields.
                self.done["elements of forms clicked"] += page.evaluate(self.clicking)
                self.done["fields filled"] += self._do(page, "filled", texts)
                self._do(page, "sent")

    def shared(self, page: Page, urls: Sequence[str]) -> None:
        """Let every text come to the forms by a link."""
        for number, url in enumerate(urls):
            with self._tried():
                self._open(page, url)
                some = list(ALL[number % FORMS_FOR_ALL :: FORMS_FOR_ALL])
                self.done["links followed"] += self._do(page, "shared", some)
                for turn in range(LINKS_OPENED):
                    text = ALL[(number * LINKS_OPENED + turn) % len(ALL)]
                    self._do(page, "shared", [text])
                    page.reload(timeout=20_000)
                    self.done["links opened"] += 1

    def answered(self, page: Page, urls: Sequence[str]) -> None:
        """Show every text as an answer of every kind."""
        for url in urls:
            if url.endswith("/get-plain.html"):
                self._open(page, url)
                for self.answer in answering.answers():
                    with self._tried():
                        self.done["answers shown"] += self._do(page, "sent")
        self.answer = None

    def signed_in(self, page: Page, urls: Sequence[str]) -> None:
        """Let a provider say every text, to a form and to the page that it leads back to."""
        for url in urls:
            if url.endswith("/get-login.html"):
                self._told_tokens(page, url)
                self._led_back(page, url)
            if url.endswith("/get-openid.html"):
                self._told_discoveries(page, url)
        self.answer = None

    def _told_tokens(self, page: Page, url: str) -> None:
        self._open(page, url)
        page.get_by_label("Flow").select_option("Client credentials")
        for self.answer in answering.tokens():
            with self._tried():
                self.done["answers of providers"] += self._do(page, "asked", "Get a token")

    def _told_discoveries(self, page: Page, url: str) -> None:
        for self.answer in answering.discoveries():
            with self._tried():
                self._open(page, url)
                self.done["discoveries"] += self._do(page, "asked", "Ask the provider")
                self.done["sign-ins begun"] += bool(self._do(page, "begun"))

    def _led_back(self, page: Page, url: str) -> None:
        self._open(page, url)
        page.get_by_label("Client ID").fill("client")
        other = page.context.new_page()
        for texts in answering.groups():
            said = quote(" ".join(texts), safe="")
            for query in (f"error={said}&error_description={said}", f"code={said}&iss={said}"):
                question = parse_qs(urlsplit(self._do(page, "begun")).query)
                back, state = question["redirect_uri"][0], question["state"][0]
                other.goto(f"{back}?state={state}&{query}")
                page.get_by_role("button", name="Sign in and get a token").wait_for()
                self.done["ways back from a provider"] += 1
        names = ("code", "state", "error", "error_description", "error_uri", "iss")
        for text in ALL:
            query = "&".join(f"{name}={quote(text, safe='')}" for name in names)
            with self._tried():
                other.goto(f"{back}?{query}#{query}", timeout=20_000)
                self.done["ways back unasked"] += 1

    @contextmanager
    def _tried(self) -> Iterator[None]:
        """A page may be left while it is worked with; it is counted, so that it stays rare."""
        try:
            yield
        except Error as error:
            self.done["pages left"] += 1
            print(f"    {str(error).splitlines()[0]}")

    @staticmethod
    def _do(page: Page, name: str, *given: Any) -> Any:
        script = f"(given) => {{ {SCRIPT} return hostile.{name}(...given); }}"
        return page.evaluate(script, list(given))

    @staticmethod
    def _open(page: Page, url: str) -> None:
        page.goto(url, timeout=20_000)
        for button in page.get_by_role("button", name="Try it").all():
            if button.get_attribute("aria-expanded") == "false":
                with suppress(Error):
                    button.click(timeout=2_000)
        page.locator(".dj-pg-send").first.wait_for(state="attached", timeout=5_000)
