"""What a page offers beside its text: the menu, the pointer for agents, the page for 404."""

from __future__ import annotations

import pytest

BASE = {"html_baseurl": "https://docs.example.com/en/"}
FILES = {"index.md": "# Hello\n\nText.\n", "guide/a.md": "# A\n\nText.\n"}


def labels(soup):
    return [label.text for label in soup.select(".dj-page-menu-label")]


def test_the_menu_leads_to_the_twin_and_to_assistants(site):
    soup = site(FILES, conf=BASE).soup("guide/a")

    assert labels(soup) == [
        "Copy page",
        "View as Markdown",
        "Open in ChatGPT",
        "Open in Claude",
    ]
    links = [a["href"] for a in soup.select(".dj-page-menu a")]
    assert links[0] == "a.md"
    assert "https%3A%2F%2Fdocs.example.com%2Fen%2Fguide%2Fa.md" in links[1]


def test_without_an_address_the_assistants_wait_for_the_script(site):
    soup = site(FILES).soup("guide/a")
    link = soup.select_one(".dj-page-menu a[data-ask]")

    assert link["href"] == "https://chatgpt.com/?q="
    assert link.parent.has_attr("hidden")


def test_the_site_chooses_the_entries_of_the_menu(site):
    soup = site(FILES, config={"contextual": {"options": ["view", "perplexity"]}}).soup("index")

    assert labels(soup) == ["View as Markdown", "Open in Perplexity"]


def test_a_page_is_saved_as_pdf_where_a_script_can_print(site):
    menu = site(FILES, config={"contextual": {"options": ["download-pdf"]}}).soup("index")
    button = menu.select_one(".dj-page-menu button[data-print]")

    assert labels(menu) == ["Save as PDF"]
    assert button.parent.has_attr("hidden")


def test_a_page_can_have_no_menu(site):
    page = "---\ntitle: A\ncontextual:\n  options: []\n---\n\nText.\n"
    built = site(FILES | {"guide/a.md": page})

    assert not built.soup("guide/a").select(".dj-page-menu")
    assert built.soup("index").select(".dj-page-menu")


def test_each_page_points_agents_to_the_index_before_anything_else(site):
    built = site(FILES, conf=BASE)
    first = built.soup("guide/a").select_one("header").find(True)

    assert first.name == "p"
    assert "dj-visually-hidden" in first["class"]
    assert first.a["href"] == "https://docs.example.com/en/llms.txt"


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_the_page_for_unknown_addresses_links_from_the_root_of_the_host(site, builder):
    built = site(FILES, builder, conf=BASE)
    text = built.text("404.html")

    home = 'href="/en/index.html"' if builder == "html" else 'href="/en/"'
    assert home in text
    assert 'href="/en/_static/docsjson-page.css"' in text
    assert 'href="_static/docsjson-page.css"' in text


def test_the_author_writes_the_text_of_the_page_for_unknown_addresses(site):
    config = {"errors": {"404": {"title": "Lost", "description": "See the [guide](/guide/a)."}}}
    text = site(FILES, config=config, conf=BASE).text("404.html")

    assert "<h1>Lost</h1>" in text
    assert '<a href="/en/guide/a.html">guide</a>' in text


def test_a_page_named_404_is_not_overwritten(site):
    built = site(FILES | {"404.md": "# My own\n"})

    assert "My own" in built.text("404.html")
