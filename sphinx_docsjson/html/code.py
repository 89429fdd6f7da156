"""Highlighted code as HTML: the Pygments style of the theme, and samples as tokens."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from pygments.formatters import HtmlFormatter
from pygments.lexers.special import TextLexer
from pygments.style import Style
from pygments.token import (
    Comment,
    Error,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Token,
    Whitespace,
)
from sphinx.highlighting import PygmentsBridge

from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.compat.builders import replace_highlighter
from sphinx_docsjson.components.code_blocks import ESCAPE
from sphinx_docsjson.html.code_lexers import color_calls, own_lexer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from pygments.formatter import Formatter
    from pygments.lexer import Lexer
    from pygments.token import _TokenType
    from sphinx.application import Sphinx


# The one Pygments style of the theme: its colours are custom properties, so both modes share it.
#
# The values are made in :mod:`sphinx_docsjson.site.colors`; each can be read on a code block.


class DocsjsonStyle(Style):
    """Colours for code: few, calm, and the same in every language."""

    name = "docsjson"
    background_color = "var(--dj-code-bg)"
    highlight_color = "var(--dj-code-highlight)"

    styles: ClassVar = {
        Token: "var(--dj-code-text)",
        Whitespace: "",
        Error: "var(--dj-code-text)",
        Comment: "italic var(--dj-code-comment)",
        Comment.Preproc: "noitalic var(--dj-code-keyword)",
        Keyword: "var(--dj-code-keyword)",
        Keyword.Constant: "var(--dj-code-number)",
        Keyword.Type: "var(--dj-code-type)",
        Operator: "var(--dj-code-text)",
        Operator.Word: "var(--dj-code-keyword)",
        Punctuation: "var(--dj-code-text)",
        Name.Attribute: "var(--dj-code-type)",
        Name.Builtin: "var(--dj-code-function)",
        Name.Builtin.Pseudo: "var(--dj-code-keyword)",
        Name.Class: "var(--dj-code-type)",
        Name.Constant: "var(--dj-code-number)",
        Name.Decorator: "var(--dj-code-function)",
        Name.Exception: "var(--dj-code-type)",
        Name.Function: "var(--dj-code-function)",
        Name.Label: "var(--dj-code-property)",
        Name.Namespace: "var(--dj-code-text)",
        Name.Property: "var(--dj-code-property)",
        Name.Tag: "var(--dj-code-property)",
        Name.Variable: "var(--dj-code-text)",
        Number: "var(--dj-code-number)",
        Literal: "var(--dj-code-number)",
        Literal.Date: "var(--dj-code-string)",
        String: "var(--dj-code-string)",
        String.Doc: "italic var(--dj-code-comment)",
        String.Escape: "var(--dj-code-number)",
        String.Interpol: "var(--dj-code-number)",
        String.Regex: "var(--dj-code-number)",
        Generic.Deleted: "var(--dj-code-deleted)",
        Generic.Inserted: "var(--dj-code-inserted)",
        Generic.Heading: "bold var(--dj-code-text)",
        Generic.Subheading: "bold var(--dj-code-text)",
        Generic.Emph: "italic",
        Generic.Strong: "bold",
        Generic.Prompt: "var(--dj-code-comment)",
        Generic.Output: "var(--dj-code-output)",
        Generic.Traceback: "var(--dj-code-deleted)",
    }


# Highlighted code as HTML, without elements around the words that look like plain text.
#
# Most tokens of a sample are spaces and names in the colour of the text. Elements around them are
# a tenth of the bytes of an API reference, and no reader sees them. Highlighters are made once per
# build: some lexers compile hundreds of expressions each time.

DECIDED_BY_SOURCE = frozenset({"guess", "default", "py", "python", "py3", "python3"})
"""Languages for which Sphinx looks at the code itself: a session, or any language."""

SESSIONS = frozenset({"console", "shell-session", "text", "none", "pycon", "output"})
"""Languages of what a terminal showed; it had colours where sequences of them are in it."""

READERS = frozenset({"sphinx_codeautolink"})
"""Extensions that read the elements around names."""


class CodeFormatter(HtmlFormatter[str]):
    """The HTML of Pygments, with an element only where the style shows a difference."""

    def format_unencoded(
        self, tokensource: Iterable[tuple[_TokenType, str]], outfile: Any
    ) -> None:
        """Write the tokens to *outfile*; neighbours that look the same as one."""
        style = self.style
        alike = groupby(tokensource, key=lambda token: _seen_as(style, token[0]))
        shown = ((seen, "".join([value for _type, value in tokens])) for seen, tokens in alike)
        super().format_unencoded(shown, outfile)


@cache
def _seen_as(style: type[Style], ttype: _TokenType) -> _TokenType:
    """Return the type that looks the same and needs no element, where there is one."""
    looks = dict(style)
    known = ttype
    while known not in looks and known.parent is not None:
        known = known.parent
    return Token if looks[known] == looks[Token] else ttype


class CodeHighlighter(PygmentsBridge):
    """Sphinx's highlighter, with :class:`CodeFormatter` and the lexers that it made before.

    :param like: the highlighter whose style it has.
    """

    html_formatter = CodeFormatter

    def __init__(self, like: PygmentsBridge) -> None:
        super().__init__("html")
        self.formatter_args = like.formatter_args
        self._lexers: dict[tuple[str, bool, bool], Lexer] = {}
        self._formatters: dict[str, Formatter[str]] = {}

    def get_lexer(
        self,
        source: str,
        lang: str,
        opts: dict[str, Any] | None = None,
        force: bool = False,
        location: Any = None,
    ) -> Lexer:
        """Return the lexer of a language; the one for plain text stands for unknown ones."""
        if ESCAPE in source and lang in SESSIONS:
            lang = "ansi"
        elif not opts and (own := own_lexer(_written(location) or lang)):
            return own
        elif lang == "php" and "<?" not in source:
            opts = {**(opts or {}), "startinline": True}
        key = (lang, force, "startinline" in (opts or ()))
        if (opts and lang != "php") or lang in DECIDED_BY_SOURCE:
            return color_calls(super().get_lexer(source, lang, opts, force, location))
        if key not in self._lexers:
            lexer = super().get_lexer(source, lang, opts, force, location)
            if isinstance(lexer, TextLexer):
                return lexer
            self._lexers[key] = color_calls(lexer)
        return self._lexers[key]

    def get_formatter(self, **kwargs: Any) -> Formatter[str]:
        """Return the formatter for options such as ``linenos`` and ``hl_lines``."""
        key = repr(sorted(kwargs.items()))
        if key not in self._formatters:
            self._formatters[key] = super().get_formatter(**kwargs)
        return self._formatters[key]


def _written(location: Any) -> str:
    """Return the language that the author of a block gave it, where it has another lexer."""
    if not isinstance(location, nodes.Element):
        return ""
    return str(location.get("written_language") or "").lower()


def write_code_briefly(app: Sphinx) -> None:
    """Let the theme's pages be written so; a second style would show other differences.

    Extensions that look for names in the code once it is written need every element.
    """
    if has_our_theme(app.config) and not READERS & app.extensions.keys():
        replace_highlighter(app.builder, CodeHighlighter)
