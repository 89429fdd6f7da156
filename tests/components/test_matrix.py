"""A component works wherever its author puts it, in each layout, syntax and format.

``python -m tests.components.matrix mdx 41`` prints a case by its number.
"""

from __future__ import annotations

import pytest

from sphinx_docsjson.components.domain import registry
from tests._support import npm
from tests._support.seeds import seed
from tests.components.matrix import PLACES, SYNTAXES, case_of, choices, some
from tests.components.react_structure import differences

laws = pytest.importorskip("tests.components.laws", reason="needs html5lib", exc_type=ImportError)

SEED = 44
FORMATS = ("dirhtml", "epub", "latex", "text", "man", "gettext")
AT_ONCE = 2000


def _told(found):
    return [f"{each.law}: {each.case}\n{each.what}\n{each.text}" for each in found]


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_a_component_is_whole_in_the_page_and_its_twin(tmp_path, syntax):
    chosen = some(syntax, 80, seed(SEED))

    assert _told(laws.broken(syntax, chosen, "html", tmp_path)) == []


@pytest.mark.parametrize(
    ("builder", "syntax"), [(name, SYNTAXES[at % 4]) for at, name in enumerate(FORMATS)]
)
def test_a_component_is_whole_in_every_format(tmp_path, builder, syntax):
    chosen = some(syntax, 40, seed(SEED))

    assert _told(laws.broken(syntax, chosen, builder, tmp_path)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("syntax", SYNTAXES)
@pytest.mark.parametrize("builder", ["html", *FORMATS])
def test_every_component_is_whole_everywhere(tmp_path, builder, syntax):
    """In HTML all cases are tried, in other formats other ones each day: all take an hour."""
    if builder == "html":
        every = [case_of(choice) for choice in choices(syntax)]
    else:
        every = some(syntax, 1000, seed(SEED))
    found = []
    for begin in range(0, len(every), AT_ONCE):
        part = every[begin : begin + AT_ONCE]
        found += _told(laws.broken(syntax, part, builder, tmp_path / str(begin)))

    assert found == []


@pytest.mark.nightly
def test_words_stand_in_the_elements_that_mdx_and_react_put_them_in(tmp_path):
    if lacking := npm.missing():
        pytest.skip(lacking)
    chosen = some("mdx", 1000, seed(SEED))

    assert list(differences(chosen, tmp_path)) == []


def test_each_component_is_in_the_matrix_in_each_place():
    every = choices("mdx")

    assert {choice.form.split()[0] for choice in every} == {each.name for each in registry}
    assert {choice.place for choice in every} > {*PLACES, "<Card>", "<Step>", "<Tab>"}
