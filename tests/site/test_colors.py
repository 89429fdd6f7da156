"""Colours reach the contrast that text needs on whatever they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.site.colors import AA_TEXT, Oklch, Rgb, best_text_on, readable

colors = st.tuples(*[st.integers(0, 255)] * 3).map(
    lambda rgb: Rgb.from_hex("#{:02x}{:02x}{:02x}".format(*rgb))
)


def test_contrast_is_that_of_wcag():
    white = Rgb.from_hex("#fff")

    assert Rgb.from_hex("#000").contrast(white) == pytest.approx(21)
    assert Rgb.from_hex("#777777").contrast(white) == pytest.approx(4.48, abs=0.01)
    assert Rgb.from_hex("#767676").contrast(white) == pytest.approx(4.54, abs=0.01)


def test_short_hex_means_doubled_digits():
    assert Rgb.from_hex("#0aF").hex == "#00aaff"
    with pytest.raises(ValueError, match="not a hex colour"):
        Rgb.from_hex("#12345")


@given(colors)
def test_a_colour_survives_the_way_through_oklch(color):
    assert Oklch.from_rgb(color).to_rgb().hex == color.hex


@given(colors)
def test_the_text_on_any_button_is_readable(color):
    assert best_text_on(color).contrast(color) >= AA_TEXT


@given(colors, colors)
def test_the_readable_variant_of_any_colour_is_readable_on_any_background(color, background):
    found = readable(color, background)

    assert found.contrast(background) >= AA_TEXT
    if color.contrast(background) >= AA_TEXT:
        assert found == color
