"""What the documentation says of the size of an install is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.packaging.footprint import MEGABYTE, PACKAGE, hello, installed_bytes, packages

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "contribute" / "where.md"
MARGIN = 0.1
SIX = ["sphinx", "myst-parser", "sphinx-design", "pyyaml", "jsonschema", "openapi-core"]


def said(words):
    """Return the number that stands before some words of the page."""
    (number,) = re.findall(rf"([\d,.]+) {words}", PAGE.read_text(encoding="utf-8"))
    return float(number.replace(",", ""))


def near(number):
    return pytest.approx(number, rel=MARGIN)


def test_the_packages_and_their_size_are_those_that_the_page_names():
    names = packages()

    assert len(names) == near(said("packages"))
    assert installed_bytes(names) / MEGABYTE == near(said("MB on disk"))


def test_the_table_of_the_install_is_true_and_nothing_comes_but_with_the_six():
    text = (ROOT / "docs" / "start" / "questions.md").read_text(encoding="utf-8")
    rows = re.findall(r"^ +\| .+ \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    before: set[str] = set()
    found = []
    for roots in (["sphinx"], ["myst-parser", "sphinx-design", "pyyaml"], SIX[4:], [PACKAGE]):
        names = packages(*roots) - before
        before |= names
        found.append((len(names), installed_bytes(names) / MEGABYTE))

    assert [(near(float(count)), near(float(size))) for count, size in rows] == found
    assert packages() == packages(*SIX) | {PACKAGE}


def test_a_page_loads_the_modules_that_the_page_names_and_nothing_for_apis(tmp_path):
    page = hello(tmp_path)

    assert page.modules == near(said("modules"))
    assert page.imported.isdisjoint({"openapi_core", "openapi_spec_validator", "pydantic"})
