"""What a schema asks of a value, in words. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.reading.lenient import items, mapping, text, texts
from sphinx_docsjson.openapi.schema.fieldtree import EnumValue
from sphinx_docsjson.openapi.schema.merge import View, json_text, types_of

_ENUM_DESCRIPTIONS = ("x-enum-descriptions", "x-enumDescriptions", "x-enum-description")
_ENUM_NAMES = ("x-enum-varnames", "x-enumNames", "x-enum-names")
_LIMITS = frozenset(
    {
        "additionalProperties",
        "const",
        "contains",
        "contentEncoding",
        "contentMediaType",
        "dependentRequired",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "pattern",
        "propertyNames",
        "unevaluatedProperties",
        "uniqueItems",
    }
)
"""The keywords of which :func:`constraints_of` says something."""


def constraints_of(view: View) -> tuple[str, ...]:
    """Return the limits of a value, each a part of a sentence."""
    if _LIMITS.isdisjoint(view.keywords):
        return ()
    return tuple(str(words) for words in _constraints(view.keywords))


def _constraints(keywords: Mapping[str, Any]) -> Iterator[str]:
    if "const" in keywords:
        yield _("always %s") % json_text(keywords["const"])
    yield from _numbers(keywords)
    yield from _sizes(keywords, "minLength", "maxLength", _("length: %s"))
    if pattern := text(keywords.get("pattern")):
        yield _("matches %s") % pattern
    yield from _sizes(keywords, "minItems", "maxItems", _("number of items: %s"))
    if keywords.get("uniqueItems") is True:
        yield _("no item twice")
    yield from _contains(keywords)
    yield from _sizes(keywords, "minProperties", "maxProperties", _("number of fields: %s"))
    if _is_false(keywords, "additionalProperties") or _is_false(keywords, "unevaluatedProperties"):
        yield _("no other fields")
    if key := mapping(_schema(keywords, "propertyNames")):
        words = ", ".join(_constraints(key)) or ", ".join(texts(key.get("enum")))
        if words:
            yield _("keys: %s") % words
    for name, others in mapping(keywords.get("dependentRequired")).items():
        if texts(others):
            yield _("with %s also %s") % (name, ", ".join(texts(others)))
    if encoding := text(keywords.get("contentEncoding")):
        yield _("encoded as %s") % encoding
    if media_type := text(keywords.get("contentMediaType")):
        yield _("content of type %s") % media_type


def _numbers(keywords: Mapping[str, Any]) -> Iterator[str]:
    low, high = keywords.get("minimum"), keywords.get("maximum")
    above, below = keywords.get("exclusiveMinimum"), keywords.get("exclusiveMaximum")
    if above is True:
        above, low = low, None
    if below is True:
        below, high = high, None
    above = None if isinstance(above, bool) else above
    below = None if isinstance(below, bool) else below
    if low is not None and high is not None:
        yield _("%s to %s") % (text(low), text(high))
    elif low is not None:
        yield _("at least %s") % text(low)
    elif high is not None:
        yield _("at most %s") % text(high)
    if above is not None:
        yield _("more than %s") % text(above)
    if below is not None:
        yield _("less than %s") % text(below)
    if multiple := text(keywords.get("multipleOf")):
        yield _("a multiple of %s") % multiple


def _sizes(keywords: Mapping[str, Any], least: str, most: str, phrase: str) -> Iterator[str]:
    low, high = text(keywords.get(least)), text(keywords.get(most))
    if low and high:
        yield phrase % (low if low == high else _("%s to %s") % (low, high))
    elif high:
        yield phrase % (_("at most %s") % high)
    elif low not in ("", "0"):
        yield phrase % (_("at least %s") % low)


def _contains(keywords: Mapping[str, Any]) -> Iterator[str]:
    found = _schema(keywords, "contains")
    if not isinstance(found, Mapping):
        return
    least = text(keywords.get("minContains")) or "1"
    words = ", ".join(_constraints(found)) or text(found.get("type")) or text(found.get("title"))
    if words:
        yield _("at least %s items that are: %s") % (least, words)


def _schema(keywords: Mapping[str, Any], name: str) -> Any:
    """Return the schema of a keyword that a view keeps with its place."""
    found = keywords.get(name)
    return found[0] if isinstance(found, tuple) else found


def _is_false(keywords: Mapping[str, Any], name: str) -> bool:
    return _schema(keywords, name) is False


def scalar_type(keywords: Mapping[str, Any]) -> str:
    """Return the type in words as far as the keywords alone tell it; ``""`` when they do not."""
    names = [name for name in types_of(keywords.get("type")) if name != "null"]
    if not names:
        names = _implied(keywords)
    kind = text(keywords.get("format"))
    if kind == "binary" and names in (["string"], []):
        return "file"
    return " | ".join(f"{name}<{kind}>" if kind and name != "null" else name for name in names)


def _implied(keywords: Mapping[str, Any]) -> list[str]:
    if "items" in keywords or "prefixItems" in keywords:
        return ["array"]
    values = [keywords["const"]] if "const" in keywords else items(keywords.get("enum"))
    names = list(dict.fromkeys(json_type(value) for value in values))
    if names:
        return [name for name in names if name != "null"] or ["null"]
    if "pattern" in keywords or "maxLength" in keywords or "format" in keywords:
        return (
            ["string"] if text(keywords.get("format")) not in ("int32", "int64") else ["integer"]
        )
    if "multipleOf" in keywords or "minimum" in keywords or "maximum" in keywords:
        return ["number"]
    return []


def json_type(value: Any) -> str:
    """Return the JSON Schema type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    for kind, name in ((int, "integer"), (float, "number"), (str, "string"), (list, "array")):
        if isinstance(value, kind):
            return name
    return "object"


def enum_of(keywords: Mapping[str, Any]) -> tuple[EnumValue, ...]:
    """Return the allowed values with what ``x-enum-…`` says about them."""
    values = items(keywords.get("enum"))
    described: Any = next((keywords[n] for n in _ENUM_DESCRIPTIONS if n in keywords), None)
    named: Any = next((keywords[n] for n in _ENUM_NAMES if n in keywords), None)
    result = []
    for index, value in enumerate(values):
        words = json_text(value)
        key = value if isinstance(value, str) else words
        about = _entry(described, index, key) or _entry(named, index, key)
        result.append(EnumValue(value=words, description="" if about == words else about))
    return tuple(dict.fromkeys(result))


def _entry(source: Any, index: int, key: str) -> str:
    if isinstance(source, Mapping):
        return text(source.get(key))
    listed = items(source)
    return text(listed[index]) if index < len(listed) else ""


def examples_of(keywords: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the short examples of a value as text."""
    values = [keywords["example"]] if "example" in keywords else items(keywords.get("examples"))
    shown = [json_text(value) for value in values[:3] if value != ""]
    return tuple(dict.fromkeys(value for value in shown if len(value) <= 160))


def default_of(keywords: Mapping[str, Any]) -> str | None:
    """Return the default value as text, or ``None``."""
    return json_text(keywords["default"]) if "default" in keywords else None
