"""A loopback server that keeps the bytes of every request."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Arrived:
    """A request as it came over the wire."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    def parts(self) -> list[tuple[str, str | None, str | None, bytes]]:
        """Return the parts of a multipart body: name, file name, media type, content."""
        head = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
        message = message_from_bytes(head + self.body)
        for part in message.get_payload():
            raw = dict(part.raw_items())["Content-Disposition"]
            part.replace_header(
                "content-disposition", raw.encode("ascii", "surrogateescape").decode()
            )
        return [
            (
                str(part.get_param("name", header="content-disposition")),
                part.get_filename(),
                part["content-type"],
                part.get_payload(decode=True),
            )
            for part in message.get_payload()
        ]


@dataclass
class Recorder:
    """What has arrived so far, and where to send more."""

    url: str
    arrived: list[Arrived] = field(default_factory=list)


@contextmanager
def recording() -> Iterator[Recorder]:
    recorder = Recorder("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one_request(self) -> None:
            self.close_connection = True
            self.raw_requestline = self.rfile.readline(65537)
            if not self.raw_requestline or not self.parse_request():
                return
            body = self.read_body()
            headers = {name.lower(): value for name, value in self.headers.items()}
            recorder.arrived.append(Arrived(self.command, self.path, headers, body))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.send_header("Connection", "close")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(b"ok")

        def read_body(self) -> bytes:
            if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            body = b""
            while size := int(self.rfile.readline().split(b";")[0], 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return body

        def log_message(self, format: str, *args: Any) -> None:
            """Stay quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    recorder.url = f"http://127.0.0.1:{server.server_address[1]}/base"
    yield recorder
    server.shutdown()
    server.server_close()
