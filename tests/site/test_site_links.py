"""Fields of docs.json that lead somewhere: what is not there is told, what is there is not."""

import json

import pytest

from tests._support.building import build_site

PAGES = {
    "index.mdx": "---\ntitle: Home\n---\n\n## Part\n",
    "guide/start.mdx": "---\ntitle: A\n---\n\n## There\n",
    "files/terms.pdf": "%PDF",
}
GOOD = (
    *("/guide/start", "guide/start", "/guide/start#there", "/guide/start#top"),
    *("/files/terms.pdf", "/old", "/search", "#x", "https://other.example/nowhere", "../1.0/"),
)
DEAD = {
    "/guide/strat": "no page or file '/guide/strat'. Did you mean '/guide/start'? [docsjson.link]",
    "/files/gone.pdf": "no page or file '/files/gone.pdf'. [docsjson.link]",
    "/guide/start#ther": "'/guide/start#ther' leads to the top of its page: the page "
    "'/guide/start' has no anchor '#ther'. Did you mean '#there'? [docsjson.anchor]",
}


FIELDS = {
    "navbar.links[0].href": lambda v: {"navbar": {"links": [{"label": "L", "href": v}]}},
    "navbar.primary.href": lambda v: {
        "navbar": {"primary": {"type": "button", "label": "L", "href": v}}
    },
    "topbarLinks[0].url": lambda v: {"topbarLinks": [{"name": "L", "url": v}]},
    "topbarCtaButton.url": lambda v: {"topbarCtaButton": {"name": "L", "url": v}},
    "banner.content": lambda v: {"banner": {"content": f"New: [read]({v})"}},
    "logo.href": lambda v: {"logo": {"light": "/l.svg", "dark": "/l.svg", "href": v}},
    "footer.links[0].items[0].href": lambda v: {
        "footer": {"links": [{"header": "H", "items": [{"label": "L", "href": v}]}]}
    },
    "footer.socials.website": lambda v: {"footer": {"socials": {"website": v}}},
    'errors["404"].description': lambda v: {
        "errors": {"404": {"description": f"See [this]({v})."}}
    },
    "contextual.options[0].href": lambda v: {
        "contextual": {"options": [{"title": "T", "description": "D", "icon": "x", "href": v}]}
    },
    "contextual.assistant": lambda v: {"contextual": {"assistant": v}},
    **{
        f"navigation.{kind}[1].href": lambda v, kind=kind, name=name: {
            "navigation": {
                kind: [
                    {name: "en", "groups": [{"group": "G", "pages": ["index", "guide/start"]}]},
                    {name: "de", "href": v},
                ]
            }
        }
        for kind, name in {
            "tabs": "tab",
            "anchors": "anchor",
            "dropdowns": "dropdown",
            "products": "product",
            "versions": "version",
            "languages": "language",
            "groups": "group",
        }.items()
        if kind != "groups"
    },
    "navigation.groups[1].href": lambda v: {
        "navigation": {
            "groups": [
                {"group": "G", "pages": ["index", "guide/start"]},
                {"group": "L", "href": v},
            ]
        }
    },
    "navigation.global.anchors[0].href": lambda v: {
        "navigation": {
            "pages": ["index", "guide/start"],
            "global": {"anchors": [{"anchor": "L", "href": v}]},
        }
    },
    "navigation.tabs[1].menu[0].href": lambda v: {
        "navigation": {
            "tabs": [
                {"tab": "A", "pages": ["index", "guide/start"]},
                {"tab": "B", "menu": [{"item": "L", "href": v}, {"item": "M", "pages": []}]},
            ]
        }
    },
    "navigation.languages[0].navbar.links[0].href": lambda v: {
        "navigation": {
            "languages": [
                {
                    "language": "en",
                    "pages": ["index", "guide/start"],
                    "navbar": {"links": [{"label": "L", "href": v}]},
                }
            ]
        }
    },
}
"""Path of a field in the data → docs.json with an address in it."""


def told(tmp_path, fields):
    docs_json = {
        "name": "N",
        "navigation": {"pages": ["index", "guide/start"]},
        "redirects": [{"source": "/old", "destination": "/guide/start"}],
        **fields,
    }
    files = {**PAGES, "docs.json": json.dumps(docs_json, indent=1), "l.svg": "<svg/>"}
    return build_site(tmp_path, files, conf={"html_theme": "docsjson"})


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_tells_where_its_address_is_dead_and_is_silent_where_it_is_not(tmp_path, field):
    good = told(tmp_path / "good", FIELDS[field]("/guide/start#there"))
    dead = told(tmp_path / "dead", FIELDS[field]("/guide/strat"))

    assert good.warning_lines == []
    (line,) = dead.warning_lines
    place, _, message = line.partition(" WARNING: ")
    assert message == f"{field}: {DEAD['/guide/strat']}"
    number = int(place.removesuffix(":").split(":")[1])
    assert (
        "/guide/strat" in (dead.srcdir / "docs.json").read_text("utf-8").splitlines()[number - 1]
    )


def test_pages_files_redirects_and_places_are_known_and_others_are_told(tmp_path):
    links = [{"label": href, "href": href} for href in (*GOOD, *DEAD)]

    built = told(tmp_path, {"navbar": {"links": links}})

    messages = [line.partition(": ")[2] for line in built.warning_lines]
    assert [each.partition("].href: ")[2] for each in messages] == list(DEAD.values())


def test_a_file_that_docs_json_links_to_is_published(tmp_path):
    built = told(tmp_path, FIELDS["navbar.links[0].href"]("/files/terms.pdf"))

    assert built.text("files/terms.pdf") == "%PDF"
    assert built.soup("guide/start").select_one('header a[href="../files/terms.pdf"]')


def test_a_redirect_to_a_place_that_its_page_lacks_is_told_and_leads_to_the_page(tmp_path):
    redirects = [
        {"source": "/one", "destination": "/guide/start#there"},
        {"source": "/two", "destination": "/guide/start#ther"},
    ]
    built = told(tmp_path, {"redirects": redirects})

    (line,) = built.warning_lines
    assert line.endswith(
        "the redirect from '/two' leads to the top of its page: the page '/guide/start' has no "
        "anchor '#ther'. Did you mean '#there'? [docsjson.anchor]"
    )
    assert "guide/start.html" in built.text("two.html")


def test_the_header_writes_the_page_that_the_check_finds(tmp_path):
    wanted = {
        "/guide": "guide/start.html",
        "/guide?from=home": "guide/start.html?from=home",
        "/guide#there": "guide/start.html#there",
        "/Guide/Start": "guide/start.html",
        "/moved": "guide/start.html",
        "/moved-part": "guide/start.html#there",
        "/files/terms.pdf": "files/terms.pdf",
    }
    links = [{"label": f"L{number}", "href": href} for number, href in enumerate(wanted)]
    moved = [
        {"source": "/moved", "destination": "/guide/start"},
        {"source": "/moved-part", "destination": "/guide/start#there"},
    ]

    built = told(tmp_path, {"navbar": {"links": links}, "redirects": moved})

    assert built.warning_lines == []
    header = built.soup("index").select("header a[href]")
    shown = {link.get_text(strip=True): link["href"] for link in header}
    assert {href: shown[f"L{number}"] for number, href in enumerate(wanted)} == wanted
