"""What has an effect that nobody meant is said, with its place and what was probably meant."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.cli.main import main

HEAD = "---\ntitle: Home\n---\n\n"


def said(built):
    return [line for line in built.warning_lines if "docsjson." in line]


@pytest.mark.parametrize(
    ("page", "place", "words"),
    [
        (
            '<ParamField path="a" query="b">x</ParamField>',
            5,
            "has path='a' and query='b'; only the first counts",
        ),
        ("<Accordion>x</Accordion>", 5, "<Accordion> needs the attribute 'title'"),
    ],
)
def test_a_component_says_what_it_lacks_or_has_too_much_of(site, page, place, words):
    (line,) = said(site({"index.md": HEAD + page + "\n"}))

    assert line.startswith(f"index.md:{place}: WARNING: ")
    assert words in line
    assert line.endswith("[docsjson.attribute]")


@pytest.mark.parametrize(
    ("mode", "words"),
    [("wid", "Did you mean 'wide'?"), ("xyz", "Write one of wide, custom, center, frame.")],
)
def test_a_mode_that_is_none_is_said(site, mode, words):
    (line,) = said(site({"index.md": f"---\ntitle: Home\nmode: {mode}\n---\n\nText.\n"}))

    assert line.startswith("index.md:3: WARNING: mode: ")
    assert line.endswith(f"{words} [docsjson.front-matter]")


def test_modes_that_are_known_and_those_of_other_themes_are_not_said(site):
    files = {f"{mode}.md": f"---\nmode: {mode}\n---\n\nText.\n" for mode in ("wide", "default")}

    assert said(site({"index.md": HEAD, **files})) == []
    other = {"index.md": "---\nmode: wid\n---\n\n# Home\n"}
    assert said(site(other, conf={"html_theme": "basic"})) == []


@pytest.mark.parametrize(
    ("config", "place", "words"),
    [
        (
            {"colors": {"primary": "#0a7d63", "background": {"light": "#ffffff"}}},
            "docs.json:13:17",
            "colors.background: 'dark' is missing; add it.",
        ),
        (
            {"navigation": [{"group": "G", "pages": ["index", "index"]}]},
            "docs.json:8:9",
            "the page 'index' is already in this group; remove one of the two",
        ),
        ({"theme": "mnt"}, "docs.json:11:12", "Did you mean 'mint'?"),
        (
            {"tabs": [{"tab": "API", "url": "api"}]},
            "docs.json:13:7",
            "tabs[0].tab: 'tab' is not a field here and is ignored. Did you mean 'name'?",
        ),
        (
            {"favicon": "/index.md", "faviconn": "/index.md"},
            "docs.json:12:3",
            "Did you mean 'favicon'? It is already there: remove one of them.",
        ),
    ],
)
def test_the_configuration_says_what_was_meant_in_one_message(site, config, place, words):
    (line,) = said(site({"index.md": HEAD, "api/a.md": HEAD}, config={**FIRST, **config}))

    assert line.partition(": WARNING: ")[0].startswith(place.rpartition(":")[0])
    assert words in line


FIRST = {"navigation": [{"group": "G", "pages": ["index"]}]}


@pytest.mark.parametrize("theme", ["mint", "quill", "something-new"])
def test_themes_that_exist_or_may_come_to_exist_are_not_said(site, theme):
    assert said(site({"index.md": HEAD}, config={"theme": theme})) == []


def test_a_page_may_stand_in_two_groups(site):
    groups = [{"group": name, "pages": ["index"]} for name in "AB"]

    assert said(site({"index.md": HEAD}, config={"navigation": groups})) == []


@pytest.mark.parametrize("navigation", ["index", 3, True])
def test_a_navigation_that_is_none_costs_one_message(tmp_path, capsys, navigation):
    (tmp_path / "docs.json").write_text(json.dumps({"name": "A", "navigation": navigation}))

    assert main(["check", str(tmp_path)]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert "docs.json:1:29: ERROR: navigation: " in first
    assert "cannot be used: it must be" in first
    assert ": 1 problem" in last


def test_check_says_that_a_page_is_there_twice(tmp_path, capsys):
    navigation = [{"group": "G", "pages": ["index", "index"]}]
    (tmp_path / "docs.json").write_text(json.dumps({"name": "A", "navigation": navigation}))
    (tmp_path / "index.md").write_text(HEAD)

    assert main(["check", str(tmp_path)]) == 1
    assert "the page 'index' is already in this group" in capsys.readouterr().out


def test_directives_may_be_written_with_hyphens(site):
    page = (
        HEAD + "````{code-group}\n```sh one\nx\n```\n````\n\n"
        "```{param-field}\n:path: id\n\nText.\n```\n\n```{card-group}\n:cols: 2\n```\n"
    )
    built = site({"index.md": page, "a.rst": "T\n=\n\n.. response-field::\n   :name: n\n\n   x\n"})

    assert built.warning_lines == []
    assert built.soup("index").select_one(".dj-field code").text == "id"
    assert built.soup("a").select_one(".dj-field code").text == "n"


def test_a_name_with_a_hyphen_that_somebody_has_stays_theirs(site, tmp_path, monkeypatch):
    (tmp_path / "has_code_group.py").write_text(
        "from docutils import nodes\nfrom docutils.parsers.rst import Directive\n"
        "class Theirs(Directive):\n    def run(self): return [nodes.paragraph(text='theirs')]\n"
        "def setup(app): app.add_directive('code-group', Theirs)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    conf = {"extensions": ["sphinx_docsjson", "has_code_group"]}
    built = site({"index.md": HEAD + "```{code-group}\n```\n"}, conf=conf)

    assert "theirs" in built.article("index").text


def test_lists_in_front_matter_are_words_in_meta_tags(site):
    page = '---\ntitle: Home\nkeywords: [a, b c]\n"og:locale:alternate": [de, fr]\n---\n\nText.\n'
    head = site({"index.md": page}).soup("index").head

    assert head.select_one('meta[name="keywords"]')["content"] == "a, b c"
    assert head.select_one('meta[property="og:locale:alternate"]')["content"] == "de, fr"


def test_colours_that_nobody_chose_are_not_judged(site):
    assert said(site({"index.md": HEAD}, config={"background": {"color": {"dark": "#000"}}})) == []


def test_a_message_about_the_configuration_as_a_whole_has_a_place(site):
    built = site({"index.md": HEAD}, config={"feedback": {"suggestEdit": True}})

    assert all(line.startswith("docs.json:") for line in said(built))
    assert "docs.json.rst" not in built.warnings
