"""Every request that a form begins with and every response of a page, held against openapi-core.

This takes about 10 ms for each, so it is done on demand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sphinx_docsjson.openapi.checks.messages import Messages
from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.reading.resolver import ApiProblem, child
from sphinx_docsjson.openapi.request.http_request import Values
from sphinx_docsjson.openapi.request.initial_values import (
    Sampler,
    initial_values,
    other_bodies,
    sample_values,
)
from sphinx_docsjson.openapi.request.request_body import concrete
from sphinx_docsjson.openapi.schema.example_values import Examples


def message_problems(
    spec: Specification, examples: Examples, *, prefill: bool = False
) -> Iterator[ApiProblem]:
    """Yield the requests and responses that do not fit their operations.

    :param examples: what makes values where the description gives none.
    :param prefill: ``api.examples.prefill``.
    """
    messages = Messages(spec)
    sampler = Sampler(examples)
    for operation in spec.operations:
        name = f"{operation.method} {operation.path}"
        for values in begun(operation, sampler, prefill=prefill):
            kind = f" ({values.media_type})" if values.media_type else ""
            for reason in messages.request_errors(operation, values):
                yield _problem(f"the request of {name}{kind} does not fit: {reason}", operation)
        for status, reason in _responses(operation, messages, examples):
            message = f"the response {status} of {name} does not fit: {reason}"
            yield _problem(message, operation)


def begun(operation: Operation, sampler: Sampler, *, prefill: bool) -> Iterator[Values]:
    """Yield the values that the samples and the form show, one for each kind of body."""
    first = sample_values(operation, initial_values(operation, sampler, prefill=prefill), sampler)
    yield first
    for media, body in other_bodies(operation, sampler, prefill=prefill):
        yield replace(first, media_type=concrete(media.name), body=body)


def _responses(
    operation: Operation, messages: Messages, examples: Examples
) -> Iterator[tuple[str, str]]:
    """Yield the status and the reason of each response example that is wrong."""
    for response in operation.responses:
        for media in response.content[:1]:
            given = [e.value for e in media.examples if not e.missing and e.raw is None]
            if media.schema is None:
                continue
            if not given:
                where = child(media.pointer, "schema")
                given = [examples.value(media.schema, where, "response")]
            for value in given:
                found = messages.response_errors(operation, response, media, value, examples)
                yield from ((response.status, reason) for reason in found)


def _problem(message: str, operation: Operation) -> ApiProblem:
    return ApiProblem(message=message, pointer=operation.pointer, kind="openapi-request")
