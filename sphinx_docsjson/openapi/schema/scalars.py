"""What a schema says of its own value, and the simplest text or number that fits. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import items, text
from sphinx_docsjson.openapi.schema.merge import types_of
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
    if keywords.get("default") is not None:
        yield keywords["default"]
    yield from items(keywords.get("enum"))


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
    if isinstance(pattern, str) and not _matches(pattern, value):
        low = least if isinstance(least, int) else 0
        high = most if isinstance(most, int) else MAX_LENGTH
        value = matching(pattern, low, high) or value
    return value


def _matches(pattern: str, value: str) -> bool:
    try:
        return re.search(pattern, value) is not None
    except re.error:
        return True  # Python cannot read it, and nothing can be made that fits better


def number(keywords: Mapping[str, Any], *, whole: bool) -> int | float:
    """Return a number within the limits of a schema: 1, if it may be."""
    low, high = _bound(keywords, "minimum"), _bound(keywords, "maximum")
    above, below = _bound(keywords, "exclusiveMinimum"), _bound(keywords, "exclusiveMaximum")
    step = _bound(keywords, "multipleOf") or 1
    value: int | float = 1 if step == 1 else step
    if above is not None and value <= above:
        value = above + step
    if low is not None and value < low:
        value = low
    if high is not None and value > high:
        value = high
    if below is not None and value >= below:
        value = below - step if whole else below - step / 2
    if step != 1 and value % step:
        value -= value % step
    return int(value) if whole and json_type(value) in ("integer", "number") else value


def _bound(keywords: Mapping[str, Any], name: str) -> int | float | None:
    value = keywords.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) < 2**63 else None
