"""The formats of texts and numbers, and multiples as they are written. Pure."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from jsonschema import FormatChecker
from jsonschema.exceptions import FormatError, ValidationError


def multiple_of(
    _validator: Any, step: Any, instance: Any, _schema: Any
) -> Iterable[ValidationError]:
    """Yield that a number is no multiple of *step*, as both are written."""
    if isinstance(instance, bool) or not isinstance(instance, int | float):
        return
    if (Fraction(str(instance)) / Fraction(str(step))).denominator != 1:
        yield ValidationError(f"{instance!r} is not a multiple of {step}")


def has_format(
    validator: Any, name: Any, instance: Any, _schema: Any
) -> Iterable[ValidationError]:
    """Yield that a value has not the format *name*."""
    try:
        validator.format_checker.check(instance, name)
    except FormatError as error:
        yield ValidationError(f"{error.message}, its format", cause=error.cause)


@cache
def formats(version: str) -> FormatChecker:
    """Return the check of formats: JSON Schema's, and those of OpenAPI.

    ``regex`` would be Python's. In OpenAPI 3.0 ``time`` is a word like any other.
    """
    checker = FormatChecker()
    checker.checkers.pop("regex", None)
    if version == "3.0":
        checker.checkers.pop("time", None)
    for name, bits in (("int32", 31), ("int64", 63)):
        checker.checks(name)(_within_bits(bits))
    checker.checks("byte", (NoBase64, ValueError))(_is_base64)
    return checker


def _within_bits(bits: int) -> Callable[[object], bool]:
    limit = 1 << bits
    return lambda value: not isinstance(value, int) or -limit <= value < limit


def _is_base64(value: object) -> bool:
    if isinstance(value, str):
        b64decode("".join(value.split()), validate=True)
    return True
