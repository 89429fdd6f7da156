"""What a validator says, as lines for people: short ones, and not more than are read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from jsonschema.exceptions import UndefinedTypeCheck, ValidationError, best_match

from sphinx_docsjson.openapi.reading.lenient import mapping
from sphinx_docsjson.openapi.reading.resolver import escape

MAX_VALUE = 60
"""So many characters of a value are shown; the place says where the rest is."""

MAX_REASON = 240


def reason_of(error: ValidationError) -> str:
    """Return what is wrong, and at which pointer into the value."""
    try:
        best = best_match([error]) or error
    except UndefinedTypeCheck:  # it compares types, also those that there are none of
        best = error
    return f"{message_of(best)} at {shortened(pointer_of(best), MAX_VALUE) or '/'}"


def message_of(error: ValidationError) -> str:
    """Return the message of an error with its values as JSON, and short."""
    message = error.message
    if error.validator == _UNEVALUATED and "$ref" in mapping(error.instance):
        names = [repr(name) for name in mapping(error.instance) if name not in _BESIDE_REF]
        return shortened(f"{', '.join(names)} beside '$ref' is not read; take it out")
    for value in (error.instance, error.validator_value):
        written = repr(value)
        if not isinstance(value, int | float) or isinstance(value, bool):
            if message.startswith(written):
                message = f"{shown(value)}{message[len(written) :]}"
            elif message.endswith(written):
                message = f"{message[: -len(written)]}{shown(value)}"
    return shortened(message)


def shown(value: Any) -> str:
    """Return a value as JSON, and text in single quotes: its beginning and its end."""
    if isinstance(value, str):
        return repr(shortened(value, MAX_VALUE))
    return shortened(json.dumps(value, ensure_ascii=False, default=str), MAX_VALUE)


def meant_errors(error: ValidationError) -> Iterator[tuple[ValidationError, str]]:
    """Yield each thing that is wrong by an error, with its message.

    Where one of several schemas has to fit, these are the errors of the one that was meant.
    """
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    if not branches:
        yield error, message_of(error)
        return
    words = [
        {tuple(one.path): one for one in found if _is_choice(one)} for found in branches.values()
    ]
    if shared := sorted(set.intersection(*map(set, words)), key=len):
        of_place = [found[shared[0]] for found in words]
        known = list(dict.fromkeys(word for one in of_place for word in _choices(one)))
        yield of_place[0], f"{shown(of_place[0].instance)} is not one of {shown(known)}"
        return
    firsts = [found[0] for found in branches.values() if len(found) == 1]
    if len(firsts) == len(branches) and all(one.validator == "required" for one in firsts):
        names = [one.message.removesuffix(" is a required property") for one in firsts]
        yield error, f"{' or '.join(dict.fromkeys(names))} is a required property"
        return
    ranked = sorted(branches.values(), key=_distance)
    if len(ranked) > 1 and _distance(ranked[0]) == _distance(ranked[1]):
        best = best_match([error], key=lambda found: -len(found.absolute_path)) or error
        yield best, message_of(best)
        return
    # That several branches fit a part of it follows from what is missing in it.
    told = [one for one in ranked[0] if one.validator != "oneOf" or one.context] or ranked[0]
    for inner in told:
        yield from meant_errors(inner)


def _is_choice(error: ValidationError) -> bool:
    return error.validator in ("enum", "const")


def _choices(error: ValidationError) -> list[Any]:
    value = error.validator_value
    return list(value) if error.validator == "enum" and isinstance(value, list) else [value]


def _distance(errors: list[ValidationError]) -> tuple[int, int, int]:
    """Return how far a value is from what a branch wants.

    Another type counts most, then a word that stands for another branch.
    """
    types = sum(one.validator == "type" and not one.path for one in errors)
    return types, sum(map(_is_choice, errors)), len(errors)


def without_consequences(errors: list[ValidationError]) -> list[ValidationError]:
    """Return *errors* without fields that are refused only because something in them is wrong.

    A validator takes a field for unknown when the schema that knows it did not fit.
    """
    wrong = {tuple(error.absolute_path) for error in errors if error.validator != _UNEVALUATED}
    return [error for error in errors if not _follows(error, wrong)]


_UNEVALUATED = "unevaluatedProperties"
_BESIDE_REF = frozenset({"$ref", "summary", "description"})


def _follows(error: ValidationError, wrong: set[tuple[str | int, ...]]) -> bool:
    if error.validator != _UNEVALUATED or not isinstance(error.instance, dict):
        return False
    here = tuple(error.absolute_path)
    named = [name for name in error.instance if repr(name) in error.message]
    known = set(_properties(error.schema))
    below = any(path[: len(here)] == here for path in wrong)
    return below and bool(named) and known.issuperset(named)


def _properties(schema: Any) -> Iterator[str]:
    """Yield the names of the fields that a schema and those in it know."""
    if isinstance(schema, dict):
        for word, value in schema.items():
            if word == "properties" and isinstance(value, dict):
                yield from value
            yield from _properties(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _properties(item)


def pointer_of(error: ValidationError) -> str:
    """Return the JSON pointer of the place in the value that an error is about."""
    return "".join(f"/{escape(str(part))}" for part in error.absolute_path)


def shortened(text: str, length: int = MAX_REASON) -> str:
    """Return the beginning and the end of a text that is long."""
    if len(text) <= length:
        return text
    tail = length // 3
    return f"{text[: length - tail - 1]}…{text[-tail:]}"
