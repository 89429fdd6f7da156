"""The schemas of the OpenAPI Specification as validators of documents.

Version 3.0 says "one of: a schema, a reference" in most places, and a validator tries both. Here
the member ``$ref`` tells which is meant, as it does for readers: half the work, and the message
is about the thing that was meant. Later versions find the schema of a schema by its anchor, which
is looked up once here, and not at each schema of a document.
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

from sphinx_docsjson.openapi.checks.further_fields import ADDITIONAL, additional_properties
from sphinx_docsjson.openapi.checks.schema_objects import schema_errors

REFERENCE = {"$ref": "#/definitions/Reference"}
VERSIONS = ("3.0", "3.1", "3.2")


@cache
def schema_of(version: str) -> dict[str, Any]:
    """Return the schema of a version, as openapi-spec-validator holds it.

    The file is read without that package, which loads pydantic and requests first: a fifth of a
    second in each build and in each of its processes.
    """
    package = find_spec("openapi_spec_validator")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("openapi-core needs openapi-spec-validator")
    file = Path(package.origin).parent / "resources" / "schemas" / f"v{version}" / "schema.json"
    schema: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return schema


@cache
def validator_of(version: str, *, schemas: bool = True) -> Any:
    """Return the validator of documents of a version such as ``3.0``; ``None``: there is none.

    :param schemas: whether schemas are written in the dialect of JSON Schema that is known.
    """
    if version not in VERSIONS:
        return None
    if version == "3.0":
        extended = _extended(Draft4Validator, {"oneOf": _one_of, "$ref": _ref})
        extended.descend = _descend
        return extended(schema_of(version))
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
    return extend(base, {ADDITIONAL: additional_properties, **keywords})  # type: ignore[no-untyped-call]


_INSIDE: dict[int, tuple[Any, Any]] = {}
"""The identity of a part of the schema → that part, which keeps it, and what validates by it."""


def _descend(
    validator: Any,
    instance: Any,
    schema: Any,
    path: str | int | None = None,
    schema_path: str | int | None = None,
    resolver: Any = None,
) -> Iterator[ValidationError]:
    """Yield what is wrong by a part of the schema.

    jsonschema makes a validator at each step of a document: half of the time that a check takes.
    The parts of this schema are few, and what they refer to does not depend on the place.
    """
    known = _INSIDE.get(id(schema))
    if known is None:
        known = _INSIDE[id(schema)] = (schema, validator.evolve(schema=schema))
    for error in known[1].iter_errors(instance):
        if path is not None:
            error.path.appendleft(path)
        if schema_path is not None:
            error.schema_path.appendleft(schema_path)
        yield error


PLAIN = frozenset(
    [
        "type",
        "format",
        "description",
        "title",
        "example",
        "nullable",
        "readOnly",
        "writeOnly",
        "deprecated",
    ]
)
"""The keywords of a schema that may have any value of their type; ``type`` is one of few words."""

_RIGHT: set[tuple[Any, ...]] = set()
"""The looks of plain schemas in which nothing was wrong."""


def _one_of(
    validator: Any, branches: list[Any], instance: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """Yield what is wrong by the keyword ``oneOf``.

    Most schemas are plain, and one is as right as another with the same type and keywords.
    """
    if not isinstance(instance, dict) or not PLAIN.issuperset(instance):
        yield from _meant(validator, branches, instance, schema)
        return
    looks = (id(schema), str(instance.get("type")), *((k, type(v)) for k, v in instance.items()))
    if looks not in _RIGHT:
        errors = list(_meant(validator, branches, instance, schema))
        if not errors:
            _RIGHT.add(looks)
        yield from errors


def _meant(
    validator: Any, branches: list[Any], instance: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """Yield what is wrong by the branch that is meant."""
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
