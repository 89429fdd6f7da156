"""One level of a schema, with references followed and ``allOf`` merged. Frozen.

What fits a view fits every part that was merged into it, and the reverse. Where the letter of
JSON Schema is not what authors mean, a view shows what they mean: ``additionalProperties: false``
in one part does not forbid the fields that other parts declare, and ``nullable: true`` beside
``allOf`` or ``$ref`` adds ``null`` to what these allow.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, Literal, NamedTuple, TypeAlias

from sphinx_docsjson.ext.openapi.reading.parse import items, json_of, mapping, text

Direction = Literal["request", "response", "both"]

LEFT_OUT = {"request": "readOnly", "response": "writeOnly"}
"""The keyword of the fields that a value has only on its way in the other direction."""


class Located(NamedTuple):
    """A schema and the pointer of where it is."""

    schema: Any
    pointer: str


Parts: TypeAlias = tuple[Located, ...]
"""What holds in one place: all of these schemas together; nothing when there is none."""


class Contained(NamedTuple):
    """What a list must contain, and how often."""

    schema: Located
    least: Any = None
    most: Any = None


class Condition(NamedTuple):
    """What holds where a value fits *test*, and what holds where it does not."""

    test: Located
    then: Located | None
    other: Located | None


class Conflict(NamedTuple):
    """Two values of a keyword that nothing fits together."""

    keyword: str
    one: Any
    other: Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Alternatives:
    """The branches of one ``oneOf`` or ``anyOf``, without ``null``."""

    kind: str
    branches: Parts
    discriminator: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class SchemaView:
    """A schema with its references followed and its ``allOf`` merged; nested schemas as they are.

    :param keywords: everything that holds no schema; the nearest annotation wins, the tightest
        limit holds. OpenAPI 3.0's ``nullable`` and exclusive limits are as later versions write
        them.
    :param further: keyword → values beside the one in *keywords*, which hold too.
    :param schemas: keyword → its schemas: of the items of a list, of the other fields of an
        object.
    :param positions: the schemas of the first items (``prefixItems``).
    :param required: the names, in order.
    :param name: the name of the reference that the whole schema is.
    :param beside: the pointers of further schemas that hold in the same place.
    :param chain: the references that the whole schema is, outermost first.
    :param refs: all references that were followed, those of ``allOf`` too.
    :param nullable: ``null`` is said to be allowed.
    :param never: nothing is valid.
    :param conflicts: the keywords whose values leave nothing that fits, with two such values.
    :param dynamic: it depends on where the schema is referred to from.
    """

    pointer: str
    keywords: Mapping[str, Any] = field(default_factory=dict)
    further: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    schemas: Mapping[str, Parts] = field(default_factory=dict)
    positions: tuple[Parts, ...] = ()
    contained: tuple[Contained, ...] = ()
    properties: Mapping[str, Parts] = field(default_factory=dict)
    patterns: Mapping[str, Parts] = field(default_factory=dict)
    required: Mapping[str, None] = field(default_factory=dict)
    alternatives: tuple[Alternatives, ...] = ()
    conditions: tuple[Condition, ...] = ()
    negations: Parts = ()
    name: str = ""
    beside: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    refs: Mapping[str, None] = field(default_factory=dict)
    nullable: bool = False
    never: bool = False
    conflicts: tuple[Conflict, ...] = ()
    dynamic: bool = False

    @property
    def principal(self) -> str:
        """The pointer of the schema that this is a view of, past plain references."""
        return self.chain[-1] if self.chain else self.pointer

    @property
    def pointers(self) -> tuple[str, ...]:
        """The pointers of the schemas that make up this view, past plain references."""
        return self.chain[-1:] or (self.pointer, *self.beside)

    @property
    def types(self) -> list[str]:
        """The types that are named, without ``null``."""
        return [name for name in types_of(self.keywords.get("type")) if name != "null"]

    @property
    def values_schema(self) -> Parts:
        """What the values of a map must be; nothing when nothing is said about them."""
        for keyword in ("additionalProperties", "unevaluatedProperties"):
            found = self.schemas.get(keyword, ())
            if any(isinstance(part.schema, Mapping) and part.schema for part in found):
                return found
        return ()

    def every(self, keyword: str) -> tuple[Any, ...]:
        """Return all values of a keyword that hold together."""
        if keyword not in self.keywords:
            return ()
        return (self.keywords[keyword], *self.further.get(keyword, ()))

    def allows(self, keyword: str) -> bool:
        """Whether a keyword such as ``additionalProperties`` is not ``false``."""
        return all(part.schema is not False for part in self.schemas.get(keyword, ()))


_TEXTS = ("pattern", "format", "maxLength", "minLength", "contentMediaType", "contentEncoding")
_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")


def implied_types(view: SchemaView) -> list[str]:
    """Return the types of a value that names none, as far as the keywords tell them."""
    if view.properties or view.patterns or "additionalProperties" in view.schemas:
        return ["object"]
    if "items" in view.schemas or view.positions:
        return ["array"]
    keywords = view.keywords
    values = [keywords["const"]] if "const" in keywords else items(keywords.get("enum"))
    if names := list(dict.fromkeys(json_type(value) for value in values)):
        return [name for name in names if name != "null"] or ["null"]
    if any(name in keywords for name in _TEXTS):
        return ["integer" if text(keywords.get("format")) in ("int32", "int64") else "string"]
    if any(name in keywords for name in _NUMBERS):
        return ["number"]
    return []


def is_file(view: SchemaView) -> bool:
    """Whether a text stands for the bytes of a file."""
    keywords = view.keywords
    has_type = "contentMediaType" in keywords and "contentEncoding" not in keywords
    return has_type or keywords.get("format") == "binary"


def is_octet_stream(view: SchemaView) -> bool:
    """Whether a text is nothing but bytes, as FastAPI describes an upload in OpenAPI 3.1."""
    media_type = view.keywords.get("contentMediaType")
    return media_type == "application/octet-stream" and "contentEncoding" not in view.keywords


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


def json_text(value: Any) -> str:
    """Return a value as one line of JSON; text stays bare, unless there would be nothing."""
    if isinstance(value, str):
        return value or '""'
    return text(value) if isinstance(value, float) else json_of(value)


def json_texts(values: Iterable[Any]) -> list[tuple[Any, str]]:
    """Return each different value of JSON with its text.

    Text that reads as another type of JSON is in quotation marks where it is among values of
    other types: of ``1`` and ``"1"`` a reader has to tell which is which.
    """
    known: dict[Hashable, Any] = {}
    for value in values:
        known.setdefault(json_key(value), value)
    different = list(known.values())
    mixed = not all(isinstance(value, str) for value in different)
    return [
        (value, json.dumps(value, ensure_ascii=False))
        if mixed and isinstance(value, str) and _reads_as_other(value)
        else (value, json_text(value))
        for value in different
    ]


def _reads_as_other(text: str) -> bool:
    try:
        return not isinstance(json.loads(text), str)
    except (ValueError, RecursionError):
        return False


# How two values of one keyword become one: whatever fits it fits both. Pure.
#
# Source of the rules: JSON Schema 2020-12, Core section 10 and Validation sections 6 to 9.

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
