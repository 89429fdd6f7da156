"""``sphinx-docsjson serve``: builds a site, serves it on this machine, builds again on changes.

The server is Python's own and listens on the loopback address only; it is for looking at pages
while you write them, not for the web.
"""

from __future__ import annotations

import functools
import io
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from sphinx_docsjson.cli.checking import no_site

HOST = "127.0.0.1"
PORT = 8000
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
INTERVAL = 1.0
"""Seconds between two looks at the files: they are polled, as Python itself cannot watch them."""


class Handler(SimpleHTTPRequestHandler):
    """Serves files as static hosts do: UTF-8 text, Markdown as such, ``404.html``.

    Only this machine is answered, by the names it has for itself: a page of another site that
    made its own name point here (DNS rebinding) reads nothing. Folders are not listed, and files
    whose name starts with a dot or that lie outside the folder are not there.
    """

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Answer the head of a request, and return the file to send."""
        if not is_this_machine(self.headers.get("Host", "")):
            self.send_error(HTTPStatus.FORBIDDEN, "Unknown host", "Open it by 127.0.0.1.")
            return None
        if not is_published(Path(self.translate_path(self.path)), Path(self.directory)):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        """Answer that there is nothing: hosts do not list folders."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """Return the media type of a file."""
        if str(path).endswith(".md"):
            return "text/markdown; charset=utf-8"
        found = super().guess_type(path)
        return f"{found}; charset=utf-8" if found.startswith("text/") else found

    def send_error(
        self, code: int, message: str | None = None, explain: str | None = None
    ) -> None:
        """Answer an unknown address with the site's own page."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal for the messages of the build."""


def is_this_machine(host: str) -> bool:
    """Whether the ``Host`` header of a request names the loopback interface."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return name in LOOPBACK


def is_published(path: Path, folder: Path) -> bool:
    """Whether *path* may be answered: inside *folder*, also behind links, and not hidden."""
    try:
        real, root = path.resolve(), folder.resolve()
    except (OSError, ValueError):
        return False
    if not real.is_relative_to(root):
        return False
    return not any(part.startswith(".") for part in real.relative_to(root).parts)


def make_server(folder: Path, port: int | None) -> ThreadingHTTPServer:
    """Return a server for the files in *folder*.

    :param port: 0 takes a free port; ``None`` takes 8000, or a free one when 8000 is in use.
    """
    handler = functools.partial(Handler, directory=str(folder))
    try:
        return ThreadingHTTPServer((HOST, PORT if port is None else port), handler)
    except OSError as error:
        if port is None:
            return ThreadingHTTPServer((HOST, 0), handler)
        raise OSError(f"port {port} cannot be used ({error.strerror}): try --port 0") from error


def serve(
    folder: Path, *, builder: str, port: int | None, watch: bool, output: Path | None
) -> int:
    """Build and serve until the user ends it; a first build that fails ends it with its code."""
    if not folder.is_dir() or not any(folder.iterdir()):
        print(no_site(folder), file=sys.stderr)
        return 2
    target = output or folder / "_build" / builder
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"{target} cannot be written ({error.strerror}): name a folder with --output"
        raise OSError(problem) from error
    if code := build(folder, target, builder):
        return code
    server = make_server(target, port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://{HOST}:{server.server_port}/  (Ctrl+C ends it)", flush=True)
    try:
        seen = state_of_files(folder, target)
        while True:
            time.sleep(INTERVAL)
            now = state_of_files(folder, target) if watch else seen
            if now != seen:
                seen = now
                build(folder, target, builder)
                print("Built again; reload the page.", flush=True)
    except KeyboardInterrupt:
        return 0
    finally:
        server.shutdown()
        server.server_close()


def build(folder: Path, target: Path, builder: str) -> int:
    """Run Sphinx in a process of its own, so that changed code counts; return its exit code."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder]
    if not (folder / "conf.py").is_file():
        command += ["-C", "-D", "extensions=sphinx_docsjson"]
    doctrees = target.parent / f".doctrees-{builder}"
    return subprocess.run([*command, "-d", doctrees, folder, target], check=False).returncode


def state_of_files(folder: Path, target: Path) -> frozenset[tuple[str, int]]:
    """Return the path and the time of each file that a build may read."""
    return frozenset(_files(folder.resolve(), target.resolve()))


def _files(folder: Path, target: Path) -> Iterator[tuple[str, int]]:
    for parent, folders, files in os.walk(folder):
        here = Path(parent)
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".")
            and name not in {"_build", "__pycache__", "node_modules"}
            and here / name != target
        ]
        for name in files:
            try:
                yield str(here / name), (here / name).stat().st_mtime_ns
            except FileNotFoundError:
                continue
