"""Highlighted code as HTML, without elements around the words that look like plain text.

Most tokens of a sample are blanks and names in the colour of the text. An element around each
of them is a tenth of the bytes of an API reference, and no reader sees it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pygments.formatters import HtmlFormatter
from pygments.token import Token
from sphinx.builders.html import StandaloneHTMLBuilder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from pygments.style import Style
    from pygments.token import _TokenType
    from sphinx.application import Sphinx


class CodeFormatter(HtmlFormatter[str]):
    """The HTML of Pygments, with an element only where the style shows a difference."""

    def format_unencoded(
        self, tokensource: Iterable[tuple[_TokenType, str]], outfile: Any
    ) -> None:
        """Write the tokens to *outfile*."""
        shown = ((_seen_as(self.style, ttype), value) for ttype, value in tokensource)
        super().format_unencoded(shown, outfile)


@cache
def _seen_as(style: type[Style], ttype: _TokenType) -> _TokenType:
    """Return the type that looks the same and needs no element, where there is one."""
    looks = dict(style)
    known = ttype
    while known not in looks and known.parent is not None:
        known = known.parent
    return Token if looks[known] == looks[Token] else ttype


def write_code_briefly(app: Sphinx) -> None:
    """Let the theme's pages be written so; a second style would show other differences."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or builder.dark_highlighter is not None:
        return
    if builder.theme.name == "docsjson":
        builder.highlighter.formatter = CodeFormatter
