"""Every colour that a site can choose stays readable."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_docsjson.html.site_css import site_css
from sphinx_docsjson.site.colors import (
    AA_TEXT,
    Rgb,
    constant_colors,
    lent_palette,
    make_palette,
    printed_badges,
)
from sphinx_docsjson.site.model import (
    Banner,
    ColorPair,
    Colors,
    Container,
    Font,
    Fonts,
    Gradient,
    Grounds,
    Kind,
    Site,
)

HEX = st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)
TEXT_ON = {
    "text": ("bg", "surface"),
    "text-muted": ("bg", "surface"),
    "text-faint": ("bg", "surface"),
    "primary": ("bg", "surface", "primary-soft"),
    "on-primary": ("primary",),
    "on-button": ("button",),
    "note": ("bg",),
    "warning": ("bg",),
    "danger": ("bg",),
    "code-comment": ("code-bg",),
    "code-string": ("code-bg",),
    "code-keyword": ("code-bg",),
}


def a_site(**fields) -> Site:
    return Site(name="Test", navigation=Container(kind=Kind.SITE, label="Test"), **fields)


def unreadable(properties) -> list[str]:
    colors = {name: Rgb.from_hex(v) for name, v in properties.items() if v.startswith("#")}
    return [
        f"{text} on {ground}: {colors[text].contrast(colors[ground]):.2f}"
        for text, grounds in TEXT_ON.items()
        for ground in grounds
        if colors[text].contrast(colors[ground]) < AA_TEXT
    ]


@settings(max_examples=120, deadline=None)
@given(
    primary=HEX,
    light=st.none() | HEX,
    dark=st.none() | HEX,
    mode=st.sampled_from(["light", "dark"]),
)
def test_all_text_reaches_aa_for_any_accent(primary, light, dark, mode):
    palette = make_palette(Colors(primary=primary, light=light, dark=dark), mode)

    assert unreadable(palette.properties) == []
    assert unreadable(lent_palette(Colors(primary=primary, light=light), mode).properties) == []


@settings(max_examples=60, deadline=None)
@given(
    ground=st.sampled_from(["#ffffff", "#fdf6e3", "#000000", "#0b1120", "#f1f5f9", "#1e293b"]),
    primary=HEX,
)
def test_text_reaches_aa_on_a_background_of_the_author(ground, primary):
    colors = Colors(primary=primary, background=ColorPair(light=ground, dark=ground))

    assert unreadable(make_palette(colors, "light").properties) == []


def test_what_has_no_mode_is_readable_too():
    fixed = {name: Rgb.from_hex(value) for name, value in constant_colors().items()}

    for name in ("solid-warning", "solid-danger"):
        assert fixed[name].contrast(fixed["on-solid"]) >= AA_TEXT
    white = Rgb(1, 1, 1)
    for value in printed_badges(Colors()).values():
        assert Rgb.from_hex(value).contrast(white) >= AA_TEXT


def test_another_theme_keeps_its_greys_and_its_background():
    colors = Colors(primary="#ff0000", background=ColorPair(light="#fdf6e3", dark="#0b1120"))
    lent = lent_palette(colors, "light").properties

    assert lent["bg"] == "#ffffff"
    assert len({lent["surface"][at : at + 2] for at in (1, 3, 5)}) == 1
    assert (
        lent["primary"] != lent_palette(Colors(primary="#0000ff"), "light").properties["primary"]
    )


def test_a_readable_accent_is_left_alone():
    palette = make_palette(Colors(primary="#1d4ed8"), "light")

    assert palette.properties["primary"] == "#1d4ed8"
    assert palette.adjusted == {}


def test_an_accent_that_was_changed_is_told():
    palette = make_palette(Colors(primary="#ffee00"), "light")

    assert palette.adjusted["colors.primary"][0] == "#ffee00"


def test_the_greys_take_on_the_hue_of_the_accent():
    blue = Rgb.from_hex(make_palette(Colors(primary="#2563eb"), "dark").properties["surface"])
    red = Rgb.from_hex(make_palette(Colors(primary="#dc2626"), "dark").properties["surface"])

    assert blue.blue > blue.red
    assert red.red > red.blue


def test_both_modes_stand_for_the_choice_and_for_the_system():
    css = site_css(a_site())

    assert '@media screen { html[data-mode="dark"] {' in css
    assert "@media screen and (prefers-color-scheme: dark) { html:not([data-mode])" in css


def test_paper_is_light_whatever_is_chosen():
    css = site_css(a_site())

    always = re.sub(r"@media screen[^{]*\{ [^{]*\{[^}]*\} \}", "", css)
    assert "color-scheme: light" in always
    assert "color-scheme: dark" not in always


@pytest.mark.parametrize("color", ["#ff0000", Gradient(start="#ff0000", end="#0000ff")])
def test_an_anchor_colour_is_a_numbered_rule(color):
    css = site_css(a_site(), tiles=["#123456", color])

    assert ".dj-anchor-color-1" in css
    assert "#ff0000" in css


def test_a_name_of_a_font_cannot_leave_its_string():
    fonts = Fonts(body=Font(family='x"; } body { display: none', source="f.woff2"))

    css = site_css(a_site(fonts=fonts))

    assert "body { display" not in css
    assert 'src: url("../f.woff2")' in css


def test_text_on_a_coloured_banner_is_readable():
    css = site_css(
        a_site(banner=Banner(content="x", color=ColorPair(light="#ffff00", dark="#000080")))
    )

    assert "--dj-on-banner: #0a0a0a" in css
    assert "--dj-on-banner: #ffffff" in css


def test_borders_and_surfaces_are_seen_on_black_as_on_our_own_ground():
    ours = make_palette(Colors(), "dark").properties
    black = Colors(background=Grounds(dark="#000000"))
    properties = make_palette(black, "dark").properties

    def contrast(colors, name):
        return Rgb.from_hex(colors[name]).contrast(Rgb.from_hex(colors["bg"]))

    for name in ("surface", "surface-raised", "border", "border-strong"):
        assert contrast(properties, name) >= contrast(ours, name) * 0.95
