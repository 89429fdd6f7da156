"""Specifications at URLs: only from allowed origins, never from private addresses, cached."""

from __future__ import annotations

import ipaddress
import json
import socket
from collections.abc import Iterable
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from sphinx_docsjson.openapi.parse import MAX_BYTES, UnreadableFile

SECONDS = 20


class Fetcher:
    """Reads URLs for the loader.

    :param allowed: origins such as ``https://api.example.com``.
    :param folder: where answers are kept, with their ETags; a build without a network uses them.
    """

    def __init__(self, allowed: Iterable[str], folder: Path) -> None:
        self.allowed = {origin_of(url) for url in allowed}
        self.folder = folder

    def __call__(self, url: str) -> str:
        """Return the text at *url*.

        :raises UnreadableFile: when it is not allowed, or there is no answer and none is kept.
        """
        origin = origin_of(url)
        if not origin:
            raise UnreadableFile("only http and https URLs can be read")
        if origin not in self.allowed:
            raise UnreadableFile(
                f"URLs are not read unless you allow it: add {origin!r} to "
                "docsjson_allow_remote, or save the file in the source directory"
            )
        kept = self.folder / f"{sha256(url.encode()).hexdigest()[:40]}.json"
        known = _kept(kept)
        try:
            refuse_private(urlsplit(url).hostname or "")
            answer = self._ask(url, known)
        except (OSError, HTTPException, ValueError) as error:
            if known is not None:
                return str(known["text"])
            raise UnreadableFile(f"{url} did not answer ({error})") from None
        if answer is not None:
            known = answer
            _keep(kept, answer)
        if known is None:
            raise UnreadableFile(f"{url} answered that nothing changed, but nothing is kept")
        return str(known["text"])

    @staticmethod
    def _ask(url: str, known: dict[str, Any] | None) -> dict[str, Any] | None:
        """Return text and ETag, or ``None`` when what is known still holds."""
        request = Request(url, headers={"User-Agent": "sphinx-docsjson", "Accept": "*/*"})
        if known and known.get("etag"):
            request.add_header("If-None-Match", str(known["etag"]))
        try:
            with build_opener(_SameOrigin()).open(request, timeout=SECONDS) as answer:
                data = answer.read(MAX_BYTES + 1)
                if len(data) > MAX_BYTES:
                    raise URLError("the file is too large")
                text = data.decode("utf-8-sig")
                return {"url": url, "etag": answer.headers.get("ETag"), "text": text}
        except HTTPError as error:
            if error.code == 304:
                return None
            raise


class _SameOrigin(HTTPRedirectHandler):
    """Follows redirects inside one origin only."""

    def redirect_request(
        self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: str
    ) -> Any:
        """Return the next request, or refuse it."""
        if origin_of(newurl) != origin_of(req.full_url):
            raise URLError(f"it leads to another host, {origin_of(newurl)}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def origin_of(url: str) -> str:
    """Return scheme, host and port of an http or https URL, else ``""``."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port or {"https": 443, "http": 80}.get(parts.scheme)
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return ""
    standard = {"https": 443, "http": 80}[parts.scheme] == port
    host = parts.hostname.lower()
    return f"{parts.scheme}://{host}" + ("" if standard else f":{port}")


def refuse_private(host: str) -> None:
    """Refuse hosts of private networks, this machine, and cloud metadata.

    :raises URLError: when one of the addresses of *host* is not public.
    """
    for info in socket.getaddrinfo(host, None):
        address = ipaddress.ip_address(str(info[4][0]).partition("%")[0])
        if not address.is_global:
            raise URLError(f"{host} is not a public address")


def _kept(file: Path) -> dict[str, Any] | None:
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) and isinstance(value.get("text"), str) else None


def _keep(file: Path, answer: dict[str, Any]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(answer), encoding="utf-8")
    except OSError:
        return
