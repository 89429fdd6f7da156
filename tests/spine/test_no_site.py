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
    assert done.stderr.strip() == line
