"""What ``check --explain`` and the docs say of each kind of message is what a build does."""

from __future__ import annotations

import io
import re
import runpy
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from sphinx_docsjson.cli.check_messages import explained, explanations
from sphinx_docsjson.cli.main import main
from sphinx_docsjson.warnings import Warn
from tests._support.building import build_site, write_files

PETS = (Path(__file__).parent / "inputs" / "pets.yaml").read_text(encoding="utf-8")
API = '{ "name": "Acme", "navigation": ["index", { "group": "API", "openapi": "api.yaml" }] }'
HEAD = "---\ntitle: Home\ndescription: Home.\n---\n\n"
SHOWN = {kind: known for kind, known in explanations().items() if "file" in known}
OF_CONVENTIONS = "A convention that you turned on"


def test_each_kind_is_explained_and_nothing_else():
    kinds = {kind.value for kind in Warn}
    assert set(explanations()) == kinds, "each has a part in sphinx_docsjson/cli/explanations.toml"
    assert all(known["why"].endswith(".") for known in explanations().values())


@pytest.mark.nightly
@pytest.mark.parametrize("kind", SHOWN)
def test_the_example_says_its_message_and_the_mended_one_does_not(kind, tmp_path):
    known = SHOWN[kind]

    assert known["says"] in messages(kind, known["wrong"], tmp_path / "wrong")
    assert f"[docsjson.{kind}]" not in messages(kind, known["mended"], tmp_path / "mended")


def messages(kind: str, shown: str, folder: Path) -> str:
    known = SHOWN[kind]
    shown = REPEATED.sub(repeated, shown)
    files = {"docs.json": '{ "name": "Acme", "navigation": ["index"] }'}
    files |= files_beside(known)
    if known["file"] == "api.yaml":
        files = {"docs.json": API, **files_beside(known), "api.yaml": described(known, shown)}
    elif known["file"] != "conf.py":
        bare = shown.lstrip().startswith("---") or not known["file"].startswith("index")
        files[known["file"]] = ("" if bare else HEAD) + shown.lstrip("\n")
    if not any(name.startswith("index.") for name in files):
        files["index.md"] = f"{HEAD}Text.\n"
    conf = {"docsjson_conventions": "all"} if known["why"].startswith(OF_CONVENTIONS) else {}
    conf |= known.get("conf", {})
    if known["file"] == "conf.py":
        folder.mkdir()
        (folder / "conf.py").write_text(shown)
        settings = runpy.run_path(str(folder / "conf.py"))
        conf |= {name: value for name, value in settings.items() if not name.startswith("__")}
    encoding = "cp1252" if "Windows-1252" in shown else "utf-8"
    raw = {name: text.encode(encoding) for name, text in files.items()}
    if "run" in known:
        return told_by_command(known["run"], raw, folder)
    built = build_site(folder / "docs", raw, conf=conf)
    return built.warnings + built.status


def files_beside(known: dict) -> dict[str, str]:
    also = known.get("also", {})
    return {name: PETS if text == "PETS" else text for name, text in also.items()}


REPEATED = re.compile(r"(?m)^(?P<line>.+\n)(?P<space>\n?)… and (?P<number>[\d,]+) more$")
"""What an example does not write out: the line before, so many times more."""


def repeated(found: re.Match[str]) -> str:
    return (found["line"] + found["space"]) * (1 + int(found["number"].replace(",", "")))


def told_by_command(run: str, files: dict[str, bytes], folder: Path) -> str:
    """Return what a command says of the files."""
    docs = folder / "docs"
    write_files(docs, files)
    command, *options = run.split()
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        main([command, str(docs), "--quiet", "--cache", str(folder / "cache"), *options])
    return said.getvalue()


def described(known: dict, shown: str) -> str:
    """Return the description with what is shown in the place of the lines that are right."""
    right, given = known["mended"].strip().splitlines(), shown.strip().splitlines()
    lines = PETS.splitlines()
    for start in range(len(lines)):
        here = lines[start : start + len(right)]
        if [line.strip() for line in here] == right:
            space = here[0][: -len(here[0].lstrip())]
            lines[start : start + len(right)] = [space + line for line in given]
            return "\n".join(lines)
    raise AssertionError(f"{right} is not in pets.yaml")


def test_the_command_explains_a_kind(capsys):
    assert main(["check", "--explain", "docsjson.icon"]) == 0
    said = capsys.readouterr().out
    assert "did you mean 'rocket'?" in said
    assert '<Card title="Start" icon="rocket" href="index" />' in said
    assert "-D suppress_warnings=docsjson.icon" in said


def test_a_kind_that_is_not_there_is_told_with_the_near_one(capsys):
    assert main(["check", "--explain", "icno"]) == 2
    assert "did you mean 'icon'?" in capsys.readouterr().err
    assert explained("icno") is None
