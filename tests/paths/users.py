"""Who comes to us with what, and the three commands at most that each of them types."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.docs_say.machine import Machine
from tests.projects.building import OFFLINE
from tests.projects.download import unpacked
from tests.projects.table import Project

INSTALL = "pip install sphinx-docsjson"
FIXTURE = Path(__file__).with_name("hosted")
PAGES = (".mdx", ".md")
OF_OURS = ("sphinx", "myst-parser")
"""What projects may need that their table leaves out, because we need it, too."""
ITS_THEME, OUR_THEME = "its theme", "our theme"
AUTHORS = "[docsjson."
"""The kind of each warning about what the author of a page wrote."""
BEFORE, AFTER = "_build/before", "_build/html"


@dataclass(frozen=True, kw_only=True)
class Way:
    """What a user has, and types.

    :param folder: where the commands are run.
    :param site: what the last command writes; ``None`` when it serves the site.
    :param before: the site of the same project without us.
    :param listed: the pages that the navigation has to lead to.
    :param excused: what is no warning of ours: words, each of which excuses its line.
    :param repository: what no command may change, and where its copy lies.
    """

    name: str
    folder: Path
    commands: tuple[str, ...]
    site: Path | None = None
    before: Path | None = None
    listed: tuple[str, ...] = ()
    excused: tuple[str, ...] = ()
    repository: tuple[Path, Path] | None = None


def on_sphinx(project: Project, theme: str, cache: Path, folder: Path, machine: Machine) -> Way:
    """A team on Sphinx, with autodoc and toctrees: in the theme that it has, or in ours.

    What its documentation needs is installed before, and it is built once without us.

    :raises DownloadError: when the source distribution cannot be had.
    :raises RuntimeError: when it cannot be built without us.
    """
    tree = folder / project.name
    shutil.copytree(unpacked(project, cache), tree, symlinks=True)
    with (tree / project.docs / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(OFFLINE + project.settings)
    build = f"sphinx-build {project.docs} "
    needed = " ".join(f"'{each}'" for each in (*OF_OURS, *project.requires))
    done = machine.run(f"pip install --quiet {needed} && {build}{BEFORE}", tree)
    if done.code:
        raise RuntimeError(f"{project.name} cannot be built without us:\n{done.output}")
    option = "-D html_theme=docsjson " if theme == OUR_THEME else ""
    return Way(
        name=f"1 {project.name} {project.version}, {theme}",
        folder=tree,
        commands=(INSTALL, f"sphinx-docsjson init {project.docs}", f"{build}{option}{AFTER}"),
        site=tree / AFTER,
        before=tree / BEFORE,
        excused=tuple(warnings_of(done.output)),
    )


def from_a_platform(site: Path, folder: Path, _machine: Machine) -> Way:
    """A team that leaves a hosted platform: its repository is built as it is."""
    shutil.copytree(site, folder / site.name)
    real = site != FIXTURE
    return Way(
        name=f"2 {site.name if real else 'a small repository'}",
        folder=folder,
        commands=(INSTALL, f"sphinx-build -C -D extensions=sphinx_docsjson {site.name} _site"),
        site=folder / "_site",
        listed=tuple(addresses(site)),
        excused=(AUTHORS,) if real else (),
        repository=(site, folder / site.name),
    )


def with_nothing(folder: Path, _machine: Machine) -> Way:
    """Somebody who begins in an empty folder."""
    return Way(
        name="3 an empty folder",
        folder=folder,
        commands=(INSTALL, "sphinx-docsjson init", "sphinx-docsjson serve docs"),
        listed=("index.html", "quickstart.html"),
    )


def is_unchanged(way: Way) -> bool:
    """Whether a way has left every file of a repository as it was."""
    if way.repository is None:
        return True
    command = ["diff", "-rq", *map(str, way.repository)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def warnings_of(output: str) -> list[str]:
    """Return the lines of a command that warn."""
    return [line for line in output.splitlines() if re.search(r"\b(WARNING|ERROR): ", line)]


LEADS_AWAY = re.compile(r"---\n(?:(?!---).*\n)*?url:")


def addresses(site: Path) -> Iterator[str]:
    """Yield the address of each page that a configuration lists and the repository has.

    The reader is as plain as can be and shares nothing with ours. A page whose front matter has
    a ``url`` is an entry that leads there.
    """
    found = [site / name for name in ("docs.json", "mint.json") if (site / name).is_file()]
    for name in dict.fromkeys(_pages(json.loads(found[0].read_text(encoding="utf-8")))):
        path = name.strip("/")
        files = [site / f"{path}{suffix}" for suffix in PAGES]
        texts = [file.read_text(encoding="utf-8") for file in files if file.is_file()]
        if texts and not LEADS_AWAY.match(texts[0]):
            yield f"{path}.html"


def _pages(value: Any) -> Iterator[str]:
    for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if name == "pages":
            yield from (each for each in inner if isinstance(each, str))
        if isinstance(inner, dict | list):
            yield from _pages(inner)
