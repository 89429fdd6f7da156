"""The projects: which release is built, where its documentation lies, what the build needs."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("projects.toml")


@dataclass(frozen=True, kw_only=True)
class Named:
    """A difference that is meant, or that another party makes.

    :param kind: the kind of the difference, such as ``words``.
    :param text: what the line of the difference holds.
    :param reason: why it stays.
    """

    kind: str
    text: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class Project:
    """One row of ``projects.toml``.

    :param docs: the folder of conf.py in the sdist.
    :param requires: what the build needs beside our own dependencies, with versions.
    :param settings: lines that stand at the end of conf.py in every build, for what a project
        asks of the network.
    :param quick: whether the project is part of the tests.
    :param named: the differences that stay.
    """

    name: str
    version: str
    docs: str = "docs"
    requires: tuple[str, ...] = ()
    settings: str = ""
    quick: bool = False
    named: tuple[Named, ...] = ()

    @property
    def sdist(self) -> str:
        """The requirement that the source distribution fulfils."""
        return f"{self.name}=={self.version}"


def read_table(path: Path = TABLE) -> dict[str, Project]:
    """Return the projects by name."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))
    found = {}
    for name, row in rows.items():
        requires = tuple(row.pop("requires", ()))
        named = tuple(Named(**each) for each in row.pop("named", ()))
        found[name] = Project(name=name, requires=requires, named=named, **row)
    return found
