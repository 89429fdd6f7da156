"""Every field of the specification has its effect on the built page (specification, 2.1)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinx_docsjson.build import build_of
from tests._support.building import Built, build_site

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

CONFIG = {
    "name": "Acme",
    "navigation": [
        {"group": "Start", "icon": "rocket", "pages": ["index", "guides/first"]},
        {"group": "Guides", "pages": [{"group": "Deep", "pages": ["guides/second"]}]},
        {"group": "API", "pages": ["api/users"]},
        {"group": "New", "version": "v2", "pages": ["new"]},
        {"group": "Old", "version": "v1", "pages": ["old"]},
    ],
    "logo": {"light": "/img/light.svg", "dark": "/img/dark.svg", "href": "https://acme.example"},
    "favicon": "/img/icon.svg",
    "colors": {
        "primary": "#0d6b56",
        "light": "#55d799",
        "dark": "#ffd000",
        "background": {"light": "#fffdf5", "dark": "#101418"},
    },
    "topbarLinks": [{"name": "Blog", "url": "https://acme.example/blog"}],
    "topbarCtaButton": {"type": "github", "url": "https://github.com/acme/tool"},
    "versions": ["v2", "v1"],
    "anchors": [
        {"name": "Guides", "icon": "book", "url": "guides", "iconType": "solid",
         "color": {"from": "#ff0000", "to": "#00ff00"}},
        {"name": "Chat", "icon": "comments", "url": "https://acme.example/chat"},
        {"name": "Old news", "url": "https://acme.example/old", "version": "v1"},
    ],
    "topAnchor": {"name": "Handbook", "icon": "map"},
    "tabs": [{"name": "API", "url": "api"}],
    "api": {"baseUrl": ["https://a.example", "https://b.example"], "auth": {"method": "bearer"},
            "playground": {"mode": "simple"}, "maintainOrder": False},
    "footerSocials": {
        key: f"https://acme.example/{key}"
        for key in (
            "website", "facebook", "x", "discord", "slack", "github", "linkedin", "instagram",
            "hacker-news",
        )
    },
    "feedback": {"suggestEdit": True, "raiseIssue": True},
    "modeToggle": {"default": "dark", "isHidden": True},
    "backgroundImage": "/img/back.svg",
}  # fmt: skip

PAGES = ["index", "guides/first", "guides/second", "api/users", "new", "old", "loose"]

REPOSITORY = {
    "github_user": "acme",
    "github_repo": "tool",
    "github_version": "main",
    "doc_path": "docs",
}


def page(name: str) -> str:
    return f"---\ntitle: Title of {name}\ndescription: About {name}\n---\n\n## Part\n\nText.\n"


def files(config: dict[str, object]) -> dict[str, str | bytes]:
    images = {f"img/{name}.svg": SVG for name in ("light", "dark", "icon", "back")}
    pages = {f"{name}.md": page(name) for name in PAGES}
    return {**images, **pages, "docs.json": json.dumps(config, indent=2)}


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A site that uses every field."""
    srcdir = tmp_path_factory.mktemp("acme")
    return build_site(srcdir, files(CONFIG), conf={"html_context": REPOSITORY})


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The same pages with nothing but a name and a navigation."""
    srcdir = tmp_path_factory.mktemp("plain")
    config = {"name": "Plain", "navigation": [{"group": "All", "pages": PAGES[:-1]}]}
    return build_site(srcdir, files(config))


def site_css(built: Built) -> str:
    return built.text("_static/docsjson-site.css")


def scope(built: Built, docname: str, version: str):
    """Return the sidebar of a page in one version."""
    return built.soup(docname).select_one(f'#dj-sidebar [data-version="{version}"]')


def entries(element) -> list[str]:
    return [link.get_text(strip=True) for link in element.select("a.dj-entry")]


def test_a_site_that_uses_every_field_builds_without_a_warning(acme, plain):
    assert acme.warning_lines == []
    assert plain.warning_lines == []


def test_name_is_the_global_title_and_the_text_of_a_missing_logo(acme, plain):
    assert acme.soup("guides/first").title.text == "Title of guides/first — Acme"
    assert acme.app.config.project == "Acme"
    assert plain.soup("index").select_one(".dj-logo").get_text(strip=True) == "Plain"


def test_navigation_gives_the_groups_and_pages_in_order(plain):
    sidebar = plain.soup("index").select_one("#dj-sidebar")

    assert [h.get_text(strip=True) for h in sidebar.select(".dj-group-title")] == ["All"]
    assert entries(sidebar) == [f"Title of {name}" for name in PAGES[:-1]]
    assert sidebar.select_one('[aria-current="page"]').get_text(strip=True) == "Title of index"


def test_navigation_gives_previous_and_next(plain):
    soup = plain.soup("guides/second")

    assert soup.select_one('[rel="prev"]')["href"].endswith("first.html")
    assert soup.select_one('a[rel="next"]')["href"].endswith("../api/users.html")


def test_navigation_is_the_structure_for_every_other_builder(plain):
    found = plain.app.env.toctree_includes

    assert [name for names in found.values() for name in names] == PAGES[1:-1]


def test_a_page_outside_the_navigation_is_built_and_not_listed(plain):
    assert "Title of loose" in plain.soup("loose").title.text
    assert "Title of loose" not in entries(plain.soup("loose").select_one("#dj-sidebar"))


def test_a_page_of_the_navigation_that_is_not_there_is_reported_with_a_suggestion(site):
    config = {"navigation": [{"group": "A", "pages": ["index", "instalation"]}]}
    built = site({"index.md": "# A\n", "installation.md": "# B\n"}, config=config)

    [line] = [line for line in built.warning_lines if "nav-page" in line]
    assert line.startswith("docs.json:")
    assert "instalation" in line
    assert "'installation'" in line


def test_logo_is_shown_for_each_mode_and_leads_where_href_says(acme, plain):
    logo = acme.soup("guides/first").select_one("a.dj-logo")

    assert logo["href"] == "https://acme.example"
    for mode in ("light", "dark"):
        image = logo.select_one(f"img.dj-only-{mode}")
        assert (acme.outdir / "guides" / image["src"].split("?")[0]).resolve().is_file()
    assert plain.soup("guides/first").select_one("a.dj-logo")["href"] == "../index.html"


def test_favicon_is_linked_and_copied(acme):
    link = acme.soup("guides/first").select_one('link[rel~="icon"]')

    assert (acme.outdir / "guides" / link["href"].split("?")[0]).resolve().is_file()


def test_colors_become_custom_properties_of_both_modes(acme):
    css = site_css(acme)

    for color in ("#0d6b56", "#55d799", "#ffd000", "#fffdf5", "#101418"):
        assert color in css
    assert "--dj-on-button: #0a0a0a" in css


def test_topbar_links_are_shown(acme):
    links = {a.get_text(strip=True): a["href"] for a in acme.soup("index").select(".dj-toplink")}

    assert links["Blog"] == "https://acme.example/blog"


def test_the_call_to_action_is_a_button_or_a_repository(acme, site):
    repository = acme.soup("index").select_one(".dj-topbar .dj-repo")
    assert repository["href"] == "https://github.com/acme/tool"
    assert "acme/tool" in repository.text

    button = {"topbarCtaButton": {"name": "Sign in", "url": "https://acme.example/in"}}
    soup = site({"index.md": "# A\n"}, config=button).soup("index")
    assert "Sign in" in [a.get_text(strip=True) for a in soup.select('.dj-topbar a[href*="/in"]')]


def test_versions_are_a_dropdown_and_the_first_shows_without_javascript(acme):
    soup = acme.soup("index")
    switch = soup.select_one('[data-switch="version"]')

    assert [a.get_text(strip=True) for a in switch.select("a")] == ["v2", "v1"]
    first, second = soup.select("#dj-sidebar .dj-version-scope")
    assert (first["data-version"], first.has_attr("hidden")) == ("v2", False)
    assert (second["data-version"], second.has_attr("hidden")) == ("v1", True)


def test_a_version_shows_and_hides_groups_and_anchors(acme):
    new, old = scope(acme, "index", "v2"), scope(acme, "index", "v1")

    assert "Title of new" in entries(new)
    assert "Title of old" not in entries(new)
    assert "Title of old" in entries(old)
    assert "Old news" not in new.text
    assert "Old news" in old.text


def test_anchors_stand_above_the_groups_with_a_coloured_tile(acme):
    anchors = scope(acme, "guides/first", "v2").select("a.dj-anchor")

    assert [a.get_text(strip=True) for a in anchors] == ["Handbook", "Guides", "Chat"]
    assert anchors[1].has_attr("data-active")
    assert anchors[1].select_one(".dj-anchor-color-0 svg")
    assert anchors[2]["href"] == "https://acme.example/chat"
    assert "#ff0000" in site_css(acme)


def test_inside_an_anchor_the_sidebar_shows_the_groups_of_that_anchor(acme):
    assert entries(scope(acme, "guides/first", "v2")) == [
        "Title of guides/first",
        "Title of guides/second",
    ]
    assert entries(scope(acme, "index", "v2")) == ["Title of index", "Title of new"]


def test_the_top_anchor_stands_for_all_the_rest(acme):
    top = scope(acme, "index", "v2").select_one("a.dj-anchor")

    assert top.get_text(strip=True) == "Handbook"
    assert top.has_attr("data-active")
    assert top.select_one("svg")


def test_an_anchor_hidden_by_default_shows_once_a_page_inside_it_is_open(site):
    config = {
        "navigation": [{"group": "A", "pages": ["index", "secret/a"]}],
        "anchors": [{"name": "Secret", "url": "secret", "isDefaultHidden": True}],
    }
    built = site({"index.md": "# A\n", "secret/a.md": "# B\n"}, config=config)

    assert "Secret" not in built.soup("index").select_one("#dj-sidebar").text
    assert "Secret" in built.soup("secret/a").select_one("#dj-sidebar").text


def test_tabs_are_a_row_and_the_sidebar_shows_the_groups_of_the_active_one(acme):
    tabs = acme.soup("api/users").select('nav.dj-tabs[data-version="v2"] a')

    assert [tab.get_text(strip=True) for tab in tabs] == ["Documentation", "API"]
    assert [tab.has_attr("data-active") for tab in tabs] == [False, True]
    assert entries(scope(acme, "api/users", "v2")) == ["Title of api/users"]


def test_api_and_openapi_are_read_for_the_api_reference(acme):
    api = build_of(acme.app.config).site.api

    assert api.base_urls == ("https://a.example", "https://b.example")
    assert (api.auth.method, api.playground, api.maintain_order) == ("bearer", "simple", False)


def test_the_nine_platforms_have_icons_and_accessible_names(acme):
    links = acme.soup("index").select(".dj-socials a")

    assert [a["href"].rsplit("/", 1)[1] for a in links] == list(CONFIG["footerSocials"])
    assert all(a["aria-label"] and a.select_one("svg") for a in links)
    assert len({a["aria-label"] for a in links}) == 9


def test_feedback_buttons_lead_to_the_repository(acme):
    targets = [a["href"] for a in acme.soup("guides/first").select("a[href*='acme/tool/']")]

    assert "https://github.com/acme/tool/edit/main/docs/guides/first.md" in targets
    assert any(t.startswith("https://github.com/acme/tool/issues/new") for t in targets)


def test_mode_toggle_forces_one_mode_when_it_is_hidden(acme, plain):
    forced = acme.soup("index").html
    assert (forced["data-mode"], forced.has_attr("data-mode-forced")) == ("dark", True)
    assert acme.soup("index").select_one("button.dj-mode") is None

    free = plain.soup("index").html
    assert not free.has_attr("data-mode")
    assert plain.soup("index").select_one("button.dj-mode")


def test_the_background_image_stands_behind_every_page(acme):
    assert acme.soup("guides/first").select_one(".dj-backdrop-image")
    assert "img/back.svg" in site_css(acme)
    assert (Path(acme.outdir) / "img" / "back.svg").is_file()


def test_a_newer_file_and_an_older_one_give_the_same_pages(tmp_path):
    older = {
        "name": "Same",
        "navigation": [{"group": "A", "pages": ["index", "api/users"]}],
        "tabs": [{"name": "API", "url": "api"}],
        "topbarLinks": [{"name": "Blog", "url": "https://acme.example"}],
        "modeToggle": {"default": "light"},
    }
    newer = {
        "name": "Same",
        "navigation": {
            "tabs": [
                {"tab": "Documentation", "groups": [{"group": "A", "pages": ["index"]}]},
                {"tab": "API", "groups": [{"group": "A", "pages": ["api/users"]}]},
            ]
        },
        "navbar": {"links": [{"label": "Blog", "href": "https://acme.example"}]},
        "appearance": {"default": "light"},
    }
    first = build_site(tmp_path / "older", files(older))
    second = build_site(tmp_path / "newer", files(newer))

    for name in ("index", "api/users"):
        assert first.text(f"{name}.html") == second.text(f"{name}.html")
