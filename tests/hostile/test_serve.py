"""What ``serve`` answers: files of the site, to this machine, and nothing else."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_docsjson.cli.serve.open_pages import OpenPages
from sphinx_docsjson.cli.serve.server import Serving, StaticSite, listen


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    folder = tmp_path / "out"
    (folder / "sub").mkdir(parents=True)
    (folder / "index.html").write_text("start")
    (folder / "sub" / "page.html").write_text("page")
    (folder / ".buildinfo").write_text("secret")
    (folder / ".doctrees").mkdir()
    (folder / ".doctrees" / "index.doctree").write_text("secret")
    (tmp_path / "outside.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    (folder / "folder").symlink_to(tmp_path)
    (folder / "inside.html").symlink_to(folder / "index.html")
    serving = Serving(site=StaticSite(root=folder), pages=OpenPages(folder))
    server = listen(serving, "127.0.0.1", 0)
    yield server.server_port
    server.shutdown()
    server.server_close()


def ask(port: int, path: str, host: str | None = None, method: str = "GET") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


@pytest.mark.parametrize("path", ["/", "/index.html?x=1", "/sub/page.html", "/inside.html"])
def test_files_of_the_site_are_there(port: int, path: str):
    assert ask(port, path)[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/sub/",
        "/sub",
        "/link.txt",
        "/folder/outside.txt",
        "/.buildinfo",
        "/.doctrees/index.doctree",
        "/%2ebuildinfo",
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/..%2foutside.txt",
        "/%00",
        "/index.html%00.txt",
        "/" + "x" * 3000,
    ],
)
def test_nothing_else_is_there(port: int, path: str):
    for method in ("GET", "HEAD"):
        status, body = ask(port, path, method=method)
        assert status in {301, 404, 414} if path == "/sub" else status == 404
        assert b"secret" not in body
        assert b"page.html" not in body


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "["]
)
def test_a_host_of_another_name_is_refused(port: int, host: str):
    status, body = ask(port, "/", host)
    assert status == 403
    assert b"start" not in body


@pytest.mark.parametrize("host", ["localhost", "localhost:1234", "127.0.0.1:80", "[::1]:80"])
def test_the_names_of_this_machine_are_answered(port: int, host: str):
    assert ask(port, "/", host)[0] == 200
