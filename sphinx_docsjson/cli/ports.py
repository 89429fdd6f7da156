"""Which port is free: asked before anything is built."""

from __future__ import annotations

import errno
import socket

PORT = 8000
TRIED = 50


def free_port(host: str, port: int | None) -> int:
    """Return the port to listen on; 0 stays 0.

    :param port: the one that was asked for; ``None`` takes 8000 or the next free one.

    :raises OSError: when the port that was asked for cannot be had; names the next free one.
    """
    wanted = PORT if port is None else port
    problem = problem_of_port(host, wanted)
    if not problem:
        return wanted
    following = next((p for p in range(wanted + 1, wanted + TRIED) if is_free(host, p)), 0)
    if port is None:
        print(f"Port {wanted} {problem}: taking {following or 'any free one'}", flush=True)
        return following
    raise OSError(f"port {port} {problem}: try --port {following}")


def is_free(host: str, port: int) -> bool:
    """Whether one can listen on a port."""
    return port <= 65535 and not problem_of_port(host, port)


def problem_of_port(host: str, port: int) -> str:
    """Return why one cannot listen on a port; nothing when one can."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
            trial.listen()
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        return "is in use" if taken else f"cannot be used ({error.strerror})"
    except OverflowError:
        return "is no port"
    return ""
