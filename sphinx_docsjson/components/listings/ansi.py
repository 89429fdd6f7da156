"""What a terminal showed: colours that stand in a text as ANSI sequences become those of code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final

from pygments.lexer import Lexer
from pygments.token import Comment, Generic, Keyword, Name, Number, String, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pygments.token import _TokenType

ESCAPE: Final = "\x1b"
SEQUENCE: Final = re.compile(
    r"(?:\x1b|␛)\[([\d;:]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.?"
)
"""One sequence: of colours when it ends in ``m``; others move a cursor that a page has not."""

PROMPT: Final = re.compile(r"(?m)^(?:[\w.@~/: -]{0,60}[$#%] )")

COLORS: Final[dict[int, _TokenType]] = {
    0: Comment,
    1: Generic.Deleted,
    2: Generic.Inserted,
    3: Number,
    4: Name.Function,
    5: Keyword,
    6: String,
    7: Text,
}
"""The colours of a terminal → what has such a colour in code, readable in both modes."""


class AnsiLexer(Lexer):
    """Output of a program with the colours that it had in a terminal."""

    name = "ANSI"
    aliases: ClassVar = ["ansi"]
    url = "https://en.wikipedia.org/wiki/ANSI_escape_code"

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield what lies between the sequences, in the colour that the last ones chose."""
        seen: _TokenType = Text
        at = 0
        for match in SEQUENCE.finditer(text):
            yield from _shown(text[at : match.start()], at, seen)
            at = match.end()
            if match[2] == "m":
                seen = chosen(match[1], seen)
        yield from _shown(text[at:], at, seen)


def _shown(text: str, at: int, seen: _TokenType) -> Iterator[tuple[int, _TokenType, str]]:
    if not text:
        return
    prompt = PROMPT.match(text) if seen is Text else None
    if prompt:
        yield at, Generic.Prompt, prompt[0]
        at, text = at + prompt.end(), text[prompt.end() :]
    if text:
        yield at, seen, text


def chosen(codes: str, before: _TokenType) -> _TokenType:
    """Return what text looks like after a sequence; colours of 256 and more are not told apart."""
    numbers = [int(code or 0) for code in re.split("[;:]", codes)]
    seen = before
    while numbers:
        code = numbers.pop(0)
        if code in {0, 39, 22} or (code in {38, 48} and not numbers):
            seen = Text
        elif code in {38, 48}:
            count = 1 if numbers[0] == 5 else 3
            value = numbers[1] if count == 1 and len(numbers) > 1 else None
            numbers = numbers[1 + count :]
            if code == 38:
                seen = COLORS[value % 8] if value is not None and value < 16 else Generic.Output
        elif 30 <= code <= 37 or 90 <= code <= 97:
            seen = COLORS[code % 10]
        elif code == 1 and seen is Text:
            seen = Generic.Strong
        elif code == 2:
            seen = Comment
    return seen


def plain(text: str) -> str:
    """Return *text* without its sequences."""
    return SEQUENCE.sub("", text) if ESCAPE in text or "␛[" in text else text
