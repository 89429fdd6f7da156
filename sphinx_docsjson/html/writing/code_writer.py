"""Highlighted code as HTML, without elements around the words that look like plain text.

Most tokens of a sample are blanks and names in the colour of the text. An element around each
of them is a tenth of the bytes of an API reference, and no reader sees it. What highlights is
made once a build: some lexers compile hundreds of expressions each time.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from pygments import format
from pygments.formatters import HtmlFormatter
from pygments.lexers.special import TextLexer
from pygments.token import Token
from sphinx.highlighting import PygmentsBridge

from sphinx_docsjson.compat.html_builder import replace_highlighter
from sphinx_docsjson.components.listings.ansi import ESCAPE
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.html.writing.sample_tokens import SampleTokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from pygments.formatter import Formatter
    from pygments.lexer import Lexer
    from pygments.style import Style
    from pygments.token import _TokenType
    from sphinx.application import Sphinx

    from sphinx_docsjson.html.writing.sample_tokens import Tokens

DECIDED_BY_SOURCE = frozenset({"guess", "default", "py", "python", "py3", "python3"})
"""Languages for which Sphinx looks at the code itself: a session, or any language."""

SESSIONS = frozenset({"console", "shell-session", "text", "none", "pycon", "output"})
"""Languages of what a terminal showed; it had colours where sequences of them stand in it."""

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
    """Sphinx's highlighter, with :class:`CodeFormatter` and what it made before.

    :param like: the highlighter whose style it has.
    """

    html_formatter = CodeFormatter

    def __init__(self, like: PygmentsBridge) -> None:
        super().__init__("html")
        self.formatter_args = like.formatter_args
        self._lexers: dict[tuple[str, bool], Lexer] = {}
        self._formatters: dict[str, Formatter[str]] = {}
        self._samples = SampleTokens(self._tokens_of)

    def sample_html(self, code: str, lang: str, literals: Sequence[tuple[int, int]]) -> str:
        """Return a sample as :meth:`highlight_block` writes it.

        :param literals: where values stand in it, in a template that many samples share.
        """
        tokens = self._samples.find(code, lang, literals)
        if tokens is None:
            return self.highlight_block(code, lang, force=True)
        return str(format(tokens, self.get_formatter()))

    def _tokens_of(self, code: str, lang: str) -> Tokens:
        return list(self.get_lexer(code, lang, force=True).get_tokens(code))

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
        key = (lang, force)
        if opts or lang in DECIDED_BY_SOURCE:
            return super().get_lexer(source, lang, opts, force, location)
        if key not in self._lexers:
            lexer = super().get_lexer(source, lang, opts, force, location)
            if isinstance(lexer, TextLexer):
                return lexer
            self._lexers[key] = lexer
        return self._lexers[key]

    def get_formatter(self, **kwargs: Any) -> Formatter[str]:
        """Return the formatter for options such as ``linenos`` and ``hl_lines``."""
        key = repr(sorted(kwargs.items()))
        if key not in self._formatters:
            self._formatters[key] = super().get_formatter(**kwargs)
        return self._formatters[key]


def write_code_briefly(app: Sphinx) -> None:
    """Let the theme's pages be written so; a second style would show other differences.

    Extensions that look for names in the code once it is written need every element.
    """
    if has_our_theme(app.config) and not READERS & app.extensions.keys():
        replace_highlighter(app.builder, CodeHighlighter)
