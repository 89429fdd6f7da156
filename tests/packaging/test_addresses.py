"""The addresses of the project, which stand in ``[project.urls]`` of ``pyproject.toml``."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from sphinx_docsjson.cli.new_site import SCHEMA
from tools.pypi_readme import DOCS

ROOT = Path(__file__).resolve().parents[2]
URLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]

TEXTS = {".md", ".py", ".toml", ".json", ".yml", ".yaml", ".js", ".html", ".css", ".mdx", ".rst"}
FOLDERS = ("docs", "sphinx_docsjson", "theme", "tools", ".github")
ADDRESS = re.compile(r"https?://[^\s\"'<>)`\]]*sphinx-docsjson[^\s\"'<>)`\]]*")

ELSEWHERE = {
    "https://pypi.org/packages/source/s/sphinx-docsjson/": "where the recipe of conda loads from",
}
"""Address that is none of them → whose it is."""


def test_every_address_of_the_project_is_one_of_those_that_stand_in_one_place():
    """They are placeholders until the project has a home, and are changed there."""
    known = (*(url.partition("#")[0] for url in URLS.values()), *ELSEWHERE)
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    files += [path for path in ROOT.iterdir() if path.suffix == ".md"]
    wrong = {
        f"{path.relative_to(ROOT).as_posix()}: {found}"
        for path in files
        if path.suffix in TEXTS and path.is_file() and "_build" not in path.parts
        for found in ADDRESS.findall(path.read_text(encoding="utf-8"))
        if not found.startswith(known)
    }

    assert wrong == set()
    assert URLS.keys() == {"Homepage", "Documentation", "Changelog", "Download"}


def test_what_users_are_given_lies_below_the_documentation():
    assert URLS["Documentation"] == DOCS
    assert SCHEMA.startswith(DOCS)
    page = URLS["Changelog"].removeprefix(DOCS).removesuffix(".html")
    assert (ROOT / "docs" / f"{page}.md").is_file()
