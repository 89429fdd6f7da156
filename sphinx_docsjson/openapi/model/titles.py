"""What an operation is called where there is room for a line: its summary, shortened. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

LONG = 100
"""A summary of more characters is cut after its first sentence, and then between words."""

_MARKS = re.compile(r"[*_`\[\]<>#&\\!~|\n]")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"'`(])")
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|no|approx)\.$", re.IGNORECASE)


@lru_cache(maxsize=4096)
def short_title(text: str) -> str:
    """Return a summary as a title: plain text, and of a long one its first sentence."""
    plain = _plain(text) if _MARKS.search(text) else " ".join(text.split())
    if len(plain) <= LONG:
        return plain
    sentence = _first_sentence(plain)
    if len(sentence) <= LONG:
        return sentence.removesuffix(".")
    return f"{sentence[:LONG].rpartition(' ')[0].rstrip(',;:–- ') or sentence[:LONG]}…"


def is_all_of(title: str, summary: str) -> bool:
    """Whether a title says all that its summary says: every word, and there is no link."""
    words = " ".join(summary.split())
    if words == title:
        return True
    is_one = "\n" not in summary.strip() and "](" not in words and "<" not in words
    return is_one and _plain(words) == title


def _first_sentence(text: str) -> str:
    for match in _SENTENCE.finditer(text):
        if not _ABBREVIATED.search(text[: match.start()]):
            return text[: match.start()]
    return text


def _plain(text: str) -> str:
    """Return the first block of a Markdown text without its markup."""
    text = text.strip()
    tokens = _parser().parse(text) if "\n" in text else _parser().parseInline(text)
    blocks = [token for token in tokens if token.type == "inline"]
    words = "".join(map(_word, blocks[0].children or ())) if blocks else text
    plain = " ".join(words.split())
    return plain.removesuffix(".") if len(blocks) > 1 else plain


def _word(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return "" if token.type == "html_inline" else token.content


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True}).enable("strikethrough")
