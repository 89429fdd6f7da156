"""What a validator says, as lines for people: short ones, and not more than are read."""

from __future__ import annotations

import json
from typing import Any

from jsonschema.exceptions import UndefinedTypeCheck, ValidationError, best_match

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


def pointer_of(error: ValidationError) -> str:
    """Return the JSON pointer of the place in the value that an error is about."""
    return "".join(f"/{escape(str(part))}" for part in error.absolute_path)


def shortened(text: str, length: int = MAX_REASON) -> str:
    """Return the beginning and the end of a text that is long."""
    if len(text) <= length:
        return text
    tail = length // 3
    return f"{text[: length - tail - 1]}…{text[-tail:]}"
