"""Which operations a directive shows, in which order, and how much of each. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sphinx_docsjson.openapi.model.api import Operation
from sphinx_docsjson.openapi.model.exchange import MediaType
from sphinx_docsjson.text.near_names import near_name


@dataclass(frozen=True, kw_only=True)
class OperationChoice:
    """What a directive asks for.

    :param paths: the paths to show; nothing: all of them.
    :param include: patterns of more paths; nothing: none.
    :param exclude: patterns of paths that are left out.
    :param methods: the methods to show; nothing: all of them.
    :param method_order: the methods of a path that come first.
    :param grouped: whether there is a section for each tag.
    """

    paths: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    method_order: tuple[str, ...] = ()
    grouped: bool = False


@dataclass(frozen=True, kw_only=True)
class Extent:
    """How much of each operation is shown.

    :param examples: whether requests and responses have examples.
    :param generated: whether examples are made where the file gives none.
    :param statuses: the responses that have examples; nothing: all of them.
    :param fields: whether the fields of bodies and responses are shown.
    :param places: the kinds of parameters that come first.
    :param request_types: the media types that examples of requests are taken from first.
    :param response_types: the same for responses.
    """

    examples: bool = False
    generated: bool = True
    statuses: tuple[str, ...] = ()
    fields: bool = True
    places: tuple[str, ...] = ()
    request_types: tuple[str, ...] = ()
    response_types: tuple[str, ...] = ()


def chosen(
    operations: Sequence[Operation], choice: OperationChoice
) -> tuple[list[Operation], list[str]]:
    """Return the operations that are shown, and what is wrong with the choice, a line each.

    The paths and patterns mean what they mean to sphinxcontrib-openapi: a pattern fits the
    beginning of a path, paths stand in the order in which they are asked for.
    """
    known = list(dict.fromkeys(operation.path for operation in operations))
    problems = []
    paths: dict[str, None] = {}
    for path in choice.paths:
        if path in known:
            paths[path] = None
        else:
            near = near_name(path, known)
            hint = f" (did you mean {near}?)" if near else ""
            problems.append(f"the file has no path {path!r}{hint}")
    patterns, wrong = compiled(choice.include)
    excluded, also_wrong = compiled(choice.exclude)
    paths.update(dict.fromkeys(path for path in known if _fits(patterns, path)))
    if not choice.paths and not choice.include:
        paths = dict.fromkeys(known)
    methods = {method.upper() for method in choice.methods}
    found = [
        operation
        for path in paths
        if not _fits(excluded, path)
        for operation in _ordered(operations, path, choice.method_order)
        if not methods or operation.method in methods
    ]
    return found, [*problems, *wrong, *also_wrong]


def compiled(patterns: Iterable[str]) -> tuple[list[re.Pattern[str]], list[str]]:
    """Return patterns that can be asked, and what is wrong with the others."""
    found, wrong = [], []
    for pattern in patterns:
        try:
            found.append(re.compile(pattern))
        except re.error as error:
            wrong.append(f"{pattern!r} is no regular expression: {error}")
    return found, wrong


def _fits(patterns: Iterable[re.Pattern[str]], path: str) -> bool:
    return any(pattern.match(path) for pattern in patterns)


def _ordered(operations: Iterable[Operation], path: str, order: Sequence[str]) -> list[Operation]:
    first = [method.upper() for method in order]
    found = [operation for operation in operations if operation.path == path]
    return sorted(found, key=lambda o: first.index(o.method) if o.method in first else len(first))


def reduced(operation: Operation, extent: Extent) -> Operation:
    """Return an operation without the fields that are not shown."""
    if extent.fields:
        return operation
    return replace(
        operation,
        body=replace(operation.body, content=()) if operation.body else None,
        responses=tuple(replace(response, content=()) for response in operation.responses),
    )


def exemplary(
    operation: Operation, extent: Extent, side: Literal["request", "response"]
) -> Operation:
    """Return an operation with only what examples of one side are made of."""
    if side == "request":
        body = operation.body
        content = sorted_types(body.content, extent.request_types) if body else ()
        return replace(operation, body=replace(body, content=content) if body else None)
    return replace(
        operation,
        responses=tuple(
            replace(response, content=sorted_types(response.content, extent.response_types))
            for response in operation.responses
            if not extent.statuses or response.status.upper() in extent.statuses
        ),
    )


def sorted_types(content: tuple[MediaType, ...], first: Sequence[str]) -> tuple[MediaType, ...]:
    """Return media types, those of *first* at the front."""
    order = [name.lower() for name in first]

    def rank(media: MediaType) -> int:
        name = media.name.lower()
        return order.index(name) if name in order else len(order)

    return tuple(sorted(content, key=rank))
