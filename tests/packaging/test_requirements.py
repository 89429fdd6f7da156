"""What is imported is declared, and what is declared is imported."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

RUNTIME = PYPROJECT["project"]["dependencies"]
EXTRAS = [
    each for extra in PYPROJECT["project"]["optional-dependencies"].values() for each in extra
]
GROUPS = PYPROJECT["dependency-groups"]

OF_THIS_REPOSITORY = {"sphinx_docsjson", "tests", "tools"}
BY_NAME = {
    "pytest-rerunfailures": "tests/conftest.py marks what drives a browser",
    "pytest-xdist": "tox.ini calls pytest with -n",
    "mypy": "tox.ini calls it",
    "ruff": "tox.ini calls it",
}
"""What the groups have without an import, with the reason; stubs and themes are told apart."""


def names(requirements: Iterable[str]) -> set[str]:
    return {canonicalize_name(Requirement(each).name) for each in requirements}


def imported(source: str) -> Iterator[str]:
    """Yield the first part of the name of each module that a text of Python imports."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=aliases):
                yield from (alias.name.split(".")[0] for alias in aliases)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.split(".")[0]
            case ast.Call(args=[ast.Constant(value=str(text)), *_]) if _imports(node.func):
                yield text.split(".")[0]


def _imports(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in {"importorskip", "find_spec"}


@cache
def foreign(*folders: str) -> dict[str, str]:
    """Return the modules of others that the code of some folders imports, each with one place."""
    found: dict[str, str] = {}
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if {"inputs", "samples"} & set(path.relative_to(ROOT).parts):
                continue  # code of others, which tests build in an environment of its own
            for module in imported(path.read_text(encoding="utf-8")):
                found.setdefault(module, path.relative_to(ROOT).as_posix())
    beside_docs = {path.stem for path in (ROOT / "docs" / "_ext").glob("*.py")}
    own = OF_THIS_REPOSITORY | beside_docs | sys.stdlib_module_names
    return {module: place for module, place in found.items() if module not in own}


distributions = cache(packages_distributions)


def distribution(module: str) -> str:
    """Return the package of PyPI that has a module; it is called alike where it is not here."""
    return canonicalize_name(distributions().get(module, [module])[0])


def undeclared(folders: Iterable[str], declared: set[str]) -> list[str]:
    return [
        f"{place} imports {module}: declare {distribution(module)}"
        for module, place in foreign(*folders).items()
        if distribution(module) not in declared
    ]


def test_the_package_declares_what_it_imports():
    assert undeclared(["sphinx_docsjson"], names([*RUNTIME, *EXTRAS])) == []


def test_the_tests_and_tools_declare_what_they_import():
    # An extension that a test writes itself; a framework of a sample, where it is there; what
    # tools/fonts.py, which is run by hand, asks to be installed.
    others = {"strong-parser", "fastapi", "fonttools"}
    declared = names([*RUNTIME, *GROUPS["test"]]) | others
    assert undeclared(["tests", "tools", "docs"], declared) == []


def test_an_import_that_nobody_declares_is_told_with_its_place(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "a.py").write_text(
        "import os\n\ndef f():\n    from yaml.nodes import x\n"
    )

    assert undeclared(["room"], {"docutils"}) == ["room/a.py imports yaml: declare pyyaml"]
    assert undeclared(["room"], {"pyyaml"}) == []


def test_nothing_is_declared_that_the_package_does_not_import():
    used = {distribution(module) for module in foreign("sphinx_docsjson")}
    assert names(RUNTIME) - used == set()


def test_nothing_is_in_a_group_that_nobody_uses():
    used = {distribution(module) for module in foreign("tests", "tools", "docs")} | set(BY_NAME)
    written = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    for group in ("test", "lint"):
        for name in names(GROUPS[group]) - used:
            theme = f'"{name.replace("-", "_")}"'
            assert name.startswith("types-") or theme in written, f"who uses {name}?"


@pytest.mark.parametrize("url", PYPROJECT["project"]["urls"].values())
def test_the_addresses_of_the_project_are_those_of_the_package_that_is_installed(url):
    name = PYPROJECT["project"]["name"]
    places = (rf"https://pypi\.org/project/{name}/(#\w+)?", rf"https://{name}\.readthedocs\.io/.*")
    assert any(re.fullmatch(place, url) for place in places)
    assert f"pip install {name}" in (ROOT / "README.md").read_text(encoding="utf-8")
