"""Requests of the playground: sent on to servers of the descriptions, or answered by examples."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from hmac import compare_digest
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from werkzeug.wrappers import Request, Response

from sphinx_docsjson.cli.serve.facts import AnsweredOperation, ApiAnswer, address_of, origin_of

# The API of the descriptions, as far as their examples tell it: what the playground is tried on.
#
# Requests come as those to the proxy do, and only for the servers that a description names.
# Nothing is sent on, stored or checked.

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


# Requests of the playground, sent on for it: only to the servers that a description names.
#
# An API without CORS answers no page of this machine. The server asks it instead, and nobody else:
# neither another origin, nor a redirect to one, nor for a page of another site.

TIMEOUT = 60.0
MAX_BODY = 64 * 2**20
_STAYS = re.compile(
    r"(accept-encoding|connection|content-length|cookie|host|keep-alive|origin|proxy-.*|referer|"
    r"sec-.*|te|trailer|transfer-encoding|upgrade|x-forwarded-.*)",
    re.IGNORECASE,
)
_NOT_BACK = re.compile(
    r"(access-control-.*|connection|content-length|content-security-policy|keep-alive|proxy-.*|"
    r"set-cookie.*|strict-transport-security|trailer|transfer-encoding|upgrade|clear-site-data|"
    r"service-worker-allowed|refresh)",
    re.IGNORECASE,
)


class _Plain(urllib.request.HTTPErrorProcessor):
    """Takes every answer as it is: errors are shown, redirects are not followed."""

    def http_response(self, request: urllib.request.Request, response: Any) -> Any:
        """Return the answer."""
        return response

    https_response = http_response


def send_on(request: Request, origins: Iterable[str], key: str) -> Response:
    """Answer what the server of an API answers to a request of the playground.

    :param request: has the address in ``url``; its method, headers and body are the API's.
    :param origins: those of the servers that descriptions name.
    :param key: what only pages of this site know.
    """
    if (why := refusal(request, origins, key)) is not None:
        return why
    url = address_of(request.args["url"])
    headers = {name: value for name, value in request.headers if not _STAYS.fullmatch(name)}
    sent = urllib.request.Request(
        url, data=request.get_data() or None, headers=headers, method=request.method
    )
    try:
        answer = urllib.request.build_opener(_Plain).open(sent, timeout=TIMEOUT)
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        text = f"{origin_of(url)} does not answer: {reason}\n"
        return Response(text, 502, mimetype="text/plain")
    back = [(name, value) for name, value in answer.headers.items() if not _NOT_BACK.match(name)]
    response = Response(_chunks(answer), answer.status, back)
    response.headers["Content-Security-Policy"] = "sandbox"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.call_on_close(answer.close)
    return response


def refusal(request: Request, origins: Iterable[str], key: str) -> Response | None:
    """Return why a request is not answered, if it is not.

    A browser says which site a request comes from: always in ``Origin`` where the method changes
    something; for GET only in ``Sec-Fetch-Site``, and only to this machine and to ``https``. By
    another name of the network, a GET of any site looks like one of ours, but for the key.

    :param origins: those of the servers that descriptions name.
    :param key: what only pages of this site know.
    """
    url = request.args.get("url", "")
    origin = origin_of(url)
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return refused("Only pages of this site may use the proxy.")
    if request.headers.get("Origin", request.host_url.rstrip("/")) != request.host_url.rstrip("/"):
        return refused("Only pages of this site may use the proxy.")
    says_where = "Origin" in request.headers or "Sec-Fetch-Site" in request.headers
    if not says_where and not compare_digest(request.args.get("key", "").encode(), key.encode()):
        return refused("Only pages of this site may use the proxy; load the page again.")
    if request.headers.get("Sec-Fetch-Mode") == "navigate":
        return refused("The proxy is for the playground, not for reading.")
    allowed = sorted(set(origins))
    if not origin or origin not in allowed:
        known = ", ".join(allowed) or "none"
        return refused(f"No description names the server {origin or url!r}; known are: {known}.")
    if (request.content_length or 0) > MAX_BODY:
        return refused("The body is larger than the proxy sends on.")
    return None


def _chunks(answer: HTTPResponse) -> Iterator[bytes]:
    """Yield the body as it comes: some APIs answer in a stream."""
    try:
        while chunk := answer.read1(65536):
            yield chunk
    except (OSError, HTTPException) as error:
        # The connection is cut off, so that the browser sees that the answer is not all there.
        raise ConnectionAbortedError(f"the server of the API ended its answer: {error}") from error


def refused(why: str) -> Response:
    """Answer that a request is not sent on."""
    return Response(f"{why}\n", 403, mimetype="text/plain")
