"""Where Sphinx's own test projects are, and which builders each is about."""

from __future__ import annotations

from pathlib import Path

import sphinx

from tests.projects.__main__ import user_cache
from tests.projects.download import unpacked
from tests.projects.table import Project

PREFIX = "test-"

BUILDERS = {"latex": "latex", "build-text": "text", "numfig": "latex", "footnotes": "latex"}
"""Projects that another builder than ``html`` has to do with, by how their names begin."""

QUICK = (
    *("basic", "changes", "directive-only", "ext-autodoc", "ext-math", "ext-todo"),
    *("footnotes", "glossary", "images", "prolog", "toctree-index", "warnings"),
)
"""Those that taught us something."""


def projects_folder() -> Path:
    """Return ``tests/roots`` of the Sphinx that is installed.

    :raises DownloadError: when the source distribution cannot be downloaded.
    """
    project = Project(name="sphinx", version=sphinx.__version__, docs="")
    return unpacked(project, user_cache()) / "tests" / "roots"


def project_names(folder: Path) -> list[str]:
    """Return the names of all projects."""
    return sorted(path.name.removeprefix(PREFIX) for path in folder.glob(f"{PREFIX}*"))


def builders_of(name: str) -> list[str]:
    """Return the builders that a project is built with."""
    implied = [builder for start, builder in BUILDERS.items() if name.startswith(start)]
    return ["html", *implied]
