"""Our own documentation, built once for the tests of this folder and served at its address."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from sphinx_docsjson.cli.serve.open_pages import OpenPages
from sphinx_docsjson.cli.serve.server import Serving, StaticSite, listen

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
    serving = Serving(site=StaticSite(root=target), pages=OpenPages(target))
    server = listen(serving, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.server_port}/"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-D", f"html_baseurl={url}"]
    command += ["-d", str(target.parent / "doctrees"), str(ROOT / "docs"), str(target)]
    subprocess.run(command, check=True, cwd=ROOT)
    yield Docs(target, url)
    server.shutdown()
    server.server_close()
