"""Who comes for the first time has what they want after three commands, as the pages say."""

from __future__ import annotations

import re

import pytest
import yaml

from tests.docs_say.blocks import ROOT
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
def test_a_team_has_a_site_that_its_pull_requests_cannot_break(tmp_path):
    """``pip install``, ``init --hosting``, a push: what the workflow does then is done here."""
    try:
        machine = fresh_machine(tmp_path)
    except Offline as error:
        pytest.skip(f"packages cannot be downloaded: {error}")
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
