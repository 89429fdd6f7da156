"""The API of the descriptions, as far as their examples tell it: what the playground is tried on.

Requests come as those to the proxy do, and only for the servers that a description names. Nothing
is sent on, stored or checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from werkzeug.wrappers import Request, Response

from sphinx_docsjson.cli.live.api_origins import origin_of
from sphinx_docsjson.cli.live.building.api_answers import AnsweredOperation, ApiAnswer
from sphinx_docsjson.cli.live.playground_proxy import refusal

_PREFERRED = re.compile(r"\b(?:code|status)=\"?(\d{3})\b")
_PARAMETER = re.compile(r"\{[^{}/]*\}")


def answer_by_example(
    request: Request,
    operations: Iterable[AnsweredOperation],
    origins: Iterable[str],
    key: str,
) -> Response:
    """Answer a request of the playground with an example.

    :param request: has the address in ``url``; ``Prefer: code=404`` asks for that answer.
    :param origins: those of the servers that descriptions name.
    :param key: what only pages of this site know.
    """
    known = {*origins, origin_of(request.host_url)}
    if (why := refusal(request, known, key)) is not None:
        return why
    path = urlsplit(request.args["url"]).path
    at_path = [operation for operation in operations if _leads(operation, path)]
    if not at_path:
        return _plain(f"No operation has the path {path}.", 404)
    operation = next((one for one in at_path if one.method == request.method), None)
    if operation is None:
        response = _plain(f"No operation at {path} has the method {request.method}.", 405)
        response.headers["Allow"] = ", ".join(sorted({one.method for one in at_path}))
        return response
    answer = chosen(operation.answers, request)
    if answer is None:
        return _plain("The description has no such response.", 501)
    response = Response(answer.body, answer.status, content_type=answer.media_type or None)
    response.headers["Content-Security-Policy"] = "sandbox"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def chosen(answers: Iterable[ApiAnswer], request: Request) -> ApiAnswer | None:
    """Return the answer of the status and in the media type that a request prefers."""
    preferred = _PREFERRED.search(request.headers.get("Prefer", ""))
    status = int(preferred[1]) if preferred else None
    among = [answer for answer in answers if status in {None, answer.status}]
    if not among:
        return None
    same = [answer for answer in among if answer.status == among[0].status]
    names = [answer.media_type for answer in same]
    best = request.accept_mimetypes.best_match(names) if all(names) else None
    return next((answer for answer in same if answer.media_type == best), same[0])


def _leads(operation: AnsweredOperation, path: str) -> bool:
    return any(_pattern(template).fullmatch(path) for template in operation.paths)


def _pattern(template: str) -> re.Pattern[str]:
    fixed = map(re.escape, _PARAMETER.split(template))
    return re.compile("[^/]+".join(fixed))


def _plain(text: str, status: int) -> Response:
    return Response(f"{text}\n", status, mimetype="text/plain")
