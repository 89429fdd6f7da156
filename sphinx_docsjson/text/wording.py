"""A message with whatever it quotes → one line that is fit for a terminal and a log. Pure.

Messages quote what authors and files say. That may be long, of many lines, or a password; a log
of continuous integration is read by many and kept for years.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_QUOTED = 200
"""How much of what others wrote a message shows, all its quotes together."""

MAX_LENGTH = 500
MAX_READ = 20_000
"""No more is looked at: a whole file in a message costs no time."""

_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_SPACE = re.compile(r"(?:\s|(?<!\\)\\[nrt])+")
_QUOTED = re.compile(
    r"""(?<![\w\\])(?:
        '(?:\\.|[^'\\])*'(?!\w)
      | "(?:\\.|[^"\\])*"(?!\w)
      | `[^`]*`
      | (?<!\S)\{.*\}
      | <[^\s<>][^<>]*>
    )|\S{41,}""",
    re.VERBOSE,
)
"""What is quoted; a word that is longer than ours ever are was written by others, too."""

_SECRET = re.compile(
    r"""
      (?P<block>-----BEGIN[ ][A-Z ]*PRIVATE[ ]KEY-----).*
    | (?P<login>://[^\s/:@]+:)[^\s/@]+(?=@)
    | (?P<named>(?:api[_-]?key|secret|token|passw(?:or)?d|passphrase)\w*["']?\s*[:=]\s*["'`]?)
      [^\s"'`<>{}$,;…]{8,}
    | (?P<bearer>\b(?:Bearer|Basic)\s+)[\w.~+/=-]{12,}
    | (?P<prefix>\b(?:
        (?:AKIA|ASIA)(?=[0-9A-Z]{12}) | gh[pousr]_ | github_pat_ | glpat- | xox[abeprs]- | sk-
      | (?:sk|pk|rk)_(?:live|test)_ | AIza | npm_ | pypi- | hf_ | SG\. | phc_ | eyJ(?=[\w-]+\.)
      ))[\w.-]{12,}
    """,
    re.VERBOSE | re.IGNORECASE,
)


def one_line(message: str) -> str:
    """Return *message* as one line: what it quotes is shortened, and no secret is in it."""
    text = _SPACE.sub(" ", _cut(message, MAX_READ))
    text = _UNSEEN.sub("", text).strip()
    text = _SECRET.sub(_hidden, text)
    text = _shortened(text)
    if len(text) > MAX_LENGTH:
        text = _cut(text, MAX_LENGTH)
    return text


def _hidden(match: re.Match[str]) -> str:
    return f"{match[match.lastgroup or 0]}…"


def _shortened(text: str) -> str:
    quotes = list(_QUOTED.finditer(text))
    allowances = dict(_allowances([match.end() - match.start() for match in quotes]))
    parts, end = [], 0
    for number, match in enumerate(quotes):
        parts += [text[end : match.start()], _cut(match[0], allowances[number])]
        end = match.end()
    return "".join([*parts, text[end:]])


def _allowances(lengths: list[int]) -> Iterator[tuple[int, int]]:
    """Yield how long each quote may be: short ones stay, long ones share what is left."""
    left, waiting = MAX_QUOTED, len(lengths)
    for number, length in sorted(enumerate(lengths), key=lambda pair: pair[1]):
        allowed = min(length, left // waiting)
        yield number, allowed
        left, waiting = left - allowed, waiting - 1


def _cut(text: str, length: int) -> str:
    """Return *text* with at most *length* characters: its beginning and its end."""
    if len(text) <= length:
        return text
    kept = max(length - 1, 2)
    tail = kept // 3
    return f"{text[: kept - tail]}…{text[len(text) - tail :]}"
