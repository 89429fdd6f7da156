"""Fields of the newest format around a page: menus of tabs, meta tags, colours of code."""

import json
import re

import pytest

from tests._support.building import build_site

PAGE = "---\ntitle: {}\n---\n\nText.\n"
PAGES = ("index", "guides/start", "guides/v2/start", "rest/one", "sdk/one", "papers")
SITE = {
    "name": "Acme",
    "description": "Coffee </script> by wire.",
    "navigation": {
        "tabs": [
            {"tab": "Papers", "align": "end", "pages": ["papers"]},
            {"tab": "Guides", "groups": [{"group": "Start", "pages": [*PAGES[:3]]}]},
            {
                "tab": "Develop",
                "menu": [
                    {"item": "REST", "description": "Each call", "pages": ["rest/one"]},
                    {"item": "SDK", "pages": ["sdk/one"]},
                    {"item": "Status", "href": "https://status.acme.example"},
                ],
            },
        ]
    },
    "errors": {"404": {"redirect": True}},
    "seo": {
        "metatags": {"canonical": "https://acme.example/docs", "og:type": "website", "a": "site"},
        "paths": [
            {"path": "guides/v2", "metatags": {"a": "newer"}},
            {"path": "guides", "metatags": {"a": "guides", "og:type": "article"}},
            {"path": "guides", "metatags": {"a": "twice"}},
            {"path": "../out", "metatags": {"a": "out"}},
        ],
        "organization": {"name": "Acme </script> Ltd", "sameAs": ["https://github.com/acme"]},
        "trailingSlash": False,
    },
    "styling": {"codeblocks": {"theme": {"light": "solarized-light", "dark": "no-such-theme"}}},
}

PAPERS = """---
title: Papers
authors: [Ada, {name: Grace, url: https://grace.example}, {name: Eve, url: "javascript:x"}]
related:
  - guides/start
  - The blog: https://blog.example
  - no/such
createdDate: 2026-01-02
groups: [staff]
---

A <Tooltip tip="Paper" side="top">sheet</Tooltip>, <Tooltip tip="Paper" side="top">again</Tooltip>.

<ApiPlayground />

<Card title="Go" onClick={go}>There.</Card>
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    files = {f"{page}.md": PAGE.format(page) for page in PAGES} | {"docs.json": json.dumps(SITE)}
    files["papers.md"] = PAPERS
    folder = tmp_path_factory.mktemp("newer") / "site"
    return build_site(folder, files, builder="dirhtml")


def test_a_tab_with_a_menu_offers_its_items_on_every_page(built):
    for page in ("guides/start/index", "sdk/one/index"):
        menu = built.soup(page).select_one(".dj-tabs .dj-tab-menu")
        items = [
            (link.contents[-1].contents[0].strip(), bool(link.get("aria-current")))
            for link in menu.select("a")
        ]
        assert items == [("REST", False), ("SDK", page.startswith("sdk")), ("Status", False)]
        assert menu.select_one(".dj-switch-note").text == "Each call"
    # The menu says which part is open, so that the sidebar need not.
    assert not built.soup("sdk/one/index").select(".dj-switch")


def test_a_tab_is_at_the_end_of_its_row(built):
    tabs = built.soup("index").select(".dj-tabs .dj-tab")

    assert [tab.text.strip() for tab in tabs] == ["Guides", "Develop", "Papers"]
    assert [tab.text.strip() for tab in tabs if "dj-tab-end" in tab["class"]] == ["Papers"]


@pytest.mark.parametrize(
    ("page", "own", "kind"),
    [
        ("papers", "site", "website"),
        ("guides/start", "guides", "article"),
        ("guides/v2/start", "newer", "article"),
    ],
)
def test_the_meta_tags_of_a_folder_beat_those_of_the_site(built, page, own, kind):
    soup = built.soup(f"{page}/index")

    assert soup.select_one("meta[name=a]")["content"] == own
    assert soup.select_one("meta[property='og:type']")["content"] == kind


def test_what_is_wrong_in_a_folder_of_meta_tags_is_said(built):
    assert "'guides' is listed twice; the first one is used" in built.warnings
    assert "'../out' is left out" in built.warnings


def test_search_engines_get_the_publisher_and_the_way(built):
    script = built.soup("guides/start/index").select_one("script[type='application/ld+json']")
    publisher, way = json.loads(script.string)["@graph"]

    assert publisher == {
        "@type": "Organization",
        "@id": "https://acme.example/docs/#organization",
        "name": "Acme </script> Ltd",
        "url": "https://acme.example/docs/",
        "sameAs": ["https://github.com/acme"],
    }
    assert [(step["name"], step["item"]) for step in way["itemListElement"]] == [
        ("Guides", "https://acme.example/docs/"),
        ("guides/start", "https://acme.example/docs/guides/start"),
    ]


def test_announced_addresses_have_no_slash_at_their_end_where_the_site_says_so(built):
    soup = built.soup("guides/start/index")

    assert soup.select_one("link[rel=canonical]")["href"].endswith("/docs/guides/start")
    assert "<loc>https://acme.example/docs/guides/start</loc>" in built.text("sitemap.xml")


def test_the_page_for_unknown_addresses_leads_home_where_the_site_says_so(built):
    refresh = built.soup("404").select_one("meta[http-equiv=refresh]")

    assert refresh["content"] == "0; url=/docs/"


def test_code_has_the_colours_of_the_theme_that_is_named(built):
    css = built.text("_static/docsjson-site.css")

    assert "--dj-code-bg: #fdf6e3;" in css
    assert "'no-such-theme' is not available here" in built.warnings


def test_a_page_names_its_authors_and_the_pages_it_leads_to(built):
    soup = built.soup("papers/index")

    assert " ".join(soup.select_one(".dj-changed").text.split()) == "By Ada, Grace, Eve"
    assert [link["href"] for link in soup.select(".dj-changed a")] == ["https://grace.example"]
    assert [(link.text, link["href"]) for link in soup.select(".dj-related a")] == [
        ("guides/start", "../guides/start/"),
        ("The blog", "https://blog.example"),
    ]
    assert "papers.md:4: WARNING: related: there is no page 'no/such'" in built.warnings
    published = soup.select_one("meta[property='article:published_time']")
    assert published["content"] == "2026-01-02T00:00:00"


def test_what_does_nothing_on_pages_is_named_once_with_what_to_use_instead(built):
    said = [line for line in built.status.splitlines() if " has no effect here" in line]

    assert [line.partition(" has no")[0] for line in said] == [
        "front matter: groups",
        *("components: <ApiPlayground>", "components: <Tooltip side>", "components: onClick"),
    ]
    places = [re.search(r" \((papers\.md:\d+)\)\. \w", line)[1] for line in said]
    assert places == ["papers.md:9", "papers.md:14", "papers.md:12", "papers.md:16"]


FIELDS = {
    "index.mdx": "---\ntitle: Home\n---\n\nTo [full](/full).\n",
    "full.mdx": """---
title: Full
sidebarTitle: Short
description: What it says.
icon: heart
iconType: regular
tag: NEW
authors: [Ada, {name: Grace, url: https://grace.example}]
related: [/old, "The blog]": https://blog.example, /no/such]
createdDate: 2026-01-02
lastUpdatedDate: 2026-03-04
timestamp: true
keywords: [zebra, quagga]
deprecated: true
canonical: https://other.example/full
hideFooterPagination: true
og:title: Other
contextual: {options: [copy]}
---

Words of it.
""",
    "away.mdx": "---\ntitle: Away\nurl: https://away.example/\n---\n",
    "old.mdx": "---\ntitle: Old\nnoindex: true\nrobots: noarchive\nmode: center\n---\n\nWords.\n",
    "quiet.mdx": "---\ntitle: Quiet\nsearchable: false\nhref: /x\nredirect: /y\n---\n\nWords.\n",
    "hid.mdx": "---\ntitle: Hid\nhidden: true\nisPublic: true\nversion: v1\n---\n\nWords.\n",
    "call.mdx": "---\ntitle: Call\napi: GET https://api.example/x\nhideApiMarker: true\n---\n",
    "docs.json": json.dumps(
        {
            "name": "Acme",
            "seo": {"metatags": {"canonical": "https://acme.example"}},
            "navigation": ["index", "full", "away", "old", "quiet", "hid", "call"],
        }
    ),
}


@pytest.fixture(scope="module", params=["docsjson", "basic"])
def themed(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param) / "site"
    return build_site(folder, FIELDS, conf={"html_theme": request.param})


def meta_of(soup):
    return {
        (tag.get("name") or tag.get("property"), tag["content"])
        for tag in soup.select("meta[content]")
    }


def test_what_front_matter_says_to_crawlers_stands_in_every_theme(themed):
    full, old = meta_of(themed.soup("full")), meta_of(themed.soup("old"))

    assert {("description", "What it says."), ("keywords", "zebra, quagga")} <= full
    assert {("robots", "noindex"), ("robots", "noarchive")} <= old
    assert ("robots", "noindex") in meta_of(themed.soup("hid"))
    assert not [name for name, _content in full if name == "robots"]
    announced = themed.text("sitemap.xml")
    asked = ("full", "old", "hid", "away")
    assert [name for name in asked if f"/{name}.html<" in announced] == ["full"]


def test_related_pages_stand_in_the_twin_in_every_theme(themed):
    assert themed.text("full.md").endswith(
        "Words of it.\n\n## Related\n\n- [Old](https://acme.example/old.md)\n"
        "- [The blog\\]](https://blog.example)\n"
    )


def test_fields_without_effect_are_said_in_every_theme(themed):
    for name in ("href", "isPublic", "redirect", "version"):
        said = [line for line in themed.status.splitlines() if line.startswith("front matter: ")]
        assert len([line for line in said if name in line.partition(" ha")[0]]) == 1


def test_what_front_matter_shows_stands_on_the_page(themed):
    if themed.app.config.html_theme == "basic":
        pytest.skip("the theme draws the page")
    full, home = themed.soup("full"), themed.soup("index")
    entry = home.select_one('.dj-sidebar a[href="full.html"]')

    assert entry.select_one(".dj-entry-label").text == "Short"
    assert entry.select_one("svg") is not None
    assert [tag.text for tag in entry.select(".dj-tag")] == ["NEW", "Deprecated"]
    assert full.select_one(".dj-lead").text == "What it says."
    assert [label.text for label in full.select(".dj-label")] == ["NEW", "Deprecated"]
    assert "By Ada, Grace" in " ".join(full.select_one(".dj-changed").text.split())
    assert full.select_one(".dj-changed time")["datetime"] == "2026-03-04"
    assert [link.text for link in full.select(".dj-related a")] == ["Old", "The blog]"]
    assert full.select_one("link[rel=canonical]")["href"] == "https://other.example/full"
    assert full.select_one("link[rel=next], .dj-neighbours") is None
    assert {
        ("og:title", "Other"),
        ("article:published_time", "2026-01-02T00:00:00"),
        ("article:modified_time", "2026-03-04T00:00:00"),
    } <= meta_of(full)
    assert home.select_one('.dj-sidebar a[href="https://away.example/"]').text == "Away"
    assert home.select_one('.dj-sidebar a[href="hid.html"]') is None
    assert home.select_one('.dj-sidebar a[href="call.html"] .dj-method') is None


def test_tabs_inside_more_keep_the_items_of_their_menus(site):
    pages = {f"{page}.md": PAGE.format(page) for page in PAGES}
    menu = [
        {"item": "REST", "pages": ["rest/one"]},
        {"item": "Away", "href": "https://acme.example"},
    ]
    tabs = [{"tab": "Guides", "pages": ["index"]}, {"tab": "Develop", "menu": menu}]
    options = {"header_links": True, "header_links_before_dropdown": 1}
    built = site(
        pages | {"rest/one.md": PAGE.format("rest/one")},
        config={"navigation": {"tabs": tabs}},
        conf={"html_theme_options": options},
    )
    more = built.soup("rest/one").select_one(".dj-tabs .dj-more")

    assert [each.text for each in more.select(".dj-more-title")] == ["Develop"]
    assert [link.text for link in more.select("li.dj-more-item a")] == ["REST", "Away"]
    assert more.select_one("a[aria-current]").text == "REST"


def test_meta_tags_of_front_matter_count_with_another_theme(site):
    page = (
        '---\ntitle: P\ncreatedDate: 2026-01-02\n"og:title": \'All "about" it\'\n'
        "canonical: https://acme.example/p\n---\n\nText.\n"
    )
    conf = {"html_theme": "basic", "html_baseurl": "https://here.example/"}
    soup = site({"index.md": page}, conf=conf).soup("index")

    assert soup.select_one("meta[property='og:title']")["content"] == 'All "about" it'
    published = soup.select_one("meta[property='article:published_time']")
    assert published["content"] == "2026-01-02T00:00:00"
    addresses = [link["href"] for link in soup.select("link[rel=canonical]")]
    assert addresses == ["https://acme.example/p"]
