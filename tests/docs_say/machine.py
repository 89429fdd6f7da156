"""A fresh machine as far as a page can see: an empty folder, a new environment, a clone.

``pip install sphinx-docsjson`` installs the wheel that is made of this tree: a constraint says so,
and the command stays as it is written. Everything that it depends on comes from PyPI.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tests._support.interrupts import hear_interrupts
from tests.docs_say.blocks import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMEOUT = 600
"""Seconds that a command may take; one with a download takes twenty on a busy machine."""
ENDED = (130, -signal.SIGINT)
"""What Ctrl+C leaves: a command of ours ends with 130, ``make`` dies of the signal."""
QUIET = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_COMPILE": "1",
    "PIP_RETRIES": "8",
    "BROWSER": "true",
}
"""Less to say and to do for pip, and more patience; no browser that stays open."""
_OWN = re.compile(
    r"^(PYTHON|VIRTUAL_ENV|TOX|COV|SPHINX|READTHEDOCS|GITHUB_|PYTEST|PIP_CONSTRAINT)"
)
_OFFLINE = re.compile(
    r"Max retries|NewConnectionError|ConnectTimeout|Read timed out|Temporary failure|ProxyError"
    r"|Connection (?:refused|reset|aborted)|SSLError|Name or service not known|50[234] Server"
)


class Offline(Exception):
    """A package could not be downloaded."""


@dataclass(frozen=True, kw_only=True)
class Done:
    """A command that has ended."""

    code: int
    output: str


@dataclass(kw_only=True)
class Server:
    """A command that serves a site.

    :param address: of the site; empty when the command ended without naming one.
    """

    output: str
    address: str = ""
    code: int = 0


@dataclass(kw_only=True)
class Machine:
    """Where commands are run.

    :param path: folders that come first in ``PATH``.
    """

    path: tuple[Path, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        """What commands see: nothing of the Python that runs the tests."""
        kept = {name: value for name, value in os.environ.items() if not _OWN.match(name)}
        path = os.pathsep.join([*map(str, self.path), kept.get("PATH", os.defpath)])
        return {**kept, "PATH": path, **QUIET, **self.variables}

    def offer(self, wheel: Path, folder: Path) -> None:
        """Let pip take a wheel where it is asked for this project."""
        constraint = folder / "constraint.txt"
        constraint.write_text(f"sphinx-docsjson @ {wheel.as_uri()}\n", encoding="utf-8")
        self.variables["PIP_CONSTRAINT"] = str(constraint)

    def run(self, command: str, folder: Path, **variables: str) -> Done:
        """Run a command line with bash; one that does not end within the time has failed.

        :raises Offline: when it fails because the network does.
        """
        process = self._start(command, folder, variables)
        with _time_limit(process) as too_long:
            output, _ = process.communicate()
        if process.returncode and _OFFLINE.search(output):
            raise Offline(f"{command}: {output[-500:]}")
        return Done(code=process.returncode, output=output + "".join(too_long))

    def look_at_server(self, command: str, folder: Path) -> Done:
        """Run a command that serves a site, ask for its first page, and end it with Ctrl+C."""
        with self.server(command, folder) as server:
            page = when_built(server.address) if server.address else ""
        if "<h1" not in page:
            return Done(code=1, output=f"{server.output}No page is shown:\n{page[:500]}")
        return Done(code=server.code, output=server.output)

    @contextmanager
    def server(self, command: str, folder: Path) -> Iterator[Server]:
        """Run a command that serves a site, yield it with its address, end it with Ctrl+C.

        What it printed and its exit code are known afterwards.
        """
        process = self._start(command, folder, {})
        assert process.stdout is not None
        with _time_limit(process) as too_long:
            server = Server(output=_until_address(process.stdout))
            address = re.search(r"http://\S+", server.output)
            server.address = address[0] if address else ""
            try:
                yield server
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGINT)
                rest, _ = process.communicate()
        server.output += rest + "".join(too_long)
        server.code = 0 if process.returncode in ENDED else process.returncode

    def _start(
        self, command: str, folder: Path, variables: dict[str, str]
    ) -> subprocess.Popen[str]:
        """Start a command line in a process group of its own."""
        return subprocess.Popen(
            ["bash", "-euc", command],
            cwd=folder,
            env={**self.environment, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=hear_interrupts,
        )


@contextmanager
def _time_limit(process: subprocess.Popen[str]) -> Iterator[list[str]]:
    """End a process and all that it has started when the time is over; yield what to say of it."""
    said: list[str] = []

    def end() -> None:
        said.append(f"\nIt did not end within {TIMEOUT} seconds.")
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(TIMEOUT, end)
    timer.start()
    try:
        yield said
    finally:
        timer.cancel()


def when_built(address: str) -> str:
    """Return the page at an address; until it is built, the server says how long to wait."""
    for _try in range(300):
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as early:
            if early.code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise
            time.sleep(int(early.headers["Retry-After"]))
    return ""


def _until_address(stream: IO[str]) -> str:
    """Return the lines up to the first one with an address, or all of them."""
    lines = []
    for line in stream:
        lines.append(line)
        if "http://" in line:
            break
    return "".join(lines)


def fresh_machine(folder: Path) -> Machine:
    """Make an empty environment with a pip of today, and a wheel that it will take.

    A pip of 2023, as Python 3.11 brings it, cannot install an extra of what a constraint names by
    its address.

    :raises Offline: when pip or what builds wheels cannot be downloaded.
    """
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True, timeout=TIMEOUT)
    machine = Machine(path=(environment / "bin",))
    machine.run("pip install --quiet --upgrade pip", folder)
    machine.offer(make_wheel(machine, folder), folder)
    return machine


def make_wheel(machine: Machine, folder: Path) -> Path:
    """Return a wheel that is made of this tree.

    :raises Offline: when what builds wheels cannot be downloaded.
    """
    wheels = folder / "wheels"
    command = f"pip wheel --quiet --no-deps --wheel-dir {wheels} {ROOT}"
    made = machine.run(command, folder)
    if made.code:
        raise AssertionError(f"no wheel can be made of this tree:\n{made.output}")
    [wheel] = wheels.glob("*.whl")
    return wheel


def developer_machine() -> Machine:
    """Return the machine of somebody who works on this project: the one that runs the tests."""
    return Machine(path=(Path(sys.executable).parent,))


def make_clone(folder: Path) -> Path:
    """Copy this repository, as it is published, without what builds left behind."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    names = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    for name in ["pyproject.toml", *names]:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            left_out = shutil.ignore_patterns("_build", "__pycache__", ".*_cache")
            shutil.copytree(source, target, ignore=left_out)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    return folder
