"""Schemas of OpenAPI 3.1 and newer, held against JSON Schema. Pure.

The schema of OpenAPI says of them that they are objects; what stands in them is said by the
dialect, JSON Schema 2020-12 unless a document names another one. Its own schema takes jsonschema
a hundred times as long as the rest of a document, so that a look at the values says first
whether a schema can be wrong, and only that one is validated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from sphinx_docsjson.text.word_sets import words

DIALECTS = ("https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/")

_TYPES = words("array boolean integer null number object string")
_NUMBERS = words("maximum exclusiveMaximum minimum exclusiveMinimum")
_COUNTS = words(
    "maxLength minLength maxItems minItems maxContains minContains maxProperties minProperties"
)
_TEXTS = words("pattern format title description contentEncoding contentMediaType $ref $comment")
_FLAGS = words("uniqueItems deprecated readOnly writeOnly")
_ONE = words(
    "items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties "
    "not if then else contentSchema"
)
_LISTS = words("allOf anyOf oneOf prefixItems")
_MAPS = words("properties patternProperties $defs definitions dependentSchemas")
_UNBOUND = words("example examples default const enum discriminator externalDocs xml nullable")
"""What may be anything, or is judged by the schema of OpenAPI or nobody."""


def is_judged(document: Mapping[str, Any]) -> bool:
    """Whether the schemas of a document are written in the dialect that is known here."""
    dialect = document.get("jsonSchemaDialect", DIALECTS[0])
    return isinstance(dialect, str) and dialect.startswith(DIALECTS)


def schema_errors(schema: Any) -> Iterator[ValidationError]:
    """Yield what is wrong in a schema and in those inside it."""
    stack: list[tuple[Any, tuple[str | int, ...]]] = [(schema, ())]
    seen: set[int] = set()
    while stack:
        value, path = stack.pop()
        if isinstance(value, dict):
            if id(value) in seen or not _is_known_dialect(value.get("$schema")):
                continue
            seen.add(id(value))
            stack += reversed([(one, (*path, *names)) for one, *names in _inside(value)])
            if all(_is_right(word, one) for word, one in value.items()):
                continue
        elif isinstance(value, bool):
            continue
        for error in _validator().iter_errors(_alone(value)):
            error.path.extendleft(reversed(path))
            yield error


def _is_known_dialect(name: Any) -> bool:
    return not isinstance(name, str) or name.startswith(DIALECTS)


def _inside(schema: dict[str, Any]) -> Iterator[tuple[Any, *tuple[str | int, ...]]]:
    """Yield the schemas in a schema, each with what leads to it."""
    for word, value in schema.items():
        if word in _ONE:
            yield value, word
        elif word in _LISTS and isinstance(value, list):
            yield from ((one, word, index) for index, one in enumerate(value))
        elif word in _MAPS and isinstance(value, dict):
            yield from ((one, word, name) for name, one in value.items())


def _alone(schema: Any) -> Any:
    """Return a schema without those inside it, which are judged by themselves."""
    if not isinstance(schema, dict):
        return schema
    return {
        word: True
        if word in _ONE
        else [True] * len(value)
        if word in _LISTS and isinstance(value, list)
        else dict.fromkeys(value, True)
        if word in _MAPS and isinstance(value, dict)
        else value
        for word, value in schema.items()
    }


def _is_right(word: str, value: Any) -> bool:
    """Say whether the value of a keyword is surely right; others are looked at more closely."""
    if word in _UNBOUND or word in _ONE or word.startswith("x-"):
        return True
    if word == "type":
        return isinstance(value, str) and value in _TYPES
    if word in _TEXTS:
        return isinstance(value, str)
    if word in _COUNTS:
        return isinstance(value, int) and value is not True and value >= 0
    if word in _NUMBERS:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if word in _FLAGS:
        return isinstance(value, bool)
    if word in _LISTS:
        return isinstance(value, list) and bool(value)
    if word == "required":
        names = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return names and len(set(value)) == len(value)
    return word in _MAPS and isinstance(value, dict) and word != "patternProperties"


@cache
def _validator() -> Any:
    return Draft202012Validator(Draft202012Validator.META_SCHEMA)
