"""Our own documentation, built once for the tests of this folder and served at its address."""

from __future__ import annotations

import functools
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Docs:
    """A built documentation, and the address at which it is served."""

    folder: Path
    url: str


@pytest.fixture(scope="session")
def docs_build(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Docs]:
    target = tmp_path_factory.mktemp("docs") / "html"
    target.mkdir()
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(target))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    url = f"http://127.0.0.1:{server.server_port}/"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-D", f"html_baseurl={url}"]
    command += ["-d", str(target.parent / "doctrees"), str(ROOT / "docs"), str(target)]
    subprocess.run(command, check=True, cwd=ROOT)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Docs(target, url)
    server.shutdown()
    server.server_close()
