"""The tables of the documentation are made from the code, and leave nothing out."""

import importlib
import re
from pathlib import Path

import pytest
from component_samples import Written

from sphinx_docsjson.components.domain import registry
from sphinx_docsjson.site.validation import schema
from sphinx_docsjson.warnings import Warn

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture
def pictured():
    return importlib.import_module("field_pictures")


@pytest.fixture
def reference():
    return importlib.import_module("docsjson_reference")


@pytest.fixture
def examples():
    return importlib.import_module("component_reference")


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
    assert "colors.ultraLight" not in rows


def test_every_component_has_an_example_of_attributes_that_it_has(examples):
    written_for, known = set(examples.examples()), {component.name for component in registry}
    assert written_for == known, (
        f"write an example in {examples.EXAMPLES.relative_to(DOCS.parent)}, or remove one: "
        f"{sorted(written_for ^ known)}"
    )
    for component in registry:
        inside = [examples.example(component)]
        for written in inside:
            inside += [part for part in written.content if isinstance(part, Written)]
            assert written.attributes.keys() <= {a.name for a in written.component.attributes}


def test_every_kind_of_warning_has_a_meaning(reference):
    assert [kind for kind, _ in reference.messages()] == [kind.value for kind in Warn]
    assert all(text.endswith(".") for _, text in reference.messages())


def test_every_field_that_can_be_seen_has_a_picture(reference, pictured):
    """What is deeper inside stands in the JSON of a picture."""
    rows = [row for row in reference.rows([]) if not row.idle]
    outer = {row.path for row in rows if row.path.count(".") + row.path.count("[]") < 2}
    shown = {name for picture in pictured.pictures() for name in picture.fields}
    unseen = pictured.unseen()

    without = {name for name in outer - shown if name.partition(".")[0] not in unseen}
    differing = without ^ (outer & {name for name in unseen if "." in name})
    assert not differing, (
        f"describe a picture in {pictured.FILE.relative_to(DOCS.parent)} and run "
        f"python -m tools.pictures NAME, or say under [unseen] why there is none: "
        f"{sorted(differing)}"
    )
    assert shown <= {row.path for row in reference.rows([])}


def test_every_picture_is_there(pictured):
    folder = DOCS / pictured.FOLDER.lstrip("/")

    assert {file.stem for file in folder.glob("*.png")} == {
        one.name for one in pictured.pictures()
    }


def test_the_json_of_a_picture_is_written_as_a_person_does(pictured):
    assert pictured.written({"a": {"b": 1}}) == '{ "a": { "b": 1 } }'
    assert pictured.written({"a": ["x" * 40, "y" * 40]}) == (
        '{\n  "a": [\n    "' + "x" * 40 + '",\n    "' + "y" * 40 + '"\n  ]\n}'
    )
