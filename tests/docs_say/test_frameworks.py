"""The line by which a framework writes its description does so, and the site has the operation."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests._support.building import build_site
from tests.docs_say.blocks import blocks_in
from tests.docs_say.machine import Offline, fresh_machine

APPS = Path(__file__).parent / "inputs" / "frameworks"
PAGE = "docs/api/files.md"
INSTALLED = {
    "FastAPI": "fastapi",
    "connexion": "connexion",
    "drf-spectacular": "drf-spectacular",
}
LINES = {
    block.title: block.commands[0][1]
    for block in blocks_in(PAGE)
    if block.language == "sh" and block.title
}


def test_each_line_of_the_page_has_a_framework_and_an_app():
    assert LINES.keys() == INSTALLED.keys()
    assert {folder.name for folder in APPS.iterdir()} == {name.lower() for name in INSTALLED}


@pytest.mark.nightly
def test_a_framework_writes_the_file_that_a_site_shows(tmp_path):
    try:
        machine = fresh_machine(tmp_path)
        done = machine.run(f"pip install --quiet {' '.join(INSTALLED.values())}", tmp_path)
    except Offline as error:
        pytest.skip(f"packages cannot be downloaded: {error}")
    assert not done.code, done.output

    for name, line in LINES.items():
        folder = tmp_path / name
        shutil.copytree(APPS / name.lower(), folder)
        (folder / "docs").mkdir()
        done = machine.run(line, folder)
        assert not done.code, done.output
        (file,) = (folder / "docs").iterdir()
        config = {"name": "Plants", "navigation": ["index"], "openapi": file.name}
        files = {"docs.json": json.dumps(config), "index.md": "# Plants\n"}
        built = build_site(folder / "docs", files)

        pages = [path.read_text() for path in built.outdir.rglob("*.html")]
        assert built.warning_lines == [], name
        assert any("List plants</h1>" in page or ">List plants<" in page for page in pages), name
