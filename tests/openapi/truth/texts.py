"""The words of a description, without its markup."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from functools import lru_cache
from html import escape
from typing import Any

from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

from tests.openapi.truth.built import text_of


def words(text: str) -> list[str]:
    """Return the words of a line."""
    return text.split()


_TOKEN = re.compile(r"\w+", re.UNICODE)
_TAG = re.compile(r"</?([A-Za-z][\w.-]*)[^>]*>")
_ELEMENTS = frozenset(
    words(
        "a b big blockquote br caption center code dd del details div dl dt em figcaption "
        "figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre s small span strike "
        "strong sub summary sup table tbody td tfoot th thead tr u ul "
    )
)
"""What authors of descriptions write as HTML; other words in brackets are texts to them."""


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    for rule in ("html_block", "html_inline"):
        parser.add_render_rule(rule, _html)
    return parser


def _html(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    """Return raw HTML; what has only the form of a tag is a text."""

    def kept(match: re.Match[str]) -> str:
        return match[0] if match[1].lower() in _ELEMENTS else escape(match[0])

    return _TAG.sub(kept, tokens[index].content)


@lru_cache(maxsize=20_000)
def tokens_of_markdown(text: str) -> tuple[str, ...]:
    """Return the words that a reader sees of Markdown, with HTML as a browser shows it."""
    if not any(mark in text for mark in "<&[*_`#|~\\!>"):
        return tuple(_TOKEN.findall(_without_list_marks(text)))
    soup = BeautifulSoup(_markdown().render(text), "html.parser")
    for image in soup.find_all("img"):
        image.replace_with(str(image.get("alt") or image.get("src") or ""))
    for hidden in soup.find_all(["style", "script"]):
        hidden.decompose()
    return tuple(_TOKEN.findall(text_of(soup)))


def _without_list_marks(text: str) -> str:
    if not re.search(r"^\s*\d+[.)]", text, re.MULTILINE):
        return text
    soup = BeautifulSoup(_markdown().render(text), "html.parser")
    return text_of(soup)


def tokens_of(text: str) -> tuple[str, ...]:
    """Return the words of a text that is shown."""
    return tuple(_TOKEN.findall(text))


def code(value: Any) -> str:
    """Return how a value is written as code: a text bare, anything else as JSON."""
    if isinstance(value, str):
        return value or '""'
    return json.dumps(value, ensure_ascii=False)


def same_code(shown: str, value: Any) -> bool:
    """Whether *shown* is *value* written as code."""
    if " ".join(shown.split()) == " ".join(code(value).split()):
        return True
    if isinstance(value, float | int) and not isinstance(value, bool):
        try:
            return Decimal(shown) == Decimal(str(value))
        except ArithmeticError:
            return False
    if isinstance(value, dict | list):
        try:
            return bool(json.loads(shown) == value)
        except ValueError:
            return False
    return False


def excerpt(text: str, length: int = 90) -> str:
    """Return the begin of a text in one line."""
    line = " ".join(str(text).split())
    return line if len(line) <= length else f"{line[: length - 1]}…"


def contains(page: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether the words *wanted* stand in *page* one after the other."""
    return find(page, wanted) >= 0


def find(page: tuple[str, ...], wanted: tuple[str, ...]) -> int:
    """Return where the words *wanted* begin in *page*, or -1."""
    if not wanted:
        return 0
    return next(
        (
            index
            for index in range(len(page) - len(wanted) + 1)
            if page[index] == wanted[0] and page[index : index + len(wanted)] == wanted
        ),
        -1,
    )


def without(page: tuple[str, ...], words: tuple[str, ...]) -> tuple[str, ...]:
    """Return *page* without *words* where they stand one after the other."""
    index = find(page, words)
    return page[:index] + page[index + len(words) :] if words and index >= 0 else page
