"""What a build writes for a wheel, and what a wheel brings."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sphinx_docsjson.ext.agents.documentation import open_documentation
from sphinx_docsjson.ext.search.answers import answer
from tests._support.building import build_site
from tests.agents.asking import tools_over

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 0.25
"""Of the HTML pages."""

FILES = {
    "docs.json": json.dumps({"name": "Acme", "navigation": {"pages": ["index", "guide"]}}),
    "index.md": "# Acme\n\nStart with the guide.\n",
    "guide.md": "# Guide\n\n## Brew coffee\n\nPour *water* slowly over it.\n",
}
CONF = {"html_theme": "docsjson", "docsjson_package": "acme", "release": "1.4"}


def test_a_build_writes_a_folder_that_answers_by_itself(site):
    built = site(FILES, conf=CONF)
    folder = built.outdir.parent / "package" / "acme"
    found = open_documentation(folder)
    (first, *_others) = answer(found.index(), '"water slowly"')

    assert (found.name, found.version, found.title) == ("acme", "1.4", "Acme")
    assert {path.suffix for path in folder.rglob("*") if path.is_file()} == {
        *(".md", ".txt", ".json", ".js", ".inv")
    }
    assert first.shown[4][first.places[0]][2] == "Brew coffee"
    assert "guide#brew-coffee (Brew coffee): Pour water slowly over it." in tools_over(
        folder
    ).call("search", {"query": "slowly"})


@pytest.mark.parametrize(
    ("conf", "said"),
    [
        ({"docsjson_package": "../acme"}, "'../acme' is not the name of a package"),
        ({"docsjson_markdown_twins": False}, "it needs Markdown twins"),
    ],
)
def test_what_cannot_be_written_is_said_and_costs_nothing_else(site, conf, said):
    built = site(FILES, conf=CONF | conf)

    (line,) = built.warning_lines
    assert f"WARNING: docsjson_package: {said}" in line
    assert line.endswith("[docsjson.config]")
    assert not (built.outdir.parent / "package").exists()


def test_a_page_that_is_gone_is_gone_from_the_folder_and_a_folder_of_others_stays(tmp_path):
    source = tmp_path / "source"
    built = build_site(source, FILES, conf=CONF)
    folder = built.outdir.parent / "package" / "acme"
    (source / "guide.md").unlink()
    config = {"name": "Acme", "navigation": {"pages": ["index"]}}
    left = {"docs.json": json.dumps(config), "index.md": FILES["index.md"]}
    build_site(source, left, conf=CONF)
    names = {path.name for path in folder.glob("*.md")}
    (folder / "docsjson-package.json").unlink()
    (folder / "index.md").write_text("mine")
    built = build_site(source, left, conf=CONF)

    assert names == {"index.md"}
    assert (folder / "index.md").read_text() == "mine"
    assert "contains something else; remove it" in built.warnings


@pytest.mark.nightly
def test_the_folder_of_our_documentation_has_a_quarter_of_its_html_at_most(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-q", "-D", "docsjson_package=sphinx-docsjson"]
    subprocess.run([*command, str(ROOT / "docs"), str(tmp_path / "html")], check=True, cwd=ROOT)

    def size(folder, pattern):
        return sum(path.stat().st_size for path in folder.rglob(pattern) if path.is_file())

    pages = size(tmp_path / "html", "*.html")
    assert size(tmp_path / "package", "*") <= LARGEST * pages
