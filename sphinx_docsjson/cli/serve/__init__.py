"""``sphinx-docsjson serve``: builds a site again while you edit it.

Two processes. One serves files and watches sources (``site_server``, ``changes``); it starts the
other, which keeps a Sphinx application and builds (``building``), and is started again when code
changed. They talk in lines of JSON (``build_process``).
"""

from __future__ import annotations

import errno
import socket
import sys
from pathlib import Path

from sphinx_docsjson.cli import OUTPUT, can_be_built, no_site
from sphinx_docsjson.cli.serve.application import Folders
from sphinx_docsjson.cli.serve.session import BuildProcess, ServeOptions


def serve(folder: Path, wishes: ServeOptions) -> int:
    """Build and serve until the user ends it; return the exit code.

    :raises OSError: when the port or the output folder cannot be had.
    """
    if not can_be_built(folder):
        print(no_site(folder), file=sys.stderr)
        return 2
    target = (wishes.output or folder / OUTPUT / wishes.builder).resolve()
    port = free_port(wishes.host, wishes.port)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"{target} cannot be written ({error.strerror}): name a folder with --output"
        raise OSError(problem) from error
    folders = Folders(
        source=folder.resolve(),
        target=target,
        doctrees=target.parent / f".doctrees-{wishes.builder}",
        builder=wishes.builder,
        settings=wishes.settings,
        answers=wishes.mock,
    )
    process = BuildProcess(folders)
    try:
        process.load()
        # The server is loaded while the other process loads Sphinx.
        from sphinx_docsjson.cli.serve.session import Session

        return Session(folders, wishes, process).run(port)
    finally:
        process.stop()


# Which port is free: checked before anything is built.

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
        print(f"Port {wanted} {problem}: using {following or 'any free one'}", flush=True)
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
            # On Windows the usual option takes a port away from another server.
            alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
            trial.setsockopt(socket.SOL_SOCKET, alone, 1)
            trial.bind((host, port))
            trial.listen()
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        return "is in use" if taken else f"cannot be used ({error.strerror})"
    except OverflowError:
        return "is not a port"
    return ""
