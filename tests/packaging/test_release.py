"""What a release is made with says the same as ``pyproject.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path

import yaml

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


def test_only_the_job_that_publishes_may_ask_for_an_identity():
    asking = {
        name
        for name, job in WORKFLOW["jobs"].items()
        if job.get("permissions", {}).get("id-token") == "write"
    }

    assert asking == {"publish"}
    assert WORKFLOW["permissions"] == {"contents": "read"}


def test_the_command_is_called_as_the_package_is():
    """So that ``pipx run sphinx-docsjson init`` and ``uvx sphinx-docsjson init`` find it."""
    assert PROJECT["name"] in PROJECT["scripts"]


def test_each_change_runs_the_checks_of_the_readme_and_the_tests_on_each_system():
    jobs = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))["jobs"]

    assert jobs["linux"]["steps"][-1]["run"] == ".ci/run"
    assert jobs["others"]["strategy"]["matrix"]["os"] == ["macos-latest", "windows-latest"]
