"""A command says in one line why a build ended, and asks nobody to write to Sphinx."""

from __future__ import annotations

import errno

import pytest
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ExtensionError

from sphinx_docsjson.cli.main import main
from tests._support.building import write_files

SITE = {"docs.json": '{"name": "X", "navigation": ["index"]}', "index.mdx": "# First\n"}
ENDS = {
    "a full disk": (
        OSError(errno.ENOSPC, "No space left on device", "a.html"),
        "a.html: No space",
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
