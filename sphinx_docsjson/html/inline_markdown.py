"""One line of Markdown from the configuration → safe inline HTML: no tags, no unsafe links."""

from __future__ import annotations

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
