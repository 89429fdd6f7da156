"""What people write where JSON has a value, and what to tell them to write instead."""

from __future__ import annotations

import re

WORD = re.compile(r"[A-Za-z_$][\w$-]*")
"""A name without quotes."""

_SEEN = re.compile(r"\S{1,20}")

NO_COMMENTS = "JSON has no comments, and other programs will not read this file; remove them"

COMMENT = re.compile(r"(?:\/\/|#)[^\n]*|/\*.*?\*/", re.DOTALL)
"""A comment of another language."""

_OTHER_LITERALS = {
    "True": "true",
    "False": "false",
    "None": "null",
    "undefined": "null",
    "nil": "null",
    "NULL": "null",
    "TRUE": "true",
    "FALSE": "false",
    "yes": "true",
    "no": "false",
}


def not_a_value(text: str, at: int, expected: str = "a value") -> str:
    """Return what is wrong with what stands at *at*, and what to do.

    :param expected: what should stand there.
    """
    if at >= len(text):
        return f"the file ends where {expected} is expected"
    char = text[at]
    if char == "'":
        return "a string stands in double quotes, not in single ones"
    if char in "\u201c\u201d\u201e\u2018\u2019`":
        return f'{char!r} does not begin a string; write a plain double quote (")'
    if match := WORD.match(text, at):
        word = match[0]
        if word in _OTHER_LITERALS:
            return f"{word!r} is not JSON; write {_OTHER_LITERALS[word]!r}"
        return f'a string stands in double quotes: write "{word}"'
    if char in ",:":
        return f"{expected} is missing before {char!r}"
    return f"{expected} is expected here, not {seen(text, at)}"


def seen(text: str, at: int) -> str:
    """Return what stands at *at*, short enough for a message."""
    match = _SEEN.match(text, at)
    return repr(match[0]) if match else "the end of the file"
