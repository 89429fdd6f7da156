"""A page and its twin have the same words: measured over our documentation and two real sites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests._support.building import build_site
from tools.parity import differences, words_of_html, words_of_markdown

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 2
"""Per cent of the words of one page."""

LIMIT_OF_A_SITE = 0.2


def beyond(folder):
    found = list(differences(folder))
    assert found
    apart = sum(each.missing.total() + each.added.total() for each in found)
    assert 100 * apart / sum(each.words for each in found) < LIMIT_OF_A_SITE
    return {each.page: each.percent for each in found if each.percent >= LIMIT}


def test_the_pages_of_our_documentation(docs_folder):
    found = beyond(docs_folder)
    # This page shows content that is written for the twin only.
    found.pop("components/audiences.html", None)

    assert found == {}


def test_the_line_of_each_field_stands_in_the_twin_in_the_order_of_the_page(docs_folder):
    """AFDocs compares whole lines: the same words in another order count as lost."""
    lines = 0
    for twin in (docs_folder / "api-reference").rglob("*.md"):
        path = twin.with_suffix(".html")
        if not path.is_file():  # a request in another language, beside its page
            continue
        text = re.sub(r"(?<!!)\[((?:[^\[\]\\]|\\.)*)\]\([^()]*\)", r"\1", twin.read_text())
        said = " ".join(re.sub(r"[`*\\]", "", text).split())
        soup = BeautifulSoup(path.read_text(), "html.parser")
        shown = soup.select(".dj-field-head, .dj-media-type, .dj-variants-title")
        wanted = [" ".join(each.get_text().split()) for each in shown]
        assert (path.name, [line for line in wanted if line not in said]) == (path.name, [])
        lines += len(wanted)
    assert lines > 50


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["axiom", "agentops"])
def test_the_pages_of_a_real_site(shared, tmp_path, name):
    built = build_site(shared / "sites" / name, {}, outdir=tmp_path)

    assert beyond(built.outdir) == {}


def test_the_measure_sees_a_word_that_only_one_of_them_has(tmp_path):
    (tmp_path / "a.html").write_text("<article><h1>A</h1><p>one two</p></article><p>x</p>")
    (tmp_path / "a.md").write_text("> pointer\n\n# A\n\none three\n")
    [found] = differences(tmp_path)

    assert found.words == 3
    assert (list(found.missing), list(found.added)) == (["two"], ["three"])


def test_the_measure_leaves_out_what_is_no_content():
    html = '<article><p>a<b>b</b></p><button>Copy</button><a class="headerlink">#</a></article>'

    assert words_of_html(html, "article") == words_of_markdown("> note\n\na**b**")
