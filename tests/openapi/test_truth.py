"""The pages say what the file says, and a difference between them does not stay unseen."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests._support.inputs import input_data
from tests.openapi.truth import TRUTH_FIXTURE
from tests.openapi.truth.building import built
from tests.openapi.truth.check import compared
from tests.openapi.truth.files import Files


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return built(Files(root=TRUTH_FIXTURE), None, tmp_path_factory.mktemp("truth"))


def lines(site: Path, file: Path = TRUTH_FIXTURE) -> list[str]:
    return [str(difference) for difference in compared(Files(root=file), site).found]


def test_the_pages_of_a_description_that_uses_everything_say_what_it_says(site):
    record = compared(Files(root=TRUTH_FIXTURE), site)

    found = "\n".join(map(str, record.found))
    assert not found, f"mend the page, or teach its new HTML to truth/built.py:\n{found}"
    assert sum(record.items.values()) > 400


_INPUTS = input_data(__file__, "truth.yaml")

CHANGES = list(map(tuple, _INPUTS["changes"]))


@pytest.mark.parametrize(("kind", "old", "new"), CHANGES)
def test_what_only_the_file_says_is_named(site, tmp_path, kind, old, new):
    text = TRUTH_FIXTURE.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "changed.yaml"
    file.write_text(text.replace(old, new), encoding="utf-8")

    assert kind in {line.split(" | ")[2] for line in lines(site, file)}


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("<code>born</code>", "<code>died</code>", "| property | file: born | page: "),
        ("length: at most 200", "length: at most 20", "| page: length: at most 20"),
        ('<span class="dj-field-required">required</span>', "", "| required | file: True"),
        ("Somebody joins.", "Somebody leaves.", "| description | file: Somebody joins."),
        ("<option>application/xml</option>", "", "| choice | file: ['application/json', "),
        ('data-media="text/csv"', 'data-media="text/cs"', "| group | file: ['text/csv'] | page: "),
        (">204</span></p>", ">205</span></p>", "| response | file: 204"),
    ],
)
def test_what_a_page_says_otherwise_is_named(site, tmp_path, old, new, line):
    copy = tmp_path / "html"
    shutil.copytree(site, copy)
    changed = 0
    for page in copy.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        changed += old in text
        page.write_text(text.replace(old, new), encoding="utf-8")
    assert changed

    assert any(line in found for found in lines(copy))


def test_what_only_the_page_says_and_not_its_twin_is_named(site, tmp_path):
    copy = tmp_path / "html"
    shutil.copytree(site, copy)
    (twin,) = copy.rglob("add-a-member.md")
    twin.write_text(twin.read_text(encoding="utf-8").replace("What to call them", ""), "utf-8")

    found = lines(copy)
    assert found
    assert all("-name | twin | file: [" in line and "'them'" in line for line in found)
