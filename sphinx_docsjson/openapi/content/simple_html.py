"""The simple HTML that many descriptions use, as Markdown. Pure.

What only has the form of a tag (``Bearer <token>``) is text and stays; so does code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

from sphinx_docsjson.text.word_sets import words

_WRITTEN = words("p br a b i em strong code ul ol li h1 h2 h3 h4 h5 h6 div span hr img")
_PAIRED = words(
    "details summary table thead tbody tfoot tr td th caption pre blockquote center sup sub small "
    "u s del ins strike kbd dl dt dd font mark figure figcaption"
)
"""Elements that are taken for such only where they are closed; their names are words, too."""

_TAG = re.compile(r"</?([a-z][a-z0-9]*)\b[^<>]*>", re.IGNORECASE)
_TAG_OR_SIGN = re.compile(rf"{_TAG.pattern}|<", re.IGNORECASE)
_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_CODE_OR_COMPONENT = re.compile(rf"{_CODE.pattern}|</?[A-Z][\w.]*(?:\s[^<>]*)?/?>", re.DOTALL)
_HELD = re.compile("\ue000(\\d+)\ue001")

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
    held: list[str] = []

    def hold(found: re.Match[str]) -> str:
        held.append(found.group())
        return f"\ue000{len(held) - 1}\ue001"

    plain = _without_comments(_CODE.sub(hold, text))
    names = {match.group(1).lower() for match in _TAG.finditer(plain)}
    lower = plain.lower()
    known = names & _WRITTEN | {n for n in names & _PAIRED if f"</{n}" in lower}
    if known:
        reader = _HtmlToMarkdown(link_target)
        reader.feed(
            _TAG_OR_SIGN.sub(
                lambda m: m[0] if (m[1] or "").lower() in known else hold(m),
                plain,
            )
        )
        reader.close()
        plain = "".join(reader.parts)
    return _HELD.sub(lambda found: held[int(found.group(1))], plain).strip()


def _without_comments(text: str) -> str:
    """Return *text* without comments that end."""
    parts, after = [], 0
    while (start := text.find("<!--", after)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts.append(text[after:start])
        after = end + 3
    return "".join([*parts, text[after:]])


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
            self.parts.append(data)


def _table(rows: list[list[str]]) -> str:
    """Return rows as a table whose first row is its head."""
    rows = [row for row in rows if row]
    width = max(map(len, rows), default=0)
    lines = [f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in rows]
    lines[1:1] = ["|" + " --- |" * width] if rows else []
    return "\n\n" + "\n".join(lines) + "\n\n"
