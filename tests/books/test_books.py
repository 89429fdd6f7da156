"""Books of a small site with all that is hard: as Sphinx writes them, and as PDF and EPUB."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from xml.dom import minidom

import pytest

from sphinx_docsjson.compat.sphinx import logger_of
from sphinx_docsjson.ext.books.epub import to_xhtml, valid_uri
from sphinx_docsjson.ext.books.pictures import latex_of, path_steps, picture_type
from sphinx_docsjson.icons.lookup import IconSource, icon_set, resolve_icon
from sphinx_docsjson.site.model import LANGUAGE_NAMES, Icon, text_direction
from tests._support.building import write_files
from tests._support.inputs import input_text
from tests.books.measure import make_books
from tests.books.pages import BROKEN, GIF, SPECIFICATION, SVG, hard_site
from tests.components.samples import PICTURE

PAGES = {"index.md": "# Home\n", "one.md": "# One\n", "two.md": "# Two\n"}


def xhtml(html: str) -> str:
    return to_xhtml(html, link=lambda href: href, image=lambda source: source)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a<br>b<wbr>c", "a<br />b<wbr />c"),
        ("<p>a & b &nbsp;&lt;", "<p>a &amp; b \xa0&lt;</p>"),
        ("<p>a<div>b</div>c</p>", "<p>a</p><div>b</div>c"),
        ("<b>a<div>b</div></b>", "<b>a<span>b</span></b>"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<ul>a<p>b</p></ul>", "<ul><li>a<p>b</p></li></ul>"),
        ('<i id="x">a</i><i id="x">b</i>', '<i id="x">a</i><i>b</i>'),
        ('<img src=a.png width="50%" onclick=x>', '<img alt="" src="a.png" />'),
        ("<script>a</script><style>b</style>c", "c"),
        ("<button>a</button><input><center>b</center>", "a<div>b</div>"),
        (
            '<a href="https://x.y/[id]?q={1}">a</a>',
            '<a href="https://x.y/%5Bid%5D?q=%7B1%7D">a</a>',
        ),
        ('<a href="a"><a href="b">c</a></a>', '<a href="a">c</a>'),
        (
            '<iframe src="https://x.y/" title="Film"></iframe>',
            '<a href="https://x.y/">Film</a>',
        ),
        ("<math><mi>x</mi></math>", "<math><mi>x</mi></math>"),
        ("<td>a</b></td>", "<td>a</td>"),
    ],
)
def test_html_becomes_valid_xhtml(html, expected):
    assert xhtml(html) == expected


def test_addresses_keep_what_is_encoded():
    assert valid_uri("a%20b%zz?c d#e#f") == "a%20b%25zz?c%20d#e%23f"


def test_a_book_has_a_part_for_each_group(site):
    navigation = [
        {"group": "First", "pages": ["index", "one"]},
        {"group": "2nd", "pages": ["two"]},
    ]
    built = site(PAGES, "latex", config={"navigation": navigation})
    text = built.text("testsite.tex")
    order = [r"\part{First}", r"\chapter{Home}", r"\chapter{One}", r"\part{2nd}", r"\chapter{Two}"]

    assert built.warning_lines == []
    assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)


TABS = {
    "theme": "mint",
    "colors": {"primary": "#0d7a5f"},
    "navigation": {
        "versions": [
            {"version": "2.0", "tabs": [{"tab": "Guides", "pages": ["index", "one"]}]},
            {"version": "1.0", "tabs": [{"tab": "Guides", "pages": ["two"]}]},
        ]
    },
}


@pytest.mark.parametrize(
    ("builder", "ending"), [("latex", ".tex"), ("texinfo", ".texi"), ("man", ".1")]
)
def test_versions_and_tabs_are_documents_of_their_own(site, builder, ending):
    built = site(PAGES, builder, config=TABS)
    text = built.text(f"testsite-20-guides{ending}")

    assert built.warning_lines == []
    assert "Home" in text or "HOME" in text
    assert "Two" not in text
    assert (built.outdir / f"testsite-10-guides{ending}").is_file()


def test_what_conf_py_says_of_latex_wins(site):
    documents = [("one", "own.tex", "Own", "Me", "howto")]
    conf = {
        "latex_engine": "lualatex",
        "latex_documents": documents,
        "latex_elements": {"sphinxsetup": "verbatimforcewraps=false", "papersize": "a5paper"},
    }
    built = site(PAGES, "latex", conf=conf)

    assert [path.name for path in built.outdir.glob("*.tex")] == ["own.tex"]
    assert "verbatimforcewraps=true,verbatimforcewraps=false" in built.text("own.tex")
    assert built.app.config.latex_engine == "lualatex"


def test_an_author_with_toctrees_has_made_the_book(site):
    index = "Home\n====\n\n.. toctree::\n\n   two\n   one\n"
    files = {"index.rst": index, "one.md": "# One\n", "two.md": "# Two\n"}
    text = site(files, "latex", config=TABS).text("testsite.tex")

    assert text.index(r"\chapter{Two}") < text.index(r"\chapter{One}")


@pytest.mark.parametrize("key", ["preamble", "fontpkg", "inputenc"])
def test_settings_for_another_engine_keep_it(site, key):
    built = site(PAGES, "latex", conf={"latex_elements": {key: r"% for pdfLaTeX"}})

    assert built.app.config.latex_engine == "pdflatex"
    assert "docsjsonfonts" not in built.text("testsite.tex")


def test_an_epub_lists_its_pages_and_says_what_it_is(site):
    config = {
        "name": "Acme",
        "description": "All about Acme.",
        "navigation": {
            "languages": [
                {"language": "ar", "pages": ["index", {"group": "Deep", "pages": ["one"]}]},
                {"language": "en", "pages": ["en/two"]},
            ]
        },
    }
    image = '<img src="/images/sample.png" width="1800" height="900" alt="Wide" />\n'
    files = {
        "index.md": "# Home\n",
        "one.mdx": image,
        "en/two.md": "# Two\n",
        "images/sample.png": PICTURE["images/sample.png"],
    }
    built = site(files, "epub", config=config)
    package = minidom.parseString(built.text("content.opf"))
    said = {
        name: package.getElementsByTagName(f"dc:{name}")[0].firstChild.data
        for name in ("creator", "description", "identifier", "language", "publisher")
    }

    listed = re.findall(r'href="([^"]+)"', built.text("nav.xhtml"))
    assert listed == ["index.xhtml", "one.xhtml", "en/two.xhtml"]
    assert re.fullmatch("uuid-[0-9a-f-]{36}", said.pop("identifier"))
    assert package.documentElement.getAttribute("unique-identifier") in built.text("toc.ncx")
    assert said == {
        "creator": "Acme",
        "description": "All about Acme.",
        "language": "ar",
        "publisher": "Acme",
    }
    spine = package.getElementsByTagName("spine")[0]
    assert spine.getAttribute("page-progression-direction") == "rtl"
    assert 'lang="ar" xml:lang="ar" dir="rtl">' in built.text("one.xhtml")
    assert 'lang="en" xml:lang="en" dir="ltr">' in built.text("en/two.xhtml")
    assert 'width="1800"' in built.text("one.xhtml")
    assert 'height="900"' not in built.text("one.xhtml")


STATES = """
- [x] done
- [ ] open

```js
a = 1; // [!code --]
a = 2; // [!code ++]
b = 3;
```

<Steps>
  <Step title="First" stepNumber={7}>Step text</Step>
  <Step title="Second">Step text</Step>
  <Step title="Third" stepNumber={12}>Step text</Step>
</Steps>

<Tooltip headline="Headline" tip="The tip">API</Tooltip> and ~~gone~~.

<details>
<summary>More of it</summary>

Hidden text.

</details>

<Gallery>
![Alt](/images/sample.png "Caption")
</Gallery>
"""


def test_what_a_style_sheet_shows_is_readable_in_books_and_twins(site, tmp_path):
    files = {"index.mdx": STATES, "images/sample.png": PICTURE["images/sample.png"]}
    text = site(files, "text", srcdir=tmp_path / "s").text("index.txt")
    latex = site(files, "latex", srcdir=tmp_path / "s").text("testsite.tex")
    twin = site(files, srcdir=tmp_path / "s").text("index.md")

    for said in (
        "[x] done",
        "[ ] open",
        "- a = 1;",
        "+ a = 2;",
        "  b = 3;",
        "7. ",
        "8. ",
        "12. ",
        "~~gone~~",
    ):
        assert said in text
        assert said in twin
    for each in (text, latex, twin):
        assert "Headline: The tip" in each
        assert "Caption" in each
    assert "{[}x{]} done" in latex
    assert r"\setcounter{enumi}{6}" in latex or "\\arabic*" in latex
    assert "More of it\n   Hidden text." in text
    assert r"\sphinxlineitem{More of it}" in latex


def test_each_book_is_in_the_language_of_its_pages(site):
    page = "# {0}\n\n<ParamField name='a' required />\n"
    languages = [{"language": "en", "pages": ["index"]}, {"language": "de", "pages": ["de/one"]}]
    files = {"index.mdx": page.format("Home"), "de/one.mdx": page.format("Eins")}
    built = site(files, "latex", config={"navigation": {"languages": languages}})
    english, german = built.text("testsite-en.tex"), built.text("testsite-de.tex")

    assert r"\docsjsonLanguages{en,en,en}" in english
    assert r"\docsjsonLanguages{de,de,en}" in german
    assert "required" in english
    assert "erforderlich" in german


def test_a_language_that_only_babel_knows_costs_no_warning(site):
    built = site({"index.mdx": "# Home\n"}, "latex", conf={"language": "hi"})

    assert [line for line in built.warning_lines if "Babel" in line] == []
    assert r"\docsjsonLanguages{hi,hi,en}" in built.text("testsite.tex")
    assert logger_of("sphinx.builders.latex").filters == []


@pytest.mark.parametrize(("fonts_found", "warns"), [("", True), ("Noto Sans Thai", False)])
def test_writing_without_a_font_is_named(fonts_found, warns, site, tmp_path, monkeypatch):
    programs = {"fc-list": f"#!/bin/sh\necho '{fonts_found}'\n", "kpsewhich": "#!/bin/sh\n"}
    write_files(tmp_path / "bin", programs)
    for name in programs:
        (tmp_path / "bin" / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    built = site({"index.mdx": "# Home\n\nสวัสดี, Grüße, привет\n"}, "latex")

    assert [("has Thai," in line) for line in built.warning_lines] == [True] * warns


def test_an_api_in_print_names_no_files_of_the_site_and_begins_lines(site):
    files = {"index.md": "# T\n", "plants.yaml": SPECIFICATION.read_text(encoding="utf-8")}
    groups = [{"group": "Start", "pages": ["index"]}, {"group": "API", "openapi": "plants.yaml"}]
    text = site(files, "latex", config={"navigation": groups}).text("testsite.tex")

    assert "OpenAPI description" not in text
    assert not re.search(r"\w\.\n\\index\{", text)


def test_a_manual_page_names_no_address_of_what_it_holds(site):
    files = {
        "index.md": "# Home\n\n[On](/one), [out](https://example.org/), [up](#home).\n",
        "one.md": "# One\n",
    }
    text = site(files, "man").text("testsite.1")

    assert "<>" not in text
    assert "example" in text


def test_each_page_of_a_book_begins_with_its_description(site, tmp_path):
    files = {
        "index.md": "---\ndescription: About home.\n---\n\n# Home\n\nText.\n",
        "one.rst": ":description: About one.\n\nOne\n===\n\nText.\n",
        "two.mdx": "---\ntitle: Two\ndescription: About two.\n---\n\nText.\n",
    }
    for builder, name in (("latex", "testsite.tex"), ("singlehtml", "index.html")):
        built = site(files, builder, srcdir=tmp_path / "s")
        text = built.text(name)
        assert built.warning_lines == []
        body = text.partition("<article")[2] or text.partition(r"\begin{document}")[2]
        assert [body.count(f"About {page}.") for page in ("home", "one", "two")] == [1, 1, 1]


def test_a_website_knows_nothing_of_books(site, tmp_path):
    first = site(PAGES, srcdir=tmp_path / "s")
    site(PAGES, "latex", srcdir=tmp_path / "s")
    again = site(PAGES, srcdir=tmp_path / "s")

    assert not list(first.outdir.rglob("docsjson-books*"))
    assert not list(again.outdir.rglob("docsjson-books*"))
    assert again.app.env.found_docs == {"index", "one", "two"}


def test_the_first_bytes_say_what_a_picture_is():
    assert picture_type(PICTURE["images/sample.png"]) == "image/png"
    assert picture_type(GIF) == "image/gif"
    assert picture_type(SVG) == "image/svg+xml"
    assert picture_type(b"") is None
    assert picture_type(b"\x89PNG\r\n\x1a\n") is None


@pytest.mark.parametrize("builder", ["latex", "epub"])
def test_a_picture_that_nobody_can_read_is_its_text(site, builder):
    page = "# T\n\n![The view](images/broken.webp)\n\nWords ![inline](images/empty.png) here.\n"
    files = {"index.md": page, "images/broken.webp": BROKEN, "images/empty.png": b""}
    built = site(files, builder)

    assert built.warning_lines == []
    assert "shown as its text" in built.status
    text = built.text("testsite.tex" if builder == "latex" else "index.xhtml")
    assert "The view" in text
    assert "includegraphics{" not in text.partition("begin{document}")[2]
    assert "<img" not in text


BOMB = b"GIF89a\xff\xff\xff\xff\x80\0\0" + bytes(6) + b",\0\0\0\0\xff\xff\xff\xff" + bytes(5)


@pytest.mark.parametrize("name", ["bomb.gif", "bomb.png"])
def test_a_picture_that_declares_a_huge_size_is_its_text(site, name):
    assert len(BOMB) == 33
    page = f"# First\n\n![What it shows]({name})\n\nThe end.\n"
    built = site({"index.md": page, name: BOMB}, "latex")
    (book,) = built.outdir.glob("*.tex")
    text = book.read_text("utf-8")
    assert r"\sphinxincludegraphics" not in text
    assert "What it shows" in text
    assert "The end." in text
    assert built.warning_lines == []


def test_a_picture_under_a_wrong_name_gets_the_right_one(site):
    files = {
        "index.md": "# T\n\n![A](images/a.jpg)\n",
        "images/a.jpg": PICTURE["images/sample.png"],
    }
    built = site(files, "latex")

    (picture,) = built.outdir.glob("*.png")
    assert picture.read_bytes() == PICTURE["images/sample.png"]


NESTED = input_text(__file__, "books.mdx")


def test_text_stands_indented_below_titles(site):
    text = site({"index.mdx": NESTED}, "text").text("index.txt")

    assert (
        '"user" (*object, body*)\n   The user.\n\n   more\n      "name" (*string, body*)' in text
    )
    assert "Read on\n   A card." in text
    assert "term (An explanation)" in text
    assert "v1\n   -[ Fixes ]-\n\n   News." in text


def test_manual_pages_keep_explanations_and_stress_titles(site):
    text = site({"index.mdx": NESTED}, "man").text("testsite.1")

    assert "term (An explanation)" in text
    assert re.search(r"^\.B .*Read on", text, re.MULTILINE)


def test_latex_lowers_the_headings_inside_an_update(site):
    text = site({"index.mdx": NESTED}, "latex").text("testsite.tex")

    assert r"\subsection*{v1}" in text
    assert r"\subsubsection*{Fixes}" in text


def test_callouts_keep_their_colours_with_a_title_of_their_own(site):
    page = "# T\n\n<Warning title='Mind'>x</Warning>\n\n<Check>y</Check>\n"
    text = site({"index.mdx": page}, "latex").text("testsite.tex")

    body = re.sub(r"\\docsjsonIcon\{[^}]*\}\{(?:\\\w+ ?(?:\{[^}]*\})*)*\}", "<icon>", text)
    assert r"\begin{sphinxadmonition}{warning}{<icon> Mind}" in body
    assert r"\begin{sphinxadmonition}{hint}{<icon> Check}" in body


def curves(data):
    return [
        (name, [(round(point.real, 2), round(point.imag, 2)) for point in points])
        for name, points in data
    ]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("M1 2l3-4z", [("M", [(1, 2)]), ("L", [(4, -2)]), ("Z", [])]),
        (
            "m1 1 2 2H0v.5.5",
            [("M", [(1, 1)]), *(("L", [p]) for p in [(3, 3), (0, 3), (0, 3.5), (0, 4)])],
        ),
        (
            "M0 0c1 0 2 0 2 1s1 1 2 1",
            [
                ("M", [(0, 0)]),
                ("C", [(1, 0), (2, 0), (2, 1)]),
                ("C", [(2, 2), (3, 2), (4, 2)]),
            ],
        ),
        ("M0 0q3 0 3 3", [("M", [(0, 0)]), ("C", [(2, 0), (3, 1), (3, 3)])]),
        ("M2 1a1 1 0 011 1", [("M", [(2, 1)]), ("C", [(2.55, 1), (3, 1.45), (3, 2)])]),
    ],
)
def test_paths_of_icons_become_lines_and_curves(path, expected):
    assert curves(path_steps(path)) == expected


def test_an_icon_that_is_no_drawing_is_left_out():
    assert latex_of('<img src="https://example.org/x.png" />') == ""
    assert latex_of('<svg viewBox="0 0 1 1"><path d="M0 0 Knot"/></svg>') == ""


def test_every_icon_of_a_set_can_be_drawn():
    names = sorted(icon_set("lucide").names())[::40]
    sources = [resolve_icon(Icon(name=name), IconSource(library="lucide")) for name in names]

    assert len(names) > 20
    assert [svg for svg in sources if not latex_of(svg)] == []


def test_examples_of_an_operation_stand_behind_its_description(site):
    files = {"index.md": "# T\n", "plants.yaml": SPECIFICATION.read_text(encoding="utf-8")}
    groups = [{"group": "Start", "pages": ["index"]}, {"group": "API", "openapi": "plants.yaml"}]
    text = site(files, "latex", config={"navigation": groups}).text("testsite.tex")
    page = text.partition(r"\chapter{List plants}")[2].partition(r"\chapter{")[0]

    assert r"\DUrole{dj-badge-green}" in page
    assert page.index(r"\section*{Responses}") < page.index(r"\section*{Examples}")
    assert page.index(r"\section*{Examples}") < page.index(r"\sphinxstylestrong{cURL}")


def test_an_operation_is_short_on_paper_and_leaves_its_parts_out_of_the_contents(site):
    files = {
        "plants.yaml": SPECIFICATION.read_text(encoding="utf-8"),
        "index.md": "# T\n",
        "own.md": "---\nopenapi: GET /plants\n---\n\n## Written by hand\n\nWords.\n",
    }
    config = {"navigation": ["index", "own"], "openapi": "plants.yaml"}
    built = site(files, "latex", config=config)
    page = built.text("testsite.tex").partition(r"\chapter{List plants}")[2]
    page = page.partition(r"\chapter{")[0]

    assert r"\section{Written by hand}" in page
    assert r"\section{" not in page.replace(r"\section{Written by hand}", "")
    assert [name for name in ("Python", "JavaScript", "Ruby") if name in page] == []
    plain = site(files, "text", config=config).text("own.txt")
    assert "\n200 OK\n   A page of plants." in plain
    assert '"application/json": *Plant[]*' in plain
    assert 'Example: "plant_7"' in plain


def test_a_table_that_is_only_a_head_is_written(site):
    built = site({"index.md": "# T\n\n| a | b |\n|---|---|\n"}, "latex")

    assert built.warning_lines == []


def test_no_player_is_lost(site):
    page = '# T\n\n<video src="https://example.org/film.mp4"></video>\n'
    built = site({"index.mdx": page}, "text")

    assert "film.mp4" in built.text("index.txt")


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hard") / "site"
    write_files(folder, hard_site())
    return folder


def fonts() -> str:
    """Return the names of the fonts that are installed here."""
    return programs_output("fc-list", ":", "family")


def programs_output(program: str, *arguments: str) -> str:
    """Return what a program prints, nothing where it is not installed."""
    if shutil.which(program) is None:
        return ""
    return subprocess.run([program, *arguments], capture_output=True, text=True).stdout


@pytest.mark.nightly
def test_the_pdf_of_a_hard_site_has_no_error(hard):
    for program in ("latexmk", "xelatex"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed: no PDF is made")
    books = make_books(hard, hard.parent / "pdf", epub=False)

    assert books.wrong == []
    assert [pdf.overfull for pdf in books.pdfs] == [0, 0]
    assert all(pdf.pages > 5 for pdf in books.pdfs)
    needed = ("FreeSerif", "Symbola", "Droid Sans Fallback", "NanumGothic")
    if all(name in fonts() for name in needed):
        assert [pdf.missing for pdf in books.pdfs] == [0, 0]


@pytest.mark.nightly
def test_the_epub_of_a_hard_site_is_valid(hard):
    books = make_books(hard, hard.parent / "epub", pdf=False)

    assert books.wrong == []
    if books.epub_errors is None:
        pytest.skip("epubcheck is not installed: the EPUB is made and not checked")
    assert books.epub_errors == []
    assert not [line for line in books.warnings if "mimetype" in line]


SPOKEN = """# {name}

{name} **{name}** *{name}* ~~{name}~~ `{name}`

## {name}

<Note>{name}</Note>

| {name} | Acme |
|---|---|
| {name} | [{name}](/index) |

```python title="{name}"
print("{name}")
```
"""


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_the_pdf_of_each_language_has_no_error(language, tmp_path):
    if shutil.which("xelatex") is None:
        pytest.skip("xelatex is not installed: no PDF is made")
    right_to_left = text_direction(language) == "rtl"
    if right_to_left and not programs_output("kpsewhich", "luaotfload.sty"):
        pytest.skip("LuaLaTeX is not installed: no PDF from right to left is made")
    name = LANGUAGE_NAMES[language]
    files = {
        "docs.json": json.dumps({"name": "Acme", "navigation": {"pages": ["index"]}}),
        "index.mdx": SPOKEN.format(name=name),
    }
    write_files(tmp_path / "site", files)
    books = make_books(
        tmp_path / "site", tmp_path / "out", "-D", f"language={language}", epub=False
    )
    tex = (tmp_path / "out" / "latex" / "acme.tex").read_text("utf-8")

    assert books.wrong == []
    assert [pdf.overfull for pdf in books.pdfs] == [0]
    assert (r"\docsjsonRightToLeft" in tex) == right_to_left
    if all(font in fonts() for font in ("Noto Sans Hebrew", "Droid Sans Fallback", "NanumGothic")):
        assert [pdf.missing for pdf in books.pdfs] == [0]


REMOTE = "![A badge](https://img.example/badge.png)\n"


def test_a_picture_of_another_host_is_a_link_in_a_book(site):
    built = site(PAGES | {"one.md": f"# One\n\n{REMOTE}"}, "latex")
    [book] = [path for path in built.outdir.glob("*.tex") if "badge" in path.read_text()]
    assert r"\sphinxhref{https://img.example/badge.png}{A badge}" in book.read_text()


def test_the_book_of_a_project_with_toctrees_keeps_its_pictures(site):
    index = f"# Home\n\n{REMOTE}\n```{{toctree}}\none\ntwo\n```\n"
    built = site(PAGES | {"index.md": index}, "text")
    assert "[image: A badge]" in built.text("index.txt")
