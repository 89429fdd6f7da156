"""The built pages: which one shows an operation, and what a link on one leads to."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from tests.openapi.truth.built import ShownField, article_of, text_of, tree_of
from tests.openapi.truth.operations import Operation

_ENDPOINT = re.compile(
    r'<div class="dj-endpoint"[^>]*>\s*<span class="dj-method[^"]*">([^<]*)</span>\s*'
    r'<code class="dj-endpoint-path">(.*?)</code>',
    re.DOTALL,
)
_BASE = re.compile(r'<span class="dj-endpoint-base">.*?</span>(?:<a .*?</a>)?', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


class Site:
    """The HTML files of a build.

    :param folder: where the builder wrote them.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages: dict[tuple[str, str], Path] = {}
        self._trees: dict[Path, ShownField | None] = {}
        for page in sorted(folder.rglob("*.html")):
            match = _ENDPOINT.search(page.read_text(encoding="utf-8"))
            if match:
                method, path = match.groups()
                shown = _unescaped(_TAG.sub("", _BASE.sub("", path)))
                self.pages.setdefault((method.strip().upper(), shown), page)

    def page_of(self, operation: Operation) -> Path | None:
        """Return the page of an operation, found by what it shows at its top."""
        return self.pages.get((operation.method, "".join(operation.path.split())))

    def target(self, page: Path, link: str) -> tuple[Path, str]:
        """Return the page and the anchor that *link*, written on *page*, leads to."""
        address, _hash, anchor = link.partition("#")
        if not address:
            return page, unquote(anchor)
        return (page.parent / unquote(address)).resolve(), unquote(anchor)

    def tree(self, page: Path) -> ShownField | None:
        """Return the fields on the page of a schema, or ``None`` when it is no such page."""
        page = page.resolve()
        if page not in self._trees:
            self._trees[page] = self._read(page)
        return self._trees[page]

    def _read(self, page: Path) -> ShownField | None:
        if not page.is_file() or not page.is_relative_to(self.folder.resolve()):
            return None
        node = article_of(page).select_one("div.dj-fields[id]")
        if node is None:
            return None
        tree = tree_of(node, page)
        # What a schema says of itself is the text of its page.
        before = [child for child in node.find_previous_siblings() if child.name != "h1"]
        tree.text = tree.text or " ".join(text_of(child) for child in reversed(before))
        return tree


def _unescaped(text: str) -> str:
    from html import unescape

    return "".join(unescape(text).split())
