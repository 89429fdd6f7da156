"""What the pages about theme options and templates say is true: each row of them is tried."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from sphinx_docsjson.html.template_data import TemplateContext
from sphinx_docsjson.theme_options import OURS as OF_FURO
from sphinx_docsjson.theme_options import READERS, ThemeOptions, read_options
from tests.docs_say.blocks import blocks_of as fences_of
from tests.theme.blocks import OURS, blocks_of

DOCS = OURS.parent / "docs" / "configure"
OPTIONS, TEMPLATES = (
    (DOCS / name).read_text("utf-8") for name in ("theme-options.md", "templates.md")
)


def rows(page: str, head: str) -> list[list[str]]:
    """Return the cells of the table whose first column is called *head*."""
    [table] = re.findall(rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.M)
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in table.splitlines()
    ]


def named(page: str, head: str) -> list[str]:
    return [row[0].strip("`") for row in rows(page, head)]


def files_of(page: str) -> dict[str, list[str]]:
    """Return the blocks of a page that are files."""
    found: dict[str, list[str]] = {}
    for block in fences_of(page, "page.md"):
        if block.title:
            found.setdefault(block.title.removeprefix("docs/"), []).append(block.text)
    return found


# --- theme-options.md


def test_the_page_has_every_option():
    assert sorted(named(OPTIONS, "Option")) == sorted(READERS)


@pytest.mark.parametrize("row", rows(OPTIONS, "Option"), ids=lambda row: row[0].strip("`"))
def test_the_example_of_an_option_is_taken_and_changes_something(row):
    name = row[0].strip("`")
    options, wrong = read_options({name: ast.literal_eval(row[1].strip("`"))})

    assert wrong == {}
    assert getattr(options, name) != getattr(ThemeOptions(), name)
    tried = (OURS.parent / "tests" / "theme" / "test_options.py").read_text("utf-8")
    assert re.search(rf"\b{name}\b", tried), "no test in test_options.py tries it"


def test_an_option_comes_from_the_theme_that_the_page_names():
    declared = {}
    for theme in ("furo", "pydata_sphinx_theme"):
        package = pytest.importorskip(theme)
        folder = "theme/furo" if theme == "furo" else "theme/pydata_sphinx_theme"
        text = (Path(package.__file__).parent / folder / "theme.conf").read_text("utf-8")
        declared[theme.partition("_")[0]] = set(re.findall(r"^(\w+) *=", text, re.M))
    for name, _example, _effect, origin in rows(OPTIONS, "Option"):
        if origin == "ours":
            continue
        themes = ("furo", "pydata") if origin == "both" else (origin.lower(),)
        assert all(name.strip("`") in declared[theme] for theme in themes), name


def test_the_variables_of_furo_are_those_that_are_read():
    said = {
        row[0].strip("`"): tuple(re.findall(r"`([^`]+)`", row[1]))
        for row in rows(OPTIONS, "Variable of Furo")
    }
    assert said == OF_FURO


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    """The style sheets of a site, and of one that sets every variable of the page."""
    from tests._support.building import build_site

    folder = tmp_path_factory.mktemp("sheets")
    variables = re.findall(
        r"`(--dj-[\w-]+)`", "".join(f"{row}" for row in rows(OPTIONS, "Variable"))
    )
    files = {
        "index.md": "# Home\n",
        "docs.json": json.dumps({"name": "A", "navigation": [{"group": "A", "pages": ["index"]}]}),
    }
    plain = build_site(folder / "plain", files)
    own_values = {"light_css_variables": dict.fromkeys(variables, "7px")}
    conf = {"extensions": ["sphinx_docsjson"], "html_theme_options": own_values}
    own = build_site(folder / "own", files, conf=conf)
    assert own.warning_lines == []
    return (
        "".join(path.read_text("utf-8") for path in (plain.outdir / "_static").glob("*.css")),
        own.text("_static/docsjson-site.css"),
        variables,
    )


def test_each_variable_of_the_page_is_declared_used_and_set(sheets):
    plain, own, variables = sheets
    assert len(variables) > 20
    for name in variables:
        assert f"{name}:" in plain, name
        assert f"var({name}" in plain, name
        assert f"{name}: 7px;" in own, name


# --- templates.md


def test_the_page_has_every_block():
    """``test_blocks`` overrides each of them."""
    assert sorted(named(TEMPLATES, "Block")) == sorted(blocks_of(OURS / "layout.html"))
    for template in ("search.html", "404.html"):
        line = next(part for part in TEMPLATES.split("\n\n") if f"`{template}` has" in part)
        for block in blocks_of(OURS / template):
            assert f"`{block}`" in line or block in named(TEMPLATES, "Block"), block


def test_the_page_has_every_variable_of_the_frame():
    known = {each.name for each in fields(TemplateContext)} | {
        name for name, value in vars(TemplateContext).items() if isinstance(value, property)
    }
    text = "".join(f"{row}" for row in rows(TEMPLATES, "Variable"))
    assert set(re.findall(r"`dj\.(\w+)`", text)) == known


def test_each_variable_of_the_page_is_there_in_a_template(site, tmp_path):
    names = named(TEMPLATES, "Variable")
    tries = "".join(f"{name} {{{{ {name} is defined }}}}\n" for name in names)
    (tmp_path / "page.html").write_text(
        '{% extends "!page.html" %}{% block body %}<pre class="tried">' + tries + "</pre>"
        "{{ dj.window_title(title)|e }}{{ dj_icon('lucide:sun') }}{{ dj_sidebar() }}{% endblock %}"
    )
    built = site({"index.md": "# Home\n"}, conf={"templates_path": [str(tmp_path)]})

    lines = built.soup("index").select_one(".tried").text.splitlines()
    assert lines == [f"{name} True" for name in names]


def test_the_layout_of_the_page_changes_every_page(site, tmp_path):
    [layout] = files_of(TEMPLATES)["_templates/layout.html"]
    (tmp_path / "layout.html").write_text(layout)
    built = site({"index.md": "# Home\n"}, conf={"templates_path": [str(tmp_path)]})

    for page in ("index", "search"):
        soup = built.soup(page)
        assert soup.select_one("meta[name=theme-color]")["content"] == "#7c4dff"
        assert [each.text for each in soup.select("p.legal")] == ["Test site"]


def test_the_child_theme_of_the_page_is_built(site):
    files = {name: texts[0] for name, texts in files_of(TEMPLATES).items() if "house" in name}
    settings: dict = {}
    [text] = [text for text in files_of(TEMPLATES)["conf.py"] if "html_theme " in text]
    exec(text, settings)
    conf = {name: settings[name] for name in ("html_theme", "html_theme_path")}
    built = site({"index.md": "# Home\n", **files}, conf=conf)

    assert built.warning_lines == []
    assert [each.text for each in built.soup("index").select(".dj-side .slogan")] == ["We care."]


HOOKS = """
def listen(app):
    order = []
    def note(name):
        def heard(app, *rest):
            order.append(name)
            if name == "html-page-context":
                assert rest[2]["dj"].site_name and rest[2]["dj_icon"]
        return heard
    for name in ("env-updated", "build-finished", "html-page-context"):
        app.connect(name, note(name), priority=950)
    app.add_css_file("brewery.css")
    app.connect("build-finished", lambda app, failure: (app.outdir / "order").write_text(
        " ".join(dict.fromkeys(order))), priority=990)
"""


def test_the_extension_of_the_page_works_and_each_hook_is_called(site, tmp_path, monkeypatch):
    [text] = files_of(TEMPLATES)["_ext/brewery.py"]
    text = text.replace("def setup(app):\n", f"{HOOKS}\n\ndef setup(app):\n    listen(app)\n")
    (tmp_path / "brewery.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    page = '{% extends "!page.html" %}{% block extrahead %}{{ dj_icon_of_the_day }}{% endblock %}'
    (tmp_path / "page.html").write_text(page)
    built = site(
        {"index.md": "# Home\n\n```{beer} Weiss&Bier\n```\n"},
        conf={"extensions": ["sphinx_docsjson", "brewery"], "templates_path": [str(tmp_path)]},
    )

    assert built.warning_lines == []
    soup = built.soup("index")
    assert [each.text for each in soup.select("p.beer")] == ["Weiss&Bier"]
    assert soup.select("head svg.dj-icon, body > svg.dj-icon")
    assert "Beer: Weiss&Bier" in built.text("index.md")
    assert built.text("order").split() == ["env-updated", "html-page-context", "build-finished"]
    sheets = [each["href"].partition("?")[0] for each in soup.select("link[rel=stylesheet]")]
    assert sheets.index("_static/brewery.css") > sheets.index("_static/docsjson-page.css")
    tried = {"env-updated", "html-page-context", "build-finished"}
    assert set(named(TEMPLATES, "Hook")) == {*tried, "app.add_node", "app.add_css_file"}
