"""docs.json fills in what conf.py leaves open, and nothing else."""

from __future__ import annotations

import pytest

PAGES = {"index.md": "# Hello\n\nWorld.\n"}


def test_docs_json_names_the_project_and_chooses_the_theme(site):
    config = site(PAGES, builder="dummy").app.config

    assert config.project == "Test site"
    assert config.html_theme == "docsjson"
    assert set(config.source_suffix) == {".rst", ".md", ".mdx"}


def test_what_conf_py_sets_wins_even_when_it_is_sphinx_s_own_default(site):
    conf = {"project": "Mine", "html_theme": "alabaster", "html_title": "My title"}
    config = site(PAGES, builder="dummy", conf=conf).app.config

    assert config.project == "Mine"
    assert config.html_theme == "alabaster"
    assert config.html_title == "My title"


def test_mint_json_is_read_when_there_is_no_docs_json(site):
    files = PAGES | {"mint.json": '{"name": "Old", "navigation": [{"group": "", "pages": []}]}'}
    assert site(files, builder="dummy").app.config.project == "Old"


def test_a_folder_without_docs_json_is_left_to_sphinx(tmp_path):
    from tests._support.building import build_site

    files = {"index.rst": "Hello\n=====\n\nWorld.\n"}
    built = build_site(tmp_path / "src", files, conf={"project": "Plain"})

    assert built.warning_lines == []
    assert built.app.config.html_theme == "alabaster"


@pytest.mark.parametrize(
    ("conf", "title"),
    [
        ({}, "Test site"),
        ({"html_theme": "basic"}, "Test site"),
        ({"html_theme": "basic", "project": "Mine", "release": "2.1"}, "Mine 2.1 documentation"),
        ({"html_theme": "basic", "project": "Mine", "html_title": "Own"}, "Own"),
    ],
)
def test_the_title_of_windows_in_another_theme_stays_what_conf_py_makes_of_it(site, conf, title):
    assert site(PAGES, builder="dummy", conf=conf).app.config.html_title == title


@pytest.mark.parametrize(
    ("conf", "renderer"),
    [
        ({}, "docsjson"),
        ({"html_theme": "basic"}, "mathjax"),
        ({"html_math_renderer": "mathjax"}, "mathjax"),
        ({"mathjax3_config": {"tex": {}}}, "mathjax"),
        ({"extensions": ["sphinx_docsjson", "sphinx.ext.mathjax"]}, "mathjax"),
        ({"extensions": ["sphinx_docsjson", "sphinx.ext.imgmath"]}, "imgmath"),
        (
            {"extensions": ["sphinx.ext.imgmath", "sphinx_docsjson"], "html_theme": "basic"},
            "imgmath",
        ),
    ],
)
def test_formulas_are_drawn_by_the_renderer_that_the_project_has(site, conf, renderer):
    pages = {**PAGES, "index.md": PAGES["index.md"] + "\n$x^2$\n"}

    assert site(pages, conf=conf).app.builder.math_renderer_name == renderer
