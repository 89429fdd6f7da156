"""The projects: which release or commit is built, where its pages are, what the build needs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.projects.building import BUILDERS


@dataclass(frozen=True, kw_only=True)
class Project:
    """One row of ``projects.toml``.

    :param version: of the source distribution. Without it, the project is a repository.
    :param repository: its owner and name on GitHub.
    :param docs: the folder of conf.py or docs.json.
    :param site: whether it is a site of the hosted platform, and not a project of Sphinx.
    :param requires: what the build needs beside our own dependencies, with versions.
    :param lines: what conf.py ends with in every build, for what asks the network or git.
    :param options: what ``sphinx-build`` is given in every build.
    :param builders: that are compared where the command line names none.
    :param shared: whether one builder uses what another has read, as with a Makefile.
    :param theme: whether it can be built in another theme than its own.
    :param expected: differences that are meant: part of their text → the reason.
    """

    name: str
    version: str = ""
    repository: str = ""
    commit: str = ""
    docs: str = "docs"
    site: bool = False
    requires: tuple[str, ...] = ()
    lines: str = ""
    options: tuple[str, ...] = ()
    builders: tuple[str, ...] = BUILDERS
    shared: bool = False
    theme: bool = True
    expected: Mapping[str, str] = field(default_factory=dict)


def read_table() -> dict[str, Project]:
    """Return the projects by name."""
    rows = tomllib.loads(Path(__file__).with_name("projects.toml").read_text(encoding="utf-8"))
    return {
        name: Project(
            name=name,
            **{key: tuple(v) if isinstance(v, list) else v for key, v in row.items()},
        )
        for name, row in rows.items()
    }
