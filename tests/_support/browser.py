"""A Chromium, and a server that serves a built site under a strict content policy."""

from __future__ import annotations

import functools
import gzip
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

STRICT_POLICY = "default-src 'self'"

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows: it opens a page with a third of the work, and draws the same."""


def chromium_path() -> str | None:
    """Return the path of a Chromium, if there is one."""
    for name in (os.environ.get("CHROMIUM"), *PROGRAMS):
        if name and (path := shutil.which(name)):
            return path
    return None


TEXTS = frozenset({".css", ".html", ".js", ".json", ".mjs", ".svg"})


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder.

    :cvar policy: the content policy of every answer.
    :cvar slow: seconds that files of an ending wait, so that a page is painted before they come.
    :cvar packed: whether texts are sent as hosts send them, by gzip over lasting connections.
    """

    policy = STRICT_POLICY
    packed = False
    slow: ClassVar[dict[str, float]] = {}

    def end_headers(self) -> None:
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        time.sleep(self.slow.get(path[path.rfind(".") :], 0))
        file = Path(self.translate_path(path))
        file = file / "index.html" if file.is_dir() else file
        if self.packed and file.suffix in TEXTS and file.is_file():
            self._send(gzip.compress(file.read_bytes(), 6), self.guess_type(file))
        else:
            super().do_GET()

    def _send(self, packed: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        self.wfile.write(packed)

    def send_error(
        self, code: int, message: str | None = None, explain: str | None = None
    ) -> None:
        page = Path(self.directory) / "404.html"
        if code != 404 or not page.is_file():
            super().send_error(code, message, explain)
            return
        text = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet."""


class _Server(ThreadingHTTPServer):
    """A server that says nothing of browsers that leave before all has come."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def start_server(
    folder: Path,
    policy: str = STRICT_POLICY,
    slow: dict[str, float] | None = None,
    packed: bool = False,
) -> ThreadingHTTPServer:
    """Serve *folder* on a free port of this machine, in a thread."""
    answers: dict[str, Any] = {"policy": policy, "slow": slow or {}, "packed": packed}
    if packed:
        answers["protocol_version"] = "HTTP/1.1"
    handler = type("_Handler", (Handler,), answers)
    server = _Server(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def address_of(server: ThreadingHTTPServer) -> str:
    """Return the address of a server, without a trailing slash."""
    return f"http://127.0.0.1:{server.server_address[1]}"


@contextmanager
def serving(folder: Path, **options: Any) -> Iterator[str]:
    """Serve *folder* for a while; yield its address."""
    server = start_server(folder, **options)
    try:
        yield address_of(server)
    finally:
        server.shutdown()
