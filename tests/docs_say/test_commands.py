"""The commands of pages that are told by no other test are run, word for word."""

from __future__ import annotations

import subprocess
from itertools import groupby

import pytest

from tests._support.building import write_files
from tests.docs_say.classes import Held, every_part
from tests.docs_say.machine import Offline, fresh_machine
from tests.docs_say.stories import SPHINX

HERE = "tests/docs_say/test_commands.py"
COMMANDS = {
    page: [part.text for part in parts]
    for page, parts in groupby(
        (part for part in every_part() if part.held is Held.RUN and part.why == HERE),
        lambda part: part.block.page,
    )
}
SITE = {
    **SPHINX,
    "docs/requirements.txt": "sphinx-docsjson\n",
    "docs/openapi.yaml": 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}\n',
}


def test_the_pages_with_commands_of_their_own_are_known():
    assert len(COMMANDS) > 10


@pytest.mark.nightly
def test_the_commands_of_each_page_end_well(tmp_path):
    """One test and not one per page, so that all pages share one fresh environment."""
    problems = []
    try:
        user = fresh_machine(tmp_path)
        user.run("pip install --quiet sphinx-docsjson", tmp_path)
        for page, commands in COMMANDS.items():
            folder = made(tmp_path / page.replace("/", "-"))
            for command in commands:
                done = user.run(command, folder)
                if done.code:
                    problems.append(f"{page}: `{command}` ends with {done.code}:\n{done.output}")
    except Offline as error:
        pytest.skip(f"packages cannot be downloaded: {error}")
    assert not problems, "\n\n".join(problems)


def made(folder):
    """Return the repository of a Sphinx project with two releases."""
    write_files(folder, SITE)
    who = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "One"], ["tag", "v1.0.0"]):
        subprocess.run([*who, *command], cwd=folder, check=True)
    return folder
