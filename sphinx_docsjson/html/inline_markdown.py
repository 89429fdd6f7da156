"""One line of Markdown from the configuration → safe inline HTML: no tags, no unsafe links."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markupsafe import Markup

from sphinx_docsjson.urls import safe_url

if TYPE_CHECKING:
    from collections.abc import Callable


def inline_html(text: str, link: Callable[[str], str | None]) -> Markup:
    """Return *text* as HTML with emphasis, code and links; HTML in it is shown as text.

    :param link: turns the target of a link into an address; ``None`` leaves the link out.
    """
    markdown = MarkdownIt("commonmark", {"html": False})
    markdown.disable(["image"])
    # markdown-it asks its own method and has no option for another rule.
    markdown.validateLink = lambda url: safe_url(url) is not None  # type: ignore[method-assign]
    tokens = markdown.parseInline(text)
    for token in tokens[0].children or ():
        if token.type == "link_open":
            token.attrSet("href", link(str(token.attrGet("href") or "")) or "#")
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))


def markdown_of(html: str) -> str:
    """Return the text of an announcement as inline Markdown; tags of no known use stay text."""
    reader = _Announcement()
    reader.feed(html)
    reader.close()
    return reader.text()


class _Announcement(HTMLParser):
    """Reads what announcements of Furo and pydata-sphinx-theme are written with."""

    marks = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"} | dict.fromkeys(
        ("br", "div", "p", "span"), " "
    )

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[str] = []
        self._link: tuple[int, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a link or an emphasis."""
        address = dict(attrs).get("href")
        if tag == "a" and address and self._link is None:
            self._link = (len(self._parts), address)
        self._parts.append(self.marks.get(tag) or self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element that holds nothing."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """End it."""
        if tag == "a" and self._link is not None:
            (begin, address), self._link = self._link, None
            self._parts[begin] = "["
            self._parts.append(f"](<{address}>)")
        else:
            self._parts.append(self.marks.get(tag, f"</{tag}>"))

    def handle_data(self, data: str) -> None:
        """Take text."""
        self._parts.append(data)

    def text(self) -> str:
        """Return what was read."""
        return "".join(self._parts).strip()
