"""Extensions of Sphinx and of our own tests work beside us; all others on demand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.matrix.cases import read_case, read_cases

ROOT = Path(__file__).resolve().parents[2]

OFTEN = ("autodoc", "autosummary", "intersphinx", "mathjax", "todo", "viewcode")
"""What most people combine with us, of all that they combine."""


@pytest.mark.parametrize("names", [OFTEN, pytest.param((), marks=pytest.mark.nightly)])
def test_extensions_of_sphinx_work_with_us_as_without_us(names):
    command = [sys.executable, "-m", "tests.matrix", "--quick", "--all"]
    command += [f"sphinx.ext.{name}" for name in names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_case_is_read(tmp_path: Path):
    file = tmp_path / "sphinx.ext.some.txt"
    file.write_text(
        "requires: some==1\nexpect: ^a.*b$\n=== conf.py\nx = 1\n=== a/index.rst\nA\n=\n"
    )
    case = read_case(file)
    assert (case.name, case.requires) == ("sphinx.ext.some", ("some==1",))
    assert case.files == {"conf.py": "x = 1\n", "a/index.rst": "A\n=\n"}
    assert case.is_expected("a or b")
    assert not case.is_expected("b or a")


def test_the_extensions_of_sphinx_are_all_there():
    import sphinx.ext

    (folder,) = map(Path, sphinx.ext.__path__)
    names = {path.stem for path in folder.iterdir() if not path.stem.startswith("_")}
    assert {f"sphinx.ext.{name}" for name in names} - set(read_cases()) == set()


def test_packages_have_versions():
    requires = [each for case in read_cases().values() for each in case.requires]
    assert len(requires) > 40
    assert all("==" in each for each in requires)
