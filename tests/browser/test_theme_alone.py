"""Our theme without ``docs.json``: what folds, what is dense, and what everybody can read."""

from __future__ import annotations

import pytest

from tests._support.building import build_site

pytestmark = pytest.mark.browser

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


@pytest.fixture(scope="module")
def base(tmp_path_factory, serve):
    names = [f"many/p{number}" for number in range(40)]
    files = {
        "index.rst": TREE.format("Acme", "=" * 20, "deep\n   objects\n   many"),
        "deep.rst": TREE.format("Deep", "=" * 20, "inner"),
        "inner.rst": "Inner\n=====\n\nText.\n",
        "objects.rst": OBJECTS,
        "many.rst": TREE.format("Many", "=" * 20, "\n   ".join(names)),
        **{f"{name}.rst": f"acme.{name[5:]}\n==========\n" for name in names},
    }
    source = tmp_path_factory.mktemp("alone") / "site"
    built = build_site(source, files, conf={"html_theme": "docsjson", "project": "Acme"})
    assert built.warning_lines == []
    return serve(built.outdir)


def test_what_is_below_a_page_folds_by_the_keyboard_and_stays_as_it_is_left(base, visit):
    opened = visit(f"{base}/objects.html", width=1440)
    page = opened.page
    fold = page.locator(".dj-branch summary").first
    below = page.locator("#sidebar").get_by_role("link", name="Inner")
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


def test_many_entries_of_a_toctree_are_a_list(base, visit):
    page = visit(f"{base}/many.html", width=1440).page
    rows = [one.bounding_box() for one in page.locator(".toctree-wrapper li.toctree-l1").all()]
    assert len(rows) == 40
    assert max(row["height"] for row in rows) <= 32
