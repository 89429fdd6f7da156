"""Who comes for the first time has what they want after three commands, as the pages say."""

from __future__ import annotations

import re
import shutil

import pytest
import yaml

from tests._support.building import write_files
from tests.docs_say.blocks import ROOT
from tests.docs_say.formats import PLANTS
from tests.docs_say.machine import Machine, Offline, fresh_machine, make_clone
from tests.docs_say.stories import TOLD_BY_HOSTS

CASE = """
A newcomer's note
.
<Note>Hello, **world**.</Note>
.
.
"""


def done(machine, command, folder, code=0, **variables):
    """Run a command; a story ends where one does something else than it should."""
    try:
        ended = machine.run(command, folder, **variables)
    except Offline as error:
        pytest.skip(f"packages cannot be downloaded: {error}")
    assert ended.code == code, f"{command} ends with {ended.code}:\n{ended.output[-3000:]}"
    return ended.output


FASTAPI = """\
from fastapi import FastAPI

app = FastAPI(title="Plant store")


@app.get("/plants", summary="List plants", tags=["Plants"])
def plants(limit: int = 10) -> list[str]:
    return []
"""


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    """A fresh environment, which the stories of this module share as one newcomer would."""
    try:
        return fresh_machine(tmp_path_factory.mktemp("machine"))
    except Offline as error:
        pytest.skip(f"packages cannot be downloaded: {error}")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("files", "has", "init", "page"),
    [
        pytest.param({}, "", "init", "quickstart", id="empty folder"),
        pytest.param(
            {"openapi.yaml": PLANTS},
            "",
            "init",
            "api-reference/plants/list-plants",
            id="description",
        ),
        pytest.param(
            {"main.py": FASTAPI},
            "fastapi",
            "init --app main:app",
            "api-reference/plants/list-plants",
            id="FastAPI",
        ),
    ],
)
def test_a_folder_is_a_site_after_three_commands(machine, tmp_path, files, has, init, page):
    """Install, ``init``, and the command that it says comes next."""
    folder = tmp_path / "plant-store"
    folder.mkdir()
    write_files(folder, files)
    if has:
        done(machine, f"pip install {has}", folder)

    done(machine, "pip install sphinx-docsjson", folder)
    said = done(machine, f"sphinx-docsjson {init}", folder)
    after = said.splitlines()[-1].removeprefix("Next: ")
    shown = machine.look_at_server(f"{after} --port 0", folder)
    assert shown.code == 0, shown.output

    done(machine, f"{after.replace(' serve', ' build')} out -W", folder)
    assert (folder / "out" / f"{page}.html").is_file()


@pytest.mark.nightly
def test_a_package_brings_its_documentation_by_three_commands(machine, tmp_path):
    """Those who install the wheel ask about the version that they have."""
    package = tmp_path / "acme"
    shutil.copytree(ROOT / "tests/samples/acme", package)
    done(machine, 'pip install "sphinx-docsjson[mcp]"', package)
    done(machine, "sphinx-docsjson build docs", package)
    done(machine, "pip wheel --no-deps --wheel-dir dist .", package)

    done(machine, "pip install --no-deps dist/*.whl", package)
    answers = done(machine, "python ask.py", package)
    assert "acme 1.0" in answers
    assert "acme.brew(cups: int)" in answers


@pytest.mark.nightly
def test_a_project_without_documentation_brings_it_after_three_commands(machine, tmp_path):
    """Install, ``init --package``, ``pip install .``: an assistant reads the installed version."""
    package = tmp_path / "acme"
    shutil.copytree(ROOT / "tests/samples/acme", package)
    shutil.rmtree(package / "docs")
    (package / ".mcp.json").unlink()
    project = package / "pyproject.toml"
    plain = project.read_text(encoding="utf-8").split("[project.entry-points")[0]
    project.write_text(plain, encoding="utf-8")

    done(machine, 'pip install "sphinx-docsjson[mcp]"', package)
    done(machine, "sphinx-docsjson init --package", package)
    done(machine, "pip install .", package)
    answers = done(machine, "python ask.py", package)
    assert "acme 1.0" in answers
    assert "acme.brew(cups: int)" in answers


@pytest.mark.nightly
def test_a_first_change_is_made_with_the_commands_of_contributing(tmp_path):
    """Set up, write a case down as tests.md says, see it hold."""
    said = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    clone = make_clone(tmp_path / "clone")
    cases = clone / "tests/components/fixtures/callouts.markdown.md"
    run = ".venv/bin/python -m pytest -m quick tests/components/test_cases.py -k callouts"
    assert re.sub(r"tests/\S+ -k \S+", "tests/navigation", run) in said
    first = "python3 tools/dev.py setup"
    assert first in said

    assert "Ready: .venv/bin/python -m pytest" in done(Machine(), first, clone)
    cases.write_text(
        (cases.read_text(encoding="utf-8") if cases.exists() else "") + CASE, encoding="utf-8"
    )
    done(Machine(), run, clone, code=1)
    done(Machine(), f"{run} --regen", clone)
    assert "passed" in done(Machine(), run, clone)
    assert "Hello, **world**." in cases.read_text(encoding="utf-8")
    done(Machine(), ".venv/bin/ruff check . && .venv/bin/ruff format --check .", clone)


@pytest.mark.nightly
def test_a_team_has_a_site_that_its_pull_requests_cannot_break(machine, tmp_path):
    """``pip install``, ``init --hosting``, a push: what the workflow does then is done here."""
    team = tmp_path / "team"
    team.mkdir()
    done(machine, "git init -q", team)
    done(machine, "pip install sphinx-docsjson", team)
    done(machine, "sphinx-docsjson init docs --hosting github-pages", team)
    workflow = yaml.safe_load((team / ".github/workflows/docs.yml").read_text(encoding="utf-8"))
    for step in workflow["jobs"]["docs"]["steps"]:
        if "run" in step:
            done(machine, step["run"], team, **TOLD_BY_HOSTS)
    assert (team / "_site/index.html").is_file()

    page = team / "docs/index.mdx"
    page.write_text(page.read_text(encoding="utf-8") + "\n[x](/nowhere)\n", encoding="utf-8")
    said = done(machine, "sphinx-docsjson check docs --format github", team, code=1)
    assert re.search(r"(?m)^::warning file=docs/index\.mdx,line=\d+,title=docsjson\.link::", said)
