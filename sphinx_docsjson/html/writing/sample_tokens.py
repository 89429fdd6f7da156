"""Samples of a common template as tokens: the template once, the values each for themselves. Pure.

A page has a sample in each of eight languages, and but for an address and a body they are those
of all other pages. The tokens are those that Pygments finds in the whole sample. Where it is not
clear that they are, there are none, and Pygments is asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from pygments.token import Keyword, Name, Number, Punctuation, String, Whitespace

if TYPE_CHECKING:
    from pygments.token import _TokenType

Tokens: TypeAlias = list[tuple["_TokenType", str]]
TokensOf: TypeAlias = Callable[[str, str], Tokens]
"""Code and the name of its lexer → its tokens."""

FIRST = {"bash": "x ", "php": "<?php x("}
"""What makes a value of the text behind it; ``x(`` in all other languages."""

_JSON = re.compile(
    r'("(?:[^"\\]++|\\.)*+"?+)(?=\s*:)|("(?:[^"\\]++|\\.)*+"?+)|(\s+)|([\[\]{},:]+)'
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
