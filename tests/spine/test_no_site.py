"""A file of which no site can be made stops the build with one line."""

from __future__ import annotations

import pytest
from sphinx.cmd.build import main


@pytest.fixture
def sphinx(capsys):
    """Return ``sphinx(folder, *options)`` → its code, and what it said on the error stream."""

    def run(folder, *options):
        try:
            code = main(["--no-color", *options, str(folder), str(folder / "_build")])
        except SystemExit as stop:
            code = stop.code
        return code, capsys.readouterr().err

    return run


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
def test_the_message_is_all_that_sphinx_says(tmp_path, sphinx, text, line):
    (tmp_path / "docs.json").write_text(text, encoding="utf-8")

    code, said = sphinx(tmp_path, "-C", "-D", "extensions=sphinx_docsjson")

    assert code == 2
    assert said.strip() == f"{tmp_path}/{line}"


@pytest.mark.parametrize("page", ["index.md", "docs/index.md"])
def test_an_extension_without_a_site_says_nothing(tmp_path, sphinx, page):
    (tmp_path / "conf.py").write_text(
        f'extensions = ["sphinx_docsjson"]\nroot_doc = "{page.removesuffix(".md")}"\n'
    )
    (tmp_path / page).parent.mkdir(exist_ok=True)
    (tmp_path / page).write_text("# Title\n")

    assert sphinx(tmp_path, "-q")[1] == ""


def test_an_empty_folder_is_told_how_to_begin(tmp_path, sphinx):
    said = sphinx(tmp_path, "-q", "-C", "-D", "extensions=sphinx_docsjson")[1]

    assert "run `sphinx-docsjson init` to create a site" in said


@pytest.mark.parametrize("text", ['{"foo": 1}', "[1]", '{"name": "tool", "version": "1.0"}'])
def test_the_docs_json_of_another_program_is_left_to_it(tmp_path, sphinx, text):
    (tmp_path / "docs.json").write_text(text, encoding="utf-8")
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_docsjson"]\n', encoding="utf-8")
    (tmp_path / "index.rst").write_text("Title\n=====\n\nWords.\n", encoding="utf-8")

    (line,) = sphinx(tmp_path, "-q")[1].splitlines()

    expected = f"{tmp_path}/docs.json:1:1: WARNING: this file does not describe a site"
    assert line.startswith(expected)
    assert "alabaster" in (tmp_path / "_build" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ['{"naviagtion": []}', '{"name": "x", "colors": {}}', '{"nam'])
def test_a_site_with_a_mistake_is_not_taken_for_another_program(tmp_path, sphinx, text):
    (tmp_path / "docs.json").write_text(text, encoding="utf-8")
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_docsjson"]\n', encoding="utf-8")

    assert "docs.json:1:" in (said := sphinx(tmp_path, "-q")[1])
    assert " ERROR: " in said
