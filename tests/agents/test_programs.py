"""The server as programs start it: both transports, both revisions, official clients, wheels."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests._support import npm
from tests._support.interrupts import hear_interrupts
from tests.agents.asking import CLIENT, HANDSHAKE, STATELESS, asked, write_documentation

pytestmark = pytest.mark.nightly

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
COMMAND = [sys.executable, "-m", "sphinx_docsjson", "mcp"]
INSPECTOR = ["@modelcontextprotocol/inspector@2.12.0"]
CALLS = (("read_page", {"page": "guide"}), ("list_pages", {}))
PAGES = {"index": "# Acme\n\nText.\n", "guide": "# Guide\n\nBrew slowly.\n"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("acme")
    write_documentation(found, "acme", "1.0", PAGES)
    return found


def by_stdio(*arguments):
    """Return how the official client of Python starts the server."""
    mcp = pytest.importorskip("mcp")
    variables = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    given = {"command": COMMAND[0], "args": [*COMMAND[1:], *map(str, arguments)]}
    return mcp.StdioServerParameters(**given, env=variables)


@contextmanager
def by_http(*arguments):
    """Start the server on a free port; yield its address, and end it as Ctrl+C does."""
    command = [*COMMAND, *map(str, arguments), "--port", "0"]
    process = subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=hear_interrupts
    )
    try:
        assert process.stderr is not None
        yield re.search(r"http://\S+", process.stderr.readline())[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


@pytest.mark.parametrize("revision", [STATELESS, HANDSHAKE])
def test_the_client_of_python_asks_by_both_transports(folder, revision):
    said = [asked(by_stdio(folder), revision, *CALLS)[1]]
    with by_http(folder) as address:
        said.append(asked(address, revision, *CALLS)[1])

    assert said[0] == said[1]
    assert "Brew slowly." in said[0][0]
    assert "- guide (Guide): About guide." in said[0][1]


def test_another_host_or_page_may_not_ask(folder):
    with by_http(folder) as address:
        for header in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
            request = Request(address, b"{}", {"Content-Type": "application/json", **header})
            with pytest.raises(HTTPError) as refused:
                urlopen(request)
            assert refused.value.code in (403, 421)


def test_the_client_of_javascript_asks_by_both_transports(folder):
    if reason := npm.missing():
        pytest.skip(reason)
    with by_http(folder) as address:
        given = {"command": COMMAND[0], "args": [*COMMAND[1:], str(folder)], "root": str(ROOT)}
        found = npm.ask(HERE / "client.mjs", CLIENT, {**given, "address": address})

    for one in found:
        assert one["tools"][0] == "search"
        assert "Brew slowly." in one["said"]
    assert [one["revision"] for one in found] == [STATELESS, HANDSHAKE, STATELESS, HANDSHAKE]


def test_the_inspector_lists_and_calls_the_tools(folder):
    if reason := npm.missing():
        pytest.skip(reason)
    where = npm.installed("inspector", INSPECTOR)
    program = str(where / "node_modules" / ".bin" / "mcp-inspector")
    options = ["-e", f"PYTHONPATH={ROOT}", "--connect-timeout", "120000"]

    def run(*asked):
        command = [program, "--cli", *COMMAND, str(folder), *options, *asked]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return json.loads(done.stdout)

    tools = run("--method", "tools/list")["tools"]
    called = run(
        *("--method", "tools/call", "--tool-name", "read_page", "--tool-arg", "page=guide")
    )

    assert [tool["name"] for tool in tools][:2] == ["search", "read_page"]
    assert "Brew slowly." in called["content"][0]["text"]


def test_two_packages_of_two_versions_are_built_installed_and_asked(tmp_path):
    """The story of docs/start/pinned.md for two packages, without the network."""
    environment = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)

    def install(name, version):
        source = tmp_path / f"{name}-{version}"
        shutil.copytree(HERE / "samples" / name, source)
        for path in (source / "pyproject.toml", source / name / "__init__.py"):
            path.write_text(path.read_text().replace("0.0", version))
        run([sys.executable, "-m", "sphinx", "-q", "-W", "docs", "docs/_build/html"], source)
        run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"], source)
        wheel = next((source / "dist").glob("*.whl"))
        python = str(next(environment.glob("bin/python")))
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q"]
        run([*pip, "--no-deps", "--no-index", str(wheel)], source)

    def run(command, cwd):
        variables = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            command, cwd=cwd, env=variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def ask():
        return asked(
            by_stdio("--environment", environment),
            STATELESS,
            ("list_pages", {}),
            ("read_object", {"name": "brewery.brew"}),
            ("search", {"query": "slowly"}),
        )[1]

    install("brewery", "1.0")
    install("grinder", "3.0")
    first = ask()
    install("brewery", "2.0")
    second = ask()

    assert sorted(first[0].splitlines()) == ["- brewery 1.0", "- grinder 3.0"]
    assert sorted(second[0].splitlines()) == ["- brewery 2.0", "- grinder 3.0"]
    assert "Brew as version 1.0 does." in first[1]
    assert "Brew as version 2.0 does." in second[1]
    assert re.search(r"- brewery 2\.0: index \(Brewery\)[^~]*Pour slowly", second[2])
