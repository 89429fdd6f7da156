"""What operations answer: the examples of their responses, as they go over the wire. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_docsjson.openapi.model.api import Parameter
from sphinx_docsjson.openapi.reading.resolver import child
from sphinx_docsjson.openapi.request.http import header_value, plain

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.api import MediaType, Operation, Response
    from sphinx_docsjson.openapi.schema.examples import Examples


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiAnswer:
    """An answer of an operation.

    :param described: how the description calls its status: ``200``, ``4XX`` or ``default``.
    :param media_type: empty where the answer has no body.
    """

    status: int
    described: str
    media_type: str = ""
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()


def answers_of(operation: Operation, examples: Examples) -> Iterator[ApiAnswer]:
    """Yield the answers of an operation, the successful ones first: one for each example.

    A media type without an example has one that is made after its schema.

    :param examples: what makes values where the description gives none.
    """
    for response in sorted(operation.responses, key=_order):
        status, headers = status_of(response.status), tuple(_headers(response, examples))
        bodies = [(m.name, body) for m in response.content for body in _bodies(m, examples)]
        for media_type, body in bodies if response.content else [("", "")]:
            yield ApiAnswer(
                status=status,
                described=response.status,
                media_type=media_type,
                body=body,
                headers=headers,
            )


def preferred(answers: Iterable[ApiAnswer], status: int | None) -> list[ApiAnswer]:
    """Return the answers that a status means, in their order; without one those of a success.

    A status that is not described itself is one of its range, else of ``default``.
    """
    among = list(answers)
    if status is None:
        names = [among[0].described] if among else []
    else:
        names = [str(status), f"{status // 100}XX", "default"]
    found = ([one for one in among if one.described.upper() == name.upper()] for name in names)
    return next((same for same in found if same), [])


def status_of(written: str) -> int:
    """Return the number of a status, of a range such as ``4XX``, or of ``default``."""
    number = written.upper().replace("X", "0")
    return int(number) if number.isdecimal() and 200 <= int(number) < 600 else 200


def _order(response: Response) -> tuple[bool, int]:
    """``default`` comes last: it means errors where another response is a success."""
    return response.status == "default", status_of(response.status)


def _bodies(media: MediaType, examples: Examples) -> Iterator[str]:
    """Yield the examples of a media type, else one that is made after its schema."""
    given = [example for example in media.examples if not example.missing]
    for example in given:
        yield str(example.raw) if example.raw is not None else _written(media, example.value)
    if not given and media.schema is not None:
        value = examples.value(media.schema, child(media.pointer, "schema"), "response")
        yield _written(media, value)


def _written(media: MediaType, value: object) -> str:
    if isinstance(value, str) and "json" not in media.name:
        return value
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)


def _headers(response: Response, examples: Examples) -> Iterator[tuple[str, str]]:
    """Yield the headers that a response must have, and those that have an example."""
    for header in response.headers:
        given = next((e.value for e in header.examples if e.value is not None), None)
        if given is None and (header.schema is None or not header.required):
            continue
        if given is None:
            given = examples.value(header.schema, header.schema_pointer, "response")
        parameter = Parameter(
            name=header.name,
            place="header",
            explode=header.explode,
            media_type=header.media_type,
        )
        yield header.name, header_value(plain(parameter, given))
