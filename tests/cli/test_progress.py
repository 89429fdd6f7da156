"""How far a build or a check is, on a terminal and elsewhere."""

from __future__ import annotations

import io
import logging

from sphinx_docsjson.cli.main import main
from sphinx_docsjson.cli.progress import Progress
from sphinx_docsjson.compat.sphinx import TimeLeft
from tests._support.building import write_files


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_of_sphinx_says_the_pages_and_the_time_that_is_left() -> None:
    seconds = iter([0.0, 1.0, 10.0, 300.0, 301.0])
    change = TimeLeft(clock=lambda: next(seconds))
    said = []
    for share in (1, 5, 20, 60, 100):
        text = f"\x1b[01mreading sources... \x1b[39;49;00m[{share:>3}%] "
        record = logging.LogRecord("sphinx", logging.INFO, "", 1, text, (), None)
        assert change.filter(record)
        said.append(record.getMessage().partition("m[")[2])

    assert said == [
        *("  1%] 1 ", "  5%] 2 ", " 20%] 3, 40 s left: "),
        *(" 60%] 4, 3 min left: ", "100%] 5 "),
    ]


def test_other_lines_stay_as_they_are() -> None:
    record = logging.LogRecord("sphinx", logging.INFO, "", 1, "loading %s", ("x",), None)
    TimeLeft().filter(record)

    assert record.getMessage() == "loading x"


def test_a_command_shows_one_line_on_a_terminal_and_clears_it() -> None:
    terminal = Terminal()
    progress = Progress(terminal, silent="writing output")
    for text in ("loading… done\n", "reading sources... [ 50%] ", "writing output... [100%] "):
        progress.write(text)
    progress.end()
    _, shown, cleared, _ = terminal.getvalue().split("\r")

    assert shown.rstrip() == "reading sources  50% 1"
    assert cleared.strip() == ""


def test_a_command_shows_a_line_for_each_phase_in_a_pipe() -> None:
    pipe = io.StringIO()
    progress = Progress(pipe)
    for text in ("reading sources... [ 50%] ", "reading sources... [100%] ", "x... [ 1%] "):
        progress.write(text)
    progress.end()

    assert pipe.getvalue() == "reading sources\nx\n"


def test_a_build_ends_with_one_line_that_says_what_was_built(tmp_path, capfd, monkeypatch) -> None:
    config = '{"name": "A", "navigation": ["index", "b"]}'
    files = {"docs.json": config, "index.md": "# A\n", "b.md": "# B\n\n[x](/gone)\n"}
    write_files(tmp_path / "docs", files)
    monkeypatch.chdir(tmp_path)

    assert main(["build", "docs"]) == 0
    said = capfd.readouterr()
    assert said.out.splitlines()[-1] == "docs/_build/html: 2 pages, 2 read; 1 warning"
    assert "myst v" not in said.out
    assert said.err.count("\n") == 1
    assert main(["build", "docs"]) == 0
    assert "docs/_build/html: 2 pages, 0 read; 1 warning" in capfd.readouterr().out
    more = '{"name": "A", "navigation": ["index", "b"], "contextual": {"options": ["mcp"]}}'
    write_files(tmp_path / "docs", {"docs.json": more})
    assert main(["build", "docs"]) == 0
    assert "1 warning; `sphinx-docsjson check` has 1 more on docs.json" in capfd.readouterr().out
    assert main(["build", "docs", "--verbose"]) == 0
    assert "build succeeded" in capfd.readouterr().out
    assert main(["build", "docs", "--quiet"]) == 0
    assert capfd.readouterr().out == ""
