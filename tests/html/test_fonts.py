"""What stands in for a font of the site is as wide and as high as the font."""

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.files.font_files import SHARES, FontMetrics, font_metrics
from sphinx_docsjson.html.style.like_fonts import stand_ins

FONT = FontMetrics(width=0.6, ascent=0.9, descent=0.3, line_gap=0.1)

LATIN = "".join(SHARES)


def tables(*, form=4, typographic=False, letters=LATIN):
    """Return the tables of a font whose letters are all 600 of 1000 wide."""
    glyphs = {ord(letter): number + 1 for number, letter in enumerate(sorted(letters))}
    if form == 12:
        groups = b"".join(struct.pack(">LLL", code, code, n) for code, n in glyphs.items())
        table = struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(glyphs)) + groups
    else:
        codes = [*sorted(glyphs), 0xFFFF]
        parts = (
            struct.pack(f">{len(codes)}H", *codes),
            struct.pack(">H", 0),
            struct.pack(f">{len(codes)}H", *codes),
            struct.pack(f">{len(codes)}H", *((glyphs.get(c, 0) - c) % 65536 for c in codes)),
            bytes(2 * len(codes)),
        )
        body = b"".join(parts)
        table = struct.pack(">7H", 4, 14 + len(body), 0, 2 * len(codes), 0, 0, 0) + body
    return {
        "OS/2": bytes(62) + struct.pack(">HHHhhh", 128 if typographic else 0, 0, 0, 800, -200, 0),
        "cmap": struct.pack(">HHHHL", 0, 1, 3, 1, 12) + table,
        "head": bytes(18) + struct.pack(">H", 1000),
        "hhea": struct.pack(">Lhhh", 0, 900, -300, 100) + bytes(24) + struct.pack(">H", 2),
        "hmtx": struct.pack(">HhHh", 600, 0, 600, 0),
        "name": b"not read",
    }


def sfnt(parts):
    at, head, body = 12 + 16 * len(parts), b"", b""
    for name, data in parts.items():
        head += struct.pack(">4sLLL", name.encode(), 0, at + len(body), len(data))
        body += data
    return b"\0\1\0\0" + struct.pack(">HHHH", len(parts), 0, 0, 0) + head + body


def woff(parts):
    at, head, body = 44 + 20 * len(parts), b"", b""
    for name, data in parts.items():
        packed = min(zlib.compress(data), data, key=len)
        where = at + len(body)
        head += struct.pack(">4sLLLL", name.encode(), where, len(packed), len(data), 0)
        body += packed
    return b"wOFF" + bytes(8) + struct.pack(">H", len(parts)) + bytes(30) + head + body


def written(folder, data):
    file = folder / "font"
    file.write_bytes(data)
    return file


@pytest.mark.parametrize("pack", [sfnt, woff])
@pytest.mark.parametrize("form", [4, 12])
def test_a_font_file_says_how_wide_and_high_it_is(tmp_path, pack, form):
    found = font_metrics(written(tmp_path, pack(tables(form=form))))

    assert found is not None
    assert [found.ascent, found.descent, found.line_gap] == [0.9, 0.3, 0.1]
    assert found.width == pytest.approx(0.6)


def test_the_heights_that_designers_ask_for_win(tmp_path):
    found = font_metrics(written(tmp_path, sfnt(tables(typographic=True))))

    assert found is not None
    assert [found.ascent, found.descent, found.line_gap] == [0.8, 0.2, 0]


def test_a_font_of_another_script_has_no_width_to_compare(tmp_path):
    assert font_metrics(written(tmp_path, sfnt(tables(letters="абв")))) is None
    assert font_metrics(tmp_path / "gone.ttf") is None


@given(st.data())
def test_a_broken_font_file_says_nothing_and_ends_nothing(tmp_path_factory, data):
    whole = data.draw(st.sampled_from([sfnt, woff]))(tables())
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = whole[:at] + data.draw(st.binary(max_size=8)) + whole[at + 4 :]
    file = written(tmp_path_factory.mktemp("fonts"), changed)

    assert isinstance(font_metrics(file), FontMetrics | None)


def test_packed_with_brotli_it_says_the_same(tmp_path):
    brotli = pytest.importorskip("brotli")
    parts = tables()
    numbers = {"OS/2": 6, "cmap": 0, "head": 1, "hhea": 2, "hmtx": 3, "name": 5}
    entries = b"".join(
        bytes([numbers[name]]) + bytes([128 | len(data) >> 7, len(data) & 127])
        for name, data in parts.items()
    )
    text = b"".join(parts.values())
    packed = brotli.compress(text)
    head = b"wOF2" + bytes(8) + struct.pack(">HHLL", len(parts), 0, len(text), len(packed))
    whole = head.ljust(48, b"\0") + entries + packed

    assert font_metrics(written(tmp_path, whole)) == font_metrics(written(tmp_path, sfnt(parts)))


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
    files = {"index.md": "# T\n", "f.ttf": sfnt(tables()), "odd.woff2": b"wOF2"}
    css = site(files, config=config).text("_static/docsjson-site.css")

    assert '--dj-font-sans: "Acme", "Like Acme", "Like Inter",' in css
    assert '--dj-font-heading: "Other", "Inter", "Like Inter",' in css
    assert css.count('font-family: "Like Acme"') == 2
