"""The public projects that were compared, and what came of it as a table."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROJECTS = Path(__file__).with_name("projects.toml")


@dataclass(frozen=True, kw_only=True)
class Project:
    """A row of ``projects.toml``.

    :param repository: its owner and name on GitHub.
    :param docs: the folder of conf.py.
    :param requires: what its build needs beside ours.
    :param lines: what conf.py ends with in every build, for what asks the network or git.
    :param chance: whether two builds without us differ, as where pages run code that measures
        time: such files are not compared.
    """

    name: str
    repository: str = ""
    commit: str = ""
    docs: str = "."
    requires: tuple[str, ...] = ()
    lines: str = ""
    chance: bool = False


def read_projects(path: Path = PROJECTS) -> dict[str, Project]:
    """Return the projects by name."""
    rows = tomllib.loads(path.read_text("utf-8"))
    return {
        name: Project(name=name, requires=tuple(row.pop("requires", ())), **row)
        for name, row in rows.items()
    }


def markdown(projects: Mapping[str, Project], results: Mapping[str, Any]) -> str:
    """Return the results as a table of Markdown."""
    builders = list(dict.fromkeys(name for each in results.values() for name in each["builders"]))
    head = ["Project", "Commit", "Theme", "Extensions", "Pages", *builders]
    rows = [head, ["---"] * len(head)]
    for name, result in results.items():
        project = projects[name]
        link = f"[{name}](https://github.com/{project.repository})"
        own = [each for each in result["extensions"] if not each.startswith("sphinx.ext.")]
        cells = [
            link,
            project.commit,
            result["theme"],
            ", ".join(own) or "–",
            str(result["pages"]),
        ]
        rows.append([*cells, *(_cell(result, builder) for builder in builders)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(result: Mapping[str, Any], builder: str) -> str:
    """Return how many files of a builder differ, ``=`` for none."""
    if builder not in result["builders"]:
        return ""
    if result["statuses"][builder]:
        return "fails"
    count = sum(
        number
        for way in result["found"].values()
        for name, number in way.items()
        if name.split()[0] == builder
    )
    chance = sum(each.startswith(f"{builder}:") for each in result["chance"])
    return (str(count) if count else "=") + (f" ({chance})" if chance else "")
