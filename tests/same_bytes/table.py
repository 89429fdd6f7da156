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
    head = ["Project", "Commit", "Theme", "Extensions", "Pages", "Without, with `docs.json`"]
    rows = [head, ["---"] * len(head)]
    for name, result in results.items():
        project = projects[name]
        link = f"[{name}](https://github.com/{project.repository})"
        own = [each for each in result["extensions"] if not each.startswith("sphinx.ext.")]
        extensions = ", ".join(f"`{each}`" for each in own) or "–"
        theme = f"`{result['theme']}`"
        told = [_told(result, way) for way in result["found"]]
        found = told[0] if len(set(told)) == 1 else ", ".join(told)
        notes = [*_failing(result), *_by_chance(result)]
        cells = [link, project.commit, theme, extensions, str(result["pages"])]
        rows.append([*cells, "; ".join([found, *notes])])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _told(result: Mapping[str, Any], way: str) -> str:
    """Return which builders write what differs, and in how many files."""
    return ", ".join(f"{name} {n}" for name, n in result["found"][way].items()) or "same"


def _failing(result: Mapping[str, Any]) -> list[str]:
    failing = [name for name, status in result["statuses"].items() if status]
    return [f"{', '.join(failing)} fail without us, too"] if failing else []


def _by_chance(result: Mapping[str, Any]) -> list[str]:
    count = len(result["chance"])
    return [f"{count} files differ between two builds without us"] if count else []
