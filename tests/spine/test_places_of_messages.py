"""A message stands where its reader mends it: at a line of a file of the project."""

from __future__ import annotations

import json
import re

from sphinx_docsjson.base.source_files import META_FILES
from sphinx_docsjson.pages.field_checks import FIELDS

WRONG = ("nothing-such", "{a: 1}", "GET /nowhere")
"""What at least one field or the other cannot have."""

LINE = 5
API = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "paths": {"/a": {"get": {"responses": {"200": {"description": "x"}}}}},
}


def page(field: str, value: str) -> str:
    return f"---\nx1: 1\nx2: 2\nx3: 3\n{field}: {value}\n---\n\nWords.\n"


def test_each_message_about_a_field_of_front_matter_has_its_line(site):
    """Every field that there is, with values that it cannot have; a new field is tried, too."""
    fields = sorted({*FIELDS, *META_FILES, "ikon", "Icon", "OpenAPI"})
    files = {
        f"{number}-{index}.mdx": page(field, value)
        for number, field in enumerate(fields)
        for index, value in enumerate(WRONG)
    }
    built = site({**files, "api.json": json.dumps(API)}, config={"api": {"openapi": "api.json"}})

    places = re.findall(r"(\d+-\d+)\.mdx(?::(\d+))?", built.warnings)
    told = {fields[int(name.partition("-")[0])] for name, _line in places}
    assert {(name, line) for name, line in places if line != str(LINE)} == set()
    assert told >= {"api", "boost", "icon", "Icon", "mode", "openapi", "openapi-schema"}
    assert told >= {"openapi-overview", "openapi-tag", "playground", "hidden", "ikon", "og:image"}


def test_the_same_wrong_icon_is_told_at_each_of_its_places(site):
    wrong = page("icon", "nothing-such")
    navbar = [{"name": name, "url": "https://a.example", "icon": "no-such"} for name in "ab"]
    built = site(
        {"a.mdx": wrong, "b.mdx": wrong, "below/c.mdx": "---\ntitle: C\n---\n\nWords.\n"},
        config={"topbarLinks": navbar},
    )

    places = [line.partition(": WARNING")[0] for line in built.warning_lines]
    assert [place for place in places if "mdx" in place] == ["a.mdx:5", "b.mdx:5"]
    assert len([place for place in places if "docs.json" in place]) == 2
