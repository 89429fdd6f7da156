"""The text of Markdown pages comes out translated, as plain Sphinx does it for other pages."""

from __future__ import annotations

import os
import re

import pytest

from tests._support.inputs import input_text
from tests.translation.catalogues import build_in, extract, fill, machine, translated

SITE = '{"name": "Site", "navigation": {"groups": [{"group": "All", "pages": ["index"]}]}}'
PAGE = input_text(__file__, "pages.mdx")


MYST_PAGE = PAGE.replace("<h3>origTag</h3>", "### origTag")
"""As ``.md``, where HTML stays as it is."""


def site_of(page, name="index.md"):
    return {"docs.json": SITE, name: page, "grey.png": b""}


@pytest.mark.parametrize("name", ["index.md", "index.mdx"])
def test_everything_of_a_page_is_translated(tmp_path, name):
    page = MYST_PAGE if name.endswith(".md") else PAGE.partition("origDefined")[0]
    built = translated(tmp_path / "site", site_of(page, name))
    article = built.article("index")
    text = article.get_text(" ")

    assert built.warning_lines == []
    assert "orig" not in text
    words = set(re.findall(r"orig(\w+)", page)) - {"Alt"}
    assert [word for word in words if f"trad{word}" not in text] == []
    assert article.select_one("img")["alt"] == "tradAlt"
    assert article.h1.get_text() == "1. tradTitle of __init__"
    assert {a["href"] for a in article.select("p a.external")} == {
        "https://example.org/",
        "https://example.com/",
    }
    assert article.select_one(".footnote-reference")["href"] == "#note"
    assert article.select_one("#kept > h2").get_text() == "1. tradFirst thing"


def test_messages_name_the_lines_of_the_page(tmp_path):
    messages = extract(tmp_path / "site", site_of(PAGE)).messages
    lines = PAGE.splitlines()

    for text, places in messages.items():
        for path, line in places:
            if path == "index.md":
                first = machine(text).split("trad")[1].split()[0].strip("*,.]()`")
                # markdown-it knows the first line of a table and of a definition list only
                near = "\n".join(lines[line - 1 : line + 2])
                assert f"orig{first}" in near, (text, line)
    assert messages["1. origTitle of __init__"] == [("index.md", 2)]
    assert messages["1. origFirst thing"] == [("index.md", 6)]


def test_an_incomplete_catalogue_leaves_the_original(tmp_path):
    files = site_of("# origOne\n\norigTwo\n\norigThree\n")
    srcdir = tmp_path / "site"
    found = extract(srcdir, files)
    fill(srcdir, found, lambda text: "" if text == "origTwo" else machine(text))
    text = build_in(srcdir, files).article("index").get_text(" ")

    assert ("tradOne" in text, "origTwo" in text, "tradThree" in text) == (True, True, True)


def test_a_translation_with_other_links_is_reported_once_where_it_stands(tmp_path):
    files = site_of("# origOne\n\nSee {ref}`there <there>`.\n\n(there)=\n\n## origTwo\n")
    srcdir = tmp_path / "site"
    fill(srcdir, extract(srcdir, files), lambda text: re.sub("{ref}.*", "dort.", text))
    lines = [line for line in build_in(srcdir, files).warning_lines if "inconsistent" in line]

    assert len(lines) == 1
    assert lines[0].startswith("index.md:3: WARNING: inconsistent term references")


def test_a_new_translation_reads_the_page_again(tmp_path):
    files = {**site_of("# origOne\n"), "other.md": "# origOther\n"}
    srcdir = tmp_path / "site"
    found = extract(srcdir, files)
    fill(srcdir, found)
    build_in(srcdir, files)
    del found.catalogues["other"]
    fill(srcdir, found, lambda text: machine(text).replace("tradOne", "Eins"))
    for path in (srcdir / "locale").rglob("index.po"):
        later = path.with_suffix(".mo").stat().st_mtime_ns + 2_000_000_000
        os.utime(path, ns=(later, later))
    built = build_in(srcdir, files)

    assert "0 added, 1 changed, 0 removed" in built.status
    assert built.article("index").h1.get_text() == "Eins"
    assert "Eins" in built.text("llms.txt")


def test_an_uncertain_translation_counts_where_it_is_allowed(tmp_path):
    files = site_of("# origOne\n")
    srcdir = tmp_path / "site"
    fill(srcdir, extract(srcdir, files))
    for path in (srcdir / "locale").rglob("*.po"):
        path.write_text(re.sub(r"(?m)^msgid (?!\"\")", "#, fuzzy\n\\g<0>", path.read_text()))
    titles = []
    for allowed in (True, False):
        for path in (srcdir / "locale").rglob("*.mo"):
            path.unlink()
        conf = {"gettext_allow_fuzzy_translations": allowed}
        built = build_in(srcdir, files, conf=conf, fresh=True)
        titles.append(built.article("index").h1.get_text())

    assert titles == ["tradOne", "origOne"]


def test_words_in_html_elements_are_translated(tmp_path):
    page = """# origOne

<table><thead><tr><th>origTh</th></tr></thead><tbody><tr><td>origTd <b>origB</b></td></tr></tbody>
</table>

<details><summary>origSummary</summary>

origInside

</details>

<ul><li>origLi <a href="https://example.org/">origA</a></li></ul>

<dl><dt>origDt</dt><dd>origDd</dd></dl>

<div>origDiv <span>origSpan</span></div>

<figure><img src="/grey.png" alt="origAlt"/><figcaption>origCaption</figcaption></figure>
"""
    built = translated(tmp_path / "site", site_of(page, "index.mdx"))
    article = built.article("index")
    words = set(re.findall(r"orig(\w+)", page)) - {"Alt"}

    assert built.warning_lines == []
    assert [word for word in words if f"trad{word}" not in article.get_text(" ")] == []
    assert "orig" not in article.get_text(" ")
    assert article.select_one(".dj-content img")["alt"] == "tradAlt"
    assert article.select_one(".dj-content li a")["href"] == "https://example.org/"
    assert article.select_one(".dj-content summary").get_text(strip=True) == "tradSummary"
