"""The search in Python finds what the search in a browser finds, in the same order."""

from __future__ import annotations

import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_docsjson.search.answers import WrittenIndex, answer, edits, wanted_of
from tests._support.building import build_site
from tests.search.asking import HERE, ask

QUESTIONS = tomllib.loads((HERE / "questions.toml").read_text(encoding="utf-8"))
SLIPS = (
    *("opnapi", "redirekts", "serach", '"Markdown twins"', "docsjson_search", "GET /plants"),
    *("get /plants/{id}", "the", "of the", "contextual.options", "x", "navigat", "-W", "größe"),
    *("maxRetries", "hostng", "configuraton of teh sidebar", "日本語", "__proto__", "constructor"),
)


def index_in(folder):
    return WrittenIndex(lambda name: (folder / "_static/search" / name).read_text("utf-8"))


def found_by_both(folder, queries):
    """Yield each query with what the browser finds, and what Python finds."""
    index = index_in(folder)
    for query, there in zip(queries, ask(folder, *queries), strict=True):
        pages = [(page["uri"], page["places"]) for page in there["found"]]
        here = [
            (page.shown[0], [page.shown[4][number][:3] for number in page.places])
            for page in answer(index, query)
        ]
        yield query, pages, here


def test_both_find_the_same_pages_and_places_in_our_documentation(docs_folder):
    asked = [*QUESTIONS["docs"], *SLIPS]

    assert [each for each in found_by_both(docs_folder, asked) if each[1] != each[2]] == []


def test_both_find_the_same_in_writing_without_spaces_and_long_words(tmp_path):
    folder = HERE / "languages"
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    built = build_site(tmp_path / "site", files, conf={"html_theme": "docsjson", "language": "de"})
    asked = list(QUESTIONS["languages"])

    assert [each for each in found_by_both(built.outdir, asked) if each[1] != each[2]] == []


@given(st.lists(st.text(max_size=20), min_size=1, max_size=20))
@settings(max_examples=5, deadline=None)
def test_any_text_is_a_query(texts):
    for text in texts:
        for piece in wanted_of(text):
            assert piece.ways
            assert all(piece.ways)


def test_an_exchange_of_two_letters_is_one_edit():
    assert edits("redirect", "rediretc", 2) == 1
    assert edits("redirect", "direct", 2) == 2
    assert edits("a", "abcdef", 2) == 3
