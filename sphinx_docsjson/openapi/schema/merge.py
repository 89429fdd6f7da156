"""How two values of one keyword become one: whatever fits it fits both. Pure.

Source of the rules: JSON Schema 2020-12, Core section 10 and Validation sections 6 to 9.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import items, mapping

_HIGHEST = frozenset({"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"})
_LOWEST = frozenset({"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"})
_ANY_TRUE = frozenset({"uniqueItems", "deprecated", "readOnly", "writeOnly"})
_OLD_WORDS = frozenset({"nullable", "exclusiveMinimum", "exclusiveMaximum"})

ANNOTATIONS = frozenset({"title", "description", "default", "example", "examples", "externalDocs"})
"""Keywords that describe: of several values the nearest is shown."""

SEVERAL = frozenset({"pattern", "format", "contentEncoding", "contentMediaType"})
"""Keywords of which one value cannot say what two say: each is kept."""


class Contradiction(Exception):
    """No value fits both."""


def merged(name: str, one: Any, other: Any) -> Any:
    """Return the value of the keyword *name* that says what *one* and *other* say together.

    Of what only describes, and of what is written wrong, the first value stays.

    :raises Contradiction: when nothing can fit both.
    """
    if same(one, other):
        return one
    if name in _HIGHEST and _both_numbers(one, other):
        return max(one, other)
    if name in _LOWEST and _both_numbers(one, other):
        return min(one, other)
    if name == "multipleOf" and _both_numbers(one, other) and one > 0 and other > 0:
        return _common_multiple(one, other)
    if name in _ANY_TRUE and isinstance(other, bool):
        return one is True or other
    if name == "enum" and isinstance(one, list) and isinstance(other, list):
        return _not_empty([value for value in one if any(same(value, v) for v in other)])
    if name == "type" and types_of(one) and types_of(other):
        return _not_empty(_common_types(types_of(one), types_of(other)))
    if name == "const":
        raise Contradiction
    if name == "dependentRequired":
        both = {**mapping(one), **mapping(other)}
        return {key: _union(mapping(one).get(key), mapping(other).get(key)) for key in both}
    return one


def modern(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *schema* with the words of later versions for what only OpenAPI 3.0 says.

    ``exclusiveMinimum: true`` is about the ``minimum`` beside it, ``nullable: true`` about the
    ``type`` beside it.
    """
    if _OLD_WORDS.isdisjoint(schema):
        return schema
    changed = dict(schema)
    for name, limit in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if isinstance(schema.get(name), bool):
            del changed[name]
            if schema[name] and limit in schema:
                changed[name] = changed.pop(limit)
    types = types_of(schema.get("type"))
    if changed.pop("nullable", None) is True and types and "null" not in types:
        changed["type"] = [*types, "null"]
    return changed


def types_of(value: Any) -> list[str]:
    """Return the value of ``type`` as a list."""
    if isinstance(value, str):
        return [value]
    return [item for item in items(value) if isinstance(item, str)]


def same(one: Any, other: Any) -> bool:
    """Whether two values are one in JSON, where ``1`` is ``1.0`` and not ``true``."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)


def json_key(value: Any) -> Hashable:
    """Return what two values have in common exactly when they are the :func:`same`.

    For sets and dictionaries, in which Python takes ``True`` for ``1``.
    """
    if isinstance(value, list):
        return ("list", *map(json_key, value))
    if isinstance(value, dict):
        return ("dict", frozenset((name, json_key(item)) for name, item in value.items()))
    return (isinstance(value, bool), value)


def _both_numbers(one: Any, other: Any) -> bool:
    return all(isinstance(v, int | float) and not isinstance(v, bool) for v in (one, other))


def _common_multiple(one: float, other: float) -> float:
    """Return the smallest number that is a multiple of both, as their decimal digits say."""
    first, second = Fraction(str(one)), Fraction(str(other))
    numerator = lcm(first.numerator * second.denominator, second.numerator * first.denominator)
    found = Fraction(numerator, first.denominator * second.denominator)
    for given, number in ((one, first), (other, second)):
        if number == found:
            return given
    return found.numerator if found.denominator == 1 else float(found)


def _common_types(ones: list[str], others: list[str]) -> list[str]:
    kept = [t for t in ones if t in others or (t == "integer" and "number" in others)]
    kept += [t for t in others if t == "integer" and "number" in ones]
    return list(dict.fromkeys(kept))


def _union(one: Any, other: Any) -> list[Any]:
    return list(dict.fromkeys(n for n in (*items(one), *items(other)) if isinstance(n, str)))


def _not_empty(values: list[Any]) -> list[Any]:
    if not values:
        raise Contradiction
    return values
