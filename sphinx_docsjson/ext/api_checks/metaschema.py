"""Validates documents with the schemas of the OpenAPI Specification.

Version 3.0 says "one of: a schema, a reference" in most places, and a validator tries both. Here
the member ``$ref`` decides which one is meant, as for readers: half the work, and the message is
about the right one. Later versions find the schema of a schema by its anchor, which is looked up
here once, not for each schema of a document.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from jsonschema import Draft4Validator, Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry, Resource

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.ext.api_checks.values import ADDITIONAL, additional_properties
from sphinx_docsjson.ext.openapi.reading.resolver import FILES, child

REFERENCE = {"$ref": "#/definitions/Reference"}
VERSIONS = ("3.0", "3.1", "3.2")


@cache
def schema_of(version: str) -> dict[str, Any]:
    """Return the schema of a version, a file of openapi-spec-validator.

    The package is located but not imported: it loads pydantic and requests, which takes a quarter
    of a second of a build.
    """
    spec = find_spec("openapi_spec_validator")
    assert spec is not None
    assert spec.origin is not None
    file = Path(spec.origin).parent / "resources" / "schemas" / f"v{version}" / "schema.json"
    return dict(json.loads(file.read_text(encoding="utf-8")))


@cache
def validator_of(version: str, *, schemas: bool = True) -> Any:
    """Return the validator of documents of a version such as ``3.0``; ``None``: there is none.

    :param schemas: whether schemas are written in the dialect of JSON Schema that is known.
    """
    if version not in VERSIONS:
        return None
    if version == "3.0":
        return _extended(Draft4Validator, {"oneOf": _one_of, "$ref": _ref})(schema_of(version))
    resource: Resource[Any] = Resource.from_contents(schema_of(version))
    known: Registry[Any] = Registry().with_resource(resource.id() or "", resource).crawl()
    keywords = {"$dynamicRef": _schema_object} if schemas else {}
    return _extended(Draft202012Validator, keywords)(resource.contents, registry=known)


def _schema_object(
    validator: Any, ref: str, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    """Yield what is wrong with a Schema Object, which is all that ``$dynamicRef`` names."""
    yield from Draft202012Validator.VALIDATORS["$dynamicRef"](validator, ref, instance, schema)
    if isinstance(instance, dict):
        yield from schema_errors(instance)


def _extended(base: Any, keywords: Mapping[str, Any]) -> Any:
    """Return a class of validators with *keywords*, which reports in the order of a document."""
    # jsonschema's extend() has no annotations.
    return extend(base, {ADDITIONAL: additional_properties, **keywords})  # type: ignore[no-untyped-call]  # jsonschema has no types there


def _one_of(
    validator: Any, branches: list[Any], instance: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """Yield what is wrong by the branch of ``oneOf`` that is meant."""
    if isinstance(instance, dict) and REFERENCE in branches:
        others = [branch for branch in branches if branch != REFERENCE]
        meant = REFERENCE if "$ref" in instance else others[0]
        if meant is REFERENCE or len(others) == 1:
            yield from validator.descend(instance, meant, schema_path=branches.index(meant))
            return
    yield from Draft4Validator.VALIDATORS["oneOf"](validator, branches, instance, schema)


def _ref(
    validator: Any, ref: str, instance: Any, _schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """Yield what is wrong by ``$ref``, which always names a definition of the same schema."""
    yield from validator.descend(instance, schema_of("3.0")["definitions"][ref.rpartition("/")[2]])


# Where the objects of a document are that have a keyword.

_VALUES = words("example examples default enum const")
_NAMED = words("properties patternProperties $defs definitions schemas dependentSchemas")


def holders(document: Mapping[str, Any], keyword: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects of a document that hold *keyword*, with their pointers.

    Values, such as examples, may contain anything and are not searched.
    """
    stack: list[tuple[str, Any, str]] = [("#", document, "")]
    while stack:
        pointer, node, name = stack.pop()
        if isinstance(node, list):
            stack += [(child(pointer, i), item, "") for i, item in enumerate(node)]
        if not isinstance(node, dict):
            continue
        if keyword in node and name not in _NAMED:
            yield pointer, node
        for key, item in node.items():
            is_value = key in _VALUES or (key.startswith("x-") and key != FILES)
            if isinstance(item, dict | list) and (name in _NAMED or not is_value):
                stack.append((child(pointer, key), item, key))


# Schemas of OpenAPI 3.1 and later, validated against JSON Schema. Pure.
#
# The schema of OpenAPI only says that they are objects; their content follows the dialect, JSON
# Schema 2020-12 unless a document names another one. Validating against that takes jsonschema a
# hundred times as long as the rest of a document, so a quick check of the values decides first
# whether a schema can be wrong, and only such a schema is validated.

DIALECTS = ("https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/")

_TYPES = words("array boolean integer null number object string")
_NUMBERS = words("maximum exclusiveMaximum minimum exclusiveMinimum")
_COUNTS = words(
    "maxLength minLength maxItems minItems maxContains minContains maxProperties minProperties"
)
_TEXTS = words("pattern format title description contentEncoding contentMediaType $ref $comment")
_FLAGS = words("uniqueItems deprecated readOnly writeOnly")
MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
LISTS = ("allOf", "oneOf", "anyOf", "prefixItems")
SINGLE = (
    *("items", "additionalProperties", "not", "if", "then", "else", "contains"),
    *("propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema"),
)
"""The keywords that hold schemas: by name, in a list, and one."""

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
        if word in SINGLE:
            yield value, word
        elif word in LISTS and isinstance(value, list):
            yield from ((one, word, index) for index, one in enumerate(value))
        elif word in MAPS and isinstance(value, dict):
            yield from ((one, word, name) for name, one in value.items())


def _alone(schema: Any) -> Any:
    """Return a schema without those inside it, which are judged by themselves."""
    if not isinstance(schema, dict):
        return schema
    return {
        word: True
        if word in SINGLE
        else [True] * len(value)
        if word in LISTS and isinstance(value, list)
        else dict.fromkeys(value, True)
        if word in MAPS and isinstance(value, dict)
        else value
        for word, value in schema.items()
    }


def _is_right(word: str, value: Any) -> bool:
    """Say whether the value of a keyword is surely right; others are looked at more closely."""
    if word in _UNBOUND or word in SINGLE or word.startswith("x-"):
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
    if word in LISTS:
        return isinstance(value, list) and bool(value)
    if word == "required":
        names = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return names and len(set(value)) == len(value)
    return word in MAPS and isinstance(value, dict) and word != "patternProperties"


@cache
def _validator() -> Any:
    return Draft202012Validator(Draft202012Validator.META_SCHEMA)
