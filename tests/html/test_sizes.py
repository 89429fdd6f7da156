"""No size of a table or picture needs an inline style."""

import pytest

from sphinx_docsjson.html.writing.page_translator import sizes_of


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("width: 30.0%", {"width": "30.0%"}),
        ("width: 300px;", {"width": "300"}),
        ("width: 10px; height: 5.5px;", {"width": "10", "height": "6"}),
        ("width:80", {"width": "80"}),
    ],
)
def test_pixels_and_percent_become_attributes(written, wanted):
    assert sizes_of(written) == wanted


@pytest.mark.parametrize(
    "kept", ["", "width: 3em", "color: red", "width: 3px; color: red", "width: -3px", "width"]
)
def test_what_has_no_attribute_stays(kept):
    assert sizes_of(kept) == {}


def test_a_page_with_sized_tables_and_pictures_has_no_inline_style(site):
    page = (
        "T\n=\n\n.. list-table::\n   :widths: 30 70\n\n   * - a\n     - b\n\n"
        ".. image:: p.svg\n   :width: 30px\n   :alt: A picture\n\n"
        ".. table::\n   :width: 80%\n\n   == ==\n   a  b\n   == ==\n"
    )
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>'

    soup = site({"index.rst": page, "p.svg": svg}).soup("index")

    assert soup.select("[style]") == []
    assert [col["width"] for col in soup.select("col")][:2] == ["30.0%", "70.0%"]
    assert soup.img["width"] == "30"
    assert soup.select("table")[1]["width"] == "80%"
