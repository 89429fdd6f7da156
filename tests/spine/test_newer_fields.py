"""Every field of the newer shape that we know has its effect on the built page."""

from __future__ import annotations

import json

import pytest

from tests._support.building import Built, build_site
from tests._support.inputs import input_data

CONFIG = input_data(__file__, "newer_fields.yaml")

PAGES = ["cloud/index", "cloud/a", "cloud/b", "cloud/c", "cloud/d", "self/a", "recipes/one",
         "secret/a", "v1/a", "fr/a"]  # fmt: skip


@pytest.fixture(scope="module")
def nested(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A site in the newer shape."""
    pages = {
        f"{name}.mdx": f"---\ntitle: Title {name}\ndescription: About {name}\n---\n\n"
        "## Part\n\nThis is {{product}}.\n"
        for name in PAGES
    }
    srcdir = tmp_path_factory.mktemp("nested")
    return build_site(srcdir, {**pages, "docs.json": json.dumps(CONFIG, indent=2)})


def texts(elements) -> list[str]:
    return [element.get_text(" ", strip=True) for element in elements]


def switch(built: Built, docname: str, kind: str) -> list[str]:
    return texts(built.soup(docname).select(f'[data-switch="{kind}"] .dj-switch-list a'))


def test_a_site_in_the_newer_shape_builds_without_a_warning(nested):
    assert nested.warning_lines == []


def test_tabs_stand_in_a_row_without_the_hidden_one(nested):
    tabs = nested.soup("cloud/a").select(".dj-tab")

    assert texts(tabs) == ["Guides", "More", "Shop"]
    assert tabs[0].has_attr("data-active")
    assert tabs[2]["href"] == "https://x.example/shop"
    assert nested.text("secret/a.html")


def test_dropdowns_versions_and_languages_are_switches(nested):
    assert switch(nested, "cloud/a", "dropdown") == ["Cloud Run by us", "Self-hosted"]
    assert switch(nested, "cloud/a", "version") == ["v2 Latest", "v1"]
    assert switch(nested, "cloud/a", "language") == ["English", "Français"]


def test_the_entries_of_a_tabs_menu_can_be_reached(nested):
    links = {a["href"] for a in nested.soup("recipes/one").select("a")}

    assert "https://x.example/blog" in links


def test_global_anchors_are_shown_everywhere(nested):
    for page in ("cloud/a", "v1/a", "fr/a"):
        assert "Status" in texts(nested.soup(page).select("#dj-sidebar .dj-anchor"))


def test_a_group_has_its_badge_its_root_and_its_state(nested):
    sidebar = nested.soup("cloud/a").select_one("#dj-sidebar")
    subgroups = {
        part.summary.get_text(strip=True): part.has_attr("open")
        for part in sidebar.select("details")
    }

    assert sidebar.select_one(".dj-group-title .dj-tag").text == "New"
    assert sidebar.select_one(".dj-group-title a")["href"].endswith("index.html")
    assert subgroups == {"Open": True, "Shut": False}
    assert nested.text("cloud/d.html")


def test_the_root_page_lists_its_group(nested):
    assert texts(nested.article("cloud/index").select(".dj-listed-label")) == [
        "Title cloud/a",
        "Title cloud/b",
        "Title cloud/c",
    ]


def test_a_language_has_its_own_banner_and_top_bar(nested):
    french, english = nested.soup("fr/a"), nested.soup("cloud/a")

    assert french.html["lang"] == "fr"
    assert "Bonjour tous" in french.select_one("#dj-banner").get_text()
    assert "Prix" in texts(french.select(".dj-toplink"))
    assert "We are live" in english.select_one("#dj-banner").get_text()
    assert "dj-banner-warning" in english.select_one("#dj-banner")["class"]


def test_the_top_bar_has_links_and_a_button(nested):
    bar = nested.soup("cloud/a").select_one(".dj-topbar")

    assert texts(bar.select(".dj-toplink")) == ["Pricing", "Discord"]
    assert bar.select_one(".dj-button")["href"] == "https://x.example/up"
    assert bar.select_one("input[type=search]")["placeholder"] == "Ask me"


def test_the_footer_has_columns_and_accounts(nested):
    footer = nested.soup("fr/a").select_one("footer")

    assert footer.select_one('a[href="../cloud/a.html"]').text == "Cloud"
    assert [a["aria-label"] for a in footer.select(".dj-socials a")] == ["Bluesky", "YouTube"]


def test_the_look_follows_appearance_background_and_styling(nested):
    soup = nested.soup("cloud/a")

    assert soup.html["data-mode"] == "light"
    assert soup.select_one("button.dj-mode") is None
    assert soup.select_one(".dj-backdrop-grid")
    assert texts(soup.select(".dj-eyebrow li")) == ["Guides", "Cloud", "Start"]
    assert "#0b1020" in nested.text("_static/docsjson-site.css")


def test_meta_tags_and_variables_are_on_every_page(nested):
    soup = nested.soup("cloud/a")

    assert soup.select_one('meta[property="og:locale"], meta[name="og:locale"]')
    assert "This is Nested." in soup.text


def test_a_redirect_and_the_page_for_unknown_addresses_are_written(nested):
    assert "cloud/a" in nested.text("start.html")
    assert "Lost" in nested.text("404.html")
    assert "<strong>here</strong>" in nested.text("404.html")


def test_the_page_menu_has_the_chosen_entries(nested):
    menu = nested.soup("cloud/a").select_one(".dj-page-menu")

    assert "Claude" in menu.text
    assert "ChatGPT" not in menu.text
    assert menu.select_one('a[href="mailto:a@x.example"]')


def test_the_page_menu_may_stand_below_the_contents_list(tmp_path):
    config = {
        "name": "Menu",
        "navigation": ["index"],
        "contextual": {"options": ["copy"], "display": "toc"},
    }
    pages = {"index.md": "# A\n\n## B\n\nText.\n\n## C\n\nText.\n"}
    built = build_site(tmp_path / "menu", {**pages, "docs.json": json.dumps(config)})

    assert built.soup("index").select_one("aside.dj-toc .dj-page-menu")
    assert built.soup("index").select_one("main .dj-page-menu") is None


def test_instructions_for_assistants_are_in_every_twin_and_the_index(nested):
    assert "Always mention the version." in nested.text("cloud/a.md")
    assert "Always mention the version." in nested.text("llms.txt")


def test_a_single_language_needs_no_switch(tmp_path):
    navigation = {"languages": [{"language": "en", "pages": ["index"]}]}
    config = {"name": "One", "navigation": navigation}
    built = build_site(tmp_path / "one", {"index.md": "# A\n", "docs.json": json.dumps(config)})

    assert switch(built, "index", "language") == []


def test_fonts_icons_and_pictures_come_from_the_configuration(tmp_path):
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    config = {
        "name": "Look",
        "navigation": {"groups": [{"group": "A", "icon": "rocket", "pages": ["index"]}]},
        "colors": {"primary": "#1d4ed8", "anchors": {"from": "#123456", "to": "#654321"}},
        "icons": {"library": "lucide"},
        "fonts": {
            "heading": {"family": "Brand", "source": "/brand.woff2", "format": "woff2"},
            "body": {"family": "Georgia"},
        },
        "favicon": {"light": "/a.svg", "dark": "/b.svg"},
        "background": {"image": {"light": "/a.svg", "dark": "/b.svg"}},
    }
    files = {
        "index.md": "# A\n",
        "a.svg": picture,
        "b.svg": picture,
        "brand.woff2": b"wOF2",
        "docs.json": json.dumps(config),
    }
    built = build_site(tmp_path / "look", files)
    css, soup = built.text("_static/docsjson-site.css"), built.soup("index")

    assert built.warning_lines == []
    assert soup.select_one(".dj-group-title svg")["viewbox"] == "0 0 24 24"
    assert "@font-face" in css
    assert "Georgia" in css
    assert (built.outdir / "brand.woff2").is_file()
    assert [link["href"] for link in soup.select('link[rel="icon"]')] == ["a.svg", "b.svg"]
    assert "a.svg" in css
    assert "b.svg" in css
    assert "#123456" in css
