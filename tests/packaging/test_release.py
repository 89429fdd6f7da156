"""What a release is made with says the same as ``pyproject.toml``."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from sphinx_docsjson.version import __version__
from tests.docs_say.machine import Offline, fresh_machine, make_clone
from tools.conda_recipe import recipe

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))


def test_the_conda_recipe_needs_what_the_package_needs():
    made = recipe("1.2.3", "0" * 64)
    run = made["requirements"]["run"]

    assert [each.replace(" ", "") for each in run[1:]] == PROJECT["dependencies"]
    assert made["build"]["python"]["entry_points"] == [
        f"{name} = {code}" for name, code in PROJECT["scripts"].items()
    ]
    assert all((ROOT / name).exists() for name in made["about"]["license_file"])


def test_a_release_is_tried_on_each_python_that_is_named_before_it_is_published():
    tried = WORKFLOW["jobs"]["try"]["strategy"]["matrix"]["python"]
    named = [text.rpartition(" :: ")[2] for text in PROJECT["classifiers"] if " :: 3." in text]

    assert tried == named
    assert WORKFLOW["jobs"]["publish"]["needs"] == "try"


def test_only_a_tag_is_published_and_all_else_is_a_rehearsal():
    jobs = WORKFLOW["jobs"]
    rehearsal = jobs["rehearse"]["steps"][-1]["with"]["repository-url"]

    assert jobs["publish"]["if"] == "github.ref_type == 'tag'"
    assert jobs["rehearse"]["if"] == "github.ref_type != 'tag'"
    assert rehearsal == "https://test.pypi.org/legacy/"


@pytest.mark.nightly
def test_what_the_workflow_does_before_it_publishes_works(tmp_path):
    """Each step of its first job, as it is written, in a clone with an environment of its own."""
    try:
        machine = fresh_machine(tmp_path)
    except Offline as error:
        pytest.skip(f"packages cannot be downloaded: {error}")
    clone = make_clone(tmp_path / "clone")
    variables = {"GITHUB_REF_NAME": f"v{__version__}", "PIP_CONSTRAINT": ""}
    for step in WORKFLOW["jobs"]["build"]["steps"]:
        if "run" in step:
            done = machine.run(step["run"], clone, **variables)
            assert done.code == 0, f"{step['run']}\n{done.output[-2000:]}"
    bill = json.loads((clone / "sbom.json").read_text(encoding="utf-8"))

    assert {"sphinx", "myst-parser", "sphinx-docsjson"} <= {
        part["name"].lower() for part in bill["components"]
    }


def what_is_to_be_filled() -> list[str]:
    """Return what only the owners of the project know, and has to be there before a release."""
    urls, author = PROJECT["urls"], PROJECT["authors"][0]
    security = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    editor = json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))
    wanted = {
        "pyproject.toml: the author, with an address": "email" in author,
        "pyproject.toml: Homepage, where the project is at home": "pypi.org"
        not in urls["Homepage"],
        "pyproject.toml: Repository and Issues": {"Repository", "Issues"} <= urls.keys(),
        "SECURITY.md: whom to write to": "pypi.org/project" not in security,
        "editors/vscode/package.json: repository": "repository" in editor,
        f"CHANGELOG.md: the date of {__version__}": f"[{__version__}] - unreleased" not in changes,
    }
    return [name for name, is_there in wanted.items() if not is_there]


def test_what_only_the_owners_know_is_filled_before_a_release():
    """It fails where a tag is tested; before that, it says what is left."""
    missing = what_is_to_be_filled()
    if os.environ.get("GITHUB_REF_TYPE") != "tag" and missing:
        pytest.skip("; ".join(missing))

    assert missing == []


HEADINGS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_changelog_has_the_form_that_tools_read():
    """https://keepachangelog.com/en/1.1.0/"""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[([^\]]+)\](?: - (\S+))?$", text, re.MULTILINE)
    parts = re.findall(r"^### (.+)$", text, re.MULTILINE)

    assert len(versions) == len(re.findall(r"^## ", text, re.MULTILINE))
    assert __version__ in dict(versions)
    for version, date in versions:
        assert version == "Unreleased" or re.fullmatch(r"\d{4}-\d\d-\d\d|unreleased", date)
    assert set(parts) <= HEADINGS


def test_only_the_job_that_publishes_may_ask_for_an_identity():
    asking = {
        name
        for name, job in WORKFLOW["jobs"].items()
        if job.get("permissions", {}).get("id-token") == "write"
    }

    assert asking == {"publish", "rehearse"}
    assert WORKFLOW["permissions"] == {"contents": "read"}


def test_the_command_is_called_as_the_package_is():
    """So that ``pipx run sphinx-docsjson init`` and ``uvx sphinx-docsjson init`` find it."""
    assert PROJECT["name"] in PROJECT["scripts"]


def test_each_change_runs_the_checks_of_the_readme_and_the_tests_on_each_system():
    jobs = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))["jobs"]

    assert jobs["linux"]["steps"][-1]["run"] == ".ci/run"
    assert jobs["others"]["strategy"]["matrix"]["os"] == ["macos-latest", "windows-latest"]
