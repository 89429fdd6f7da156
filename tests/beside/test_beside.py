"""The comparison sees what it is there for."""

from __future__ import annotations

from pathlib import Path

from tests._support.inputs import input_text
from tests.beside.compare import differences
from tests.beside.page import read_page
from tests.beside.run import Outcome, run
from tests.beside.ways import BESIDE, PLAIN, THEME

CONF = 'extensions = ["sphinx.ext.todo"]\n'


def outcome(html: str, *warnings: str, ending: str = "0") -> Outcome:
    return Outcome(ending=ending, warnings=warnings, pages={"index": read_page(html)})


def test_words_are_compared_without_regard_to_elements():
    before = outcome("<p>one <b>two</b>three</p>", "a")
    assert differences(before, outcome("<p>one two<i>three </i></p>", "a")) == []


def test_words_links_warnings_endings_and_pages_are_seen():
    before = outcome('<p>one two <a href="x.html">three</a></p>', "a")
    after = outcome('<p>one 2 <a href="y.html">three</a></p>', "b", ending="E: x")
    after.pages["more"] = read_page("")
    assert differences(before, after) == [
        "ends with 'E: x', not '0'",
        "warns: b",
        "no longer warns: a",
        "index: says '2', not 'two' after 'one'",
        "index: a link less: x.html",
        "index: a link more: y.html",
        "more: a new page",
    ]


def test_files_are_seen_that_are_lost_or_hold_something_else():
    before, after = outcome(""), outcome("")
    before.files = {"old.html": b"to new.html", "_static/a.js": b"1", "sitemap.xml": b"a"}
    after.files = {"sitemap.xml": b"b", "llms.txt": b""}
    lost = ["old.html: no such file", "sitemap.xml: holds something else"]

    assert sorted(differences(before, after)) == ["_static/a.js: no such file", *lost]
    after.theme = "docsjson"
    assert sorted(differences(before, after)) == lost


def test_marks_of_headings_and_formulas_are_no_words():
    page = read_page(
        '<h1>A<a class="headerlink" href="#a">¶</a></h1><span class="math">\\(x\\)</span>'
        "<math><mi>x</mi></math><img><script>no</script><p>b"
    )
    assert (page.text, page.formulas, dict(page.links)) == ("Ab", 2, {"#a": 1})


def test_a_project_is_built_in_each_way(tmp_path: Path):
    (tmp_path / "conf.py").write_text(CONF)
    (tmp_path / "index.rst").write_text("Title\n=====\n\n.. todo:: Hidden\n\n.. todolist::\n")
    plain = run(tmp_path, PLAIN)
    assert (plain.ending, plain.pages["index"].text) == ("0", "Title")
    for way in (BESIDE, THEME):
        assert differences(plain, run(tmp_path, way, plain=plain)) == []


MYST = """\
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "fieldlist", "strikethrough", "attrs_block"]
"""
OLD_PAGE = input_text(__file__, "beside.mdx")


def test_a_project_with_myst_in_its_own_theme_keeps_what_its_pages_say(tmp_path: Path):
    (tmp_path / "conf.py").write_text(MYST)
    (tmp_path / "index.md").write_text(OLD_PAGE)
    (tmp_path / "open.md").write_text("---\ntitle: A\nikon: x\n\ntext\n")
    (tmp_path / "blank.md").write_text("\n---\ntitle: A\nhidden: maybe\n---\n\ntext\n")
    (tmp_path / "slips.md").write_text("---\nikon: x\nhidden: maybe\n---\n\n# T\n")
    (tmp_path / "empty.md").write_text("")
    plain = run(tmp_path, PLAIN)

    assert differences(plain, run(tmp_path, BESIDE, plain=plain)) == []
