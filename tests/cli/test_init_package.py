"""``init --package``: the wheel of a project brings its documentation."""

from __future__ import annotations

import json
import tomllib

import pytest

from sphinx_docsjson.cli.main import main
from tests._support.building import write_files

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "acme-tool"
version = "1.0"
"""
MODULE = '"""Coffee."""\n\n\ndef brew(cups: int) -> str:\n    """Brew coffee."""\n    return ""\n'


@pytest.mark.parametrize("source", ["", "src/"])
def test_a_project_has_all_that_its_wheel_needs_and_a_second_run_changes_nothing(
    tmp_path, monkeypatch, capsys, source
):
    module = f"{source}acme_tool/__init__.py"
    write_files(tmp_path, {"pyproject.toml": PROJECT, module: MODULE})
    monkeypatch.chdir(tmp_path)

    assert main(["init", "--package"]) == 0
    assert "built    docs/_build/package/acme-tool" in capsys.readouterr().out
    read = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))
    assert read["project"]["entry-points"]["docsjson.documentation"] == {
        "acme-tool": "acme_tool._docs"
    }
    wheel = read["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == [f"{source}acme_tool"]
    assert wheel["force-include"] == {"docs/_build/package/acme-tool": "acme_tool/_docs"}
    assert "acme_tool.brew" in (tmp_path / "docs/_build/package/acme-tool/reference.md").read_text(
        "utf-8"
    )
    navigation = json.loads((tmp_path / "docs/docs.json").read_text("utf-8"))["navigation"]
    assert navigation[-1] == {"group": "Reference", "pages": ["reference"]}

    names = ("pyproject.toml", "docs/conf.py", "docs/docs.json", "docs/reference.md")
    before = {name: (tmp_path / name).read_bytes() for name in names}
    assert main(["init", "--package"]) == 0
    assert {name: (tmp_path / name).read_bytes() for name in names} == before


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({}, "there is no pyproject.toml above it"),
        ({"pyproject.toml": PROJECT}, "there is no folder acme_tool or src/acme_tool"),
        (
            {"pyproject.toml": PROJECT.replace("hatchling", "flit_core")},
            "its build backend is not hatchling",
        ),
        ({"pyproject.toml": "[project]\n"}, "pyproject.toml has no name"),
        ({"pyproject.toml": "[["}, "pyproject.toml cannot be read"),
    ],
)
def test_what_is_missing_is_told(tmp_path, monkeypatch, capsys, files, told):
    write_files(tmp_path, files)
    monkeypatch.chdir(tmp_path)

    assert main(["init", "--package"]) == 1
    assert f"the wheel cannot include the documentation: {told}" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == files.keys()
