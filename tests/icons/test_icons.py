"""Icon names become pictures that are drawn in the page."""

import re

import pytest
from bs4 import BeautifulSoup

from sphinx_docsjson.icons.lookup import (
    ALL_SETS,
    FONT_AWESOME,
    STAND_INS,
    IconSource,
    icon_hint,
    icon_set,
    icon_svg,
    pro_names,
    resolve_icon,
    unknown_icon,
)
from sphinx_docsjson.icons.sanitize import IconRequest, clean_svg
from sphinx_docsjson.site.model import Icon
from tests._support.finite import steps
from tools.path_data import rounded


def body(svg: str) -> str:
    return re.sub(r"<svg[^>]*>|</svg>", "", svg)


def test_an_icon_is_decorative_and_takes_the_colour_of_the_text():
    svg = icon_svg("rocket")

    assert 'aria-hidden="true"' in svg
    assert 'focusable="false"' in svg
    assert "currentColor" in svg


@pytest.mark.parametrize("name", ["home", "house", "fa-house", "fa-solid fa-house", "House"])
def test_old_names_classes_and_upper_case_lead_to_the_same_icon(name):
    assert body(icon_svg(name)) == body(icon_svg("house"))


def test_a_brand_needs_no_type():
    assert icon_svg("github") == icon_svg("github", "brands")


@pytest.mark.parametrize("pro", ["duotone", "sharp-solid"])
def test_heavy_pro_styles_become_solid(pro):
    assert icon_svg("bell", pro) == icon_svg("bell", "solid")


def test_thin_pro_styles_become_thin_lines():
    assert 'stroke-width="1.25"' in icon_svg("house", "thin")
    assert 'stroke-width="1.5"' in icon_svg("house", "light")


def test_the_library_of_the_site_is_asked_first():
    assert body(icon_svg("house", library="lucide")) == icon_set("lucide").get("house").body
    assert body(icon_svg("home", library="tabler")) == icon_set("tabler").get("home").body


def test_a_name_that_one_set_lacks_is_found_in_another():
    assert icon_svg("audio-waveform") == icon_svg("audio-waveform", library="lucide")


def test_every_stand_in_exists():
    assert [name for name in STAND_INS if icon_svg(name) is None] == []


def test_every_alias_leads_to_an_icon():
    for name in ALL_SETS:
        icons = icon_set(name)
        assert [alias for alias in icons.aliases if icons.get(alias) is None] == []


def test_an_unknown_icon_is_none_and_the_one_that_is_meant_is_named():
    assert icon_svg("rokcet") is None
    assert icon_hint("rokcet") == "did you mean 'rocket'?"


def test_a_name_of_font_awesome_pro_is_told_from_one_that_nobody_has():
    assert unknown_icon("fa-gauge-min") == (
        "the icon 'fa-gauge-min' is part of Font Awesome Pro, which may not be redistributed "
        "(there are 'gauge', 'gauge-med', 'gauge-off'; with a licence, set docsjson_icon_dirs)"
    )
    assert unknown_icon("gauge-mim").startswith("no icon is called 'gauge-mim'")
    assert not pro_names() & {name for each in FONT_AWESOME for name in icon_set(each).names()}


def test_a_file_of_the_project_is_drawn_in_the_page(tmp_path):
    (tmp_path / "mark.svg").write_text('<svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>')

    html = resolve_icon(Icon(name="/mark.svg"), IconSource(srcdir=tmp_path))

    assert 'viewBox="0 0 8 8"' in html
    assert "<path" in html


def test_a_picture_that_is_not_svg_is_linked_from_the_root(tmp_path):
    (tmp_path / "mark.png").write_bytes(b"png")

    html = resolve_icon(Icon(name="mark.png"), IconSource(srcdir=tmp_path), root="../../")

    assert 'src="../../mark.png"' in html


def test_a_path_cannot_leave_the_project(tmp_path):
    (tmp_path / "secret.svg").write_text("<svg/>")
    inside = tmp_path / "docs"
    inside.mkdir()

    assert resolve_icon(Icon(name="../secret.svg"), IconSource(srcdir=inside)) is None


def test_a_licence_holder_draws_icons_from_a_folder(tmp_path):
    folder = tmp_path / "pro" / "light"
    folder.mkdir(parents=True)
    (folder / "house.svg").write_text('<svg viewBox="0 0 9 9"><path d="M1 1"/></svg>')
    source = IconSource(srcdir=tmp_path, folders={"fontawesome/light": "pro/light"})

    assert 'viewBox="0 0 9 9"' in resolve_icon(Icon(name="house", type="light"), source)
    assert 'viewBox="0 0 9 9"' not in resolve_icon(Icon(name="house"), source)


def test_a_url_with_a_forbidden_scheme_is_no_icon():
    assert resolve_icon(Icon(name="javascript:alert(1)")) is None


@pytest.mark.parametrize(
    "attack",
    [
        '<svg onload="x()"><path d="M0 0"/></svg>',
        "<svg><script>x()</script></svg>",
        '<svg><a href="javascript:x()"><path d="M0 0"/></a></svg>',
        '<svg><use href="https://example.com/x.svg#a"/></svg>',
        "<svg><foreignObject><body/></foreignObject></svg>",
        '<svg><path style="fill:url(https://example.com)" d="M0 0"/></svg>',
        '<svg><rect fill="url(https://example.com/x)"/></svg>',
        "<svg><style>@import 'https://example.com'</style></svg>",
    ],
)
def test_svg_text_of_an_author_can_only_draw(attack):
    cleaned = clean_svg(attack)

    assert not re.search(r"on\w+=|script|javascript|example|foreign|style", cleaned)


def test_entities_are_refused():
    assert clean_svg('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>') is None


def test_jsx_spellings_of_svg_attributes_are_understood():
    cleaned = clean_svg('<svg fill="none"><path strokeWidth={2} strokeLinecap="round" /></svg>')

    assert 'stroke-width="2"' in cleaned
    assert 'stroke-linecap="round"' in cleaned


def test_a_drawing_keeps_the_classes_of_its_author_but_those_that_are_ours():
    cleaned = clean_svg('<svg class="h-6 dj-skip text-red-500"><path class="dj-x"/></svg>')

    assert 'class="dj-icon h-6 text-red-500"' in cleaned
    assert "dj-x" not in cleaned


def test_several_drawings_are_all_drawn_each_for_its_mode():
    cleaned = clean_svg(
        '<svg class="dj-only-light x" viewBox="0 0 1 1"/> <svg class="dj-only-dark"><path/></svg>'
    )

    assert cleaned.count("<svg") == 2
    assert 'class="dj-icon dj-only-light x"' in cleaned
    assert 'class="dj-icon dj-only-dark"' in cleaned
    assert clean_svg("<svg/><b/>") is None


def test_a_wish_for_a_size_leaves_the_sizes_inside_the_drawing():
    wish = IconRequest(classes="dj-icon own", size="32", color="#a50")
    html = clean_svg('<svg viewBox="0 0 9 9"><rect width="4" height="5"/></svg>', wish=wish)
    svg = BeautifulSoup(html, "html.parser").svg

    assert (svg["width"], svg["height"], svg["color"]) == ("32", "32", "#a50")
    assert svg["class"] == ["dj-icon", "own"]
    assert (svg.rect["width"], svg.rect["height"]) == ("4", "5")


@pytest.mark.parametrize(
    ("path", "whole"),
    [
        ("M0 .4l10.3 0 10.3 0 10.4 0", "m0 0h10 11 10"),
        ("M1 1L5.2 6.1 9.4 1z", "m1 1l4 5 4-5z"),
        ("m1.6 1.6c0 1.2 2 3 4.1 4.4s-1 2-4-.6", "m2 2c0 1 2 3 4 4s-1 2-4-1"),
        ("M9 9a40 40 0 1040.2 7.4", "m9 9a40 40 0 1 0 40 7"),
        ("M9 9a40 40 0 1 0 .2.1", "M9 9a40 40 0 1 0 .2.1"),
    ],
)
def test_drawings_are_kept_in_whole_numbers_that_do_not_drift(path, whole):
    assert rounded(path) == whole


def test_an_icon_that_looks_alike_and_means_something_else_is_not_asked_for():
    assert icon_hint("phone-arrow-up-right").startswith("there are ")
    assert "did you mean" not in icon_hint("message-pen") + icon_hint("user-headset")
    assert "did you mean" not in icon_hint("sound")
    assert icon_hint("phone-forward") == "did you mean 'phone-forwarded'?"


def test_a_drawing_may_have_any_number_of_groups_in_groups():
    deep = f'<svg viewBox="0 0 1 1">{"<g>" * 5000}<path d="M0 0"/>{"</g>" * 5000}</svg>'
    drawn = clean_svg(deep)
    assert drawn.count("<g>") == drawn.count("</g>") == 5000
    assert drawn.index("<path") > drawn.rindex("<g>")
    assert steps(clean_svg, deep) < 40 * 5000
