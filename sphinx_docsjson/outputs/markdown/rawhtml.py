"""What a reader sees of raw HTML, as Markdown: text, links, images, code, headings, list items.

Only HTML that an author put into a page as such arrives here; the pages' own tags are nodes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

from sphinx_docsjson.text.spelling import (
    STRUCK,
    code_span,
    emphasized,
    escape_text,
    fenced,
    heading,
    image,
    joined,
    link,
    one_line,
)

_SILENT = frozenset({"script", "style", "svg", "template", "noscript", "head", "math"})
_LINE = STRUCK | {"a", "b", "strong", "i", "em", "code", "kbd", "samp", "sub", "sup"}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCK_NAMES = """
address article aside blockquote details dd div dl dt fieldset figcaption figure footer
form header hr li main nav ol p section summary table tbody tfoot thead tr ul
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split()) | frozenset(_HEADINGS)
_MEDIA = frozenset({"iframe", "video", "audio", "source", "embed"})
_BOXES = ("[ ] ", "[x] ")
_SPACE = re.compile(r"\s+")


def html_to_markdown(html: str, address: Callable[[str], str]) -> str:
    """Return the visible content of *html*.

    :param address: gives the address of a link or image as it stands in the page.
    """
    reader = _RawReader(address)
    reader.feed(html)
    reader.close()
    return reader.result()


class _RawReader(HTMLParser):
    """Collects blocks; a stack of open inline elements holds what stands inside them."""

    def __init__(self, address: Callable[[str], str]) -> None:
        super().__init__(convert_charrefs=True)
        self._address = address
        self._blocks: list[str] = []
        self._stack: list[tuple[str, str, list[str]]] = [("", "", [])]
        self._silent = 0
        self._pre: list[str] | None = None
        self._item = False
        self._level = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        values = {name: value or "" for name, value in attrs}
        if tag in _SILENT:
            self._silent += 1
        elif self._silent or self._pre is not None:
            return
        elif tag == "pre":
            self._end_block()
            self._pre = []
        elif tag == "br":
            self._write("\\\n")
        elif tag == "img":
            self._write(image(values.get("alt", ""), self._address(values.get("src", ""))))
        elif tag == "input" and values.get("type") == "checkbox":
            self._write(_BOXES["checked" in values])
        elif tag in _MEDIA and values.get("src"):
            name = values.get("title") or values["src"]
            self._write(link(escape_text(name), self._address(values["src"])))
        elif tag in _BLOCKS:
            self._end_block()
            self._item = tag == "li"
            self._level = _HEADINGS.get(tag, 0)
        elif tag in _LINE:
            self._stack.append((tag, values.get("href", ""), []))
        elif tag in {"td", "th"}:
            self._write(" ")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open and close an element."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element; one that is not open is ignored."""
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif self._silent:
            return
        elif tag == "pre" and self._pre is not None:
            self._blocks.append(fenced("".join(self._pre).strip("\n")))
            self._pre = None
        elif tag in _BLOCKS:
            self._end_block()
        elif any(name == tag for name, _, _ in self._stack):
            while self._close() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Take text."""
        if self._silent:
            return
        if self._pre is not None:
            self._pre.append(data)
            return
        inside_code = any(name in {"code", "kbd", "samp"} for name, _, _ in self._stack)
        text = _SPACE.sub(" ", data)
        if self._stack[-1][2][-1:] and self._stack[-1][2][-1] in _BOXES:
            text = text.lstrip()
        self._write(text if inside_code else escape_text(text))

    def _write(self, markdown: str) -> None:
        self._stack[-1][2].append(markdown)

    def _close(self) -> str:
        """Close the innermost inline element and return its name."""
        tag, href, parts = self._stack.pop()
        text = "".join(parts)
        if tag == "a":
            text = link(one_line(text), self._address(href)) if href else text
        elif tag in {"b", "strong"}:
            text = emphasized("**", text)
        elif tag in {"i", "em"}:
            text = emphasized("*", text)
        elif tag in STRUCK:
            text = emphasized("~~", text)
        elif tag in {"code", "kbd", "samp"}:
            text = code_span(text)
        elif tag in {"sub", "sup"}:
            text = f"<{tag}>{text}</{tag}>"
        self._write(text)
        return tag

    def _end_block(self) -> None:
        while len(self._stack) > 1:
            self._close()
        text = "".join(self._stack[0][2]).strip()
        self._stack[0][2].clear()
        if text and self._level:
            text = heading(self._level, text)
        elif text and self._item:
            text = f"- {one_line(text)}"
        self._blocks.append(text)
        self._item, self._level = False, 0

    def result(self) -> str:
        """Return all blocks; inline HTML is a single one without anything around it."""
        if self._pre is not None:
            self._blocks.append(fenced("".join(self._pre).strip("\n")))
        if not any(self._blocks):
            while len(self._stack) > 1:
                self._close()
            return "".join(self._stack[0][2])
        self._end_block()
        return joined(self._blocks)
