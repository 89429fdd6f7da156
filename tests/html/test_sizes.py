"""No size of a table or picture needs an inline style."""

import pytest

from sphinx_docsjson.base.media import PictureSize, picture_size
from sphinx_docsjson.base.theme_files import theme_sheet
from sphinx_docsjson.html.translator import SHARES, room_of, sizes_of
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
        ({"width": "50%"}, {"width": "400", "height": "200", "class": "dj-w-50"}),
        (
            {"width": "100%", "CLASS": "x"},
            {"width": "400", "height": "200", "CLASS": "x dj-fills"},
        ),
        ({"width": "33.3%"}, {}),
        ({"width": "50%", "height": "9"}, {}),
        ({"height": "50%"}, {}),
        ({"width": "10", "height": "10"}, {}),
    ],
)
def test_a_picture_gets_the_sizes_that_it_has_not(tmp_path, given, wanted):
    file = tmp_path / "p.png"
    file.write_bytes(picture(400, 200))

    assert room_of(given, file, has_styles=True) == wanted
    assert room_of(given, None, has_styles=True) == {}


def test_a_share_stays_where_no_class_says_it(tmp_path):
    file = tmp_path / "p.svg"
    file.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>')

    assert room_of({"width": "50%"}, file, has_styles=False) == {}
    assert room_of({}, file, has_styles=False) == {}
    assert room_of({}, file, has_styles=True)["class"] == "dj-fills"


def test_each_share_has_its_rule():
    sheet = theme_sheet("content.css")

    for share in SHARES:
        assert f"img.dj-w-{share} {{ inline-size: {share}%; }}" in sheet


@pytest.mark.parametrize(
    ("start", "size"),
    [
        ('width="30" height="20px"', (30, 20)),
        ("width='30.4' height='20'", (30, 20)),
        ('width="3em" height="20"', (48, 20)),
        ('width="1in" height="72pt"', (96, 96)),
        ('width="30" viewBox="0 0 3 2"', (30, 20)),
        ('height="20" viewBox="0,0,3,2"', (30, 20)),
        ('width="100%" height="20"', (300, 20)),
        ('stroke-width="3" height="20"', (300, 20)),
        ('width="nan" height="20"', (300, 20)),
        ('viewBox="0 0 8 8" preserveAspectRatio="none"', (300, 150)),
        ("", (300, 150)),
        ('viewBox="0 0 8 4"', (8, 4, "fills")),
        ('width="100%" height="100%" viewBox="0 0 .5 1"', (50, 100, "fills")),
        ('viewBox="0 0 8 0"', (300, 150)),
        ('viewBox="0 0 8"', (300, 150)),
    ],
)
def test_a_drawing_has_the_size_that_it_says(tmp_path, start, size):
    file = tmp_path / "p.svg"
    file.write_text(f'<!-- <svg width="1"> --><svg xmlns="http://www.w3.org/2000/svg" {start}/>')

    assert picture_size(file) == PictureSize(width=size[0], height=size[1], fills="fills" in size)


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


@pytest.mark.parametrize(
    ("config", "conf", "wanted"),
    [
        ({"logo": "/img/a b.png"}, {}, [("400", "200"), ("400", "200")]),
        (
            {"logo": {"light": "/img/a b.png", "dark": "https://x.test/a.png"}},
            {},
            [("400", "200"), (None, None)],
        ),
        ({}, {"html_logo": "img/a b.png"}, [("400", "200"), ("400", "200")]),
        (
            {},
            {
                "html_static_path": ["img"],
                "html_theme_options": {"light_logo": "a b.png", "dark_logo": "b.svg"},
            },
            [("400", "200"), ("9", "6")],
        ),
        ({"logo": "/img/broken.svg"}, {}, [(None, None), (None, None)]),
    ],
)
def test_the_logo_keeps_its_room(site, config, conf, wanted):
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 6"/>'
    files = {
        "index.md": "# T\n",
        "deep/page.md": "# D\n",
        "img/a b.png": picture(400, 200),
        "img/b.svg": drawing,
        "img/broken.svg": "<svg",
    }
    built = site(files, config=config, conf=conf)

    for page in ("index", "deep/page"):
        found = built.soup(page).select(".dj-logo img")
        assert [(each.get("width"), each.get("height")) for each in found] == wanted


def test_what_a_style_sheet_of_the_author_may_size_is_left_to_it(site):
    page = "# T\n\n![a](p.svg)\n\n<img src='/p.svg' alt='b' className='mine' />\n"
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 6"/>'

    ours, theirs = site({"index.mdx": page, "p.svg": drawing}).article("index").select("img")

    assert (ours["class"], ours["width"], ours["height"]) == (["dj-fills"], "9", "6")
    assert (theirs["class"], theirs.get("width")) == (["mine"], None)
