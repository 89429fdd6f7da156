"""What a scalar of YAML 1.2 means: its core schema, section 10.3.2. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

LONGEST_NUMBER = 300
"""Digits beyond which a whole number stays text: Python refuses to write it out again."""

_CORE = "tag:yaml.org,2002:"
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
STARTS = frozenset({"", *"~nNtTfF-+.0123456789"})
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_PADDED = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


def plain(text: str, float_of: Callable[[str], Any]) -> Any:
    """Return the value of a scalar that has neither quotes nor a tag."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0].isalpha():
        return text
    if _PADDED.fullmatch(text):
        short = len(text) <= LONGEST_NUMBER
        return int(text) if short and _DECIMAL.fullmatch(text) else text
    if _FLOAT.fullmatch(text):
        return float_of(text)
    for pattern, base in ((_OCTAL, 8), (_HEXADECIMAL, 16)):
        if pattern.fullmatch(text):
            return int(text[2:], base) if len(text) <= LONGEST_NUMBER else text
    return text


def tagged(text: str, tag: str, float_of: Callable[[str], Any]) -> Any:
    """Return the value of a scalar whose tag says what it is, if it can be that."""
    name = tag.removeprefix(_CORE)
    value = plain(text, float_of) if name in ("null", "bool", "int", "float") else text
    if name == "float" and type(value) is int:
        return float_of(text) if _FLOAT.fullmatch(text) else float(value)
    fits = {"null": value is None, "bool": type(value) is bool, "int": type(value) is int}
    return value if fits.get(name, isinstance(value, float)) else text


def float_of_text(text: str) -> float:
    """Return the value of a floating point number; Python knows infinity without the dot."""
    return float(text.replace(".", "", 1) if text.lower().endswith(("inf", "nan")) else text)
