"""What a schema says of its own value, and the simplest text or number that fits. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import items, text
from sphinx_docsjson.openapi.schema.merge import same, types_of
from sphinx_docsjson.openapi.schema.view import SchemaView, implied_types, json_type
from sphinx_docsjson.text.pattern_texts import MAX_LENGTH, matching

FORMATS = {
    "date-time": "2026-01-15T09:30:00Z",
    "date": "2026-01-15",
    "time": "09:30:00Z",
    "duration": "P1D",
    "email": "ada@example.com",
    "idn-email": "ada@example.com",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com",
    "url": "https://example.com",
    "uri-reference": "/path",
    "iri": "https://example.com",
    "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "byte": "ZXhhbXBsZQ==",
    "binary": "<binary>",
    "password": "<password>",
    "regex": "^[a-z]+$",
    "json-pointer": "/path",
}

USUAL = ("aA1!aA1!aA1!", "aA1!aA1!", "Aa1Aa1Aa", "aA1!", "//aA1aA1")
"""Texts that fit patterns which look ahead, such as those of passwords."""

MISSING = object()
"""There is no value; ``None`` is one."""


def values_given(view: SchemaView) -> Iterator[Any]:
    """Yield the values that the schema itself gives, the best first."""
    keywords = view.keywords
    if "example" in keywords:
        yield keywords["example"]
    yield from items(keywords.get("examples"))
    if "const" in keywords:
        yield keywords["const"]
    default = keywords.get("default")
    if default is not None and (not view.types or json_type(default) in _named(view.types)):
        yield default
    values = items(keywords.get("enum"))
    yield from (value for value in values if value is not None)
    yield from (value for value in values if value is None)


def _named(types: list[str]) -> set[str]:
    """Return types by the names of what JSON has."""
    return {*types, "integer"} if "number" in types else set(types)


def type_of(view: SchemaView) -> str:
    """Return the type of an example: the first that is named, or what the keywords tell."""
    if names := view.types or implied_types(view):
        return names[0]
    return "null" if types_of(view.keywords.get("type")) else ""


def string(keywords: Mapping[str, Any]) -> str:
    """Return a text of the pattern, or the format, and the length that a schema asks for."""
    value = FORMATS.get(text(keywords.get("format")), "string")
    least, most = keywords.get("minLength"), keywords.get("maxLength")
    if isinstance(least, int) and len(value) < least <= 10_000:
        value = (value * (least // max(len(value), 1) + 1))[:least]
    if isinstance(most, int) and 0 <= most < len(value):
        value = value[:most]
    pattern = keywords.get("pattern")
    if isinstance(pattern, str) and not finds(pattern, value):
        low = least if isinstance(least, int) else 0
        high = most if isinstance(most, int) else MAX_LENGTH
        usual = (each for each in USUAL if low <= len(each) <= high and finds(pattern, each))
        value = matching(pattern, low, high) or next(usual, value)
    return value


def finds(pattern: str, value: str) -> bool:
    """Whether a pattern fits a text; one that cannot be read fits anything."""
    try:
        return re.search(pattern, value) is not None
    except re.error:
        return True  # Python cannot read it, and nothing can be made that fits better


def number(keywords: Mapping[str, Any], *, whole: bool) -> int | float:
    """Return a number within the limits of a schema: 1, if it may be."""
    step = abs(_bound(keywords, "multipleOf") or 0)
    unit: int | float = step or (1 if whole else 0.5)
    if whole:  # the smallest multiple that is a whole number
        unit = Fraction(str(unit)).numerator
    candidates: list[int | float] = [1, unit]
    for name in ("minimum", "exclusiveMinimum"):
        if (low := _bound(keywords, name)) is not None:
            up = ceil(low / unit) * unit
            candidates += [low, up, up + unit, low + unit / 1000]
    for name in ("maximum", "exclusiveMaximum"):
        if (high := _bound(keywords, name)) is not None:
            down = floor(high / unit) * unit
            candidates += [high, down, down - unit, high - unit / 1000]
    below, above = _bound(keywords, "exclusiveMaximum"), _bound(keywords, "exclusiveMinimum")
    if below is not None and above is not None:
        candidates.append((below + above) / 2)
    for value in (*candidates, 0):
        found = int(value) if float(value).is_integer() else value
        if in_limits(found, keywords) and (not whole or isinstance(found, int)):
            return found
    return 1


def in_limits(value: int | float, keywords: Mapping[str, Any]) -> bool:
    """Whether a number is within the limits of a schema."""
    step = abs(_bound(keywords, "multipleOf") or 0)
    low, high = _bound(keywords, "minimum"), _bound(keywords, "maximum")
    above, below = _bound(keywords, "exclusiveMinimum"), _bound(keywords, "exclusiveMaximum")
    return (
        (low is None or value >= low)
        and (high is None or value <= high)
        and (above is None or value > above)
        and (below is None or value < below)
        and (not step or Fraction(str(value)) % Fraction(str(step)) == 0)
    )


def distinct_items(made: list[Any], view: SchemaView | None) -> list[Any]:
    """Return as many different items as there are, where the schema of an item has them."""
    given = [v for v in values_given(view) if v is not None] if view else []
    found: list[Any] = []
    for number_of, item in enumerate(made):
        candidates = (item, *given, *_variants(item, number_of))
        fresh = (c for c in candidates if not any(same(c, other) for other in found))
        found += [next(fresh, item)]
    return found


def _variants(item: Any, count: int) -> Iterator[Any]:
    """Yield values like *item*: other numbers, texts with a number, objects with such fields."""
    if isinstance(item, bool):
        yield not item
    elif isinstance(item, int | float):
        yield item + count
    elif isinstance(item, str):
        head = item.rstrip("0123456789")
        digits = item[len(head) :]
        yield f"{head}{str(count).zfill(len(digits))}" if digits else f"{item}{count}"
        yield f"{item[:-1]}{count % 10}"
        yield f"{item[: -len(str(count))]}{count}"
    elif isinstance(item, dict):
        for name, value in item.items():
            for other in _variants(value, count):
                yield {**item, name: other}


def _bound(keywords: Mapping[str, Any], name: str) -> int | float | None:
    value = keywords.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) < 2**63 else None
