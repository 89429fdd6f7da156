"""A feature that is switched off is not imported, and a site that does not use it is the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sphinx_docsjson.features import FEATURES
from tests._support.building import write_files

PLAIN = {
    "docs.json": json.dumps({"name": "Plain", "navigation": ["index", "other"]}),
    "index.md": "---\ntitle: Start\n---\n\nWords, and a [link](other.md).\n\n## A part\n\nMore.\n",
    "other.mdx": "---\ntitle: Other\n---\n\n<Note>A note.</Note>\n\n```python\nx = 1\n```\n",
}
"""A site that uses no feature."""

INFO = {"title": "A", "version": "1"}
PATHS = {"/plants": {"get": {"responses": {"200": {"description": "Good."}}}}}
WITH_API = {
    **PLAIN,
    "api.json": json.dumps({"openapi": "3.1.0", "info": INFO, "paths": PATHS}),
    "docs.json": json.dumps(
        {"name": "API", "navigation": ["index", "other"], "api": {"openapi": "api.json"}}
    ),
}
"""A site with an API that is right, and that is compared with none."""

BUILD = """
import json, sys
from sphinx.cmd.build import main
code = main(json.loads(sys.argv[1]))
print(json.dumps({"code": code, "modules": sorted(sys.modules)}), file=sys.__stdout__)
"""


def built(
    folder: Path, builder: str, written: dict[str, str] = PLAIN
) -> tuple[dict[str, bytes], set[str]]:
    """Return the files of a build in a process of its own, and the modules that it loaded."""
    source, output = folder / "source", folder / "output"
    write_files(source, written)
    arguments = ["-q", "-b", builder, "-d", str(folder / "doctrees")]
    if not (source / "conf.py").is_file():
        arguments += ["-C", "-D", "extensions=sphinx_docsjson"]
    command = [sys.executable, "-c", BUILD, json.dumps([*arguments, str(source), str(output)])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["code"], done.stderr) == (0, "")
    files = {
        path.relative_to(output).as_posix(): path.read_bytes()
        for path in sorted(output.rglob("*"))
        if path.is_file() and path.name != ".buildinfo"
    }
    return files, set(found["modules"])


@pytest.fixture(scope="module", params=["html", "text", "latex"])
def builder(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def with_all(builder, tmp_path_factory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("all")
    (folder / "source").mkdir()
    conf = f'extensions = ["sphinx_docsjson"]\ndocsjson_features = {EVERY}\n'
    (folder / "source/conf.py").write_text(conf)
    return built(folder, builder)[0]


EVERY = {feature.name: True for feature in FEATURES}

SEEN = {"books": {"text", "latex"}, "search": {"html"}}
"""Feature → the builders in which every page shows it, so that no site does not use it."""


IN_EVERY_SITE = {"openapi": {"html": {"_static/docsjson-playground.js"}}}
"""Feature → what it writes whether or not a page needs it."""


@pytest.mark.parametrize("name", [feature.name for feature in FEATURES])
def test_a_feature_that_is_off_is_not_imported_and_changes_no_other_site(
    name, builder, with_all, tmp_path
):
    if builder != "html" and name not in ("books", "openapi"):
        pytest.skip("only these have steps for other builders")
    (tmp_path / "source").mkdir()
    others = {**EVERY, name: False}
    conf = f'extensions = ["sphinx_docsjson"]\ndocsjson_features = {others}\n'
    (tmp_path / "source/conf.py").write_text(conf)
    files, modules = built(tmp_path, builder)

    module = f"sphinx_docsjson.ext.{name}"
    assert [each for each in modules if each == module or each.startswith(f"{module}.")] == []
    if builder not in SEEN.get(name, ()):
        assert with_all.keys() - files.keys() == IN_EVERY_SITE.get(name, {}).get(builder, set())
        assert files.keys() <= with_all.keys()
        assert [path for path in files if files[path] != with_all[path]] == []


def test_an_api_is_shown_the_same_where_it_is_neither_checked_nor_compared(tmp_path):
    found = []
    for is_on in (True, False):
        folder = tmp_path / str(is_on)
        chosen = dict.fromkeys(("api_changes", "api_checks"), is_on)
        conf = f'extensions = ["sphinx_docsjson"]\ndocsjson_features = {chosen}\n'
        files, modules = built(folder, "html", {**WITH_API, "conf.py": conf})
        found.append(files)

        assert "sphinx_docsjson.ext.openapi" in modules
        for name in chosen:
            assert (f"sphinx_docsjson.ext.{name}" in modules) == is_on
    assert any("plants" in path for path in found[0])
    assert found[0] == found[1]


def test_a_feature_is_loaded_when_a_page_begins_to_use_it(tmp_path):
    (tmp_path / "source").mkdir()
    for words, is_wanted in (("Words.", False), ("$x^2$", True)):
        write_files(tmp_path / "source", {"third.md": f"# Third\n\n{words}\n"})
        _files, modules = built(tmp_path, "html")

        assert ("sphinx_docsjson.ext.math" in modules) == is_wanted
        assert "sphinx_docsjson.ext.openapi" not in modules


def test_a_feature_that_there_is_not_is_named(site):
    built_site = site({"index.md": "# A\n"}, conf={"docsjson_features": {"feed": False}})

    assert "docsjson_features: there is no feature 'feed'; did you mean 'feeds'?" in (
        built_site.warnings
    )
