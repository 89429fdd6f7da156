"""The command ``sphinx-docsjson``: init, check, rules, serve."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from sphinx_docsjson.cli.commands import existing_folder, site_folder
from sphinx_docsjson.cli.commands.rules import rules_for
from sphinx_docsjson.cli.main import COMMANDS, FIRST, main, parser
from sphinx_docsjson.components.domain import registry
from sphinx_docsjson.outputs.assistant_rules import (
    AGENTS,
    CLAUDE,
    CURSOR,
    PATH,
    auth_header,
    renewed,
    with_marks,
)
from sphinx_docsjson.site.model import Auth

ROOT = Path(__file__).resolve().parents[2]


def _arguments_of(command):
    found = argparse.ArgumentParser()
    import_module(f"sphinx_docsjson.cli.commands.{command}").add_arguments(found)
    return found._actions


def write_config(folder, **fields):
    folder.mkdir(parents=True, exist_ok=True)
    config = {"name": "Acme", "navigation": [{"group": "Start", "pages": ["index"]}]} | fields
    (folder / "docs.json").write_text(json.dumps(config, indent=2))
    (folder / "index.md").write_text("---\ntitle: Home\ndescription: Home.\n---\n")
    return folder


# --- check


def test_check_says_that_all_is_well(tmp_path, capsys):
    docs = write_config(tmp_path)

    assert main(["check", str(docs)]) == 0
    assert "no problem" in capsys.readouterr().out


def test_check_locates_problems_and_suggests(tmp_path, capsys):
    docs = write_config(
        tmp_path, colour={}, navigation=[{"group": "Start", "pages": ["indx", "index"]}]
    )

    assert main(["check", str(docs)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith(f"{docs}/docs.json:") and "colour" in line for line in lines)
    assert any("'indx', which does not exist (did you mean 'index'?)" in line for line in lines)
    assert "2 problems" in lines[-1]


def test_check_without_a_config_is_misuse(tmp_path):
    assert main(["check", str(tmp_path)]) == 2


def test_check_survives_a_file_that_is_no_json(tmp_path, capsys):
    (tmp_path / "docs.json").write_text("{")

    assert main(["check", str(tmp_path)]) == 1
    assert "docs.json:1:" in capsys.readouterr().out


# --- build


def test_a_site_is_built_without_a_conf_py(tmp_path):
    docs = write_config(tmp_path)

    assert main(["build", str(docs), "-W", "-q"]) == 0
    assert "Home" in (docs / "_build" / "html" / "index.html").read_text()
    assert (docs / "_build" / "doctrees" / "index.doctree").is_file()


@pytest.mark.parametrize(
    ("words", "passed"),
    [
        (["-W", "-j", "4"], "-b html -d _build/doctrees -W -j 4 . _build/html"),
        (["out", "-b", "dirhtml"], "-b dirhtml -j 1 . out"),
        (["-b", "latexpdf"], "latexpdf . _build -j 1"),
        (["--", "-T", "-t", "x"], "-b html -d _build/doctrees -j 1 -T -t x . _build/html"),
    ],
)
def test_what_is_asked_of_build_reaches_sphinx(tmp_path, monkeypatch, words, passed):
    calls = []
    place = "sphinx_docsjson.compat.sphinx_build"
    monkeypatch.setattr(f"{place}.build_main", lambda words, _say: calls.append(words) or 7)

    def make(builder, folder, output, options, _say):
        calls.append([builder, str(folder), str(output), *options])
        return 7

    monkeypatch.setattr(f"{place}.make_main", make)
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "conf.py").touch()
    short = {
        "--builder": "-b",
        "--doctree-dir": "-d",
        "--fail-on-warning": "-W",
        "--jobs": "-j",
    }

    assert main(["build", ".", *words]) == 7
    assert " ".join(short.get(word, word) for word in calls[0]) == passed


@pytest.mark.parametrize(
    ("word", "command"),
    [
        ("biuld", "build"),
        ("lint", "check"),
        ("dev", "serve"),
        ("new", "init"),
        ("preview", "serve"),
    ],
)
def test_a_command_that_is_not_there_is_told_with_the_one_that_does_it(capsys, word, command):
    with pytest.raises(SystemExit) as ended:
        main([word, "docs"])

    assert ended.value.code == 2
    assert f"'{word}' is not a command; did you mean '{command}'?" in capsys.readouterr().err


FOLDERS = [
    (command, [action.option_strings[0]] if action.option_strings else [])
    for command in COMMANDS
    for action in _arguments_of(command)
    if action.type in (site_folder, existing_folder) or action.dest == "parts"
]


def test_every_command_but_init_reads_a_folder():
    assert {command for command, _option in FOLDERS} == COMMANDS.keys() - {"init"}


@pytest.mark.parametrize(("command", "option"), FOLDERS)
def test_a_folder_that_is_not_there_is_misuse(command, option, tmp_path, capsys):
    missing = tmp_path / "nothere"
    output = ["-o", str(tmp_path / "out")] if command == "join" else []
    try:
        code = main([command, *option, str(missing), *output])
    except SystemExit as ended:
        code = ended.code

    assert code == 2
    assert str(missing) in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_no_command_prints_what_there_is(capsys):
    assert main([]) == 2
    first, more = capsys.readouterr().out.split("more commands:")
    assert re.findall(r"^    (\w+)", first, re.M) == [*FIRST]
    assert re.findall(r"^  (\w+)", more, re.M) == [name for name in COMMANDS if name not in FIRST]


@pytest.mark.parametrize(
    ("builder", "said"),
    [
        ("htlm", "Sphinx error: Builder name htlm not registered"),
        ("latexpdf", "latexpdf needs the program latexmk, which was not found; install it, or"),
        ("info", "info needs the program makeinfo, which was not found; install it, or"),
    ],
)
def test_a_builder_that_cannot_work_is_told_in_one_line(
    tmp_path, monkeypatch, capsys, builder, said
):
    monkeypatch.setattr("shutil.which", lambda _name: None)

    assert main(["build", str(write_config(tmp_path)), "-b", builder]) == 2
    assert capsys.readouterr().err.startswith(said)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_its_options(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])

    assert ended.value.code == 0


def test_the_package_runs_as_a_module():
    command = [sys.executable, "-m", "sphinx_docsjson", "--version"]

    assert subprocess.run(command, capture_output=True, check=True).stdout.strip()


# --- rules


@pytest.fixture
def repository(tmp_path):
    (tmp_path / ".git").mkdir()
    write_config(tmp_path / "docs", api={"auth": {"method": "key", "name": "x-api-key"}})
    return tmp_path


def rules(repository, *options):
    return main(["rules", str(repository / "docs"), *options])


def test_rules_are_written_at_the_root_of_the_repository(repository):
    assert rules(repository) == 0
    text = (repository / PATH).read_text()

    assert "# How to write the documentation of Acme" in text
    assert "`docs/`" in text
    assert "`x-api-key: <API_KEY>`" in text


def test_rules_name_every_component(repository):
    rules(repository)
    text = (repository / PATH).read_text()

    assert all(f"`<{component.name}>`: " in text for component in registry)


def test_check_says_whether_the_rules_are_out_of_date(repository):
    assert rules(repository, "--check") == 1
    assert not (repository / PATH).exists()
    rules(repository)
    assert rules(repository, "--check") == 0
    write_config(repository / "docs", name="Other")
    assert rules(repository, "--check") == 1


def test_untouched_rules_are_brought_up_to_date(repository):
    rules(repository)
    write_config(repository / "docs", name="Other")

    assert rules(repository) == 0
    assert "Other" in (repository / PATH).read_text()


ALL_RULES = (PATH, CURSOR, AGENTS, CLAUDE)


@pytest.mark.parametrize("path", ALL_RULES)
def test_what_people_add_to_the_rules_is_kept(repository, path):
    file = repository / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("# Ours\n\nBefore.\n")
    rules(repository)
    file.write_text(file.read_text() + "\nAfter.\n")
    write_config(repository / "docs", name="Other")

    assert rules(repository) == 0
    text = file.read_text()
    assert text.startswith("# Ours\n\nBefore.\n\n<!-- made by")
    assert text.endswith("\nAfter.\n")
    assert path in (CLAUDE, AGENTS) or "Other" in text
    assert text.count("<!-- made by") == 1


@pytest.mark.parametrize("path", ALL_RULES)
def test_a_changed_part_of_the_rules_is_replaced_only_by_force(repository, path):
    rules(repository)
    file = repository / path
    first = file.read_text()
    file.write_text(first.replace("<!-- end", "Mine.\n<!-- end"))

    assert rules(repository) == 1
    assert "Mine." in file.read_text()
    assert rules(repository, "--force") == 0
    assert file.read_text() == first


def test_rules_without_an_end_are_those_of_an_older_version(repository):
    rules(repository)
    file = repository / PATH
    made = with_marks("Older.\n")
    file.write_text(made[: made.index("<!-- end")])

    assert rules(repository) == 0
    assert "Older." not in file.read_text()


def test_a_file_of_rules_that_somebody_removed_is_not_missed(repository):
    rules(repository)
    (repository / CLAUDE).unlink()

    assert rules(repository, "--check") == 0


@pytest.mark.parametrize("folder", ["docs", "."])
def test_the_rules_of_cursor_have_its_front_matter(tmp_path, folder):
    (tmp_path / ".git").mkdir()
    write_config(tmp_path / folder)
    main(["rules", str(tmp_path / folder)])
    _, front, body = (tmp_path / CURSOR).read_text().split("---\n", 2)
    read = yaml.safe_load(front)

    assert read.keys() == {"description", "globs", "alwaysApply"}
    assert read["alwaysApply"] is False
    assert read["globs"].startswith("docs/**/*.md," if folder == "docs" else "**/*.md,")
    assert "# How to write the documentation of" in body


def test_the_rules_name_commands_that_there_are(repository):
    rules(repository)
    text = (repository / AGENTS).read_text()
    commands = re.findall(r"`sphinx-docsjson ([^`]*)`", text)

    assert len(commands) == 4
    assert all(parser().parse_args(command.split()).folder == Path("docs") for command in commands)
    assert (repository / CLAUDE).read_text().splitlines()[1] == f"@{AGENTS}"
    assert len(text) < 2_000


@pytest.mark.parametrize(
    ("auth", "header"),
    [
        (None, "Authorization: Bearer <API_KEY>"),
        (Auth(method="bearer"), "Authorization: Bearer <API_KEY>"),
        (Auth(method="basic", name="mail:pin"), "Authorization: Basic <base64 of mail:pin>"),
        (Auth(method="key"), "X-API-Key: <API_KEY>"),
        (Auth(method="key", name="K", input_prefix="Token "), "K: Token <API_KEY>"),
    ],
)
def test_the_rules_show_how_a_request_is_authenticated(auth, header):
    assert auth_header(auth) == header


def test_the_rules_of_this_repository_are_current():
    for file in rules_for(ROOT / "docs", ROOT):
        text = (ROOT / file.path).read_text(encoding="utf-8")

        assert text == renewed(text, file), "run `python3 tools/dev.py renew`"


# --- all of them


@pytest.mark.parametrize("command", ["build", "check", "rules", "serve"])
def test_an_empty_folder_is_told_how_to_begin(tmp_path, capsys, command):
    assert main([command, str(tmp_path)]) == 2
    assert f"`sphinx-docsjson init {tmp_path}` to create one" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_rules_of_a_file_that_cannot_be_read_lead_to_the_check(tmp_path, capsys):
    (tmp_path / "docs.json").write_text("{")

    assert main(["rules", str(tmp_path)]) == 2
    assert f"`sphinx-docsjson check {tmp_path}` says why" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path, capsys):
    docs = write_config(tmp_path / "docs")
    (docs / "_build").write_text("a file")

    assert main(["serve", str(docs)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("name a folder with --output")


def test_a_build_of_an_empty_folder_is_told_how_to_begin(tmp_path):
    source = tmp_path / "docs"
    source.mkdir()
    (source / "notes.txt").write_text("x")
    command = [sys.executable, "-m", "sphinx", "-C", "-D", "extensions=sphinx_docsjson"]
    done = subprocess.run([*command, source, tmp_path / "out"], capture_output=True, text=True)

    assert done.returncode == 2
    assert "run `sphinx-docsjson init` to create a site" in done.stderr
