"""The schemas of the OpenAPI Specification as validators of documents.

Version 3.0 says "one of: a schema, a reference" in most places, and a validator tries both. Here
the member ``$ref`` tells which is meant, as it does for readers: half the work, and the message
is about the thing that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft4Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from openapi_spec_validator.schemas import (
    openapi_v31_schema_validator,
    openapi_v32_schema_validator,
    schema_v30,
)

REFERENCE = {"$ref": "#/definitions/Reference"}


@cache
def validator_of(version: str) -> Any:
    """Return the validator of documents of a version such as ``3.0``; ``None``: there is none."""
    if version == "3.0":
        keywords = {"oneOf": _one_of, "$ref": _ref}
        # jsonschema's extend() has no annotations.
        extended: Any = extend(Draft4Validator, keywords)  # type: ignore[no-untyped-call]
        return extended(dict(schema_v30))
    known = {"3.1": openapi_v31_schema_validator, "3.2": openapi_v32_schema_validator}
    return known.get(version)


def _one_of(
    validator: Any, branches: list[Any], instance: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """Yield what is wrong by the keyword ``oneOf``."""
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
    yield from validator.descend(instance, schema_v30["definitions"][ref.rpartition("/")[2]])
