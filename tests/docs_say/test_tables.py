"""The tables of the documentation are made from the code, and leave nothing out."""

import importlib
import re
from pathlib import Path

import pytest

from sphinx_docsjson.site.reading.validation import schema
from sphinx_docsjson.warnings import Warn

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture
def reference(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    return importlib.import_module("docsjson_reference")


def test_the_page_of_fields_names_every_field_of_the_file_once():
    text = (DOCS / "configure" / "fields.md").read_text(encoding="utf-8")
    named = [
        name
        for line in re.findall(r"^```\{docsjson-fields\} (.*)$", text, re.M)
        for name in line.split()
    ]

    assert sorted(named) == sorted(schema()["properties"])


def test_the_rows_of_a_field_hold_what_is_inside_it(reference):
    rows = {row.path: row for row in reference.rows(["colors", "anchors"])}

    assert rows["colors.background.dark"].type == "hex colour"
    assert rows["anchors[].isDefaultHidden"].text.endswith("Default: `false`.")
    assert rows["colors.ultraLight"].text.startswith("Accepted, without effect.")


def test_every_kind_of_warning_has_a_meaning(reference):
    assert [kind for kind, _ in reference.messages()] == [kind.value for kind in Warn]
    assert all(text.endswith(".") for _, text in reference.messages())
