"""Requests of the playground: forwards them to API servers, or answers with examples."""

from __future__ import annotations

import json
import pickle
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hmac import compare_digest
from http.client import HTTPException, HTTPResponse
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from werkzeug.wrappers import Request, Response

from sphinx_docsjson.cli.serve.build_results import (
    AnsweredOperation,
    MockedApi,
    address_of,
    origin_of,
)

if TYPE_CHECKING:
    from sphinx_docsjson.ext.api_checks.messages import Messages, Refusal
    from sphinx_docsjson.ext.openapi.model.api import Operation
    from sphinx_docsjson.ext.openapi.request.values import ApiAnswer

# The API of the descriptions, as far as their examples tell it: what the playground is tried on.
#
# Requests come as those to the proxy do, and only for the servers that a description names.
# Nothing is sent on or stored. openapi-core says about each request whether the API would take it,
# and of each answer whether it is what the description promises.

_PREFERRED = re.compile(r"\b(?:code|status)=\"?(\d{3})\b")
_PARAMETER = re.compile(r"\{[^{}/]*\}")
_TOKEN = frozenset(f"{ascii_letters}{digits}!#$%&'*+-.^_`|~")
"""The characters of the name of a header (RFC 9110, section 5.6.2)."""

_ERROR = 400


class Mock:
    """Answers the requests of the playground with examples.

    :param tell: called with what is wrong with an answer, once for each.
    """

    def __init__(self, api: MockedApi, tell: Callable[[str], None]) -> None:
        self._api = api
        self._tell = tell
        self._told: set[str] = set()
        self._messages: dict[str, Messages] = {}
        self._one_at_a_time = threading.Lock()  # what validates knows of one value at a time

    def answer(self, request: Request, origins: Iterable[str], key: str) -> Response:
        """Answer a request of the playground.

        :param request: has the address in ``url``; ``Prefer: code=404`` asks for that answer.
        :param origins: those of the servers that descriptions name.
        :param key: what only pages of this site know.
        """
        # Whatever its reader types for a server that is not named: nothing is sent there.
        known = {*origins, origin_of(request.args.get("url", ""))}
        if (why := refusal(request, known, key)) is not None:
            return why
        url = urlsplit(request.args["url"])
        at_path = [
            (operation, base)
            for operation in self._api.operations
            if (base := _base(operation, url.path)) is not None
        ]
        if not at_path:
            return _plain(f"No operation has the path {url.path}.", 404)
        found = next((one for one in at_path if one[0].method == request.method), None)
        if found is None:
            response = _plain(f"No operation at {url.path} has the method {request.method}.", 405)
            response.headers["Allow"] = ", ".join(sorted({one.method for one, _base in at_path}))
            return response
        operation, base = found
        asked = _PREFERRED.search(request.headers.get("Prefer", ""))
        status = int(asked[1]) if asked else None
        if status is None or status < _ERROR:
            query = f"?{url.query}" if url.query else ""
            refusals = self._refusals(operation, f"{url.path[len(base) :]}{query}", request)
            if refusals:
                return _refused(operation, refusals)
        answer = chosen(operation.answers, status, request)
        if answer is None:
            return _plain("The description has no such response.", 501)
        self._judge(operation, answer)
        return _response(answer)

    def _refusals(
        self, operation: AnsweredOperation, path: str, request: Request
    ) -> list[Refusal]:
        from sphinx_docsjson.ext.api_checks.messages import HOST, Sent

        wire = Sent(
            method=request.method,
            url=f"{HOST}{path}",
            headers=tuple(request.headers),
            content_type=request.content_type or "",
            body=request.get_data() or None,
        )
        with self._checked(operation) as (messages, described):
            return messages.refusals(described, wire)

    def _judge(self, operation: AnsweredOperation, answer: ApiAnswer) -> None:
        """Tell whoever runs the server once what is wrong with an answer."""
        with self._checked(operation) as (messages, described):
            reasons = messages.answer_errors(described, answer)
        for reason in reasons:
            name = f"the response {answer.described} of {operation.method} {operation.path}"
            problem = f"WARNING: {name} does not match the description: {reason}"
            line = f"{operation.description}: {problem}"
            if line not in self._told:
                self._told.add(line)
                self._tell(f"{line} [docsjson.openapi-request]")

    @contextmanager
    def _checked(self, operation: AnsweredOperation) -> Iterator[tuple[Messages, Operation]]:
        """Yield what checks the messages of an operation, which loads with the first request."""
        from sphinx_docsjson.ext.api_checks.messages import Messages

        with self._one_at_a_time:
            key = operation.description
            if key not in self._messages:
                self._messages[key] = Messages(pickle.loads(self._api.descriptions[key]))
            messages = self._messages[key]
            yield messages, messages.spec.by_key[operation.method, operation.path]


def chosen(answers: Iterable[ApiAnswer], status: int | None, request: Request) -> ApiAnswer | None:
    """Return the answer of a status, in the media type that a request prefers."""
    from sphinx_docsjson.ext.openapi.request.values import preferred

    same = preferred(answers, status)
    if not same:
        return None
    names = [answer.media_type for answer in same]
    best = request.accept_mimetypes.best_match(names) if all(names) else None
    answer = next((answer for answer in same if answer.media_type == best), same[0])
    return answer if status is None else replace(answer, status=status)


def _response(answer: ApiAnswer) -> Response:
    response = Response(answer.body, answer.status, content_type=answer.media_type or None)
    for name, value in answer.headers:
        is_ours = _NOT_BACK.match(name) or name.lower() in response.headers
        if name and _TOKEN.issuperset(name) and not is_ours:
            response.headers[name] = value.encode("latin-1", "replace").decode("latin-1")
    response.headers["Content-Security-Policy"] = "sandbox"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _refused(operation: AnsweredOperation, refusals: list[Refusal]) -> Response:
    """Answer why a request is refused, as a problem detail (RFC 9457)."""
    status = refusals[0].status
    problem = {
        "title": f"The request does not match {operation.method} {operation.path}.",
        "status": status,
        "errors": [refusal.reason for refusal in refusals],
    }
    text = json.dumps(problem, indent=2, ensure_ascii=False)
    return Response(f"{text}\n", status, content_type="application/problem+json")


def _base(operation: AnsweredOperation, path: str) -> str | None:
    """Return the path of the server that a request goes to; none where it means another one."""
    template = operation.path.split("?")[0].split("#")[0]
    bases = (base for base in operation.bases if path.startswith(base))
    pattern = _pattern(template)
    return next((base for base in bases if pattern.fullmatch(path, len(base))), None)


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
        said = f"No description names the server {origin or url!r}; known are: {known}."
        return refused(f"{said} Add it to the 'servers' of the description.")
    if (request.content_length or 0) > MAX_BODY:
        return refused("The body is too large for the proxy.")
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
