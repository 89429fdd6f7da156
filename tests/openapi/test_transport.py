"""A request goes to the address that was judged, ends in time, and follows nothing by itself."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from sphinx_docsjson.ext.openapi.reading import specifications
from sphinx_docsjson.ext.openapi.reading.parse import UnreadableFile
from sphinx_docsjson.ext.openapi.reading.specifications import Fetcher, get, is_public

Talk = Callable[[socket.socket], None]


@pytest.fixture
def server() -> Iterator[Callable[[Talk], int]]:
    """Return a function that listens for requests and answers each by *talk*."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve(talk: Talk) -> None:
        while True:
            try:
                stream, _address = listener.accept()
            except OSError:
                return
            with stream:
                stream.recv(65536)
                try:
                    talk(stream)
                except OSError:
                    continue

    def start(talk: Talk) -> int:
        threading.Thread(target=serve, args=(talk,), daemon=True).start()
        return int(listener.getsockname()[1])

    yield start
    listener.close()


def here(host: str, port: int) -> list[tuple[int, specifications.Address]]:
    return [(int(socket.AF_INET), ("127.0.0.1", port))]


def answer(status: str, body: bytes = b"", **headers: str) -> Talk:
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    text = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{head}\r\n"
    return lambda stream: stream.sendall(text.encode() + body)


PRIVATE = """
127.0.0.1 10.0.0.1 169.254.169.254 192.168.1.1 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255
::1 :: fe80::1 fe80::1%eth0 fc00::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1
64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1:: 2002:a00:1:: ::7f00:1 2001::1 2001:db8::1 ff02::1
"""


@pytest.mark.parametrize("address", PRIVATE.split())
def test_private_addresses_are_not_public_in_any_form(address: str):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::1"]
)
def test_addresses_of_the_internet_are_public(address: str):
    assert is_public(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_private_host_is_refused_before_anything_is_sent(host: str):
    with pytest.raises(OSError, match="not a public address"):
        get(f"http://[{host}]/" if ":" in host else f"http://{host}/", {}, limit=10)


def test_the_host_is_looked_up_once(server, monkeypatch):
    port = server(answer("200 OK", b"{}"))
    asked = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: asked.append(a) or [])

    def lookup(host: str, port: int) -> list[tuple[int, specifications.Address]]:
        asked.append((host, port))
        return here(host, port)

    found = get(f"http://api.example.com:{port}/x", {}, limit=10, lookup=lookup)
    assert found.data == b"{}"
    assert asked == [("api.example.com", port)]


def test_proxies_of_the_environment_are_not_used(server, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    port = server(answer("200 OK", b"{}"))
    assert get(f"http://a.example:{port}/", {}, limit=10, lookup=here).data == b"{}"


@pytest.mark.parametrize("where", ["head", "body"])
def test_a_slow_server_is_cut_off(server, where: str):
    go_on = threading.Event()

    def trickle(stream: socket.socket) -> None:
        if where == "body":
            stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
        while not go_on.wait(0.05):
            stream.sendall(b"x")

    port = server(trickle)
    with pytest.raises(OSError, match="took too long"):
        get(f"http://a.example:{port}/", {}, limit=10_000_000, seconds=0.5, lookup=here)
    go_on.set()


def test_a_large_body_is_refused(server):
    port = server(answer("200 OK", b"x" * 100))
    with pytest.raises(OSError, match="too large"):
        get(f"http://a.example:{port}/", {}, limit=99, lookup=here)


@pytest.mark.parametrize(
    ("location", "problem"),
    [
        ("http://other.example/", "leads to another host, http://other.example"),
        ("https://a.example/", "another host"),
        ("file:///etc/passwd", "another host"),
        ("/again", "redirects too many times"),
        ("", "another host"),
    ],
)
def test_a_redirect_stays_in_its_origin_and_ends(server, monkeypatch, tmp_path, location, problem):
    monkeypatch.setattr(specifications, "public_addresses", here)
    port = server(answer("302 Found", Location=location))
    origin = f"http://a.example:{port}"
    with pytest.raises(UnreadableFile, match=problem):
        Fetcher([origin], tmp_path)(f"{origin}/api.json")


def test_each_hop_is_judged_again(server, monkeypatch, tmp_path):
    judged = []

    def lookup(host: str, port: int) -> list[tuple[int, specifications.Address]]:
        judged.append(host)
        if len(judged) > 1:
            raise OSError(f"{host} is not a public address")
        return here(host, port)

    monkeypatch.setattr(specifications, "public_addresses", lookup)
    port = server(answer("302 Found", Location="/next"))
    origin = f"http://a.example:{port}"
    with pytest.raises(UnreadableFile, match="not a public address"):
        Fetcher([origin], tmp_path)(f"{origin}/api.json")
    assert judged == ["a.example", "a.example"]
