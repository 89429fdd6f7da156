"""What a validator says, as lines for people: short ones, and not more than are read."""

from __future__ import annotations

from collections.abc import Iterable

from jsonschema.exceptions import ValidationError, best_match

from sphinx_docsjson.openapi.reading.resolver import ApiProblem, escape

MAX_REPORTS = 200
"""Problems of one specification beyond these are counted, not listed."""

MAX_REASON = 240
"""A value that is shown in a message may be long; so many characters of the message are shown."""


def reason_of(error: ValidationError) -> str:
    """Return what is wrong, and at which pointer into the value."""
    best = best_match([error]) or error
    return f"{shortened(best.message)} at {pointer_of(best) or '/'}"


def pointer_of(error: ValidationError) -> str:
    """Return the JSON pointer of the place in the value that an error is about."""
    return "".join(f"/{escape(str(part))}" for part in error.absolute_path)


def shortened(text: str) -> str:
    """Return a message without what nobody reads."""
    return text if len(text) <= MAX_REASON else f"{text[:MAX_REASON]}…"


def limited(problems: Iterable[ApiProblem]) -> list[ApiProblem]:
    """Return the first problems, and one that says how many more there are."""
    found: list[ApiProblem] = []
    more = 0
    for problem in problems:
        if len(found) < MAX_REPORTS:
            found.append(problem)
        else:
            more += 1
    if more:
        kind = found[0].kind
        found.append(ApiProblem(message=f"{more} more problems of this kind", kind=kind))
    return found
