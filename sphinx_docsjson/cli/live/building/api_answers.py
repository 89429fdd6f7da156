"""What the operations of a site's descriptions answer: the examples of their responses."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx_docsjson.cli.live.building.server_origins import origins_in, urls_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.build import Build


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiAnswer:
    """An answer of an operation.

    :param media_type: empty where the answer has no body.
    """

    status: int
    media_type: str = ""
    body: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnsweredOperation:
    """An operation with its answers, the successful ones first.

    :param paths: those of its servers, with that of the operation; braces around parameters.
    """

    method: str
    paths: frozenset[str]
    answers: tuple[ApiAnswer, ...]


def api_of(build: Build | None, *, is_answered: bool) -> tuple[list[str], list[AnsweredOperation]]:
    """Return the origins of the servers of all descriptions, and what they answer if asked for."""
    return sorted(origins_in(build)), answers_in(build) if is_answered else []


def answers_in(build: Build | None) -> list[AnsweredOperation]:
    """Return all operations of all descriptions of a site."""
    reference = getattr(build, "reference", None)
    found = []
    if reference is None:
        return []
    for spec in reference.specs.values():
        examples = reference.examples(spec)
        for operation in spec.operations:
            urls = [url for server in operation.servers for url in urls_of(server)]
            bases = {urlsplit(url).path.rstrip("/") for url in urls} or {""}
            found.append(
                AnsweredOperation(
                    method=operation.method,
                    paths=frozenset(base + operation.path for base in bases),
                    answers=tuple(_answers(operation, examples)),
                )
            )
    return found


def _answers(operation: Any, examples: Any) -> Iterator[ApiAnswer]:
    for response in sorted(operation.responses, key=_order):
        status = status_of(response.status)
        for media in response.content:
            body = _body(media, examples)
            if body is not None:
                yield ApiAnswer(status=status, media_type=media.name, body=body)
        if not response.content:
            yield ApiAnswer(status=status)


def _order(response: Any) -> tuple[bool, int]:
    """``default`` comes last: it means errors where another response is a success."""
    return response.status == "default", status_of(response.status)


def status_of(written: str) -> int:
    """Return the number of a status, of a range such as ``4XX``, or of ``default``."""
    number = written.upper().replace("X", "0")
    return int(number) if number.isdecimal() and 200 <= int(number) < 600 else 200


def _body(media: Any, examples: Any) -> str | None:
    """Return the first example of a media type, else one that is made after its schema."""
    given = next((example for example in media.examples if not example.missing), None)
    if given is not None and given.raw is not None:
        return str(given.raw)
    if given is None and media.schema is None:
        return None
    pointer = f"{media.pointer}/schema"
    value = given.value if given else examples.value(media.schema, pointer, "response")
    if isinstance(value, str) and "json" not in media.name:
        return value
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)
