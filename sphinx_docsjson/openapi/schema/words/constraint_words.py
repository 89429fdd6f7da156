"""What a schema asks of a value, in words. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.reading.lenient import items, mapping, text, texts
from sphinx_docsjson.openapi.schema.document_schemas import Schemas
from sphinx_docsjson.openapi.schema.fieldtree import LONG_EXAMPLE, EnumValue, FieldExample
from sphinx_docsjson.openapi.schema.merge import json_key
from sphinx_docsjson.openapi.schema.view import SchemaView, implied_types, json_text, json_texts
from sphinx_docsjson.text.word_sets import words

SHOWN_EXAMPLES = 3
"""A field shows so many examples."""

_ENUM_DESCRIPTIONS = ("x-enum-descriptions", "x-enumDescriptions", "x-enum-description")
_ENUM_NAMES = ("x-enum-varnames", "x-enumNames", "x-enum-names")
_LIMITS = words(
    "const contentEncoding contentMediaType dependentRequired exclusiveMaximum exclusiveMinimum "
    "maxItems maxLength maxProperties maximum minItems minLength minProperties minimum "
    "multipleOf pattern uniqueItems"
)
"""The keywords without schemas of which :func:`constraints_of` says something."""


def constraints_of(view: SchemaView, schemas: Schemas) -> tuple[str, ...]:
    """Return the limits of a value, each a part of a sentence.

    :param schemas: those of the document, for what keys and items must be.
    """
    if not (view.schemas or view.contained or view.positions) and _LIMITS.isdisjoint(
        view.keywords
    ):
        return ()
    return tuple(str(part) for part in _constraints(view, schemas))


def _constraints(view: SchemaView, schemas: Schemas) -> Iterator[str]:
    keywords = view.keywords
    if "const" in keywords:
        yield _("always %s") % json_text(keywords["const"])
    yield from _numbers(keywords)
    yield from _sizes(keywords, "minLength", "maxLength", _("length: %s"))
    for pattern in map(text, view.every("pattern")):
        if pattern:
            yield _("matches %s") % pattern
    yield from _sizes(keywords, "minItems", "maxItems", _("number of items: %s"))
    if keywords.get("uniqueItems") is True:
        yield _("no item twice")
    yield from _contained(view, schemas)
    if not (view.allows("items") and view.allows("unevaluatedItems")):
        yield _("no other items") if view.positions else _("no items")
    yield from _sizes(keywords, "minProperties", "maxProperties", _("number of fields: %s"))
    if not (view.allows("additionalProperties") and view.allows("unevaluatedProperties")):
        yield _("no other fields")
    if names := view.schemas.get("propertyNames"):
        key = schemas.view(*names)
        said = ", ".join(_constraints(key, schemas)) or ", ".join(texts(key.keywords.get("enum")))
        if said:
            yield _("keys: %s") % said
    for name, others in mapping(keywords.get("dependentRequired")).items():
        if texts(others):
            yield _("with %s also %s") % (name, ", ".join(texts(others)))
    for encoding in map(text, view.every("contentEncoding")):
        yield _("encoded as %s") % encoding
    for media_type in map(text, view.every("contentMediaType")):
        yield _("content of type %s") % media_type


def _numbers(keywords: Mapping[str, Any]) -> Iterator[str]:
    low, high = keywords.get("minimum"), keywords.get("maximum")
    above, below = keywords.get("exclusiveMinimum"), keywords.get("exclusiveMaximum")
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


def _contained(view: SchemaView, schemas: Schemas) -> Iterator[str]:
    for wanted in view.contained:
        found = schemas.view(wanted.schema)
        least, most = text(wanted.least) or "1", text(wanted.most)
        said = text(found.keywords.get("title")) or found.name
        said = said or ", ".join(_constraints(found, schemas)) or _kinds(found)
        if said and (least != "0" or not most):
            yield _("at least %s items that are: %s") % (least, said)
        if said and most:
            yield _("at most %s items that are: %s") % (most, said)


def _kinds(view: SchemaView) -> str:
    values = ", ".join(value.value for value in enum_of(view.keywords))
    return values or ", ".join(view.properties) or scalar_type(view)


def scalar_type(view: SchemaView) -> str:
    """Return the type in words as far as the view alone tells it; ``""`` when it does not."""
    kinds = [kind for kind in map(text, view.every("format")) if kind]
    names = view.types or [name for name in implied_types(view) if name != "object"]
    if kinds == ["binary"] and names in (["string"], []):
        return "file"
    suffix = f"<{', '.join(kinds)}>" if kinds else ""
    return " | ".join(name if name == "null" else f"{name}{suffix}" for name in names)


def enum_of(keywords: Mapping[str, Any]) -> tuple[EnumValue, ...]:
    """Return the allowed values with what ``x-enum-…`` says about them."""
    values = items(keywords.get("enum"))
    described: Any = next((keywords[n] for n in _ENUM_DESCRIPTIONS if n in keywords), None)
    named: Any = next((keywords[n] for n in _ENUM_NAMES if n in keywords), None)
    kept_for_groups = mapping(keywords.get("x-mint-enum"))
    result = []
    places = {json_key(value): n for n, value in reversed(list(enumerate(values)))}
    for value, shown in json_texts(values):
        key = value if isinstance(value, str) else shown
        if key in kept_for_groups:
            continue
        index = places[json_key(value)]
        about = _entry(described, index, key) or _entry(named, index, key)
        result.append(EnumValue(value=shown, description="" if about == shown else about))
    return tuple(result)


def _entry(source: Any, index: int, key: str) -> str:
    if isinstance(source, Mapping):
        return text(source.get(key))
    listed = items(source)
    return text(listed[index]) if index < len(listed) else ""


def examples_of(keywords: Mapping[str, Any]) -> tuple[FieldExample, ...]:
    """Return the first examples of a value as text."""
    values = [keywords["example"]] if "example" in keywords else items(keywords.get("examples"))
    first = [value for value in values if value != ""][:SHOWN_EXAMPLES]
    return tuple(FieldExample(value=example_text(*each)) for each in json_texts(first))


def example_text(value: Any, line: str | None = None) -> str:
    """Return an example as text: on one line, or laid out where it is long."""
    line = json_text(value) if line is None else line
    if len(line) <= LONG_EXAMPLE:
        return line
    if not isinstance(value, str):
        line = json.dumps(value, indent=2, ensure_ascii=False, default=str)
    return line


def pills_of(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words around the name of a field, as arguments of :class:`Field`."""
    own = mapping(keywords.get("x-mint"))
    found = {"before": texts(own.get("pre")), "after": texts(own.get("post"))}
    return {side: tuple(words) for side, words in found.items() if words}


def default_of(keywords: Mapping[str, Any]) -> str | None:
    """Return the default value as text, or ``None``."""
    return json_text(keywords["default"]) if "default" in keywords else None
