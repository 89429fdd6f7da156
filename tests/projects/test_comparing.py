"""The comparison of two builds finds what changed, and nothing else."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from tests.projects.article import read_article
from tests.projects.building import Build
from tests.projects.comparing import OUR_THEME, SAME_THEME, compare
from tests.projects.table import Named

PAGE = """
<html><head><title>Colours – Paint 1.0</title>
<link rel="stylesheet" href="_static/a.css?v=1"></head>
<body><nav><a href="other.html">Other</a></nav><div class="body" role="main">
<section id="colours"><h1>Colours<a class="headerlink" href="#colours">¶</a></h1>
<p>Read about <a href="red.html#dark"><em>dark</em> red</a> and <code>blue</code>.</p>
<div class="highlight"><pre>
<span class="kn">import</span> <span class="nn">paint</span></pre></div>
</section></div></body></html>
"""


def build(folder: Path, pages: dict[str, str], warnings: str = "", status: int = 0) -> Build:
    for name, html in pages.items():
        for path in (folder / "html" / name, (folder / "doctrees" / name).with_suffix(".doctree")):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(html, "utf-8")
    return Build(
        html=folder / "html", tree=folder, warnings=warnings, status=status, output="the end"
    )


@pytest.mark.parametrize(
    ("old", "new", "kind", "said"),
    [
        ("Read about", "Hear about", "words", "- [Read] + [Hear]"),
        ("dark</em> red", "dark</em>red", "words", "- [dark red] + [darkred]"),
        ("red.html#dark", "red.html", "links", "- [red.html#dark] + [red.html]"),
        ('href="#colours"', 'href="#id1"', "links", "- [#colours] + [#id1]"),
        ('<section id="colours">', '<section id="id1">', "anchors", "#colours is not there"),
        ('class="kn"', 'class="n"', "code", "- [('kn', 'import')] + [('n', 'import')]"),
        ('<span class="kn">import</span>', "import", "code", "- [('kn', 'import')] + []"),
        ("Paint 1.0<", "Paint<", "title", "'Colours – Paint 1.0' becomes 'Colours – Paint'"),
        ("<h1>Colours", "<h1>Paints", "title", "the heading 'Colours' becomes 'Paints'"),
        ("</head>", "<script src='x.js'></script></head>", "files", "+ ['x.js']"),
        ("</section>", "<p>More</p></section>", "words", "- [] + [More]"),
        ("</nav>", "<a href='a.html'>A</a></nav>", "around", "- [] + [a.html]"),
        ("<p>Read", "<p hidden><a href='x.html'></a>Read", "links", "- [] + [x.html]"),
    ],
)
def test_a_change_is_found(tmp_path: Path, old: str, new: str, kind: str, said: str) -> None:
    assert PAGE.count(old) == 1
    before = build(tmp_path / "before", {"a.html": PAGE})
    after = build(tmp_path / "after", {"a.html": PAGE.replace(old, new)})
    found = [each for each in compare(before, after, SAME_THEME).differences if each.kind == kind]
    assert len(found) == 1
    assert said in str(found[0])


def test_elements_attributes_and_surroundings_are_no_difference(tmp_path: Path) -> None:
    other = PAGE.replace("<p>", '<div class="x">').replace("</p>", "</div>").replace("em>", "i>")
    other = other.replace("¶", "#").replace(">Other<", "><b>More</b><")
    before = build(tmp_path / "before", {"a.html": PAGE}, f"{tmp_path}/before/a: WARNING: w")
    after = build(tmp_path / "after", {"a.html": other}, f"{tmp_path}/after/a: WARNING: w")
    assert compare(before, after, SAME_THEME).differences == ()


def test_in_our_theme_words_and_links_of_documents_are_compared(tmp_path: Path) -> None:
    ours = PAGE.replace('class="body" role="main"', 'class="dj-content"').replace("1.0<", "<")
    before = build(tmp_path / "before", {"a.html": PAGE, "b.html": PAGE})
    after = build(tmp_path / "after", {"a.html": ours, "b.html": ours.replace("and", "or")})
    found = compare(before, after, OUR_THEME)
    assert [(each.kind, each.page) for each in found.differences] == [("words", "b.html")]


def test_pages_warnings_and_the_end_of_a_build_are_compared(tmp_path: Path) -> None:
    said = "a.rst:1: WARNING: old\n"
    before = build(tmp_path / "before", {"a.html": PAGE, "b.html": PAGE}, said)
    after = build(tmp_path / "after", {"a.html": PAGE, "c.html": PAGE}, said * 2 + "ERROR: x", 2)
    found = [str(each) for each in compare(before, after, SAME_THEME).differences]
    assert found == [
        "warnings: ERROR: x",
        "warnings: a.rst:1: WARNING: old",
        "warnings: sphinx-build ends with 2, not 0: the end",
        "pages: b.html: the page is not there any more",
        "pages: c.html: a new page",
    ]


def test_what_other_projects_link_to_is_compared(tmp_path: Path) -> None:
    head = b"# Sphinx inventory version 2\n# Project: P\n# Version: 1\n# zlib\n"
    found = []
    for name, lines in (
        ("before", b"a py:class 1 a.html#$ -\nb py:class 1 a.html#$ -"),
        ("after", b"a py:class 1 a.html#$ -"),
    ):
        found.append(build(tmp_path / name, {"a.html": PAGE}))
        (tmp_path / name / "html" / "objects.inv").write_bytes(head + zlib.compress(lines))
    said = [str(each) for each in compare(*found, OUR_THEME).differences]
    assert said == ["objects: objects.inv: b py:class 1 a.html#$ - is not there any more"]


def test_addresses_in_memory_are_no_words() -> None:
    first = read_article("<main>at 0x7f3c00aa11 <!-- no word --></main>")
    assert first.words == read_article("<main>at 0x55d2bb00</main>").words == ("at", "0x")


def test_a_difference_with_a_name_is_told_apart(tmp_path: Path) -> None:
    before = build(tmp_path / "before", {"a.html": PAGE})
    after = build(
        tmp_path / "after", {"a.html": PAGE.replace("Read", "Hear").replace("red", "rot")}
    )
    meant = Named(kind="words", text="[Hear]", reason="it is meant")
    found = compare(before, after, ("words",), (meant,))
    assert [(str(each), why) for each, why in found.named] == [
        ("words: a.html: - [Read] + [Hear]", "it is meant")
    ]
    assert [str(each) for each in found.differences] == ["words: a.html: - [red] + [rot]"]


def test_formulas_and_neighbours_are_drawn_by_the_theme() -> None:
    page = (
        '<main>Says <span class="math">{}</span><nav class="{}"><a href="b">Next</a></nav></main>'
    )
    first, second = page.format("x^2", "related"), page.format("<math>x2</math>", "related")
    assert read_article(first).words != read_article(second).words
    assert read_article(first, of_theme=False) == read_article(second, of_theme=False)
    contents = read_article(page.format("", "contents"), of_theme=False)
    assert contents.links == ("b",)
