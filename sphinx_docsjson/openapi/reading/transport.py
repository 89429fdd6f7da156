"""One GET request: to an address that is looked up and judged once, within one time, directly."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

SECONDS = 20.0
"""How long a request may take in all, whatever it does in that time."""

CHUNK = 64 * 1024

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_UNICAST = ipaddress.IPv6Network("2000::/3")

Address = tuple[Any, ...]
"""A socket address as :mod:`socket` writes it: the host, the port, and more for IPv6."""

Lookup = Callable[[str, int], "list[tuple[int, Address]]"]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a server said.

    :param data: the body, or nothing when it is no use (a redirect, an error).
    """

    status: int
    headers: Mapping[str, str]
    data: bytes


def get(
    url: str,
    headers: Mapping[str, str],
    *,
    limit: int,
    seconds: float = SECONDS,
    lookup: Lookup | None = None,
) -> Answer:
    """Return the answer of a server to one request; redirects are not followed.

    Proxies that the environment names are not used: they would look the host up again.

    :param url: an http or https URL.
    :param limit: the bytes of a body that are read at the most.
    :param lookup: returns socket families and addresses of a host; those that are not public
        are refused in it.
    :raises OSError: when there is no answer in time, the host is refused, or the body is larger.
    """
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    deadline = time.monotonic() + seconds
    plain = _connected((lookup or public_addresses)(host, port), deadline)
    with _ended_at(deadline, plain):
        stream = plain
        if secure:
            stream = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        connection = HTTPConnection(host, port)
        connection.sock = stream
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("GET", target, headers={**headers, "Connection": "close"})
            response = connection.getresponse()
            data = b"".join(_chunks(response, limit)) if response.status == 200 else b""
            return Answer(status=response.status, headers=dict(response.headers), data=data)
        finally:
            connection.close()


def public_addresses(host: str, port: int) -> list[tuple[int, Address]]:
    """Return the socket addresses of a host.

    :raises OSError: when one of them is not public, or there is none.
    """
    found = [
        (int(info[0]), info[4]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    ]
    for _family, address in found:
        if not is_public(str(address[0])):
            raise OSError(f"{host} is not a public address")
    return found


def is_public(text: str) -> bool:
    """Whether an IP address belongs to the Internet, also behind the forms that embed IPv4.

    Those are IPv4-mapped addresses (RFC 4291), NAT64 (RFC 6052) and 6to4 (RFC 3056).
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not address.is_multicast
    embedded = address.ipv4_mapped or address.sixtofour
    if address in _NAT64:
        embedded = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if embedded is not None:
        return is_public(str(embedded))
    return address in _UNICAST and address.is_global


def _connected(addresses: list[tuple[int, Address]], deadline: float) -> socket.socket:
    error: OSError = OSError("it has no address")
    for family, address in addresses:
        stream = socket.socket(family, socket.SOCK_STREAM)
        stream.settimeout(_left(deadline))
        try:
            stream.connect(address)
        except OSError as problem:
            stream.close()
            error = problem
        else:
            return stream
    raise error


@contextmanager
def _ended_at(deadline: float, stream: socket.socket) -> Iterator[None]:
    """Cut *stream* off when the time is over: a timeout of its own begins anew at each byte."""

    def end() -> None:
        with suppress(OSError):
            stream.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(_left(deadline), end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        stream.close()
        # Asked of the clock: the timeout of the stream may come just before the timer.
        if time.monotonic() >= deadline:
            raise OSError("it took too long")


def _chunks(response: Any, limit: int) -> Iterator[bytes]:
    size = 0
    while chunk := response.read(CHUNK):
        size += len(chunk)
        if size > limit:
            raise OSError("the file is too large")
        yield chunk


def _left(deadline: float) -> float:
    return max(0.01, deadline - time.monotonic())
