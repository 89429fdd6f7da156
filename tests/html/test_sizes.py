"""No size of a table or picture needs an inline style."""

import pytest

from sphinx_docsjson.files.picture_sizes import picture_size
from sphinx_docsjson.html.writing.page_translator import missing_sizes, sizes_of
from tests._support.pictures import picture


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


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, {"width": "400", "height": "200"}),
        ({"width": "100"}, {"height": "50"}),
        ({"height": "100"}, {"width": "200"}),
        ({"width": "50%"}, {}),
        ({"width": "10", "height": "10"}, {}),
    ],
)
def test_a_picture_gets_the_sizes_that_it_has_not(tmp_path, given, wanted):
    file = tmp_path / "p.png"
    file.write_bytes(picture(400, 200))

    assert missing_sizes(given, file) == wanted
    assert missing_sizes(given, None) == {}


@pytest.mark.parametrize(
    ("start", "size"),
    [
        ('width="30" height="20px"', (30, 20)),
        ("width='30.4' height='20'", (30, 20)),
        ('viewBox="0 0 8 8"', None),
        ('width="100%" height="20"', None),
        ('width="3em" height="20"', None),
        ('stroke-width="3" height="20"', None),
        ('width="nan" height="20"', None),
        ("", None),
    ],
)
def test_a_drawing_has_the_size_that_it_says(tmp_path, start, size):
    file = tmp_path / "p.svg"
    file.write_text(f'<!-- <svg width="1"> --><svg xmlns="http://www.w3.org/2000/svg" {start}/>')

    assert picture_size(file) == size


@pytest.mark.parametrize(
    "content", ["", "no drawing", "<svg width='", "<svg width='1' height='0'/>"]
)
def test_a_broken_drawing_has_no_size(tmp_path, content):
    file = tmp_path / "p.svg"
    file.write_text(content)

    assert picture_size(file) is None
    assert picture_size(tmp_path / "gone.svg") is None


def test_pictures_of_the_project_keep_their_room_on_the_page(site):
    page = '# T\n\n![a](p.png)\n\n<Frame><img src="/p.png" width="100" /></Frame>\n\n![b](https://x.test/q.png)\n'

    images = site({"index.mdx": page, "p.png": picture(400, 200)}).article("index").select("img")

    assert [(each.get("width"), each.get("height")) for each in images] == [
        ("400", "200"),
        ("100", "50"),
        (None, None),
    ]
