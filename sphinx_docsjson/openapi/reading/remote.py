"""Specifications at URLs: only from allowed origins, never from private addresses, cached."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from sphinx_docsjson.openapi.reading.parse import MAX_BYTES, UnreadableFile
from sphinx_docsjson.openapi.reading.transport import get

MAX_HOPS = 5
REDIRECTS = frozenset({301, 302, 303, 307, 308})


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
        headers = {"User-Agent": "sphinx-docsjson", "Accept": "*/*"}
        if known and known.get("etag"):
            headers["If-None-Match"] = str(known["etag"])
        place = url
        for _hop in range(MAX_HOPS):
            answer = get(place, headers, limit=MAX_BYTES)
            if answer.status in REDIRECTS:
                place = _next_place(place, answer.headers.get("Location", ""))
            elif answer.status == 304:
                return None
            elif answer.status == 200:
                text = answer.data.decode("utf-8-sig")
                return {"url": url, "etag": answer.headers.get("ETag"), "text": text}
            else:
                raise OSError(f"status {answer.status}")
        raise OSError("it leads on and on")


def _next_place(place: str, location: str) -> str:
    """Return where a redirect leads inside one origin.

    :raises OSError: when it leads out of it.
    """
    following = urljoin(place, location)
    if not location or origin_of(following) != origin_of(place):
        raise OSError(f"it leads to another host, {origin_of(following) or 'which is unknown'}")
    return following


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
