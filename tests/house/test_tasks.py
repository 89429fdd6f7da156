"""Eight usual changes need as many files as the documentation says, and they are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "contribute" / "tasks.md").read_text(encoding="utf-8")
TABLE, *SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)
ROWS = re.findall(r"^\| \[(.+)\]\(#.+?\) \| (\d+) \| (\d+) \| (\d+) \|$", TABLE, re.MULTILINE)
GOALS = (4, 7, 3, 5, 2, 4, 4, 3)
FILE = re.compile(r"`((?:sphinx_docsjson|theme|docs|tests)/[\w./-]+)`")


def test_there_are_eight_tasks_with_their_goals():
    assert [int(goal) for _task, _before, goal, _now in ROWS] == list(GOALS)
    assert [section.splitlines()[0].lower() for section in SECTIONS] == [
        task.lower() for task, *_numbers in ROWS
    ]


@pytest.mark.parametrize(
    ("row", "section"), list(zip(ROWS, SECTIONS, strict=True)), ids=[row[0] for row in ROWS]
)
def test_a_task_has_as_many_files_as_are_said_and_no_more_than_the_goal(row, section):
    _task, before, goal, now = row
    steps = re.findall(r"^\d+\. (`[^`]+`)", section, re.MULTILINE)

    assert len(steps) == int(now) <= int(goal) < int(before)
    for name in FILE.findall(section):
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize("section", SECTIONS, ids=[row[0] for row in ROWS])
def test_what_a_step_names_stands_in_its_file(section):
    """Names of Python in a step are looked for in the file of the step."""
    for step in re.split(r"^\d+\. ", section, flags=re.MULTILINE)[1:]:
        path, *names = re.findall(r"`([^`]+)`", step.split("\n\n")[0])
        text = (ROOT / path).read_text(encoding="utf-8")
        for name in names:
            if re.fullmatch(r"_?[a-z]+(?:_[a-z]+)*|[A-Z]+|[A-Z][a-z]+", name):
                assert re.search(rf"\b{name}\b", text), (path, name)


def test_every_file_that_tells_where_to_look_names_is_there():
    text = (ROOT / "docs" / "contribute" / "where.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.(?:py|js|toml|css))`", text)
    package = ROOT / "sphinx_docsjson"
    folders = [package, ROOT, package / "mdx", *(package / "openapi").iterdir()]

    assert len(named) > 25
    assert [name for name in named if not any((f / name).is_file() for f in folders)] == []
