"""Whether the files beside the pages are what their readers take them for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

from tests.hostile.addresses import scheme_in_a_browser

RUNNING = frozenset({"javascript", "vbscript", "data", "file", "blob"})
STATUS = re.compile(r"\S+ \S+( [1-5]\d\d!?)?")
ENTRY = re.compile(r"- \[.*?\]\(\S+?\)(?:: .*)?")


def malformed(folder: Path, *, strict: bool) -> Iterator[str]:
    """Yield what is wrong with the files below *folder*.

    :param strict: nobody who wrote texts of the site is trusted.
    """
    for path in sorted(folder.rglob("*")):
        check = CHECKS.get(path.name) or CHECKS.get(path.suffix)
        is_source = "_sources" in path.relative_to(folder).parts
        if check is None or is_source or not path.is_file():
            continue
        for wrong in check(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(folder)}: {wrong}"
        if path.suffix == ".md" and strict:
            for wrong in _links(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(folder)}: {wrong}"


def _json(text: str) -> Iterator[str]:
    try:
        json.loads(text)
    except ValueError as error:
        yield f"no JSON: {error}"


def _script(text: str) -> Iterator[str]:
    found = re.fullmatch(r"Search\.setIndex\((.*)\)\s*", text, re.DOTALL)
    yield from _json(found[1]) if found else ["no index"]


def _xml(text: str) -> Iterator[str]:
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        yield f"no XML: {error}"
        return
    for element in root.iter():
        name = str(element.tag).rpartition("}")[2]
        if name == "loc" and scheme_in_a_browser(element.text or "") not in ("http", "https"):
            yield f"an address: {element.text!r}"
        if name not in ("urlset", "url", "loc", "lastmod"):
            yield f"an element: {name}"


def _redirects(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if not STATUS.fullmatch(line) or not line.startswith("/"):
            yield f"no rule: {line!r}"
        elif scheme_in_a_browser(line.split()[1]) in RUNNING:
            yield f"an address: {line!r}"


def _index(text: str) -> Iterator[str]:
    if not text.startswith("# "):
        yield "no title"
    for line in text.splitlines():
        if line.startswith("- ") and not ENTRY.fullmatch(line):
            yield f"no entry: {line[:200]!r}"
    yield from _links(text)


def _markdown(text: str) -> Iterator[str]:
    if "\0" in text:
        yield "a NUL"


def links_in(text: str) -> list[str]:
    """Return what a reader of Markdown that refuses nothing takes for addresses."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.validateLink = lambda url: True  # type: ignore[method-assign]
    found = BeautifulSoup(reader.render(text), "html.parser").select("[href], [src]")
    return [str(link.get("href") or link.get("src")) for link in found]


def _links(text: str) -> Iterator[str]:
    for address in links_in(text):
        if scheme_in_a_browser(address) in RUNNING and not address.startswith("data:image/"):
            yield f"an address: {address[:200]!r}"


def _robots(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line and not re.match(
            r"(?:User-agent|Allow|Disallow|Sitemap|Content-Signal): ?|#", line
        ):
            yield f"no rule: {line!r}"


CHECKS: dict[str, Callable[[str], Iterator[str]]] = {
    ".json": _json,
    ".xml": _xml,
    ".md": _markdown,
    "searchindex.js": _script,
    "_redirects": _redirects,
    "llms.txt": _index,
    "robots.txt": _robots,
}
"""The name or the ending of a file → what judges it."""
