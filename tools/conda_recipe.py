"""The recipe for conda-forge: ``python -m tools.conda_recipe dist/sphinx_docsjson-1.0.tar.gz``.

It is made of ``pyproject.toml`` and of a source distribution, so that it says nothing else. Its
form is the one of rattler-build (https://rattler-build.prefix.dev/latest/reference/recipe_file/).
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
URL = "https://pypi.org/packages/source/s/sphinx-docsjson/sphinx_docsjson-${{ version }}.tar.gz"
NAME = re.compile(r"^([\w.-]+)\s*(.*)$")


def main(arguments: list[str]) -> int:
    """Print the recipe for a source distribution."""
    (path,) = map(Path, arguments)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    version = path.name.removesuffix(".tar.gz").rpartition("-")[2]
    text = yaml.safe_dump(recipe(version, digest), sort_keys=False, width=99)
    print(f"# Made by `python -m tools.conda_recipe`.\n{text}", end="")
    return 0


def recipe(version: str, digest: str) -> dict[str, Any]:
    """Return the recipe of a release."""
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = metadata["project"]
    oldest = project["requires-python"].removeprefix(">=")
    return {
        "schema_version": 1,
        "context": {"version": version, "python_min": oldest},
        "package": {"name": project["name"], "version": "${{ version }}"},
        "source": {"url": URL, "sha256": digest},
        "build": {
            "number": 0,
            "noarch": "python",
            "script": "${{ PYTHON }} -m pip install . -vv --no-deps --no-build-isolation",
            "python": {"entry_points": [f"{k} = {v}" for k, v in project["scripts"].items()]},
        },
        "requirements": {
            "host": [
                "python ${{ python_min }}.*",
                "pip",
                *map(spaced, metadata["build-system"]["requires"]),
            ],
            "run": ["python >=${{ python_min }}", *map(spaced, project["dependencies"])],
        },
        "tests": [
            {"python": {"imports": ["sphinx_docsjson"], "pip_check": True}},
            {"script": ["sphinx-docsjson --version", "sphinx-docsjson init", *build()]},
        ],
        "about": {
            "summary": project["description"],
            "homepage": project["urls"]["Homepage"],
            "license": project["license"],
            "license_file": ["LICENSE", "sphinx_docsjson/icons/LICENSES/"],
        },
        "extra": {"recipe-maintainers": ["sphinx-docsjson"]},
    }


def build() -> list[str]:
    """Return the commands that build the site that ``init`` has made."""
    return ["sphinx-build -W -C -D extensions=sphinx_docsjson docs docs/_build"]


def spaced(requirement: str) -> str:
    """Return a requirement as conda writes it: a space between name and limits."""
    match = NAME.match(requirement)
    assert match is not None
    name, limits = match.groups()
    limits = re.sub(r"\s", "", limits)
    return f"{name} {limits}".strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
