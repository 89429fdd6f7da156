"""The words and links of a page, out of the HTML of its body."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

from tests.projects.article import PICTURE

VOID = frozenset(
    [
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"),
        *("source", "track", "wbr"),
    ]
)
REPEATED = "dj-added"
"""The class of what our theme repeats beside the fields of an object: facts of its signature."""
ANCHOR = "dj-field-anchor"
"""The class of the link of a field to itself."""
UNREAD = frozenset({"script", "style", "template", "svg"})
"""Elements whose text nobody reads as words."""


@dataclass(kw_only=True)
class Page:
    """What a reader gets of a page.

    :param text: all words, without regard to elements and white space.
    :param links: how often the page links to each address.
    :param formulas: how many formulas there are; how they are written is a theme's choice.
    """

    text: str = ""
    links: Counter[str] = field(default_factory=Counter)
    formulas: int = 0


def read_page(html: str) -> Page:
    """Return the words and links in *html*."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    page = reader.page
    page.text = " ".join("".join(reader.pieces).split())
    return page


class _Reader(HTMLParser):
    """Collects text; marks of headings and formulas are no words."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self.pieces: list[str] = []
        self._open: list[tuple[str, bool]] = []

    @property
    def _unread(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        classes = (found.get("class") or "").split()
        formula = "math" in classes or tag == "math"
        if formula and not self._unread:
            self.page.formulas += 1
        repeated = self._unread or REPEATED in classes or ANCHOR in classes
        if tag == "a" and found.get("href") and not repeated:
            self.page.links[PICTURE.sub(r"\1", str(found["href"]))] += 1
        if tag not in VOID:
            unread = formula or tag in UNREAD
            unread = unread or not {"headerlink", REPEATED}.isdisjoint(classes)
            self._open.append((tag, self._unread or unread))

    def handle_endtag(self, tag: str) -> None:
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index][0] == tag:
                del self._open[index:]
                return

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.pieces.append(data)
