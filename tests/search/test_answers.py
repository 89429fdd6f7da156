"""The search of MCP servers finds sections of a written index by SQLite."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_docsjson.ext.search.answers import WrittenIndex, answer, excerpt_of
from sphinx_docsjson.ext.search.records import FragmentKind
from tests._support.building import build_site

SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "A", "version": "1"},
    "paths": {"/plants": {"get": {"summary": "List plants", "responses": {}}}},
}
FILES = {
    "docs.json": json.dumps(
        {"name": "S", "openapi": "api.json", "navigation": ["index", "water"]}
    ),
    "api.json": json.dumps(SPEC),
    "index.md": "# Home\n\nWater is here, and so are plants.\n\n## A\n\n日本語の文章です。\n",
    "water.md": "# Water\n\nPour it slowly over the plants.\n\n## Brew coffee\n\n`max_retries`\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = build_site(tmp_path_factory.mktemp("answers") / "site", FILES).outdir
    return WrittenIndex(lambda name: (folder / "_static/search" / name).read_text("utf-8"))


def pages(index, query, **options):
    return [page.shown[0].removesuffix(".html") for page in answer(index, query, **options)]


def test_a_word_in_a_title_counts_more_than_one_in_a_text(index):
    assert pages(index, "water")[:2] == ["water", "index"]


def test_pages_with_all_words_come_before_those_with_some(index):
    assert pages(index, "how do I pour it over plants")[0] == "water"
    assert pages(index, "pour nothing-that-is-there")[:1] == ["water"]


def test_words_in_quotation_marks_have_to_stand_together(index):
    assert pages(index, '"slowly over"') == ["water"]
    assert pages(index, '"over slowly"') == []


def test_a_section_is_the_best_place_of_its_page(index):
    (page,) = answer(index, "brewing coffee max_retries")
    assert page.shown[4][page.places[0]][2] == "Brew coffee"


def test_a_section_of_a_page_counts_by_its_own_words_and_not_by_the_title_of_the_page(index):
    page, *_others = answer(index, "slow water")
    assert [page.shown[4][number][2] for number in page.places] == ["Water"]


def test_writing_without_spaces_is_found_by_a_part(index):
    assert pages(index, "本語") == ["index"]


def test_only_the_kinds_that_are_wanted_are_found(index):
    found = pages(index, "plants", kinds={FragmentKind.OPERATION})
    assert [name.rpartition("/")[2] for name in found] == ["list-plants"]


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_query(index, query):
    answer(index, query)
    assert len(excerpt_of("Some words of a text. " * 20, query)) < 180


def test_an_excerpt_stands_around_the_first_word_of_the_query():
    text = "Words. " * 60 + "Pour water slowly. " + "Words. " * 60
    assert "Pour water slowly" in excerpt_of(text, "slowly")
    assert excerpt_of("Short.", "nothing") == "Short."
