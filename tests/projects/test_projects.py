"""Adding the extension changes no article of a project; our theme alone shows its toctrees."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.projects.__main__ import compare_all, user_cache
from tests.projects.building import build_all, build_alone
from tests.projects.download import DownloadError
from tests.projects.environment import InstallError, python_of
from tests.projects.table import read_table

TABLE = read_table()


TWELVE = (
    *("argon2-cffi", "attrs", "markupsafe", "jinja2", "flask", "click", "pluggy", "packaging"),
    *("structlog", "traitlets", "anyio", "urllib3"),
)

PRINT_ORDER = """
import json, pickle, sys
env = pickle.load(open(sys.argv[1], "rb"))
rows = env.collect_relations()
json.dump({name: row[2] for name, row in rows.items() if row[2] in env.titles}, sys.stdout)
"""
"""Prints which page Sphinx says comes next."""


@pytest.mark.nightly
@pytest.mark.parametrize("name", TWELVE)
def test_our_theme_alone_shows_the_toctrees_of_a_project(name: str, tmp_path: Path) -> None:
    project = TABLE[name]
    cache = user_cache()
    try:
        built = build_alone(project, cache, tmp_path)
    except (DownloadError, InstallError) as error:
        pytest.skip(f"{name} cannot be had here: {error}")
    assert built.status == 0, built.output[-2000:]
    environment = built.html.parent / "doctrees" / "environment.pickle"
    printed = subprocess.run(
        [python_of(project, cache), "-c", PRINT_ORDER, environment],
        capture_output=True,
        check=True,
        cwd=Path(built.tree) / "tree" / project.docs,
    )
    following = json.loads(printed.stdout)
    wrong = []
    documents = [*environment.parent.rglob("*.doctree")]
    for path in documents:
        docname = path.relative_to(environment.parent).with_suffix("").as_posix()
        page = built.html / f"{docname}.html"
        soup = BeautifulSoup(page.read_text("utf-8"), "html.parser")
        if len(soup.select("[aria-current]")) != 1:
            wrong.append(f"{docname}: {soup.select('[aria-current]')}")
        link = soup.select_one("link[rel=next]")
        found = (page.parent / link["href"]).resolve() if link else None
        wanted = built.html / f"{following[docname]}.html" if docname in following else None
        if found != (wanted.resolve() if wanted else None):
            wrong.append(f"{docname}: next is {found}, and not {wanted}")
    assert wrong == []
    assert len(documents) >= 3


@pytest.mark.nightly
@pytest.mark.parametrize("name", [each.name for each in TABLE.values() if each.quick])
def test_the_articles_of_a_project_stay_as_they_are(name: str, tmp_path: Path) -> None:
    project = TABLE[name]
    try:
        builds = build_all(project, tmp_path / "cache", tmp_path / "output")
    except (DownloadError, InstallError) as error:
        pytest.skip(f"{name} cannot be had here: {error}")
    results = compare_all(project, builds)

    assert {way: list(map(str, each.differences)) for way, each in results.items()} == {
        "their theme": [],
        "our theme": [],
    }
    assert results["our theme"].pages > 5
