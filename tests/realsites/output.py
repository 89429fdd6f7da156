"""What a reader sees of a built page."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

CODE = frozenset({"pre", "code", "kbd", "samp", "script", "style", "svg", "math", "button", "nav"})
VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
CODE_CLASSES = frozenset({"dj-field-head", "dj-playground", "dj-api", "dj-api-header", "math"})
LEAK = re.compile(r"</?[A-Za-z][\w.]*(?:\s[^<>]{0,200})?/?>|\{[^{}\n]{1,80}\}|\*/\s*\}|\{/\*")
CLASS = re.compile(r"dj-(?:callout-[a-z]+|card|step|frame|field|update|accordion|code-group|tabs)")


class Page(HTMLParser):
    """Reads a page: its visible text without code, its images, links and component classes."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.depth = 0
        self.in_main = 0
        self.code = 0
        self.stack: list[tuple[str, bool, bool]] = []
        self.text: list[str] = []
        self.classes: Counter[str] = Counter()
        self.images: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.refresh = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if identifier := given.get("id"):
            self.ids.add(identifier)
        if tag == "meta" and given.get("http-equiv") == "refresh":
            self.refresh = True
        names = given.get("class", "").split()
        main = tag == "article" or "dj-content" in names
        code = tag in CODE or not CODE_CLASSES.isdisjoint(names)
        if self.in_main:
            self.classes.update(n for n in names if CLASS.fullmatch(n))
            if tag == "img":
                self.images.append(given.get("src", ""))
            if tag == "a" and "href" in given:
                self.links.append(given["href"])
        if tag in VOID:
            return
        self.stack.append((tag, main, code))
        self.in_main += main
        self.code += code

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID or not any(entry[0] == tag for entry in self.stack):
            return
        while self.stack:
            name, main, code = self.stack.pop()
            self.in_main -= main
            self.code -= code
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        if self.in_main and not self.code:
            self.text.append(data)

    @property
    def leaks(self) -> list[str]:
        """Return what looks like a tag or an expression in the visible text."""
        return LEAK.findall("".join(self.text))
