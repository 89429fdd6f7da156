"""Documentation that cannot lie: examples that do not fit, documents that are not OpenAPI."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from jsonschema.exceptions import ValidationError

from sphinx_docsjson.openapi.checks.document_parts import parts_of, right_parts, without
from sphinx_docsjson.openapi.checks.metaschema import validator_of
from sphinx_docsjson.openapi.checks.reasons import (
    meant_errors,
    pointer_of,
    without_consequences,
)
from sphinx_docsjson.openapi.checks.repeated import (
    Traced,
    all_of,
    once_a_place,
    once_each,
    showing,
)
from sphinx_docsjson.openapi.checks.schema_objects import is_judged
from sphinx_docsjson.openapi.checks.values.given import JSON, Given
from sphinx_docsjson.openapi.checks.values.given_values import given_values
from sphinx_docsjson.openapi.checks.values.validity import SchemaValidators
from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.reading.resolver import ApiProblem, Resolver, child, segments
from sphinx_docsjson.openapi.schema.view import Direction, Located

MAX_OF_ONE = 10
"""So many things that are wrong in one place, by one keyword, are shown."""

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.exchange import MediaType


def example_problems(spec: Specification, *, each: bool = False) -> list[ApiProblem]:
    """Return the examples and defaults of a specification that do not fit their schemas.

    :param each: one problem for each of them; else one for all that have the same cause.
    """
    found = _with_numbers(spec, _once(_misfits(spec)))
    return all_of(found) if each else once_a_place(found)


DOES_NOT_FIT = " does not fit: "


def _once(found: Iterable[Traced]) -> list[Traced]:
    """Return what is wrong with each example once, however many schemas it was held against."""
    first: dict[tuple[str, str], Traced] = {}
    for traced in found:
        first.setdefault((traced.problem.pointer, traced.reason), traced)
    return list(first.values())


def _with_numbers(spec: Specification, found: list[Traced]) -> Iterator[Traced]:
    """Yield the problems of examples that several operations show with the number of those."""
    places = {traced.problem.pointer for traced in found}
    numbers = showing(spec.document, Resolver(spec.document), places) if places else {}
    for traced in found:
        number = numbers.get(traced.problem.pointer, 0)
        if number < 2:
            yield traced
            continue
        what = traced.problem.message.removesuffix(DOES_NOT_FIT + traced.reason)
        message = f"{what}, which {number} operations show,{DOES_NOT_FIT}{traced.reason}"
        yield traced._replace(problem=replace(traced.problem, message=message))


def _misfits(spec: Specification) -> Iterator[Traced]:
    values = given_values(spec.document, spec.resolver)
    if not values:
        return
    fits = SchemaValidators(spec)
    for given in values:
        for misfit in fits.misfits(
            given.value, given.schema, given.direction, strict=given.strict
        ):
            problem = ApiProblem(
                message=f"{_words(given)}{DOES_NOT_FIT}{misfit.reason}",
                pointer=given.pointer,
                kind=f"openapi-{given.kind}",
            )
            yield Traced(problem, misfit.cause, misfit.reason)


def _words(given: Given) -> str:
    """Return what an example or default is called in a message."""
    name = f" {given.name!r}" if given.name else ""
    parts = segments(given.schema.pointer)
    fields = [name for above, name in pairwise(parts) if above == "properties"]
    inside = f"the property {'.'.join(fields)!r} of " if fields else ""
    return f"the {given.kind}{name} of {inside}{given.owner}"


def document_problems(
    spec: Specification, right: set[str] | None = None, *, each: bool = False
) -> list[ApiProblem]:
    """Return where a document is not what the OpenAPI Specification says it must be.

    :param right: digests of parts that were found right before, which are not looked at again; it
        becomes those of this document.
    :param each: one problem for each place; else one for all that are wrong in the same way.
    """
    validator = validator_of(spec.version[:3], schemas=is_judged(spec.document))
    if validator is None:
        return []
    parts = {} if right is None else parts_of(spec.document, spec.version)
    known = [path for path, digest in parts.items() if right and digest in right]
    try:
        errors = list(validator.iter_errors(without(spec.document, known)))
    except RecursionError:
        return []
    if right is not None:
        right.clear()
        right.update(right_parts(parts, (error.absolute_path for error in errors)))
    found = [
        _document_problem(one, reason)
        for error in without_consequences(errors)
        for one, reason in islice(meant_errors(error), MAX_OF_ONE)
    ]
    return all_of(found) if each else once_each(found)


def _document_problem(error: ValidationError, reason: str) -> Traced:
    problem = ApiProblem(
        message=f"this is not what OpenAPI allows: {reason}",
        pointer=f"#{pointer_of(error)}",
        kind="openapi-schema",
    )
    return Traced(problem, reason, reason)


def page_problems(
    fits: SchemaValidators, operation: Operation, text: str, title: str, *, request: bool
) -> list[str]:
    """Return what is wrong with an example that an author wrote on an operation's page.

    :param title: the title of the block; a status in it says which response it is of.
    :returns: nothing for what is not JSON: it may be cut, commented, or no body at all.
    """
    try:
        value = json.loads(text)
    except ValueError:
        return []
    found: list[str] = []
    for media in _contents_for(operation, title, request=request):
        schema = Located(media.schema, child(media.pointer, "schema"))
        direction: Direction = "request" if request else "response"
        misfits = fits.misfits(value, schema, direction, strict=True)
        if not misfits:
            return []
        found = found or [misfit.reason for misfit in misfits]
    return found


def _contents_for(operation: Operation, title: str, *, request: bool) -> list[MediaType]:
    if request:
        content = operation.body.content if operation.body else ()
    else:
        status = re.search(r"\b([1-5]\d\d)\b", title)
        responses = [
            response
            for response in operation.responses
            if (status and _covers(response.status, status.group(1)))
            or (not status and response.status[:1] == "2")
        ]
        content = tuple(media for response in responses for media in response.content)
    return [m for m in content if m.schema is not None and JSON.search(m.name)]


def _covers(status: str, code: str) -> bool:
    return status == code or (status.upper() == f"{code[0]}XX")
