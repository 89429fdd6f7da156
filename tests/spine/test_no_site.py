"""A file of which no site can be made stops the build with one line."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            '{"name": "x",\n "navigation": []\n',
            "docs.json:1:1: ERROR: the file ends before the '{' of line 1 is closed; add '}'",
        ),
        (
            '{"name": "x"}',
            "docs.json:1:1: ERROR: 'navigation' is missing; a site needs a name and a navigation.",
        ),
    ],
)
def test_the_message_is_all_that_sphinx_says(tmp_path, text, line):
    (tmp_path / "docs.json").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-C", "-D", "extensions=sphinx_docsjson"]

    done = subprocess.run(
        [*command, "--no-color", tmp_path, tmp_path / "out"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert done.stderr.strip() == f"{tmp_path}/{line}"


def _warnings(folder, *options):
    command = [sys.executable, "-m", "sphinx", "-q", "--no-color", *options]
    return subprocess.run(
        [*command, folder, folder / "_build"], capture_output=True, text=True, check=False
    ).stderr


@pytest.mark.parametrize("page", ["index.md", "docs/index.md"])
def test_an_extension_without_a_site_says_nothing(tmp_path, page):
    (tmp_path / "conf.py").write_text(
        f'extensions = ["sphinx_docsjson"]\nroot_doc = "{page.removesuffix(".md")}"\n'
    )
    (tmp_path / page).parent.mkdir(exist_ok=True)
    (tmp_path / page).write_text("# Title\n")

    assert _warnings(tmp_path) == ""


def test_an_empty_folder_is_told_how_to_begin(tmp_path):
    said = _warnings(tmp_path, "-C", "-D", "extensions=sphinx_docsjson")

    assert "`sphinx-docsjson init` makes a site" in said


@pytest.mark.parametrize("text", ['{"foo": 1}', "[1]", '{"name": "tool", "version": "1.0"}'])
def test_the_docs_json_of_another_program_is_left_to_it(tmp_path, text):
    (tmp_path / "docs.json").write_text(text, encoding="utf-8")
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_docsjson"]\n', encoding="utf-8")
    (tmp_path / "index.rst").write_text("Title\n=====\n\nWords.\n", encoding="utf-8")

    (line,) = _warnings(tmp_path).splitlines()

    expected = f"{tmp_path}/docs.json:1:1: WARNING: this file says nothing of a site"
    assert line.startswith(expected)
    assert "alabaster" in (tmp_path / "_build" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ['{"naviagtion": []}', '{"name": "x", "colors": {}}', '{"nam'])
def test_a_site_with_a_mistake_is_not_taken_for_another_program(tmp_path, text):
    (tmp_path / "docs.json").write_text(text, encoding="utf-8")
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_docsjson"]\n', encoding="utf-8")

    assert "docs.json:1:" in (said := _warnings(tmp_path))
    assert " ERROR: " in said
