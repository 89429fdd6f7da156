"""The words in which a page says what a schema asks, for each keyword."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Any

from tests.openapi.truth.files import Place
from tests.openapi.truth.schemas import Whole, whole
from tests.openapi.truth.texts import code

Phrases = list[tuple[str, str]]
"""A keyword and the words of the page for its value, for each limit."""

OPEN_ENDED = re.compile(r"(?:each: )?(?:not: |keys: |at least \S+ items that are: )")
"""The begin of words that sum up a schema; what they sum up is not compared word by word."""


def phrases_of(found: Whole) -> Phrases:
    """Return what a page has to say of the limits in *found*, without those of its items."""
    return list(_phrases(found))


def _phrases(found: Whole) -> Iterator[tuple[str, str]]:
    for value in found.values("const")[:1]:
        yield "const", f"always {code(value)}"
    yield from _range(found)
    yield from _size(found, "minLength", "maxLength", "length: {}")
    for value in _different(found.values("pattern")):
        if value:
            yield "pattern", f"matches {value}"
    yield from _size(found, "minItems", "maxItems", "number of items: {}")
    if found.flag("uniqueItems"):
        yield "uniqueItems", "no item twice"
    yield from _size(found, "minProperties", "maxProperties", "number of fields: {}")
    if found.closed:
        yield "additionalProperties", "no other fields"
    for place in found.places("dependentRequired"):
        for name, others in place.members():
            if isinstance(others.value, list) and others.value:
                yield "dependentRequired", f"with {name} also {', '.join(others.value)}"
    for value in _different(found.values("contentEncoding")):
        yield "contentEncoding", f"encoded as {value}"
    for value in _different(found.values("contentMediaType")):
        if value != "application/octet-stream" or found.values("contentEncoding"):
            yield "contentMediaType", f"content of type {value}"
    for place in found.places("propertyNames"):
        yield from _of_keys(whole(found.files, [place]))


def _of_keys(keys: Whole) -> Iterator[tuple[str, str]]:
    for keyword, words in _phrases(keys):
        yield f"propertyNames/{keyword}", words
    for values in keys.values("enum")[:1]:
        for value in values:
            yield "propertyNames/enum", str(value)


def _range(found: Whole) -> Iterator[tuple[str, str]]:
    low, high, above, below = (
        _bound(found, name, other, choose)
        for name, other, choose in (
            ("minimum", "exclusiveMinimum", max),
            ("maximum", "exclusiveMaximum", min),
            ("exclusiveMinimum", "minimum", max),
            ("exclusiveMaximum", "maximum", min),
        )
    )
    if low is not None and high is not None:
        yield "minimum", f"{_number(low)} to {_number(high)}"
    elif low is not None:
        yield "minimum", f"at least {_number(low)}"
    elif high is not None:
        yield "maximum", f"at most {_number(high)}"
    if above is not None:
        yield "exclusiveMinimum", f"more than {_number(above)}"
    if below is not None:
        yield "exclusiveMaximum", f"less than {_number(below)}"
    steps = [Fraction(str(v)) for v in found.values("multipleOf") if _is_number(v) and v > 0]
    if steps:
        step = steps[0]
        for other in steps[1:]:
            top = lcm(step.numerator * other.denominator, other.numerator * step.denominator)
            step = Fraction(top, step.denominator * other.denominator)
        number = step.numerator if step.denominator == 1 else float(step)
        yield "multipleOf", f"a multiple of {_number(number)}"


def _bound(found: Whole, name: str, other: str, choose: Callable[..., Any]) -> Any:
    """Return the limit *name*; 3.0 says with ``exclusive…: true`` that it is the other one."""
    values = []
    for part in found.parts:
        schema = part.place.value
        exclusive = name.startswith("exclusive")
        flag = schema.get(name if exclusive else other)
        if exclusive and flag is True:
            values.append(schema.get(other))
        elif exclusive or flag is not True:
            values.append(schema.get(name))
    kept = [value for value in values if _is_number(value)]
    return choose(kept) if kept else None


def _size(found: Whole, least: str, most: str, phrase: str) -> Iterator[tuple[str, str]]:
    lows = [value for value in found.values(least) if _is_number(value)]
    highs = [value for value in found.values(most) if _is_number(value)]
    if lows and highs:
        low, high = max(lows), min(highs)
        words = _number(low) if low == high else f"{_number(low)} to {_number(high)}"
        yield least, phrase.format(words)
    elif highs:
        yield most, phrase.format(f"at most {_number(min(highs))}")
    elif lows and max(lows) > 0:
        yield least, phrase.format(f"at least {_number(max(lows))}")


def _number(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return f"{int(value)}|{value}"
    if isinstance(value, float) and "e" in str(value):
        return format(Decimal(str(value)), "f")
    return str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _different(values: list[Any]) -> list[str]:
    return list(dict.fromkeys(value for value in values if isinstance(value, str)))


def missing_and_extra(
    shown: str, expected: Phrases, open_ended: int
) -> tuple[list[tuple[str, str]], str]:
    """Return the phrases that *shown* lacks, and what it says besides.

    :param open_ended: how many schemas are summed up in it.
    """
    rest = " ".join(shown.split())
    lacking = []
    for keyword, words in sorted(expected, key=lambda pair: -len(pair[1])):
        pattern = _pattern(" ".join(words.split()))
        match = re.search(pattern, rest)
        if match is None:
            lacking.append((keyword, words.replace("|", " or ")))
        else:
            rest = f"{rest[: match.start()]}\0{rest[match.end() :]}"
    left = [part for part in re.split(r"[\s·,\0]*\0[\s·,\0]*| · ", rest) if part.strip(" ·,\0")]
    left = [part for part in left if not (open_ended and OPEN_ENDED.match(part.strip()))]
    left = [part for part in left if part.strip() not in ("keys:", "each:")]
    return lacking, " · ".join(part.strip() for part in left)


def _pattern(words: str) -> str:
    """Return a pattern for words in which a number may be written in two ways."""
    pieces = re.split(r"(-?\d+\|-?[\d.e+]+)", words)
    found = "".join(
        # The longer one first: "1" is the begin of "1.0".
        f"(?:{re.escape(piece.split('|')[1])}|{re.escape(piece.split('|')[0])})"
        if re.fullmatch(r"-?\d+\|-?[\d.e+]+", piece)
        else re.escape(piece)
        for piece in pieces
    )
    return rf"(?<!\w){found}" if words[:1].isalnum() else found


def each(phrases: Phrases) -> Phrases:
    """Return the phrases as they are said of each item of a list."""
    return [(f"items/{keyword}", f"each: {words}") for keyword, words in phrases]


def summed_up(found: Whole) -> int:
    """Return how many schemas a page sums up in a line: ``not``, ``contains``, keys."""
    counted = 0
    for name in ("not", "contains", "propertyNames"):
        counted += len(found.places(name))
    return counted


def place_of(found: Whole) -> Place | None:
    """Return where *found* stands."""
    return found.parts[0].place if found.parts else None
