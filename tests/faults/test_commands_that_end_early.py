"""A command says in one line why a build ended, and asks nobody to write to Sphinx."""

from __future__ import annotations

import errno
import signal
import socket
import subprocess
import sys

import pytest
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ExtensionError

from sphinx_docsjson.cli.main import main
from tests._support.building import write_files
from tests._support.interrupts import hear_interrupts

SITE = {"docs.json": '{"name": "X", "navigation": ["index"]}', "index.mdx": "# First\n"}
ENDS = {
    "a full disk": (
        OSError(errno.ENOSPC, "No space left on device", "a.html"),
        "a.html cannot be written (No space",
    ),
    "an extension": (ExtensionError("it is not there"), "Extension error: it is not there"),
    "a mistake": (KeyError("lost"), "The build ended early (KeyError: 'lost')"),
}


@pytest.fixture(params=ENDS, ids=list(ENDS))
def ending(request, tmp_path, monkeypatch):
    error, said = ENDS[request.param]

    def fail(*_args, **_options):
        raise error

    write_files(tmp_path / "site", SITE)
    monkeypatch.setattr(StandaloneHTMLBuilder, "prepare_writing", fail)
    return tmp_path / "site", said


def test_a_build_says_why_it_ended(ending, capsys, tmp_path):
    folder, said = ending
    code = main(["build", str(folder), str(tmp_path / "out"), "-q"])
    lines = capsys.readouterr().err.strip().splitlines()
    assert (code, len(lines)) == (2, 1)
    assert said in lines[0]


def test_a_traceback_is_shown_when_it_is_asked_for(ending, capsys, tmp_path):
    folder, _said = ending
    main(["build", str(folder), str(tmp_path / "out"), "-q", "--", "--show-traceback"])
    error = capsys.readouterr().err
    assert "Traceback" in error
    assert "sphinx-doc/sphinx/issues" not in error


def test_a_check_asks_for_no_report(ending, capsys, tmp_path):
    folder, _said = ending
    main(["check", str(folder), "--cache", str(tmp_path / "cache"), "-q"])
    assert "sphinx-doc/sphinx/issues" not in "".join(capsys.readouterr())


def test_what_sphinx_prints_of_an_exception_is_not_replaced(ending, tmp_path):
    from sphinx._cli.util import errors

    before = errors.handle_exception
    main(["build", str(ending[0]), str(tmp_path / "out"), "-q"])
    assert errors.handle_exception is before


FULL = """
import errno
import signal
import socket
import subprocess
import sys
from sphinx.builders.html import StandaloneHTMLBuilder

def fail(*_args):
    raise OSError(errno.ENOSPC, "No space left on device", "a.html")

StandaloneHTMLBuilder.prepare_writing = fail
extensions = ["sphinx_docsjson"]
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends the command")
def test_serve_says_that_a_disk_is_full_and_waits(tmp_path):
    write_files(tmp_path, {**SITE, "conf.py": FULL})
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [sys.executable, "-m", "sphinx_docsjson", "serve", str(tmp_path), "--port", port]
    said = []
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=hear_interrupts,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if line.startswith("Not built"):
                break
        process.send_signal(signal.SIGINT)
        said.append(process.stdout.read())
    text = "".join(said)
    assert "No space left on device" in text
    assert "Not built: correct the errors above and save" in text
    assert "sphinx-doc/sphinx/issues" not in text
    assert "Traceback" not in text
