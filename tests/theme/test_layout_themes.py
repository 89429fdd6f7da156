"""The layout themes of docs.json: what tells them apart is data, and each row has its rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sphinx_docsjson.base.theme_files import THEMES, theme_sheet
from sphinx_docsjson.site.fields import layout_themes

RULES = (
    Path(__file__).parents[2].joinpath("theme/styles", f"{THEMES}.css").read_text(encoding="utf-8")
)
TABLE = layout_themes()
KINDS = {f"dj-{part}-{kind}" for theme in TABLE.values() for part, kind in theme.layout.items()}
PAGE = {"index.md": "---\ntitle: A\n---\n\n## B\n\nWords.\n"}


def classes(built, docname="index"):
    return set(built.soup(docname).html["class"])


def sheet(built):
    return (built.outdir / "_static/docsjson-site.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TABLE)
def test_a_theme_is_on_the_page_as_its_table_has_it(site, name):
    theme = TABLE[name]
    built = site(PAGE, config={"theme": name})

    assert built.warning_lines == []
    assert classes(built) & KINDS == {f"dj-{part}-{kind}" for part, kind in theme.layout.items()}
    root = sheet(built).partition("@layer dj.tokens {")[2].partition("}")[0]
    for size, value in theme.sizes.items():
        assert f"--dj-{size}: {value};" in root
    assert ("--dj-font-sans: var(--dj-font-mono);" in root) == (theme.font == "mono")
    assert ("dj-header-side" in sheet(built)) == bool(theme.layout)


def test_each_row_of_the_table_has_its_rule_and_each_rule_its_row():
    assert set(re.findall(r"\.(dj-[a-z]+-[a-z]+)", RULES)) & KINDS == KINDS
    named = {kind.rpartition("-")[0] for kind in KINDS}
    parts = set(re.findall(r"\.(dj-[a-z]+-[a-z]+)", RULES))
    assert {name for name in parts if name.rpartition("-")[0] in named} - KINDS <= {
        "dj-anchor-tile", "dj-search-field", "dj-toc-title", "dj-side-column", "dj-side-links",
    }  # fmt: skip


def test_each_size_of_the_table_is_a_token_that_our_own_theme_has():
    known = set(re.findall(r"--dj-([\w-]+):", theme_sheet("docsjson.css")))

    assert {size for theme in TABLE.values() for size in theme.sizes} <= known


def test_no_two_themes_are_the_same():
    assert len({repr(theme) for theme in TABLE.values()}) == len(TABLE) == 9


@pytest.mark.parametrize("name", [None, "quill", "something-new"])
def test_without_a_theme_that_we_know_a_site_is_as_it_is_with_mint(site, name):
    known, other = (site(PAGE, config={"theme": each} if each else {}) for each in ("mint", name))

    assert sheet(other) == sheet(known)
    assert classes(other) == classes(known)


def test_what_docs_json_says_wins_over_the_theme(site):
    font = {"fonts": {"family": "Georgia"}, "theme": "linden"}
    menu = {"contextual": {"options": ["copy"], "display": "header"}, "theme": "sequoia"}
    tiles = {"colors": {"primary": "#123456", "anchors": "#654321"}, "theme": "maple"}

    assert '--dj-font-sans: "Georgia"' in sheet(site(PAGE, config=font))
    assert "var(--dj-font-mono);" not in sheet(site(PAGE, config=font))
    assert not site(PAGE, config=menu).soup("index").select(".dj-toc .dj-page-menu")
    assert "dj-anchors-plain" not in classes(site(PAGE, config=tiles))


def test_a_page_without_a_sidebar_has_its_header_at_the_top(site):
    pages = {**PAGE, "wide.md": "---\ntitle: C\nmode: custom\n---\n\nWords.\n"}
    built = site(pages, config={"theme": "maple"})

    assert "dj-header-side" in classes(built)
    assert "dj-header-side" not in classes(built, "wide")
