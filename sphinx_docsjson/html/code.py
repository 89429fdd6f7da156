"""Highlighted code as HTML: the Pygments style of the theme, and samples as tokens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from docutils import nodes
from pygments import format
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
# Most tokens of a sample are blanks and names in the colour of the text. An element around each
# of them is a tenth of the bytes of an API reference, and no reader sees it. What highlights is
# made once a build: some lexers compile hundreds of expressions each time.

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
        self._lexers: dict[tuple[str, bool, bool], Lexer] = {}
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


# Samples of a common template as tokens: the template once, the values each for themselves. Pure.
#
# A page has a sample in each of eight languages, and but for an address and a body they are those
# of all other pages. The tokens are those that Pygments finds in the whole sample. Where it is not
# clear that they are, there are none, and Pygments is asked.

Tokens: TypeAlias = list[tuple["_TokenType", str]]
TokensOf: TypeAlias = Callable[[str, str], Tokens]
"""Code and the name of its lexer → its tokens."""

FIRST = {"bash": "x ", "php": "<?php x("}
"""What makes a value of the text behind it; ``x(`` in all other languages."""

_JSON = re.compile(
    r'("(?>(?:[^"\\]++|\\.)*)"?+)(?=\s*:)|("(?>(?:[^"\\]++|\\.)*)"?+)|(\s+)|([\[\]{},:]+)'
    r"|(-?\d+\.\d*(?:[eE][+-]?\d+)?|-?\d+[eE][+-]?\d+)|(-?\d+)|(true|false|null)"
)
"""A text that never closes goes to the end, so that no other is looked for inside it."""

_JSON_TYPES = (
    *(Name.Tag, String.Double, Whitespace, Punctuation),
    *(Number.Float, Number.Integer, Keyword.Constant),
)


class SampleTokens:
    """Finds the tokens of samples by what it has found before.

    :param tokens_of: finds the tokens of any code.
    """

    def __init__(self, tokens_of: TokensOf) -> None:
        self.tokens_of = tokens_of
        self._around = lru_cache(maxsize=512)(self._find_around)
        self._inside = lru_cache(maxsize=512)(self._find_inside)

    def find(self, code: str, lexer: str, literals: Sequence[tuple[int, int]]) -> Tokens | None:
        """Return the tokens of *code*; ``None`` where the lexer has to look at all of it.

        :param literals: where the values stand.
        """
        if lexer == "json":
            return json_tokens(code)
        if not literals:
            return None
        template, values, at = [], [], 0
        for number, (start, end) in enumerate(literals):
            value = code[start:end]
            place = _place(value, number)
            values.append((value, place))
            template += [code[at:start], place]
            at = end
        places = tuple(place for _value, place in values)
        around = self._around("".join((*template, code[at:])), lexer, places)
        if around is None:
            return None
        found = list(around[0])
        for (value, place), after in zip(values, around[1:], strict=True):
            inside = self._inside(value, place[:1], lexer)
            if inside is None:
                return None
            found += inside
            found += after
        return found

    def _find_around(
        self, template: str, lexer: str, places: tuple[str, ...]
    ) -> list[Tokens] | None:
        """Return the tokens before, between and after the places of values."""
        tokens = self.tokens_of(template, lexer)
        bounds = [0]
        for place in places:
            start = template.index(place, bounds[-1])
            bounds += [start, start + len(place)]
        pieces = _cut(tokens, [*bounds, len(template) + 1])
        return None if pieces is None else pieces[::2]

    def _find_inside(self, value: str, quote: str, lexer: str) -> Tokens | None:
        """Return the tokens of a value."""
        first = FIRST.get(lexer, "x(")
        end = len(first) + len(value)
        pieces = _cut(self.tokens_of(first + value, lexer), [0, len(first), end, end + 1])
        plain = self._around(f"{first}{quote}v0v{quote}", lexer, (f"{quote}v0v{quote}",))
        if pieces is None or plain is None or pieces[0] != plain[0] or pieces[2] != plain[1]:
            return None
        return pieces[1]


def _place(value: str, number: int) -> str:
    """Return what stands for a value in a template: a literal with the same quotes."""
    quote = value[:1] if value[:1] in ('"', "'", "`") else '"'
    return f"{quote}v{number}v{quote}"


def _cut(tokens: Tokens, bounds: Sequence[int]) -> list[Tokens] | None:
    """Return the tokens between each two bounds; ``None`` where one is inside of a token."""
    pieces: list[Tokens] = []
    rest = iter(tokens)
    at = bounds[0]
    for end in bounds[1:]:
        piece: Tokens = []
        while at < end:
            token = next(rest, None)
            if token is None:
                return None
            piece.append(token)
            at += len(token[1])
        if at != end:
            return None
        pieces.append(piece)
    return pieces if next(rest, None) is None else None


def json_tokens(code: str) -> Tokens | None:
    """Return the tokens of JSON; ``None`` where Pygments may find others."""
    text = code.strip("\n")
    try:
        json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    found: Tokens = []
    for match in _JSON.finditer(f"{text}\n"):
        found.append((_JSON_TYPES[(match.lastindex or 1) - 1], match[0]))
    return found


def _refuse(constant: str) -> None:
    raise ValueError(constant)
