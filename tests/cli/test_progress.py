"""How far a build or a check is, on a terminal and elsewhere."""

from __future__ import annotations

import io

from sphinx_docsjson.cli.main import main
from sphinx_docsjson.cli.progress import Progress
from tests._support.building import write_files


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_command_shows_one_line_on_a_terminal_and_clears_it() -> None:
    terminal = Terminal()
    progress = Progress(terminal, silent="writing output")
    for text in ("loading… done\n", "reading sources... [ 50%] ", "writing output... [100%] "):
        progress.write(text)
    progress.end()
    _, shown, cleared, _ = terminal.getvalue().split("\r")

    assert shown.rstrip() == "reading sources  50%"
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
