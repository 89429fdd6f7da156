"""The pages about APIs use one description; the table beside other tools names what is there."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
API = ROOT / "docs" / "api"
STORE = yaml.safe_load((API / "plant-store.yaml").read_text(encoding="utf-8"))
ADDED = {
    "POST /plants/{id}/water": "written by hand, without the description",
    "GET /orders": "of a second file that is named beside it",
    "GET /v1/plants/{id}": "how an address is made without a summary",
}
NAMED = re.compile(r"\b(?:GET|PUT|POST|PATCH|DELETE) /[\w{}/-]*")


@pytest.mark.parametrize("page", sorted(API.glob("*.md")), ids=lambda page: page.stem)
def test_a_page_about_apis_names_operations_of_the_plant_store(page):
    known = {
        f"{method.upper()} {path}"
        for path, item in STORE["paths"].items()
        for method in item
        if method != "parameters"
    }

    assert set(NAMED.findall(page.read_text(encoding="utf-8"))) - known - ADDED.keys() == set()


COMPARE = (ROOT / "docs" / "start" / "compare.md").read_text(encoding="utf-8")
TABLE = re.search(r"## API references\n[\s\S]*?\n((?:\|[^\n]*\n)+)", COMPARE)[1]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.splitlines()[2:]]


def exists(named):
    """Whether a test or a page of ours is there; names of tests stand in code, pages in links."""
    if named.startswith("/"):
        return (ROOT / "docs" / f"{named[1:]}.md").is_file()
    file, _, name = named.partition("::")
    path = ROOT / file
    return path.exists() and (not name or f"def {name}(" in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_beside_other_tools_names_tests_and_pages_that_are_there(row):
    *cells, shown = row
    named = re.findall(r"`(tests/[^`]+)`|\]\((/[^)#]+)", shown)

    assert len(cells) == 6
    assert all(cells)
    assert named
    assert [one for pair in named for one in pair if one and not exists(one)] == []
