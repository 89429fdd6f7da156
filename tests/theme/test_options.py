"""``html_theme_options``: what Furo and pydata-sphinx-theme call so does the same here."""

from __future__ import annotations

import re
import tomllib

import pytest

from sphinx_docsjson.html.code import DocsjsonStyle
from sphinx_docsjson.html.shared import markdown_of
from sphinx_docsjson.theme_options import (
    OURS,
    READERS,
    WrongValue,
    css_variables,
    is_one_value,
    read_options,
)
from tests.theme.blocks import OURS as THEME

PAGES = {
    "index.md": "# Home\n\n## Part\n\nText.\n\n### Deeper\n\nText.\n",
    "guide/more.md": "# More\n\nText.\n",
}
LINK = {"name": "Code", "url": "https://code.example/a"}
SVG = "<svg viewBox='0 0 16 16'><path d='M8 0v16'/></svg>"


@pytest.fixture
def page(site):
    """Return ``draw(options, …)`` → the parsed first page, built without a warning."""

    def draw(name: str = "index", *, files=None, config=None, conf=None, **options):
        settings = {"html_theme_options": options, **(conf or {})}
        built = site({**PAGES, **(files or {})}, config=config, conf=settings)
        assert built.warning_lines == []
        soup = built.soup(name)
        soup.sheet = built.text("_static/docsjson-site.css")
        return soup

    return draw


def texts(soup, selector):
    return [each.get_text(" ", strip=True) for each in soup.select(selector)]


def hrefs(soup, selector):
    return [each["href"] for each in soup.select(selector)]


def test_the_theme_declares_each_option_that_is_read():
    declared = tomllib.loads((THEME / "theme.toml").read_text("utf-8"))["options"]
    assert list(declared) == list(READERS)


def test_an_announcement_is_the_banner(page):
    config = {"banner": {"content": "Of docs.json"}}
    html = "<b>2.0</b> is <em>out</em>: <a class='x' href='https://a.example/'>read</a>"
    soup = page(announcement=html, config=config)

    assert texts(soup, ".dj-banner-text") == ["2.0 is out : read"]
    assert hrefs(soup, ".dj-banner-text a") == ["https://a.example/"]
    assert texts(soup, ".dj-banner-text strong") == ["2.0"]


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>A <code>b</code><br/>c</p>", "A `b` c"),
        ("<a href='/x?a=1&amp;b=2' class='y'>see <b>it</b></a>", "[see **it**](/x?a=1&b=2)"),
        ("1 &lt; 2 <u>here</u> <a name='z'>", "1 < 2 <u>here</u> <a name='z'>"),
        ("<a href='/x'>open", "<a href='/x'>open"),
    ],
)
def test_the_tags_of_an_announcement_are_read_as_markdown(html, markdown):
    assert markdown_of(html) == markdown


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<a href='javascript:alert(1)'>x</a>",
        "<a href='https://a.example' onclick='alert(1)'>x</a>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
    ],
)
def test_an_announcement_runs_nothing(page, hostile):
    soup = page(announcement=hostile)

    assert soup.select(".dj-banner script, .dj-banner img, .dj-banner [onclick]") == []
    assert [each for each in hrefs(soup, ".dj-banner a") if "javascript" in each] == []


def test_css_variables_stand_in_the_sheet_of_the_site_and_not_in_the_page(page):
    soup = page(
        light_css_variables={"color-brand-primary": "#7C4DFF", "--dj-radius-m": 0},
        dark_css_variables={"color-brand-content": "hotpink", "own-thing": 'url("a.png")'},
    )
    light, dark, system = soup.sheet.split("@layer dj.tokens {")[-1].rsplit("html", 3)[-3:]

    assert "--color-brand-primary: #7C4DFF;" in light
    assert "--dj-button: #7C4DFF; " in light
    assert "--dj-on-button: #ffffff;" in light
    assert "--dj-radius-m: 0;" in light
    assert "--dj-primary: hotpink;" in dark
    assert '--own-thing: url("a.png");' in dark
    assert dark.split("{")[1].split("}")[0] == system.split("{")[1].split("}")[0]
    assert soup.select("[style], style") == []


def test_the_brand_alone_is_the_accent_wherever_it_stands():
    alone = css_variables({"color-brand-primary": "#7C4DFF"})
    assert (alone["--dj-primary"], alone["--dj-on-primary"]) == ("#7C4DFF", "#ffffff")
    assert "--dj-primary-soft" in alone
    for name in ("color-brand-content", "color-link", "dj-primary"):
        both = css_variables({name: "#000000", "color-brand-primary": "#7C4DFF"})
        assert (both["--dj-primary"], both["--dj-button"]) == ("#000000", "#7C4DFF")


@pytest.mark.parametrize(
    "value",
    [
        "red; } body { display: none",
        "red} html{display:none",
        "red</style><script>alert(1)</script>",
        "url(x",
        '"open',
        "red /* and",
        "\\7d",
        "red\n}",
        "",
        ")red(",
    ],
)
def test_a_value_that_would_not_end_where_it_should_is_refused(value):
    assert not is_one_value(value)
    with pytest.raises(WrongValue, match="not one CSS value"):
        css_variables({"color-brand-primary": value})


@pytest.mark.parametrize("name", ["a b", "a;b", "", "1a", "a}"])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(WrongValue, match="not the name of a CSS variable"):
        css_variables({name: "red"})


def test_what_stands_for_a_variable_of_furo_is_a_variable_that_our_sheets_use():
    written = "".join(path.read_text("utf-8") for path in THEME.rglob("*.css"))
    written += "".join(DocsjsonStyle.styles.values())
    used = set(re.findall(r"var\((--dj-[\w-]+)", written))
    assert {ours for names in OURS.values() for ours in names} - used == set()


def test_logos_of_furo_lie_in_static(page):
    files = {"_static/l.svg": SVG, "_static/d.svg": SVG}
    soup = page(
        "guide/more",
        files=files,
        conf={"html_static_path": ["_static"]},
        light_logo="l.svg",
        dark_logo="d.svg",
    )
    shown = [(each["src"], each.get("class")) for each in soup.select(".dj-logo img")]
    assert shown == [
        ("../_static/l.svg", ["dj-only-light"]),
        ("../_static/d.svg", ["dj-only-dark"]),
    ]


def drawing(width, height):
    return f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'/>"


@pytest.mark.parametrize(
    ("width", "options", "shown"),
    [(64, {}, ["Test site"]), (200, {}, []), (64, {"sidebar_hide_name": True}, [])],
)
def test_beside_a_mark_stands_the_name_unless_an_option_says_no(page, width, options, shown):
    files = {"mark.svg": drawing(width, 64)}
    soup = page(files=files, conf={"html_logo": "mark.svg"}, **options)
    assert texts(soup, ".dj-logo-text") == shown
    assert len(soup.select(".dj-logo img")) == 2


def test_the_logo_of_pydata_has_pictures_a_text_and_a_link(site):
    logo = {"image_light": "art/l.svg", "text": "A & <b>", "link": "https://a.example"}
    built = site({**PAGES, "art/l.svg": SVG}, conf={"html_theme_options": {"logo": logo}})
    soup = built.soup("guide/more")

    assert built.warning_lines == []
    assert [each["src"] for each in soup.select(".dj-logo img")][:1] == ["../_static/l.svg"]
    assert (built.outdir / "_static/l.svg").is_file()
    assert texts(soup, ".dj-logo-text") == ["A & <b>"]
    assert hrefs(soup, ".dj-logo") == ["https://a.example"]


def test_a_text_of_the_logo_stands_for_the_name_of_the_site(page):
    soup = page(logo={"text": "<i>A"}, logo_link="/guide/more")
    assert texts(soup, ".dj-logo-text") == ["<i>A"]
    assert hrefs(soup, ".dj-logo") == ["guide/more.html"]


def test_links_with_icons_stand_in_the_top_bar_and_the_footer(page):
    soup = page(
        icon_links=[{**LINK, "icon": "fa-brands fa-python fa-2x", "type": "fontawesome"}],
        github_url="https://github.com/a/b",
        gitlab_url="https://gitlab.com/a/b",
        bitbucket_url="https://bitbucket.org/a/b",
        twitter_url="https://x.com/a",
        footer_icons=[{**LINK, "html": SVG, "class": ""}, {**LINK, "class": "fa-solid fa-star"}],
    )
    links = soup.select(".dj-toplinks a.dj-iconbutton[title]")
    assert [each["title"] for each in links] == ["Code", "GitHub", "GitLab", "Bitbucket", "X"]
    assert all(each.select("svg") for each in links)
    assert hrefs(soup, ".dj-socials a") == [LINK["url"], LINK["url"]]
    assert soup.select_one(".dj-socials svg path")["d"] == "M8 0v16"


def test_the_svg_of_an_icon_is_cleaned(page):
    svg = (
        "<svg viewBox='0 0 1 1' onload='alert(1)'><script>alert(1)</script><path d='M0 0'/></svg>"
    )
    soup = page(footer_icons=[{**LINK, "html": svg}])
    assert soup.select(".dj-socials script, .dj-socials [onload]") == []


def test_external_links_follow_those_of_docs_json_and_the_rest_is_in_a_menu(page):
    soup = page(
        external_links=[{"name": name, "url": "https://a.example"} for name in ("A", "B", "<C>")],
        header_links_before_dropdown=2,
        header_dropdown_text="Others",
        config={"topbarLinks": [{"name": "First", "url": "https://b.example"}]},
    )
    assert texts(soup, ".dj-toplinks > a.dj-toplink") == ["First", "A"]
    assert texts(soup, ".dj-toplinks .dj-more summary") == ["Others"]
    assert texts(soup, ".dj-toplinks .dj-more li a") == ["B", "<C>"]


def test_buttons_of_furo_lead_to_the_source_of_the_page(page):
    named = {
        "source_repository": "https://github.com/a/b/",
        "source_branch": "dev",
        "source_directory": "docs/",
    }
    found = hrefs(page("guide/more", **named), ".dj-page-buttons a")
    assert found == [
        "https://github.com/a/b/blob/dev/docs/guide/more.md?plain=true",
        "https://github.com/a/b/edit/dev/docs/guide/more.md",
    ]
    assert hrefs(page(**named, top_of_page_buttons=["edit"]), ".dj-page-buttons a")[0].endswith(
        "/edit/dev/docs/index.md"
    )
    assert page(**named, top_of_page_buttons=[]).select(".dj-page-buttons") == []


def test_links_to_sources_of_any_host_are_patterns(page):
    soup = page(
        "guide/more",
        source_edit_link="https://git.example/edit/{filename}",
        source_view_link="https://git.example/view/{filename}",
        use_edit_page_button=True,
    )
    base = "https://git.example"
    found = hrefs(soup, ".dj-page-buttons a")
    assert found == [f"{base}/view/guide/more.md", f"{base}/edit/guide/more.md"]
    assert hrefs(soup, ".dj-feedback a") == [f"{base}/edit/guide/more.md"]


def test_the_edit_button_of_pydata_takes_the_repository_of_html_context(page):
    context = {"github_user": "a", "github_repo": "b", "github_version": "dev", "doc_path": "d"}
    soup = page(conf={"html_context": context}, use_edit_page_button="true")
    assert hrefs(soup, ".dj-feedback a") == ["https://github.com/a/b/edit/dev/d/index.md"]


def test_readers_are_asked_whether_a_page_helped_where_somebody_listens(page):
    assert page().select(".dj-helpful") == []
    assert hrefs(page("guide/more", page_feedback="mailto:docs@x.test"), ".dj-helpful a") == [
        "mailto:docs@x.test?subject=guide%2Fmore%3A%20yes",
        "mailto:docs@x.test?subject=guide%2Fmore%3A%20no",
    ]
    pattern = "https://x.test/{answer}?of={page}"
    assert hrefs(page("guide/more", page_feedback=pattern), ".dj-helpful a") == [
        "https://x.test/yes?of=guide%2Fmore",
        "https://x.test/no?of=guide%2Fmore",
    ]
    form = page("guide/more", page_feedback="https://x.test/take").select_one("form.dj-helpful")
    assert (form["method"], form["action"]) == ("post", "https://x.test/take")
    assert form.input["value"] == "guide/more"
    assert [(each["name"], each["value"]) for each in form.select("button, [type=radio]")] == [
        ("answer", "yes"),
        ("reason", "wrong"),
        ("reason", "missing"),
        ("reason", "unclear"),
        ("reason", "example"),
        ("answer", "no"),
    ]


def test_who_says_no_may_say_why_without_a_script(page):
    form = page("guide/more", page_feedback="https://x.test/take").select_one("form.dj-helpful")
    assert form.select_one("details > summary").text == "No"
    assert form.select_one("details textarea")["name"] == "comment"

    pattern = "https://x.test/{answer}/{reason}?of={page}"
    asked = page("guide/more", page_feedback=pattern)
    assert hrefs(asked, ".dj-helpful details a")[0] == "https://x.test/no/wrong?of=guide%2Fmore"
    assert hrefs(asked, ".dj-helpful > a") == ["https://x.test/yes/?of=guide%2Fmore"]


def test_contributors_are_left_out_where_git_knows_none_and_reading_time_is_a_label(page):
    assert page().select(".dj-label-reading, .dj-changed") == []
    asked = page(contributors=True, reading_time="true")
    assert texts(asked, ".dj-label-reading") == ["1 min read"]
    assert asked.select(".dj-changed") == []


def test_the_mode_of_pydata_is_the_first_one(page):
    assert page(conf={"html_context": {"default_mode": "dark"}}).html["data-mode"] == "dark"


def test_neighbours_can_be_left_out(page):
    assert page().select(".dj-pagination")
    assert page(show_prev_next=False).select(".dj-pagination") == []


def test_the_search_field_says_what_is_wished(page):
    field = page(search_bar_text='Find "it"').select_one("#dj-search-input")
    assert field["placeholder"] == 'Find "it"'


def test_the_name_in_the_sidebar_can_be_hidden(page):
    assert texts(page(), ".dj-side-top > span") == ["Test site"]
    assert texts(page(sidebar_hide_name=True), ".dj-side-top > span") == [""]


def test_the_contents_list_shows_some_levels_or_nothing(page):
    assert ".dj-toc ul ul { display: none; }" in page(show_toc_level=1).sheet
    assert "dj-has-toc" in page().html["class"]
    without = page(secondary_sidebar_items=["edit-this-page"])
    assert "dj-has-toc" not in without.html["class"]
    assert without.select("aside.dj-toc") == []


def test_groups_are_open_to_some_level(page):
    deep = {"group": "C", "pages": ["guide/more"]}
    config = {"navigation": [{"group": "A", "pages": ["index", {"group": "B", "pages": [deep]}]}]}
    opened = [
        [
            each.has_attr("open")
            for each in page(config=config, **options).select("details.dj-subgroup")
        ]
        for options in ({}, {"show_nav_level": 2}, {"show_nav_level": 3})
    ]
    assert opened == [[False, False], [True, False], [True, True]]


def test_the_sidebar_of_a_toctree_has_some_levels(tmp_path):
    from tests._support.building import build_site

    tree = "{0}\n=\n\n.. toctree::\n\n   {1}\n"
    files = {
        "index.rst": tree.format("H", "a"),
        "a.rst": tree.format("A", "b"),
        "b.rst": tree.format("B", "c"),
        "c.rst": "C\n=\n",
    }
    found = []
    for number, options in enumerate(
        ({"navigation_depth": 1}, {"navigation_depth": 2, "collapse_navigation": False})
    ):
        conf = {
            "extensions": ["sphinx_docsjson"],
            "html_theme": "docsjson",
            "html_theme_options": options,
        }
        built = build_site(tmp_path / str(number), files, conf=conf)
        assert built.warning_lines == []
        found.append(texts(built.soup("index"), "#dj-sidebar li > a"))
    assert found == [["A"], ["A", "B"]]


def test_a_switcher_of_docs_json_beats_menus_of_the_options(page):
    links = [{"name": "2.0", "url": "../2.0/"}]
    given = {"navigation": {"versions": [{"version": "3", "pages": ["index"]}]}}
    soup = page(config=given, versions=links, languages=[*links, {"code": "de", "url": "/de/"}])
    assert texts(soup, ".dj-switch > summary") == ["3", "Language"]
    assert hrefs(soup, ".dj-switch[data-switch=language] a") == ["../2.0/", "de/"]


def test_a_page_of_another_version_leads_to_the_preferred_one_where_that_is_asked_for(page):
    own = {"name": "1.0", "url": "https://a.example/1/", "current": True}
    other = {"name": "2.0", "url": "https://a.example/2/{page}", "preferred": True}
    shown = page(versions=[own, other], show_version_warning_banner=True)
    assert hrefs(shown, ".dj-other-version a") == ["https://a.example/2/index.html"]
    assert texts(shown, ".dj-other-version") == [
        "This is version 1.0, not the current one. Go to version 2.0"
    ]
    listed = {"version": "1", "pages": ["index"]}, {"version": "2", "pages": ["guide/more"]}
    config = {"navigation": {"versions": [listed[0], {**listed[1], "default": True}]}}
    assert hrefs(page(config=config), ".dj-other-version a") == ["guide/more.html"]
    quiet = page(config=config, show_version_warning_banner=False)
    assert hrefs(quiet, ".dj-other-version a") == []


def test_the_way_to_the_page_and_the_button_at_its_foot_can_be_left_out(page):
    soup = page(article_header_start=[], back_to_top_button=False, header_links=True)
    assert soup.select(".dj-eyebrow, .dj-top") == []


def test_one_button_above_a_page_may_be_asked_for(page):
    soup = page(source_repository="https://github.com/acme/tool", top_of_page_button="edit")
    assert [one["href"].split("/")[5] for one in soup.select(".dj-page-buttons a")] == ["edit"]


def test_templates_of_the_project_stand_where_pydata_puts_them(site, tmp_path):
    slots = {
        "navbar_start": ".dj-toplinks",
        "navbar_center": ".dj-toplinks",
        "navbar_persistent": ".dj-toplinks",
        "navbar_end": ".dj-toplinks",
        "article_header_start": "article",
        "article_header_end": "article",
        "article_footer_items": ".dj-column",
        "content_footer_items": ".dj-column",
        "primary_sidebar_end": ".dj-side",
        "secondary_sidebar_items": "aside.dj-toc",
        "footer_start": "footer.dj-footer",
        "footer_center": "footer.dj-footer",
        "footer_end": "footer.dj-footer",
    }
    folder = tmp_path / "templates"
    folder.mkdir()
    for name in slots:
        (folder / f"own-{name}.html").write_text(f'<p class="own">{name}</p>')
    options = {name: ["theme-switcher", "page-toc", f"own-{name}"] for name in slots}
    built = site(PAGES, conf={"html_theme_options": options, "templates_path": [str(folder)]})
    soup = built.soup("index")

    for name, place in slots.items():
        assert name in texts(soup, f"{place} .own"), name
    assert len(soup.select(".own")) == len(slots)


def test_an_unknown_option_is_reported_by_sphinx(site):
    built = site(PAGES, conf={"html_theme_options": {"announcements": "A"}})
    assert built.warning_lines == ["WARNING: unsupported theme option 'announcements' given"]


@pytest.mark.parametrize(
    ("option", "value", "advice"),
    [
        ("announcement", 3, "write a string in quotes, not 3"),
        ("light_css_variables", "red", "write {'color-brand-primary': '#0a7d63'}, not 'red'"),
        ("dark_css_variables", {"a": ["b"]}, "write the value of 'a' as a string"),
        ("light_logo", ["a.svg"], "write a string in quotes"),
        ("logo", "a.svg", "write {'image_light'"),
        ("logo", {"image_light": "javascript:alert(1)"}, "not an image that a page may load"),
        ("logo_link", "javascript:alert(1)", "write an address with https://"),
        ("sidebar_hide_name", "maybe", "write True or False, not 'maybe'"),
        ("footer_icons", {"name": "A"}, "write a list of {'name': …, 'url': …}"),
        ("icon_links", [{"name": "A"}], "each entry needs 'name' and 'url'"),
        ("external_links", [{"name": "A", "url": "vbscript:x"}], "is not allowed in a link"),
        ("header_links_before_dropdown", -1, "write a number such as 2, not -1"),
        ("source_repository", "data:text/html,x", "write an address with https://"),
        ("source_edit_link", "https://a.example/", "write {filename}"),
        ("source_view_link", "https://a.example/{filename}{0}", "write {filename}"),
        ("page_feedback", "javascript:alert(1)", "write an address with https://"),
        (
            "page_feedback",
            "https://a.example/{who}",
            "only {answer}, {reason} and {page} can be used",
        ),
        ("top_of_page_buttons", ["share"], "write a list of 'view' and 'edit'"),
        ("show_toc_level", True, "write a number such as 2"),
        ("navbar_end", [1], "write a string in quotes"),
        ("footer_end", ["<script>"], "is not a template name"),
    ],
)
def test_a_wrong_value_is_told_with_what_to_write_and_costs_that_option(option, value, advice):
    options, wrong = read_options({option: value, "search_bar_text": "Find"})

    assert list(wrong) == [option]
    assert advice in wrong[option]
    assert options.search_bar_text == "Find"


def test_the_warning_has_the_line_of_conf_py(tmp_path, site):
    built = site(
        {**PAGES, "conf.py": "html_theme_options = {\n    'show_toc_level': 'two',\n}\n"},
        conf={"html_theme_options": {"show_toc_level": "two"}},
    )
    [line] = built.warning_lines
    assert line == (
        "conf.py:2: WARNING: html_theme_options: show_toc_level: write a number such as 2, "
        "not 'two' [docsjson.theme-option]"
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"light_logo": "gone.svg"}, "light_logo: there is no 'gone.svg'"),
        ({"logo": {"image_dark": "gone.svg"}}, "logo: there is no picture 'gone.svg'"),
        ({"source_repository": "https://git.example/a/b"}, "set source_edit_link"),
    ],
)
def test_what_an_option_names_and_is_not_there_is_told_once(site, options, words):
    [line] = site(PAGES, conf={"html_theme_options": options}).warning_lines
    assert words in line
    assert line.endswith("[docsjson.theme-option]")


def test_another_theme_keeps_its_own_meaning_of_the_options(site):
    conf = {"html_theme": "alabaster", "html_theme_options": {"logo": "a.svg"}}
    assert site(PAGES, conf=conf).warning_lines == []
