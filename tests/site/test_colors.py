"""Colours reach the contrast that text needs, and are reported where they do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.site.colors import contrast, normal, parse_hex, readable, text_on

colors = st.tuples(*[st.integers(0, 255)] * 3).map(lambda rgb: "#{:02x}{:02x}{:02x}".format(*rgb))


def test_contrast_is_that_of_wcag():
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_short_hex_means_doubled_digits():
    assert normal("#0aF") == "#00aaff"
    with pytest.raises(ValueError, match="no hex colour"):
        parse_hex("#12345")


@given(colors)
def test_the_text_on_any_button_is_readable(color):
    assert contrast(text_on(color), color) >= 4.5


@given(colors, colors)
def test_the_readable_variant_of_any_colour_is_readable_on_any_background(color, background):
    found = readable(color, background)

    assert contrast(found, background) >= 4.5
    if contrast(color, background) >= 4.5:
        assert found == color


def kinds(result):
    return [p.message for p in result.loaded.problems if p.kind == "color"]


def test_an_accent_that_cannot_be_read_is_reported_with_one_that_can(load):
    [message] = kinds(load({"colors": {"primary": "#a9bed4"}}))

    assert "colors.primary: #a9bed4 on the light background #ffffff" in message
    assert "1.9:1" in message


def test_a_mode_that_no_reader_sees_is_not_checked(load):
    config = {
        "colors": {"primary": "#a8ff53", "light": "#a8ff53"},
        "modeToggle": {"default": "dark", "isHidden": True},
    }

    assert kinds(load(config)) == []


def test_each_accent_is_checked_on_the_background_of_its_own_mode(load):
    config = {
        "colors": {
            "primary": "#1d4ed8",
            "light": "#1d4ed8",
            "background": {"light": "#fafafa", "dark": "#101010"},
        }
    }
    [message] = kinds(load(config))

    assert "colors.light: #1d4ed8 on the dark background #101010" in message


def test_the_colour_of_buttons_and_the_defaults_give_no_warning(load):
    assert kinds(load({"colors": {"primary": "#1d4ed8", "dark": "#ffff00"}})) == []
    assert kinds(load({})) == []


def test_a_background_on_which_the_text_of_its_mode_cannot_be_read_is_reported(load):
    background = {"light": "#222222", "dark": "#eeeeee"}
    config = {"colors": {"primary": "#1d4ed8", "background": background}}

    assert sum("too dark" in message or "too light" in message for message in kinds(load(config)))
