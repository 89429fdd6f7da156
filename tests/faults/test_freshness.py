"""What a second build reads and writes."""

from __future__ import annotations

import os
import re

import pytest

from sphinx_docsjson.base import contents
from tests._support.building import build_site
from tests.navigation.sites import TABS_AND_VERSIONS_FILES, docs_json, page

NAVIGATION = [
    {"group": "A", "icon": "bolt", "pages": ["index", "a"]},
    {"group": "B", "pages": ["b", {"group": "C", "pages": ["c"]}]},
]
FILES = {
    "index.md": page("Home"),
    "a.md": page("Page A"),
    "b.md": page("Page B"),
    "c.md": page("Page C"),
}


@pytest.fixture
def build(site, tmp_path):
    """Build the same folder again and again; return what was read and written."""

    def run(navigation=NAVIGATION, builder="html", **changes):
        files = {**FILES, "docs.json": docs_json(navigation), **changes}
        built = site(files, builder, srcdir=tmp_path / "source")
        assert built.warning_lines == []
        return built

    return run


def read(built) -> str:
    return re.search(r"\d+ added, \d+ changed, \d+ removed", built.status).group()


def written(built) -> set[str]:
    """Return the pages that the builder wrote."""
    return set(re.findall(r"writing output\.\.\. \[ *\d+%\] (\S+)", built.status))


def test_a_build_without_a_change_reads_and_writes_nothing(build):
    build()
    again = build()

    assert read(again) == "0 added, 0 changed, 0 removed"
    assert written(again) == set()


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_change_of_the_navigation_writes_all_pages_and_reads_none(build, builder):
    build(builder=builder)
    changed = build([*NAVIGATION[1:], *NAVIGATION[:1]], builder=builder)

    assert read(changed) == "0 added, 0 changed, 0 removed"
    assert written(changed) == {"index", "a", "b", "c"}
    assert read(build([*NAVIGATION[1:], *NAVIGATION[:1]], builder=builder)).startswith("0 added")


def test_the_stored_structure_follows_a_change_of_the_navigation(build):
    build()
    changed = build([{"group": "A", "pages": ["index", "c", "a", "b"]}])
    env = changed.app.env

    assert env.toctree_includes["index"] == ["c", "a", "b"]
    relations = env.collect_relations()
    assert [relations[name][2] for name in ("index", "c", "a", "b")] == ["c", "a", "b", None]
    assert written(build([{"group": "A", "pages": ["index", "c", "a", "b"]}])) == set()


def test_a_book_follows_a_change_of_the_navigation(build):
    build(builder="latex")
    changed = build([{"group": "A", "pages": ["index", "c", "a", "b"]}], builder="latex")
    (tex,) = changed.outdir.glob("*.tex")
    text = tex.read_text()

    # The document that the book begins with holds its groups, and nothing else.
    assert read(changed) == "0 added, 1 changed, 0 removed"
    assert text.index("Page C") < text.index("Page A") < text.index("Page B")


def test_a_book_without_a_change_is_not_read_again(build):
    build(builder="latex")

    assert read(build(builder="latex")) == "0 added, 0 changed, 0 removed"


def test_a_new_title_reaches_every_sidebar_that_shows_it(build):
    build()
    changed = build(**{"a.md": page("New name")})

    assert read(changed) == "0 added, 1 changed, 0 removed"
    for name in ("index", "a", "b", "c"):
        assert "New name" in changed.soup(name).select_one(".dj-sidebar").text


def test_a_new_text_under_the_same_title_writes_no_other_page(build):
    build()
    changed = build(**{"a.md": page("Page A", "Other text.")})

    assert written(changed) <= {"a", "index"}


def test_a_new_title_leaves_the_pages_of_other_tabs_alone(site, tmp_path):
    source = tmp_path / "s"
    site(TABS_AND_VERSIONS_FILES, srcdir=source)
    files = {**TABS_AND_VERSIONS_FILES, "v2/deep.md": page("Deeper", "## Part\n\n## Other\n")}
    changed = site(files, srcdir=source)

    assert written(changed) == {"index", "v2/start", "v2/use", "v2/deep", "v2/in", "loose"}


def test_a_removed_page_is_forgotten_once(build, tmp_path):
    extra = {"extra.md": page("Extra")}
    build(**extra)
    (tmp_path / "source" / "extra.md").unlink()

    assert read(build()) == "0 added, 0 changed, 1 removed"
    assert read(build()) == "0 added, 0 changed, 0 removed"


def test_a_moved_line_in_docs_json_writes_nothing(build):
    tabs = {"tabs": [{"tab": "T", "icon": "bolt", "groups": NAVIGATION}]}
    build(tabs)
    moved = build(**{"docs.json": "\n\n" + docs_json(tabs)})

    assert written(moved) == set()


def test_two_output_formats_do_not_disturb_each_other(build):
    build()
    build(builder="dirhtml")

    assert written(build()) == set()
    assert written(build(builder="dirhtml")) == set()
    # The document that a book begins with comes and goes, and is all that is read.
    book = build(builder="latex")
    assert read(book).startswith("1 added")
    assert re.findall(r"reading sources.*\] *(\S+)", book.status) == ["docsjson-books/0"]
    assert read(build(builder="epub")) == "0 added, 0 changed, 1 removed"
    assert read(build()) == "0 added, 0 changed, 0 removed"


def test_a_page_that_is_put_back_with_its_older_time_is_read(build, tmp_path):
    build()
    build(**{"a.md": page("Page A", "Other text.")})
    source = tmp_path / "source"
    (source / "a.md").write_text(FILES["a.md"])
    os.utime(source / "a.md", (1_000_000_000, 1_000_000_000))

    assert read(build()) == "0 added, 1 changed, 0 removed"


def test_pages_that_another_python_read_are_read_anew_with_one_line(build, monkeypatch, tmp_path):
    build(**{"extra.md": page("Extra")})
    (tmp_path / "source/extra.md").unlink()
    monkeypatch.setattr(contents.platform, "python_version", lambda: "3.10.99")
    other = build()

    assert read(other) == "4 added, 0 changed, 0 removed"
    assert not list(other.outdir.glob("extra.*"))
    said = [line for line in other.status.splitlines() if "read anew" in line]
    assert len(said) == 1
    assert "they were read with Python 3." in said[0]


@pytest.mark.parametrize(("decide", "changed"), [(True, 0), (None, 2)])
def test_contents_decide_without_docs_json_where_a_setting_says_so(tmp_path, decide, changed):
    files = {
        "index.rst": "Home\n====\n\n.. toctree::\n\n   a\n",
        "a.rst": "A\n=\n\n.. literalinclude:: a.txt\n",
        "a.txt": "Text.\n",
    }
    conf = {"html_theme": "basic"} | ({} if decide is None else {contents.SETTING: decide})
    source = tmp_path / "one" / "source"
    build_site(source, files, conf=conf)
    moved = (tmp_path / "one").rename(tmp_path / "two") if decide else tmp_path / "one"
    for path in (moved / "source").iterdir():
        path.touch()
    again = build_site(moved / "source", {}, conf=conf)

    assert read(again) == f"0 added, {changed} changed, 0 removed"
    assert len(written(again)) == changed
