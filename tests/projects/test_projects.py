"""Adding the extension changes nothing of a project; our theme alone shows its toctrees."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests._support.building import write_files
from tests._support.inputs import ROOT
from tests._support.quick import quick_only
from tests.projects.__main__ import chosen, main, told_apart
from tests.projects.building import ALONE, WITH, build
from tests.projects.comparing import compare
from tests.projects.download import DownloadError
from tests.projects.environment import InstallError, python_of
from tests.projects.table import Project

INPUTS = Path(__file__).with_name("inputs")
FOLDERS = [path.name for path in sorted(INPUTS.iterdir()) if (path / "conf.py").is_file()]
QUICK = ("html", "latex", "epub", "text", "gettext")

TWO = ("argon2-cffi", "markupsafe")
TWELVE = (
    *(*TWO, "attrs", "jinja2", "flask", "click", "pluggy", "packaging"),
    *("structlog", "traitlets", "anyio", "urllib3"),
)
ROOTS = (
    *("basic", "directive-only", "ext-autodoc", "ext-math", "ext-todo"),
    *("footnotes", "glossary", "images", "prolog", "toctree-index", "warnings"),
)
"""Those of the projects that Sphinx tests itself with that taught us something."""


def differing(
    project: Project, source: Path, work: Path, builders: Sequence[str] = QUICK, **more: bool
) -> dict[str, list[str]]:
    """Return what differs, by way."""
    found = compare(project, source, work, builders, python_of(project), **more).found
    assert len(found) >= 2
    return {way: list(map(str, each)) for way, each in found.items() if each}


def had(name: str) -> tuple[Project, Path]:
    """Return a project of the table, prepared; skip where it cannot be had."""
    try:
        ((project, source),) = chosen([name])
        python_of(project)
    except (DownloadError, InstallError) as error:
        pytest.skip(f"{name} cannot be had here: {error}")
    return project, source


@pytest.mark.parametrize("name", quick_only(FOLDERS, ["myst"]))
def test_nothing_of_a_small_project_changes(name: str, tmp_path: Path):
    project = Project(name=name, docs=".")
    assert differing(project, INPUTS / name, tmp_path, theme=False) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("name", TWO)
def test_nothing_of_a_public_project_changes(name: str, tmp_path: Path):
    assert differing(*had(name), tmp_path) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("name", ROOTS)
def test_nothing_of_a_project_that_sphinx_tests_itself_with_changes(name: str, tmp_path: Path):
    assert differing(*had(f"roots/{name}"), tmp_path, ("html", "latex", "text")) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("name", TWELVE)
def test_our_theme_alone_shows_the_toctrees_of_a_project(name: str, tmp_path: Path):
    project, source = had(name)
    more = {"docs": project.docs, "lines": project.lines, "python": python_of(project)}
    built = build(source, tmp_path, ALONE, ("html",), **more)
    facts, html = built.facts(), built.folder / "html"
    assert built.statuses["html"] == 0, built.log("html")[-2000:]
    assert len(facts["documents"]) >= 3
    wrong = []
    for name in facts["documents"]:
        page = html / f"{name}.html"
        soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
        if len(soup.select("[aria-current]")) != 1:
            wrong.append(f"{name}: {soup.select('[aria-current]')}")
        link = soup.select_one("link[rel=next]")
        target = os.path.relpath(page.parent / link["href"], html) if link else None
        following = facts["following"].get(name)
        if target != (following and f"{following}.html"):
            wrong.append(f"{name}: next is {target}, and not {following}")
    assert wrong == []


def test_our_builder_writes_the_same_where_nothing_else_asks_for_us(tmp_path: Path):
    names = ("docsjson-markdown",)
    late, once = (
        build(INPUTS / "rst", tmp_path, WITH, names, lines=lines, name=lines[:3] or "late")
        for lines in ("", "docsjson_tags_in_md = False\n")
    )

    assert late.statuses == {"docsjson-markdown": 0}
    assert late.files(*names) == once.files(*names)


HELLO = {
    "index.md": "# A\n",
    "docs.json": '{"name": "A", "navigation": [{"group": "B", "pages": ["index"]}]}',
}


def test_what_two_copies_of_our_package_write_is_compared(tmp_path: Path, capsys):
    write_files(tmp_path / "source", HELLO)
    for folder in ("sphinx_docsjson", "theme"):
        shutil.copytree(ROOT / folder, tmp_path / "copy" / folder)
    for path in (tmp_path / "copy" / "theme").rglob("*.css"):
        path.write_text(f"{path.read_text('utf-8')}\n.x {{ color: red }}\n", "utf-8")
    options = argparse.Namespace(work=tmp_path / "work", all=False)
    project, source = Project(name="source", docs="."), tmp_path / "source"
    builders = ("html", "text")

    assert told_apart(project, source, (ROOT, ROOT), builders, options)
    assert not told_apart(project, source, (tmp_path / "copy", ROOT), builders, options)
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == "| source | same |"
    assert rows[1].startswith("| source | html ")


@pytest.mark.nightly
def test_what_a_commit_writes_is_built_apart_from_the_repository(tmp_path: Path, capsys):
    if not (ROOT / ".git").exists():
        pytest.skip("no clone of the repository")
    write_files(tmp_path / "source", HELLO)
    work = tmp_path / "work"
    ended = main(["commits", "HEAD", str(tmp_path / "source"), "--work", str(work)])

    # Whether it is the same is up to who changes something now.
    assert (capsys.readouterr().out == "| source | same |\n") == (ended == 0)
    assert (work / "builds" / "source" / "before" / "html" / "index.html").is_file()
    assert not (work / "package").exists()
