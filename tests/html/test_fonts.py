"""What stands in for a font of the site is as wide and as high as the font."""

import struct
import sys
import tracemalloc
import zlib
from io import BytesIO

import brotli
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.ttLib.woff2 import packBase128
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_docsjson.base.media import (
    SHARES,
    FontMetrics,
    font_metrics,
    names_letters_of_unicode,
    stays_small,
)
from sphinx_docsjson.build import the_build
from sphinx_docsjson.html.site_css import font_files, stand_ins

FONT = FontMetrics(width=0.6, ascent=0.9, descent=0.3, line_gap=0.1)

LATIN = "".join(SHARES)


def a_font(*, flavor=None, typographic=False, letters=LATIN) -> bytes:
    """A font whose letters are all 600 of 1000 wide."""
    names = {ord(letter): f"letter{number}" for number, letter in enumerate(letters)}
    glyphs = [".notdef", *names.values()]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap(names)
    builder.setupGlyf({glyph: Glyph() for glyph in glyphs})
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (600, 0)))
    builder.setupHorizontalHeader(ascent=900, descent=-300, lineGap=100)
    builder.setupNameTable({"familyName": "Acme", "styleName": "Regular"})
    builder.setupOS2(
        sTypoAscender=800,
        sTypoDescender=-200,
        sTypoLineGap=0,
        fsSelection=1 << 7 if typographic else 0,
    )
    builder.setupPost()
    builder.font.flavor = flavor
    file = BytesIO()
    builder.save(file)
    return file.getvalue()


def written(folder, data):
    file = folder / "font"
    file.write_bytes(data)
    return file


@pytest.mark.parametrize("flavor", [None, "woff", "woff2"])
def test_a_font_file_says_how_wide_and_high_it_is(tmp_path, flavor):
    found = font_metrics(written(tmp_path, a_font(flavor=flavor)))

    assert found is not None
    assert [found.ascent, found.descent, found.line_gap] == [0.9, 0.3, 0.1]
    assert found.width == pytest.approx(0.6)


def test_the_heights_that_designers_ask_for_win(tmp_path):
    found = font_metrics(written(tmp_path, a_font(typographic=True)))

    assert found is not None
    assert [found.ascent, found.descent, found.line_gap] == [0.8, 0.2, 0]


def test_a_font_of_another_script_has_no_width_to_compare(tmp_path):
    assert font_metrics(written(tmp_path, a_font(letters="абв"))) is None
    assert font_metrics(tmp_path / "gone.ttf") is None


@settings(max_examples=60)
@given(st.data())
def test_a_broken_font_file_says_nothing_and_ends_nothing(tmp_path_factory, data):
    whole = a_font(flavor=data.draw(st.sampled_from([None, "woff"])))
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = whole[:at] + data.draw(st.binary(max_size=8)) + whole[at + 4 :]
    file = written(tmp_path_factory.mktemp("fonts"), changed)

    assert isinstance(font_metrics(file), FontMetrics | None)


def bomb(*, says: int, holds: int) -> bytes:
    """A WOFF2 file of one table that says another size than it has."""
    packed = brotli.compress(bytes(holds), quality=1)
    table = bytes([1]) + packBase128(says)  # a known tag, and its size
    rest = (0, 0, len(packed), 1, *(0,) * 6)
    whole = 48 + len(table) + len(packed)
    return struct.pack(">4s4sLHHLLHHLLLLL", b"wOF2", b"true", whole, 1, *rest) + table + packed


@pytest.mark.parametrize("says", [1000, 80 << 20])
def test_a_font_that_becomes_larger_than_it_says_is_not_unpacked(tmp_path, says):
    file = written(tmp_path, bomb(says=says, holds=80 << 20))
    assert file.stat().st_size < 1 << 14
    font_metrics(file)  # loads fontTools
    tracemalloc.start()
    assert font_metrics(written(tmp_path, file.read_bytes() + b" ")) is None
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1 << 20


def test_a_packed_table_that_becomes_larger_than_it_says_is_not_unpacked():
    packed = zlib.compress(bytes(8 << 20))
    head = struct.pack(">4s4sLHHLHHLLLLL", b"wOFF", b"true", 0, 1, *(0,) * 9)
    for says, small in ((8 << 20, True), (99999, False), (80 << 20, False)):
        data = head + struct.pack(">4sLLLL", b"cmap", 64, len(packed), says, 0) + packed
        assert stays_small(data) is small


def test_a_table_of_letters_names_no_more_than_there_are():
    for last, fits in ((0x10FFFF, True), (0xFFFFFFFF, False)):
        groups = struct.pack(">HHLLL LLL", 12, 0, 28, 0, 1, 0, last, 0)
        cmap = struct.pack(">HHHHL", 0, 1, 3, 10, 12) + groups
        assert names_letters_of_unicode(cmap) is fits
    assert names_letters_of_unicode(TTFont(BytesIO(a_font())).reader["cmap"])


def test_without_the_extra_nothing_is_known(tmp_path, monkeypatch):
    file = written(tmp_path, a_font())
    monkeypatch.setitem(sys.modules, "fontTools.ttLib", None)

    assert font_metrics(file) is None


def test_what_stands_in_is_scaled_to_the_width_and_keeps_the_height():
    regular, bold = stand_ins("Like Acme", FONT, None)

    assert 'local("Arial")' in regular
    assert "font-weight: 100 559; size-adjust: 136.52%; ascent-override: 65.93%;" in regular
    assert 'local("Arial Bold")' in bold
    assert "font-weight: 560 900; size-adjust: 126.24%;" in bold


def test_a_font_of_one_weight_has_one_stand_in():
    (only,) = stand_ins("Like Acme", FONT, 700)

    assert 'local("Arial Bold")' in only
    assert "font-weight: 100 900;" in only


def test_a_site_waits_for_its_font_without_loading_another(site):
    config = {
        "fonts": {
            "body": {"family": "Acme", "source": "/f.ttf"},
            "heading": {"family": "Other", "source": "/odd.woff2", "format": "woff2"},
        }
    }
    files = {"index.md": "# T\n", "f.ttf": a_font(), "odd.woff2": b"wOF2"}
    css = site(files, config=config).text("_static/docsjson-site.css")

    assert '--dj-font-sans: "Acme", "Like Acme", "Like Inter",' in css
    assert '--dj-font-heading: "Other", "Inter", "Like Inter",' in css
    assert css.count('font-family: "Like Acme"') == 2


def test_a_name_of_the_theme_or_of_a_file_is_enough_and_another_one_is_said_once(site):
    named = {
        "body": {"family": "acme sans", "weight": 600},
        "heading": {"family": "JetBrains Mono"},
    }
    files = {"index.md": "# T\n", "fonts/AcmeSans-SemiBold.ttf": a_font()}
    built = site(files, config={"fonts": named})
    css = built.text("_static/docsjson-site.css")

    assert built.warning_lines == []
    assert 'src: url("../fonts/AcmeSans-SemiBold.ttf")' in css
    assert "--dj-text-weight: 600;" in css
    assert "--dj-font-heading: var(--dj-font-mono);" in css
    found = font_files(the_build(built.app.config).site, has_code=False)
    assert found == ("../fonts/AcmeSans-SemiBold.ttf", "fonts/jetbrains-mono-latin.woff2")


def test_a_font_that_nobody_brings_is_said_once_with_what_to_do(site):
    fonts = {"family": "Geist", "heading": {"family": "Geist", "weight": 700}}
    [line] = site({"index.md": "# T\n"}, config={"fonts": fonts}).warning_lines
    assert "fonts.family: 'Geist' is no font of the theme (Inter and JetBrains Mono)" in line
    assert "such as fonts/Geist.woff2, or name it in 'source'" in line

    built = site({"index.md": "# T\n"}, config={"fonts": {"family": "system-ui", "weight": 350}})
    assert built.warning_lines == []
    css = built.text("_static/docsjson-site.css")
    assert "--dj-font-sans: system-ui, " in css
    assert "--dj-title-weight: 350; --dj-heading-weight: 350;" in css
