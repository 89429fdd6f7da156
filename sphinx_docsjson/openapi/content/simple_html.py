"""The simple HTML that many descriptions use, as Markdown. Pure.

What only has the form of a tag (``Bearer <token>``) is text and stays; so does code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from typing import NamedTuple

from sphinx_docsjson.text.word_sets import words

_WRITTEN = words("p br a b i em strong code ul ol li h1 h2 h3 h4 h5 h6 div span hr img")
_PAIRED = words(
    "details summary table thead tbody tfoot tr td th caption pre blockquote center sup sub small "
    "u s del ins strike kbd dl dt dd font mark figure figcaption"
)
"""Elements that are taken for such only where they are closed; their names are words, too."""

_WITHOUT_VALUE = words(
    "allowfullscreen controls hidden open noshade nowrap reversed compact ismap"
)
"""Attributes without a value; another word shows that it is no tag: ``a <b and c>``."""

_TAG = r"</?(?P<name>[a-zA-Z][a-zA-Z0-9]*)\b(?:\"[^\"<>]*\"|'[^'<>]*'|[^\"'<>`])*+>"
_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_CODE_OR_COMPONENT = re.compile(rf"{_CODE.pattern}|</?[A-Z][\w.]*(?:\s[^<>]*)?/?>", re.DOTALL)
_PIECE = re.compile(rf"{_CODE.pattern}|{_TAG}|<!--", re.DOTALL)
_ESCAPED_TWICE = re.compile(r"&amp;(?=#?\w{1,31};)")

_BEFORE = {"br": "  \n", "b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "li": "\n- "}
_AFTER = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}
_BEFORE |= dict.fromkeys(("s", "del", "strike"), "~~")
_AFTER |= dict.fromkeys(("s", "del", "strike"), "~~")
_BLOCKS = words("p details blockquote center dl dt dd figure figcaption caption")
_BEFORE |= dict.fromkeys(_BLOCKS, "\n\n") | {"hr": "\n\n---\n\n"}
_AFTER |= dict.fromkeys((*_BLOCKS, "ul", "ol", "div"), "\n\n")
_TITLES = ("summary", *(f"h{level}" for level in range(1, 7)))
_BEFORE |= dict.fromkeys(_TITLES, "\n\n**")
_AFTER |= dict.fromkeys(_TITLES, "**\n\n")


def without_components(text: str) -> str:
    """Return *text* without the tags of components, which text from outside cannot have."""
    return _CODE_OR_COMPONENT.sub(lambda found: "" if found[0][0] == "<" else found[0], text)


def without_html(text: str, link_target: Callable[[str], str | None]) -> str:
    """Return Markdown with Markdown for its simple HTML.

    :param link_target: the address of a link, or ``None`` when it may be none.
    """
    if "<" not in text:
        return text
    pieces = _pieces(text)
    names = {piece.tag for piece in pieces if piece.tag}
    closed = {piece.tag for piece in pieces if piece.text.startswith("</")}
    known = names & _WRITTEN | names & _PAIRED & closed
    if not known:
        return "".join(piece.text for piece in pieces).strip()
    reader = _HtmlToMarkdown(link_target)
    for piece in pieces:
        if piece.tag in known:
            reader.feed(piece.text)
        elif piece.is_words:
            reader.handle_data(piece.text)
        else:
            reader.parts.append(piece.text)
    reader.close()
    return "".join(reader.parts).strip()


class _Piece(NamedTuple):
    """A piece of a description: words, code, or what looks like a tag.

    Code and tags are never in the words, not even as a mark: any mark could be in them.
    """

    text: str
    tag: str = ""
    is_words: bool = False


def _pieces(text: str) -> list[_Piece]:
    """Return *text* piece by piece, without comments that end."""
    pieces, after, at, ends = list[_Piece](), 0, 0, True
    while found := _PIECE.search(text, at):
        at = found.end()
        tag = (found["name"] or "").lower()
        comment = found[0] == "<!--"
        end = text.find("-->", at) if comment and ends else -1
        if comment and end < 0:
            ends = False
            continue
        if tag and not _is_tag(found[0]):
            at = found.start() + 1
            continue
        if after < found.start():
            pieces.append(_Piece(text[after : found.start()], is_words=True))
        if comment:
            at = end + 3
        else:
            pieces.append(_Piece(found[0], tag))
        after = at
    return [*pieces, _Piece(text[after:], is_words=True)] if after < len(text) else pieces


def _is_tag(text: str) -> bool:
    """Say whether what has the form of a tag can be one: its words have values."""
    reader = _Attributes()
    reader.feed(text)
    return not reader.rawdata and all(
        value is not None or name in _WITHOUT_VALUE for name, value in reader.found
    )


class _Attributes(HTMLParser):
    """Reads the attributes of one tag."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the attributes."""
        self.found = attrs


class _HtmlToMarkdown(HTMLParser):
    """Writes the simple tags as Markdown."""

    def __init__(self, link_target: Callable[[str], str | None]) -> None:
        super().__init__(convert_charrefs=True)
        self.link_target = link_target
        self.parts: list[str] = []
        self.links: list[str | None] = []
        self.outer: list[list[str]] = []
        self.rows: list[list[str]] = []
        self.in_pre = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write what stands for an opening tag."""
        if tag == "a":
            target = self.link_target(dict(attrs).get("href") or "")
            self.links.append(target)
            self.parts.append("[" if target else "")
        elif tag == "img":
            given = dict(attrs)
            target = self.link_target(given.get("src") or "")
            label = given.get("alt") or given.get("src") or ""
            self.parts.append(f"![{label}](<{target}>)" if target else label)
        elif tag == "pre":
            self.in_pre = True
            self.parts.append("\n\n```\n")
        elif tag in ("td", "th"):
            self._end_cell()
            self.outer.append(self.parts)
            self.parts = []
        elif tag == "tr":
            self._end_cell()
            self.rows.append([])
        elif not (self.in_pre and tag == "code"):
            self.parts.append(_BEFORE.get(tag, ""))

    def handle_endtag(self, tag: str) -> None:
        """Write what stands for a closing tag."""
        if tag == "a":
            target = self.links.pop() if self.links else None
            self.parts.append(f"](<{target}>)" if target else "")
        elif tag == "pre":
            self.in_pre = False
            self.parts.append("\n```\n\n")
        elif tag in ("td", "th", "tr"):
            self._end_cell()
        elif tag == "table":
            self._end_cell()
            self.parts.append(_table(self.rows))
            self.rows = []
        elif not (self.in_pre and tag == "code"):
            self.parts.append(_AFTER.get(tag, ""))

    def _end_cell(self) -> None:
        """Put what was written since the last cell began into the row."""
        if self.outer:
            cell = " ".join("".join(self.parts).split()).replace("|", "\\|")
            self.parts = self.outer.pop()
            if not self.rows:
                self.rows.append([])
            self.rows[-1].append(cell)

    def close(self) -> None:
        """Write what is open yet."""
        super().close()
        self._end_cell()
        if self.rows:
            self.parts.append(_table(self.rows))

    def handle_data(self, data: str) -> None:
        """Keep text; between the cells of a table there is only white space."""
        if not (self.rows and not self.outer and not data.strip()):
            # Markdown reads `&amp;lt;` once more.
            self.parts.append(unescape(_ESCAPED_TWICE.sub("&amp;amp;", data)))


def _table(rows: list[list[str]]) -> str:
    """Return rows as a table whose first row is its head."""
    rows = [row for row in rows if row]
    width = max(map(len, rows), default=0)
    lines = [f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in rows]
    lines[1:1] = ["|" + " --- |" * width] if rows else []
    return "\n\n" + "\n".join(lines) + "\n\n"
