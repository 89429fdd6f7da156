"""The keyword ``additionalProperties`` in the order of the object. Pure.

jsonschema collects further fields in a set, whose order is another one in each process: what is
reported first, and what a page shows of it, would differ from build to build.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jsonschema.exceptions import ValidationError

ADDITIONAL = "additionalProperties"

_as_it_is = Draft202012Validator.VALIDATORS[ADDITIONAL]


def additional_properties(
    validator: Any, allowed: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    """Yield what is wrong with further fields, in the order in which *instance* has them."""
    errors = list(_as_it_is(validator, allowed, instance, schema) or ())
    if len(errors) > 1:
        order = {name: number for number, name in enumerate(instance)}
        errors.sort(key=lambda error: order[error.path[0]])
    yield from errors
