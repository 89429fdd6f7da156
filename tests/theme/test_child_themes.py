"""A theme that inherits from ours is ours, with its own blocks, files and options."""

from __future__ import annotations

import pytest

FILES = {
    "index.md": "---\ndescription: What it is.\n---\n\n# Home\n\n{math}`x^2`\n\n<Note>A</Note>\n",
    "themes/house/theme.toml": '[theme]\ninherit = "docsjson"\n[options]\nslogan = "none"\n',
    "themes/house/layout.html": '{% extends "docsjson/layout.html" %}{% block footer %}'
    '<p class="slogan">{{ theme_slogan }}</p>{{ super() }}{% endblock %}',
    "themes/house/static/house.css": ":root { --dj-radius-m: 0; }\n",
    "themes/flat/theme.conf": "[theme]\ninherit = house\nstylesheet = house.css\n",
    "themes/broken/theme.toml": "[theme\n",
}


@pytest.mark.parametrize("theme", ["house", "flat"])
def test_a_child_theme_draws_our_pages(site, theme):
    conf = {"html_theme_path": ["themes"], "html_theme_options": {"slogan": "We care"}}
    built = site(FILES, conf={**conf, "html_theme": theme})

    assert built.warning_lines == []
    soup = built.soup("index")
    assert soup.select_one("header.dj-header")
    assert [each.text for each in soup.select(".dj-column .slogan")] == ["We care"]
    assert soup.select_one("p.dj-lead").text == "What it is."
    assert soup.select_one("math")
    assert soup.select_one("title").text == "Home — Test site"
    assert (built.outdir / "404.html").is_file()


def test_a_child_that_adds_nothing_draws_the_same_pages(site):
    plain = {**FILES, "themes/house/layout.html": '{% extends "docsjson/layout.html" %}'}
    pages = []
    for theme in ("docsjson", "house"):
        built = site(plain, conf={"html_theme": theme, "html_theme_path": ["themes"]})
        pages.append(built.text("index.html"))
    assert pages[0] == pages[1]


def test_a_child_of_another_theme_is_not_ours(site):
    other = {**FILES, "themes/house/theme.toml": '[theme]\ninherit = "alabaster"\n'}
    other["themes/house/layout.html"] = '{% extends "alabaster/layout.html" %}'
    soup = site(other, conf={"html_theme": "house", "html_theme_path": ["themes"]}).soup("index")

    assert soup.select_one("header.dj-header") is None
    assert soup.select_one("div.body")


def test_what_cannot_be_read_is_left_to_sphinx_to_report(site):
    with pytest.raises(Exception, match=r"broken|theme\.toml|Expected"):
        site(FILES, conf={"html_theme": "broken", "html_theme_path": ["themes"]})
