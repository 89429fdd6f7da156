"""Which pages of a built site stand for their kind. Pure but for reading the files."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

UNKNOWN = "no/such/page"
"""An address that no page has, one folder deeper than most."""

_FILES = re.compile(r'(?:href|src)="[^"]*_static/[^"]*\.(?:css|js)')
_COMPONENT = re.compile(
    r'class="[^"]*\bdj-(card|callout|tabset|code-group|steps|accordion|expandable|columns|field|'
    r"figure|tooltip|update|tree|prompt|panel-box|badge|color|picture-tile|view|example)\b"
)


@dataclass(frozen=True, kw_only=True)
class PageType:
    """A page to look at.

    :param name: what it stands for.
    :param path: its address below the root of the site.
    """

    name: str
    path: str


@dataclass(frozen=True, kw_only=True)
class _Page:
    path: str
    text: str

    def count(self, mark: str) -> int:
        return self.text.count(mark)

    @property
    def article(self) -> str:
        return self.text.partition("<article")[2].partition("</article>")[0]

    @property
    def components(self) -> int:
        """How many kinds of components the page has."""
        return len(set(_COMPONENT.findall(self.text)))


def _plainness(page: _Page) -> float:
    """The page with the fewest files and, among those, the most parts."""
    if page.count("<h2") < 2 or "dj-endpoint" in page.text or "dj-index" in page.text:
        return 0
    is_plain = 1000 * ("docsjson-page.css" in page.text)
    return is_plain + 1000 / len(_FILES.findall(page.text)) + min(page.count("<h2"), 20)


def _typical(mark: str) -> Callable[[_Page], float]:
    """The page with *mark* whose size is nearest to 60 KB."""
    return lambda page: 1 / (1 + abs(len(page.text) - 60_000)) if mark in page.text else 0


KINDS: dict[str, Callable[[_Page], float]] = {
    "article": _plainness,
    "gallery": lambda page: page.components if page.components > 4 else 0,
    "code": lambda page: page.article.count('<div class="highlight"'),
    "tables": lambda page: page.article.count("<table"),
    "pictures": lambda page: page.article.count("<img"),
    "changelog": lambda page: page.count("dj-update-side"),
    "operation": _typical("dj-endpoint"),
    "objects": lambda page: page.count('class="sig '),
    "largest": lambda page: len(page.text),
}
"""A kind of page → how well a page stands for it; 0 is not at all."""

ALWAYS = {
    "home": "index.html",
    "search": "search.html",
    "index": "genindex.html",
    "unknown": UNKNOWN,
}


def choose(site: Path) -> list[PageType]:
    """Return the pages of *site* that stand for each kind, each page once."""
    pages = [
        _Page(path=path.relative_to(site).as_posix(), text=path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
        if "_static" not in path.parts
    ]
    pages = [page for page in pages if "<article" in page.text]
    chosen = [
        PageType(name=name, path=path)
        for name, path in ALWAYS.items()
        if path == UNKNOWN or (site / path).is_file()
    ]
    for name, worth in KINDS.items():
        taken = {each.path for each in chosen}
        free = [page for page in pages if page.path not in taken]
        best = max(free, key=worth, default=None)
        if best is not None and worth(best) > 0:
            chosen.append(PageType(name=name, path=best.path))
    return chosen
