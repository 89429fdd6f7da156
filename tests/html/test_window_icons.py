"""The window has an icon on every page: that of the site, or one made of its name."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.html.site_css import first_letter, made_icon
from sphinx_docsjson.site.colors import AA_TEXT, Rgb
from sphinx_docsjson.site.model import Colors, Container, Kind, Site

PAGES = {"index.md": "# Hello\n", "deep/page.md": "# Deep\n"}
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>'
MADE = "_static/docsjson-icon.svg"


def icons(soup):
    return [link["href"].partition("?")[0] for link in soup.select("link[rel=icon]")]


def drawn(name, primary="#16a34a"):
    root = Container(kind=Kind.SITE, label=name)
    text = made_icon(Site(name=name, navigation=root, colors=Colors(primary=primary)))
    return ET.fromstring(text)


def test_a_site_without_an_icon_has_one_on_every_page(site):
    built = site(PAGES, config={"name": "acme docs", "colors": {"primary": "#635bff"}})

    assert icons(built.soup("index")) == icons(built.soup("genindex")) == [MADE]
    assert icons(built.soup("search")) == [MADE]
    assert icons(built.soup("deep/page")) == [f"../{MADE}"]
    assert icons(built.soup("404")) == [f"/{MADE}"]
    square, letter = ET.fromstring(built.text(MADE))
    assert (square.get("fill"), letter.text) == ("#635bff", "A")


@pytest.mark.parametrize(
    ("config", "conf", "files", "wanted", "wanted_for_unknown"),
    [
        ({"favicon": "/a.svg"}, {}, {"a.svg": SVG}, ["a.svg"], ["/d/a.svg"]),
        (
            {"favicon": {"light": "/a.svg", "dark": "/b.svg"}},
            {},
            {"a.svg": SVG, "b.svg": SVG},
            ["a.svg", "b.svg"],
            ["/d/a.svg", "/d/b.svg"],
        ),
        (
            {},
            {"html_favicon": "img/a.svg"},
            {"img/a.svg": SVG},
            ["_static/a.svg"],
            ["/d/_static/a.svg"],
        ),
        ({}, {"html_extra_path": ["more"]}, {"more/favicon.ico": "x"}, [], []),
        ({"favicon": "/nowhere.svg"}, {}, {}, [MADE], [f"/d/{MADE}"]),
    ],
)
def test_a_site_with_an_icon_keeps_it(site, config, conf, files, wanted, wanted_for_unknown):
    built = site(
        PAGES | files, config=config, conf=conf | {"html_baseurl": "https://acme.test/d/"}
    )

    assert icons(built.soup("index")) == wanted
    assert icons(built.soup("404")) == wanted_for_unknown
    assert (built.outdir / MADE).exists() == (wanted == [MADE])


def test_the_icon_of_an_extension_stays_the_only_one(site, tmp_path, monkeypatch):
    (tmp_path / "linking_an_icon.py").write_text(
        "def setup(app):\n    app.connect('html-page-context', link)\n\n"
        "def link(app, page, template, context, doctree):\n"
        '    context[\'metatags\'] = \'<link href="x.png" rel="icon" type="image/png">\'\n'
    )
    monkeypatch.syspath_prepend(tmp_path)
    built = site(PAGES, conf={"extensions": ["linking_an_icon", "sphinx_docsjson"]})

    assert icons(built.soup("index")) == ["x.png"]


def test_a_page_that_sphinx_makes_has_a_description(site):
    built = site(PAGES, config={"name": "Acme"})

    def description(page):
        return [tag["content"] for tag in built.soup(page).select("meta[name=description]")]

    assert description("genindex") == ["Index — Acme"]
    assert description("search") == ["Search — Acme"]
    assert description("404") == ["Page not found — Acme"]
    assert description("index") == []


def test_what_describes_the_site_describes_its_index(site):
    built = site(PAGES, config={"name": "Acme", "description": "All of Acme"})

    for page in ("genindex", "404"):
        assert built.soup(page).select_one("meta[name=description]")["content"] == "All of Acme"


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("acme", "A"),
        ("  acme", "A"),
        ("ßig", "ß"),
        ("o\u0308l", "Ö"),
        ("中文", "中"),
        ("9 lives", "9"),
        ("<script>", ""),
        ("&amp;", ""),
        ("🚀 Rocket", ""),
        ("\ud800", ""),
        ("", ""),
    ],
)
def test_a_name_begins_with_a_letter_or_has_none(name, letter):
    assert first_letter(name) == letter


@given(st.text(max_size=3), st.from_regex(r"#[0-9a-f]{6}", fullmatch=True))
def test_every_name_makes_an_icon_that_can_be_read(name, primary):
    square, sign = drawn(name, primary)
    ink = sign.get("fill") if sign.tag.endswith("text") else sign.get("stroke")

    assert Rgb.from_hex(ink).contrast(Rgb.from_hex(square.get("fill"))) >= AA_TEXT
