"""Prism as a program of its own: started on a free port, and surely ended."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sphinx_docsjson.ext.api_checks.messages import Sent
from tests._support.npm import installed

PACKAGES = ("@stoplight/prism-cli@5.14.2",)
STARTING = 900
"""Prism reads a large description for so many seconds at most."""

ANSWERING = 60
"""It makes up a response of a large description for so many seconds at most."""


@dataclass(frozen=True)
class Answer:
    """What Prism says to a request: nothing in ``refused`` where it takes it."""

    status: int
    refused: tuple[str, ...] = ()


class NoAnswer(RuntimeError):
    """Prism did not start; its own words say why."""


@contextmanager
def mocking(description: Path, folder: Path) -> Iterator[str]:
    """Run a mock server of *description*; yield its address.

    :param folder: where the log of the server may stand.
    """
    port = _free_port()
    program = installed("prism", PACKAGES) / "node_modules/@stoplight/prism-cli/dist/index.js"
    command = ["node", str(program), "mock", "--errors", "-h", "127.0.0.1", "-p", str(port)]
    log = folder / f"prism-{port}.txt"
    with log.open("wb") as output:
        # A group of its own: Prism may start others, and all of them have to end.
        server = subprocess.Popen(
            [*command, str(description)],
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    try:
        _wait_for(server, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(STARTING * 10):
        said = log.read_text(encoding="utf-8", errors="replace")
        if "Prism is listening" in said:
            return
        if server.poll() is not None:
            raise NoAnswer(said[-1000:])
        time.sleep(0.1)
    raise NoAnswer("it takes too long to start")


SILENT = "no answer"


def ask(request: Sent) -> Answer:
    """Send a request, and return what Prism makes of it."""
    url = urlsplit(request.url)
    connection = http.client.HTTPConnection(url.netloc, timeout=ANSWERING)
    target = f"{url.path}?{url.query}" if url.query else url.path
    connection.putrequest(request.method, target, skip_accept_encoding=True)
    for name, value in request.headers:
        connection.putheader(name, value.encode("utf-8"))
    if request.content_type:
        connection.putheader("Content-Type", request.content_type)
    if request.body is not None:
        connection.putheader("Content-Length", str(len(request.body)))
    connection.endheaders(request.body)
    try:
        arrived = connection.getresponse()
    except TimeoutError:
        connection.close()
        return Answer(0, (SILENT,))
    with arrived as response:
        text = response.read().decode("utf-8", "replace")
        found = response.headers.get("sl-violations", "")
        status = response.status
    connection.close()
    return Answer(status, tuple(_violations(status, text, found)))


def _violations(status: int, text: str, header: str) -> Iterator[str]:
    """Yield what is wrong with the request.

    What Prism makes up as a response, and finds wrong itself, is not ours; that something is
    deprecated is no reason to refuse it.
    """
    try:
        listed = json.loads(header) if header else []
    except ValueError:  # "Too many violations!" and the first of them, cut somewhere
        places = re.findall(r'"location":\["(\w+)"', header)
        listed = [{"location": ["request"], "message": header}] if "request" in places else []
    problem = _problem(text)
    name = str(problem.get("type", "")).partition("#")[2]
    if name and name not in ("VIOLATIONS", *NO_RESPONSE):
        listed += problem.get("validation") or [{"message": problem.get("detail") or name}]
    elif name == "VIOLATIONS":
        listed += problem.get("validation") or ()
    for one in listed:
        place = ".".join(map(str, one.get("location", ())))
        said = f"{place}: {one.get('message', '')}"
        if not place.startswith("response") and "is deprecated" not in said:
            yield f"{status} {said}"


NO_RESPONSE = (
    "NO_RESPONSE_DEFINED",
    "NO_RESPONSE_RESPONSE_DEFINED",
    "NO_SUCCESS_RESPONSE_DEFINED",
)
NO_RESPONSE += ("NO_COMPLEX_OBJECT_TEXT", "NOT_ACCEPTABLE", "SCHEMA_TOO_COMPLEX")
"""Errors of Prism that come after the request was taken."""


def _problem(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) and "type" in found else {}
