"""A request as its bytes: what a client makes of it. Pure."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass

from sphinx_docsjson.openapi.request.http_request import Request
from sphinx_docsjson.openapi.request.request_body import Part, RequestBody

BOUNDARY = "docsjson-7MA4YWxkTrZu0gW"
FILE = b"\x89PNG\r\n\x1a\n"
"""What stands for a file that a reader still has to choose."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sent:
    """A request on its way.

    :param content_type: empty without a body.
    """

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    content_type: str = ""
    body: bytes | None = None


def sent(request: Request) -> Sent:
    """Return what goes over the wire."""
    headers = request.headers
    if request.basic:
        pair = b64encode(":".join(request.basic).encode()).decode()
        headers = (*headers, ("Authorization", f"Basic {pair}"))
    kind, body = _body(request.body) if request.body else ("", None)
    return Sent(
        method=request.method, url=request.url, headers=headers, content_type=kind, body=body
    )


def _body(body: RequestBody) -> tuple[str, bytes]:
    if body.kind == "multipart":
        parts = b"".join(map(_part, body.parts))
        return f"{body.type}; boundary={BOUNDARY}", parts + f"--{BOUNDARY}--\r\n".encode()
    if body.kind == "binary":
        return body.type, FILE
    return body.type, body.text.encode("utf-8", "surrogatepass")


def _part(part: Part) -> bytes:
    named = f'form-data; name="{part.name}"' + (f'; filename="{part.file}"' if part.file else "")
    kind = part.type or ("application/octet-stream" if part.file else "")
    head = f"--{BOUNDARY}\r\nContent-Disposition: {named}\r\n"
    head += f"Content-Type: {kind}\r\n\r\n" if kind else "\r\n"
    return head.encode() + (FILE if part.file else part.value.encode()) + b"\r\n"
