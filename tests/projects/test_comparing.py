"""The comparison of two builds finds what changed, and nothing else."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from tests.projects.__main__ import row
from tests.projects.article import facts_in_any_theme
from tests.projects.building import Build
from tests.projects.comparing import Comparison, Difference, file_differences, page_differences
from tests.projects.table import Project, read_table

PAGE = """
<html><head><title>Colours – Paint 1.0</title>
<link rel="stylesheet" href="_static/a.css?v=1"></head>
<body><nav><a href="other.html">Other</a></nav><div class="body" role="main">
<section id="colours"><h1>Colours<a class="headerlink" href="#colours">¶</a></h1>
<p>Read about <a href="red.html#dark"><em>dark</em> red</a> and <code>blue</code>.</p>
</section></div></body></html>
"""


def build(folder: Path, pages: dict[str, str], warnings: str = "", status: int = 0) -> Build:
    for name, html in pages.items():
        for path in (folder / "html" / name, (folder / "html.doctrees" / name)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(html, "utf-8")
        path.rename(path.with_suffix(".doctree"))
    (folder / "html.warnings").write_text(warnings, "utf-8")
    (folder / "html.log").write_text("the end", "utf-8")
    return Build(folder=folder, statuses={"html": status})


CHANGES = [
    ("Paint 1.0<", "Paint<", "title", "Paint 1.0"),
    ("</head>", "<script src='x.js'></script></head>", "files", "x.js"),
    ("<p>", "<p class='x'>", "article", 'class="x"'),
    ('<a href="other.html">Other</a>', "", "around", "- ['other.html']"),
    ("Read about", "Hear about", "words", "- [Read] + [Hear]"),
    ("dark</em> red", "dark</em>red", "words", "- [dark red] + [darkred]"),
    ("</section>", "<p>More</p></section>", "words", "- [] + [More]"),
    ("red.html#dark", "red.html", "links", "- [red.html#dark] + [red.html]"),
    ('href="#colours"', 'href="#id1"', "links", "- [#colours] + [#id1]"),
    ('<section id="colours">', '<section id="id1">', "anchors", "- ['colours']"),
]


@pytest.mark.parametrize(("old", "new", "kind", "said"), CHANGES)
def test_a_change_is_found(tmp_path: Path, old: str, new: str, kind: str, said: str):
    assert PAGE.count(old) == 1
    before = build(tmp_path / "before", {"a.html": PAGE})
    after = build(tmp_path / "after", {"a.html": PAGE.replace(old, new)})
    our_theme = kind in ("words", "links", "anchors")
    found = [*page_differences(before, after, our_theme=our_theme)]

    assert [each.kind for each in found] == [kind]
    assert said in str(found[0])


def test_elements_marks_and_surroundings_are_no_difference_in_our_theme(tmp_path: Path):
    other = PAGE.replace("<p>", '<div class="x" id="y">').replace("</p>", "</div>")
    other = other.replace("em>", "i>").replace("¶", "#").replace(">Other<", "><b>More</b><")
    before = build(tmp_path / "before", {"a.html": PAGE}, "a: WARNING: w")
    after = build(tmp_path / "after", {"a.html": other}, "a: WARNING: w")

    assert [*page_differences(before, after, our_theme=True)] == []


def test_pages_warnings_and_the_end_of_a_build_are_compared(tmp_path: Path):
    said = "a.rst:1: WARNING: old\n"
    before = build(tmp_path / "before", {"a.html": PAGE, "b.html": PAGE}, said)
    after = build(tmp_path / "after", {"a.html": PAGE, "c.html": PAGE}, said * 2 + "ERROR: x", 2)

    assert {str(each) for each in page_differences(before, after)} == {
        "html: (status)\n    the end",
        "warnings: a.rst:1: WARNING: old",
        "warnings: ERROR: x",
        "pages: b.html\n    is gone",
        "pages: c.html\n    is new",
    }


def test_a_theme_whose_articles_are_not_found_is_a_difference(tmp_path: Path):
    page = PAGE.replace(' class="body" role="main"', "")
    found, lost = page, page.replace("h1", "h2")
    for html, kinds in ((found, []), (lost, ["articles"])):
        built = build(tmp_path, {"a.html": html})
        for ours in (False, True):
            said = page_differences(built, built, our_theme=ours)
            assert [each.kind for each in said] == kinds


def test_messages_that_our_theme_joins_are_not_new(tmp_path: Path):
    said = "{}:1: WARNING: no target: dict{} [ref.any]\n"
    before = build(tmp_path / "before", {"a.html": PAGE}, said.format("a", "") * 2)
    more = " (the same at 2 more places: b:2, (c):3, …; `sphinx-docsjson check` lists all)"
    after = build(tmp_path / "after", {"a.html": PAGE}, said.format("a", more))

    assert [*page_differences(before, after, our_theme=True)] == []


def test_what_other_projects_link_to_is_compared(tmp_path: Path):
    head = b"# Sphinx inventory version 2\n# Project: P\n# Version: 1\n# zlib\n"
    found = []
    for name, lines in (
        ("before", b"a py:class 1 a.html#$ -\nb py:class 1 a.html#$ -"),
        ("after", b"a py:class 1 a.html#$ -"),
    ):
        found.append(build(tmp_path / name, {"a.html": PAGE}))
        (tmp_path / name / "html" / "objects.inv").write_bytes(head + zlib.compress(lines))

    said = [str(each) for each in page_differences(*found, our_theme=True)]
    assert said == ["objects: b py:class 1 a.html#$ -\n    is gone"]


def test_a_byte_is_seen_and_so_are_files_that_come_and_go(tmp_path: Path):
    before = build(tmp_path / "before", {"a.html": PAGE, "b.html": "", "same.html": ""})
    after = build(tmp_path / "after", {"a.html": f"{PAGE} ", "c.html": "", "same.html": ""})

    found = {each.file: each.lines for each in file_differences(before, after, ("html",))}
    assert found["b.html"] == ("is gone",)
    assert found["c.html"] == ("is new",)
    assert found.keys() == {"a.html", "b.html", "c.html"}


def test_formulas_and_neighbours_are_drawn_by_the_theme():
    page = (
        '<main>At 0x{} <span class="math">{}</span>'
        '<nav class="{}"><a href="b">Next</a></nav></main>'
    )
    first = facts_in_any_theme(page.format("7f3c00aa11", "x^2", "related"))
    assert first == facts_in_any_theme(page.format("55d2bb00", "<math>x2</math>", "related"))
    assert first["words"] == ("At", "0x", "∑")
    assert facts_in_any_theme(page.format("", "", "contents"))["links"] == ("b",)


def test_a_row_says_what_differs_what_is_meant_and_which_builders_fail(tmp_path: Path):
    plain = Build(folder=tmp_path, statuses={"html": 0, "latex": 2})
    (tmp_path / "facts.json").write_text(
        '{"pages": 1, "theme": "alabaster", "extensions": ["sphinx.ext.a", "click"]}'
    )
    project = Project(name="a", repository="b/a", commit="c", expected={"[Hear]": "it is meant"})
    result = Comparison(plain=plain)
    meant = Difference(kind="words", file="a.html", lines=("- [Read] + [Hear]",))
    result.add("with us", [meant], project)
    start = "| [a](https://github.com/b/a) | c | `alabaster` | `click` | 1 | html, latex | "
    end = "; broken without the extension, too: latex; 1 expected |"
    assert row(project, result) == f"{start}same{end}"

    result.add("in our theme", [Difference(kind="links", file="a.html"), meant], project)
    assert row(project, result) == f"{start}in our theme: links 1{end.replace('1', '2')}"


def test_each_project_is_pinned():
    table = read_table()
    assert len(table) > 50
    assert [p.name for p in table.values() if not (p.version or (p.commit and p.repository))] == []
