"""Our theme without ``docs.json``: what folds, what is dense, and what everybody can read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests._support.building import build_site

pytestmark = pytest.mark.browser

DOCS = Path(__file__).resolve().parents[2] / "docs"

TREE = "{0}\n{1}\n\n.. toctree::\n   :caption: Part\n\n   {2}\n"
OBJECTS = """
Objects
=======

.. py:class:: Client(base_url)

   A connection.

   .. py:method:: get(path: str, *, params: dict[str, str] | None = None, \
follow_redirects: bool = True, stream: bool = False) -> dict[str, str]

      Get it.

      :param path: Which one.
      :param params: The query.
      :returns: The body.
      :raises ValueError: If it is empty.

   .. py:method:: close() -> None

      Close it.
"""


BOXES = """
Boxes
=====

A note [#one]_ and a source [CIT]_.

.. sidebar:: Beside

   Text that floats beside what follows, on several lines, as it is long enough for that.

   * one
   * two

.. topic:: Topic

   Words.

.. note:: Words.

.. todo:: Words.

.. rubric:: Notes

.. [#one] Words.
.. [CIT] Words.
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory, serve):
    names = [f"many/p{number}" for number in range(40)]
    files = {
        "index.rst": TREE.format("Acme", "=" * 20, "deep\n   objects\n   many"),
        "deep.rst": TREE.format("Deep", "=" * 20, "inner"),
        "inner.rst": "Inner\n=====\n\nText.\n",
        "objects.rst": OBJECTS,
        "boxes.rst": f":orphan:\n{BOXES}",
        "many.rst": TREE.format("Many", "=" * 20, "\n   ".join(names)),
        **{f"{name}.rst": f"acme.{name[5:]}\n==========\n" for name in names},
    }
    source = tmp_path_factory.mktemp("alone") / "site"
    conf = {"html_theme": "docsjson", "project": "Acme", "todo_include_todos": True}
    conf["extensions"] = ["sphinx.ext.todo", "sphinx_docsjson"]
    built = build_site(source, files, conf=conf)
    assert built.warning_lines == []
    return serve(built.outdir)


def test_what_is_below_a_page_folds_by_the_keyboard_and_stays_as_it_is_left(base, visit):
    opened = visit(f"{base}/objects.html", width=1440)
    page = opened.page
    fold = page.locator(".dj-branch summary").first
    below = page.locator("#dj-sidebar").get_by_role("link", name="Inner")
    assert not below.is_visible()
    fold.focus()
    page.keyboard.press("Enter")
    assert below.is_visible()
    page.goto(f"{base}/index.html")
    assert below.is_visible()
    assert opened.errors == []


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 768, 390])
def test_everybody_can_read_a_page_of_objects(base, visit, width, mode):
    opened = visit(f"{base}/objects.html", width=width, color_scheme=mode)
    assert opened.accessibility_violations() == []
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


LINES = """selector => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(selector));
  const rects = [...range.getClientRects()].filter(rect => rect.width > 4);
  const lines = new Map();
  for (const {bottom, left} of rects) {
    const line = Math.round(bottom / 12);
    lines.set(line, Math.min(lines.get(line) ?? Infinity, left));
  }
  return [...lines.values()];
}"""


def test_an_object_is_one_line_and_its_fields_a_line_each(base, visit):
    page = visit(f"{base}/objects.html", width=1440).page
    short = page.locator("dt.sig", has_text="close").bounding_box()
    assert short["height"] <= 30
    fields = [one.bounding_box() for one in page.locator(".dj-field").all()]
    assert max(field["height"] for field in fields) <= 30
    label = page.locator(".dj-object-fields dt", has_text="Parameters").bounding_box()
    assert abs(label["y"] - fields[0]["y"]) < 4
    assert label["x"] + label["width"] <= fields[0]["x"]


def test_what_does_not_fit_into_the_line_of_a_signature_is_indented(base, visit):
    page = visit(f"{base}/objects.html", width=768).page
    first, *others = page.evaluate(LINES, "#Client\\.get")
    assert others
    assert min(others) >= first + 24


START = """element => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { x, y } = range.getClientRects()[0];
  return { x, y };
}"""


def test_notes_stand_beside_their_labels_and_boxes_beside_what_floats(base, visit):
    page = visit(f"{base}/boxes.html", width=1440).page
    for note in page.locator(".dj-content aside:is(.footnote, .citation), div.citation").all():
        label, words = (note.locator(part).first.evaluate(START) for part in (".label", "p"))
        assert abs(label["y"] - words["y"]) <= 2
    floating = page.locator(".dj-content .sidebar").bounding_box()
    topic = page.locator(".dj-content .topic").bounding_box()
    assert topic["x"] + topic["width"] <= floating["x"]
    note, todo = (
        [
            page.locator(f"{box} {part}").evaluate(START)["x"]
            for part in ("p >> nth=0", "p >> nth=1")
        ]
        for box in (".admonition.note", ".admonition-todo")
    )
    assert note == pytest.approx(todo, abs=1)


def test_many_entries_of_a_toctree_are_a_list(base, visit):
    page = visit(f"{base}/many.html", width=1440).page
    rows = [one.bounding_box() for one in page.locator(".toctree-wrapper li.toctree-l1").all()]
    assert len(rows) == 40
    assert max(row["height"] for row in rows) <= 32


@pytest.fixture(scope="module")
def beside_furo(tmp_path_factory, serve):
    """Return the addresses of the same pages in our theme and in Furo."""
    parts = ["sphinx/kitchen-sink.rst", "sphinx/python.rst", "sphinx/brewing-sample.py"]
    files = {name: (DOCS / name).read_bytes() for name in [*parts, "images/sample.png"]}
    files |= {
        "pages/writing.rst": "Write\n=====\n",
        "components/callouts.rst": "Callouts\n========\n",
    }
    names = ["sphinx/kitchen-sink", "sphinx/python", "pages/writing", "components/callouts"]
    files["index.rst"] = "Acme\n====\n\n.. toctree::\n\n   " + "\n   ".join(names) + "\n"
    found = {}
    sys.path.insert(0, str(DOCS / "_ext"))
    try:
        for theme in ("docsjson", "furo"):
            ours = ["sphinx_docsjson"] if theme == "docsjson" else []
            extensions = [*ours, *(f"sphinx.ext.{one}" for one in ("autodoc", "viewcode"))]
            conf = {"html_theme": theme, "project": "Acme", "extensions": extensions}
            folder = tmp_path_factory.mktemp("beside") / theme
            found[theme] = serve(build_site(folder, files, conf=conf).outdir)
    finally:
        sys.path.remove(str(DOCS / "_ext"))
    return found


@pytest.mark.parametrize(
    "page", ["index", "sphinx/kitchen-sink", "sphinx/python", "genindex", "_modules/brewing"]
)
def test_a_page_is_no_longer_than_in_furo(beside_furo, visit, page):
    height = "document.documentElement.scrollHeight"
    ours, theirs = (
        visit(f"{beside_furo[theme]}/{page}.html", width=1440, height=900).page.evaluate(height)
        for theme in ("docsjson", "furo")
    )
    assert ours <= theirs * 1.05


def test_tabs_that_are_folded_open_and_close_by_the_keyboard(tmp_path, serve, visit):
    names = ["one", "two", "three", "four"]
    files = {f"{name}.rst": f"{name}\n========\n" for name in names}
    files["index.rst"] = "Acme\n====\n\n.. toctree::\n\n   " + "\n   ".join(names) + "\n"
    options = {"header_links": True, "header_links_before_dropdown": 2}
    conf = {"html_theme": "docsjson", "html_theme_options": options}
    built = build_site(tmp_path / "site", files, conf=conf)
    opened = visit(f"{serve(built.outdir)}/one.html", width=1440)
    page = opened.page
    fold = page.locator(".dj-tabs .dj-more summary")
    link = page.locator(".dj-tabs .dj-more").get_by_role("link", name="four")
    fold.focus()
    page.keyboard.press("Enter")
    assert link.is_visible()
    box, header = link.bounding_box(), page.locator(".dj-header").bounding_box()
    assert box["y"] > header["y"] + header["height"] - 12
    assert opened.accessibility_violations() == []
    page.keyboard.press("Escape")
    assert not link.is_visible()
    assert page.evaluate("document.activeElement.textContent").startswith("More")
    fold.click()
    link.click()
    assert page.url.endswith("four.html")
    assert page.locator(".dj-tabs summary[data-active]").count() == 1


def test_a_short_page_does_not_scroll_and_folds_stand_in_one_column(base, visit):
    page = visit(f"{base}/inner.html", width=1440, height=900).page
    assert page.evaluate("document.documentElement.scrollHeight") == 900
    row = page.locator(".dj-branch").first
    entry, fold = (row.locator(one).first.bounding_box() for one in (".dj-entry", ".dj-fold"))
    assert abs(entry["height"] - fold["height"]) < 2


def test_without_scripts_the_sidebar_folds_and_the_search_says_what_it_needs(base, visit):
    page = visit(f"{base}/inner.html", width=390, java_script_enabled=False).page
    page.locator(".dj-menu-button").click()
    below = page.locator("#dj-sidebar").get_by_role("link", name="Inner")
    assert below.is_visible()
    page.locator(".dj-branch summary").first.click()
    assert not below.is_visible()
    page.goto(f"{base}/search.html")
    message = page.locator("#dj-content noscript").first
    assert "Search needs JavaScript" in message.inner_html()
    assert message.bounding_box()["height"] > 20
