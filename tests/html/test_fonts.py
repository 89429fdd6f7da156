"""A font of the site is loaded, and a font of the reader's device stands in until it is there."""


def test_a_site_waits_for_its_font_without_loading_another(site):
    config = {
        "fonts": {
            "body": {"family": "Acme", "source": "/f.ttf"},
            "heading": {"family": "Other", "source": "/odd.woff2", "format": "woff2"},
        }
    }
    files = {"index.md": "# T\n", "f.ttf": b"a font", "odd.woff2": b"wOF2"}
    css = site(files, config=config).text("_static/docsjson-site.css")

    assert '--dj-font-sans: "Acme", "Like Inter",' in css
    assert '--dj-font-heading: "Other", "Like Inter",' in css


def test_a_name_of_the_theme_or_of_a_file_is_enough_and_another_one_is_said_once(site):
    named = {
        "body": {"family": "acme sans", "weight": 600},
        "heading": {"family": "JetBrains Mono"},
    }
    files = {"index.md": "# T\n", "fonts/AcmeSans-SemiBold.ttf": b"a font"}
    built = site(files, config={"fonts": named})
    css = built.text("_static/docsjson-site.css")

    assert built.warning_lines == []
    assert 'src: url("../fonts/AcmeSans-SemiBold.ttf")' in css
    assert "--dj-text-weight: 600;" in css
    assert "--dj-font-heading: var(--dj-font-mono);" in css


def test_a_font_that_nobody_brings_is_said_once_with_what_to_do(site):
    fonts = {"family": "Geist", "heading": {"family": "Geist", "weight": 700}}
    [line] = site({"index.md": "# T\n"}, config={"fonts": fonts}).warning_lines
    assert "fonts.family: 'Geist' is not a font of the theme (Inter and JetBrains Mono)" in line
    assert "such as fonts/Geist.woff2, or name it in 'source'" in line

    built = site({"index.md": "# T\n"}, config={"fonts": {"family": "system-ui", "weight": 350}})
    assert built.warning_lines == []
    css = built.text("_static/docsjson-site.css")
    assert "--dj-font-sans: system-ui, " in css
    assert "--dj-title-weight: 350; --dj-heading-weight: 350;" in css
