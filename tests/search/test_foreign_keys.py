"""What every object has is no word of an index, and no name of a description."""

from __future__ import annotations

import pytest

from tests._support.building import build_site
from tests.search.asking import ask

INHERITED = [
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "__defineGetter__",
]


@pytest.fixture(scope="module")
def searched(tmp_path_factory):
    files = {
        "index.md": "# Start\n\nWords of the first page.\n",
        "classes.md": "# Classes\n\nThe constructor has a toString beside hasOwnProperty.\n",
    }
    return build_site(tmp_path_factory.mktemp("searched"), files, conf={"html_theme": "docsjson"})


def test_what_objects_inherit_can_be_searched_for_letter_by_letter(searched):
    typed = [name[:end] for name in INHERITED for end in range(2, len(name) + 1)]

    assert len(ask(searched.outdir, *typed)) == len(typed)


def test_a_page_about_them_is_found(searched):
    for answer in ask(searched.outdir, "constructor", "toString", "hasOwnProperty"):
        assert [found["uri"] for found in answer["found"]] == ["classes.html"]
