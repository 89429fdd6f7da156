"""Everything that Sphinx writes by itself can be read: the pages of our documentation show it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests._support.building import build_site
from tests._support.quick import quick_only

pytestmark = pytest.mark.browser

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("sphinx/kitchen-sink", "sphinx/python")
PARTS = ["sphinx/kitchen-sink.rst", "sphinx/python.rst", "sphinx/brewing-sample.py"]
AUTODOC = [f"sphinx.ext.{name}" for name in ("autodoc", "napoleon", "viewcode")]
MARKERS = ["lower-alpha", "lower-roman", "upper-alpha", "upper-roman", "lower-alpha"]


@pytest.fixture(scope="module")
def address(tmp_path_factory, serve):
    """Return the address of a site that has the two pages."""
    files = {name: (DOCS / name).read_bytes() for name in [*PARTS, "images/sample.png"]}
    files |= {"pages/writing.md": "# Write\n", "components/callouts.md": "# Callouts\n"}
    names = [*PAGES, "pages/writing", "components/callouts"]
    files["docs.json"] = json.dumps({"name": "Test", "navigation": names})
    folder = tmp_path_factory.mktemp("sink") / "site"
    sys.path.insert(0, str(DOCS / "_ext"))
    try:
        extensions = ["sphinx_docsjson", *AUTODOC]
        built = build_site(folder, files, conf={"extensions": extensions})
    finally:
        sys.path.remove(str(DOCS / "_ext"))
    assert built.warning_lines == []
    return serve(built.outdir)


def opened(visit, address, page, **options):
    return visit(f"{address}/{page}.html", **options).page


def box(locator):
    found = locator.bounding_box()
    return {**found, "right": found["x"] + found["width"]}


@pytest.mark.parametrize("page", [*PAGES, "genindex", "_modules/brewing", "search"])
def test_a_phone_never_scrolls_sideways(visit, address, page):
    shown = opened(visit, address, page, width=375)

    assert shown.evaluate("document.documentElement.scrollWidth") <= 375


IN_BOTH_MODES = [(page, mode) for page in PAGES for mode in ("light", "dark")]
QUICK = [(page, ("light", "dark")[number % 2]) for number, page in enumerate(PAGES)]


@pytest.mark.parametrize("shown", quick_only(IN_BOTH_MODES, QUICK), ids="-".join)
def test_everybody_can_read_it(visit, address, shown):
    page, mode = shown
    found = visit(f"{address}/{page}.html", color_scheme=mode)

    assert found.accessibility_violations() == []
    assert found.errors == []


@pytest.mark.parametrize("width", [375, 1280])
def test_the_link_to_the_code_stands_at_the_end_of_the_row(visit, address, width):
    shown = opened(visit, address, "sphinx/python", width=width)

    for row in shown.locator("dt.sig:has(.viewcode-link)").all():
        link, last = box(row.locator("a:has(> .viewcode-link)")), row.locator(".sig-name")
        assert box(row)["right"] - 24 < link["right"] < box(row)["right"]
        assert link["x"] - box(last)["right"] >= 8


def test_numbered_lists_keep_their_numbering(visit, address):
    shown = opened(visit, address, "sphinx/kitchen-sink")

    style = "list => getComputedStyle(list).listStyleType"
    lists = shown.locator("ol:is(.loweralpha, .lowerroman, .upperalpha, .upperroman)").all()
    assert [each.evaluate(style) for each in lists][:5] == MARKERS
    assert shown.locator("ol.upperroman").get_attribute("start") == "4"


@pytest.mark.parametrize("way", ["screen", "forced", "print"])
def test_admonitions_say_what_they_are(visit, address, way):
    options = {"forced_colors": "active"} if way == "forced" else {}
    shown = opened(visit, address, "sphinx/kitchen-sink", **options)
    if way == "print":
        shown.emulate_media(media="print")

    for name in (
        "Attention",
        "Caution",
        "Danger",
        "Error",
        "Hint",
        "Important",
        "See also",
        "Tip",
    ):
        title = shown.locator(".admonition-title", has_text=name).first
        assert title.is_visible()
        assert box(title)["width"] > 20
    for words in ("Added in version", "Changed in", "Deprecated since", "Removed in"):
        assert shown.locator(".versionmodified", has_text=words).first.is_visible()


def test_cells_below_one_that_spans_stand_in_their_columns(visit, address):
    shown = opened(visit, address, "sphinx/kitchen-sink")

    table = shown.locator("#sink-grid")
    left = {
        text: box(table.get_by_text(text, exact=True).first)["x"]
        for text in ("Grind", "medium", "Water", "°C", "96", "Method", "Espresso", "Pour-over")
    }
    coarse = box(table.get_by_text("coarse", exact=True).first)["x"]
    assert left["Grind"] == left["medium"] == coarse
    assert left["Water"] == left["°C"] == left["96"]
    assert left["Method"] == left["Espresso"] == left["Pour-over"]


def test_fields_are_stacked_below_their_label(visit, address):
    shown = opened(visit, address, "sphinx/python", width=375)

    label = shown.locator("dl.dj-object-fields > dt", has_text="Parameters").first
    field = shown.locator(".dj-object-fields .dj-field").first
    assert box(field)["y"] >= box(label)["y"] + box(label)["height"] - 1
    assert box(field)["x"] == box(label)["x"]
    assert box(field)["width"] > 250
    assert shown.locator(".dj-field-mark").first.is_hidden()


def test_grammars_are_lines_of_code(visit, address):
    shown = opened(visit, address, "sphinx/kitchen-sink")

    rules = shown.locator("pre:has(#grammar-token-recipe-recipe)")
    assert rules.evaluate("pre => getComputedStyle(pre).borderTopWidth") == "1px"
    assert len(rules.inner_text().strip().splitlines()) == 5
