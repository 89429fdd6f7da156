"""What stands in ``<pre>``: the text that a reader sees, and the ids of elements in it."""

from __future__ import annotations

import html
import re

_CODE = re.compile(r"\s*<code[^>]*>(.*)</code>\s*", re.DOTALL)
_BUTTON = re.compile(r"<button\b[^<>]*>[^<>]*</button>")
_LINE_BREAK = re.compile(r"<br\s*/?>")
_TAG = re.compile(
    r"</?(?:a|b|code|del|div|em|i|ins|kbd|mark|samp|small|span|strong|sub|sup|u|var)"
    r"(?:\s[^<>]*)?/?>"
)
_ID = re.compile(r"<[a-z][^<>]*?\sid=[\"']([^\"'<>]+)[\"']")


def code_within(content: str) -> str:
    """Return what stands in the ``<code>`` that *content* is, or *content* where it is none."""
    match = _CODE.fullmatch(content)
    return match[1] if match else content


def preformatted_text(content: str) -> str:
    """Return the text of *content*, without the elements that highlight or copy it."""
    written = _BUTTON.sub("", code_within(content))
    return html.unescape(_TAG.sub("", _LINE_BREAK.sub("\n", written))).strip("\n")


def ids_within(content: str) -> list[str]:
    """Return the ids of the elements in *content*."""
    return [html.unescape(name) for name in _ID.findall(content)]
