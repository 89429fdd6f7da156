"""No size of a table or picture needs an inline style."""

import pytest

from sphinx_docsjson.html.writing.sizes import sizes_as_attributes


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ('<col style="width: 30.0%" />', '<col width="30.0%" />'),
        (
            '<img alt="x" src="a.png" style="width: 300px;" />',
            '<img alt="x" src="a.png" width="300" />',
        ),
        ('<img style="width: 10px; height: 5px;" src="a">', '<img width="10" height="5" src="a">'),
        ('<table class="t" style="width: 80%">', '<table class="t" width="80%">'),
    ],
)
def test_pixels_and_percent_become_attributes(written, wanted):
    assert sizes_as_attributes(written) == wanted


@pytest.mark.parametrize(
    "kept", ['<img style="width: 3em">', '<p style="width: 3px">', '<img style="color: red">']
)
def test_what_has_no_attribute_stays(kept):
    assert sizes_as_attributes(kept) == kept


def test_a_page_with_sized_tables_and_pictures_has_no_inline_style(site):
    page = (
        "T\n=\n\n.. list-table::\n   :widths: 30 70\n\n   * - a\n     - b\n\n"
        ".. image:: p.svg\n   :width: 30\n   :alt: A picture\n"
    )
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>'

    soup = site({"index.rst": page, "p.svg": svg}).soup("index")

    assert soup.select("[style]") == []
    assert [col["width"] for col in soup.select("col")] == ["30.0%", "70.0%"]
