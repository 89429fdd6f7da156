"""The samples that the pages show build, and what the pages promise of them is so."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys

import pytest
from bs4 import BeautifulSoup
from sphinx.util.inventory import InventoryFile

from tests._support.shared_builds import built_once
from tests.docs_say.blocks import INCLUDE, blocks_in
from tests.docs_say.formats import SAMPLES
from tests.docs_say.stories import DOWNLOAD
from tests.search.asking import ask

SUNDIAL = SAMPLES / "sundial"
PAGE = "docs/start/python-and-http.md"


def in_sample(*command, **options):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SUNDIAL / "src"), *sys.path])}
    return subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=SUNDIAL,
        env=environment | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        **options,
    )


@pytest.fixture(scope="module")
def sundial(tmp_path_factory):
    def build(folder):
        done = in_sample("-m", "sphinx", "-W", "-q", "-d", folder / "doctrees", "docs", folder)
        assert not done.returncode, done.stderr

    return built_once(tmp_path_factory, "sundial", build)


def test_the_page_has_every_file_that_a_reader_needs():
    blocks = [block for block in blocks_in(PAGE) if block.language == INCLUDE]
    text = (SAMPLES.parents[1] / PAGE).read_text()
    named = {block.title for block in blocks} | {name for name, _file in DOWNLOAD.findall(text)}
    told = {"docs/openapi.json", ".gitignore"}  # a command writes it; git reads it
    files = subprocess.run(
        ["git", "ls-files"], cwd=SUNDIAL, capture_output=True, text=True, check=False
    ).stdout.split() or [str(path.relative_to(SUNDIAL)) for path in SUNDIAL.rglob("*.*")]
    assert named == {name for name in files if "__pycache__" not in name} - told
    assert all(block.text == (SUNDIAL / block.title).read_text() for block in blocks)


def test_the_three_commands_are_those_of_the_readme():
    *_, last = [block.commands for block in blocks_in(PAGE) if block.language == "sh"]
    (readme,) = [
        block.commands
        for block in blocks_in(str((SUNDIAL / "README.md").relative_to(SAMPLES.parents[1])))
    ]

    assert [command for _line, command in last] == [command for _line, command in readme]
    assert len(last) == 3


def test_a_guide_the_python_pages_and_the_http_api_lead_to_each_other(sundial):
    def links(page):
        soup = BeautifulSoup((sundial / f"{page}.html").read_text(), "html.parser")
        return {a["href"] for a in soup.select("article a[href]")}

    assert links("guides/places") > {
        "../python/places.html#sundial.Place",
        "../python/places.html#sundial.Place.parse",
        "../api-reference/places/add-place.html",
        "../api-reference/places/add-place.html#body-latitude",
        "../api-reference/daylight/get-daylight.html",
    }
    assert "../api-reference/daylight/get-daylight.html" in links("python/daylight")


def test_the_search_and_the_inventory_have_all_three(sundial):
    answers = ask(sundial, "midnight sun polar", "longest_day", "add place", "UnknownPlace")
    found = [[page["uri"] for page in answer["found"]][:3] for answer in answers]
    inventory = InventoryFile.loads((sundial / "objects.inv").read_bytes(), uri="").data

    assert "guides/polar-days.html" in found[0]
    assert "python/daylight.html" in found[1]
    assert "api-reference/places/add-place.html" in found[2]
    assert "python/places.html" in found[3]
    assert "sundial.Daylight" in inventory["py:class"]
    assert {"addPlace", "getDaylight", "listPlaces"} <= inventory["openapi:operationid"].keys()


def test_what_the_guides_show_of_python_is_what_python_answers(tmp_path):
    for page in [SUNDIAL / "docs/index.md", *sorted((SUNDIAL / "docs/guides").glob("*.md"))]:
        blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
        (tmp_path / page.name).write_text("\n".join(blocks))
        done = in_sample("-m", doctest.__name__, tmp_path / page.name)
        assert not done.returncode, done.stdout


def test_the_description_is_what_the_app_says():
    pytest.importorskip("fastapi")
    code = "import json; from sundial.http import app; print(json.dumps(app.openapi()))"
    done = in_sample("-c", code, check=True)

    assert own(json.loads(done.stdout)) == own(
        json.loads((SUNDIAL / "docs/openapi.json").read_text())
    )


def own(description):
    """Return a description without what each release of FastAPI says in its own words."""
    schemas = description["components"]["schemas"]
    return {
        **description,
        "components": {name: schemas[name] for name in schemas if "Validation" not in name},
    }
