"""What docs.json says about the look is on the built page."""

import gzip
import json

import pytest

from tests._support.building import build_site

PAGE = "---\ntitle: Hello\ndescription: What it is.\n---\n\n## Part\n\nText.\n"
GITHUB = {
    "html_context": {
        "github_user": "o",
        "github_repo": "r",
        "github_version": "dev",
        "doc_path": "docs",
    }
}
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
ATTACK = '"><script>alert(1)</script>'


TEXTS = {
    "headings.md": "---\ntitle: Top\n---\n\n## One\n\nx\n\n### Inner\n\nx\n\n## Two\n\nx\n",
    "words.md": "---\ntitle: Top\n---\n\nText.\n",
    **{
        f"{mode}.md": f"---\ntitle: Top\nmode: {mode}\n---\n\n## One\n\nx\n"
        for mode in ("wide", "frame", "center", "custom")
    },
    "old.md": "---\ntitle: Old\ndeprecated: true\ntag: BETA\n---\n\nx\n",
    "secret.md": "---\ntitle: Secret\nnoindex: true\n---\n\nx\n",
    "table.md": "# T\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "objects.rst": "T\n=\n\n.. py:function:: f()\n\n   Text.\n\n.. versionadded:: 1\n   New.\n\n"
    ".. note:: Look.\n",
}
"""Pages that differ in what they say themselves."""


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A site of which docs.json says nothing but its name and pages."""
    files = {"index.md": PAGE, **TEXTS}
    pages = [name.partition(".")[0] for name in files]
    navigation = [{"group": "Start", "pages": pages}]
    files["docs.json"] = json.dumps({"name": "Acme", "navigation": navigation})
    return build_site(tmp_path_factory.mktemp("plain") / "site", files)


def built_with(site, **config):
    conf = config.pop("conf", None)
    files = {"index.md": PAGE, "other.md": PAGE, **config.pop("files", {})}
    return site(files, config=config, conf=conf)


def test_the_window_is_named_after_the_page_and_the_site(plain):
    soup = plain.soup("index")

    assert soup.title.text == "Hello — Acme"
    assert soup.select_one(".dj-logo").text.strip() == "Acme"


def test_the_description_is_the_lead_and_the_meta_description(plain):
    soup = plain.soup("index")

    assert soup.select_one("h1 + .dj-lead").text == "What it is."
    assert soup.select_one("meta[name=description]")["content"] == "What it is."
    assert soup.select_one('meta[property="og:title"]')["content"] == "Hello"


def test_each_mode_has_its_logo_and_both_are_in_the_output(site):
    built = built_with(
        site,
        logo={"light": "/img/day.svg", "dark": "img/night.svg", "href": "https://acme.test"},
        files={"img/day.svg": SVG, "img/night.svg": SVG, "deep/page.md": PAGE},
    )
    logo = built.soup("deep/page").select_one(".dj-logo")

    assert logo["href"] == "https://acme.test"
    assert logo.select_one(".dj-only-light")["src"] == "../img/day.svg"
    assert logo.select_one(".dj-only-dark")["src"] == "../img/night.svg"
    assert (built.outdir / "img/day.svg").is_file()
    assert (built.outdir / "img/night.svg").is_file()


def test_a_missing_logo_is_reported_with_its_place_and_gives_way_to_the_name(site):
    built = built_with(site, name="Acme", logo="/nowhere.svg")
    logo = built.soup("index").select_one(".dj-logo")

    assert any("/nowhere.svg" in line and "docs.json:" in line for line in built.warning_lines)
    assert logo.text.strip() == "Acme"
    assert logo.img is None


def test_the_logo_leads_to_the_start_page_of_the_language(site):
    places = [
        {"language": "en", "pages": ["index", "page"]},
        {"language": "de", "pages": ["de/index", "de/page"]},
    ]
    files = dict.fromkeys(["page.md", "de/index.md", "de/page.md"], PAGE)
    built = built_with(site, navigation={"languages": places}, files=files)

    assert built.soup("page").select_one(".dj-logo")["href"] == "index.html"
    assert built.soup("de/page").select_one(".dj-logo")["href"] == "index.html"


def test_the_favicon_is_linked_and_copied(site):
    built = built_with(site, favicon="/fav.svg", files={"fav.svg": SVG})

    assert built.soup("index").select_one("link[rel=icon]")["href"] == "fav.svg"
    assert (built.outdir / "fav.svg").is_file()


def test_what_conf_py_sets_as_favicon_wins(site):
    built = built_with(
        site,
        favicon="/fav.svg",
        files={"fav.svg": SVG, "mine.ico": "x"},
        conf={"html_favicon": "mine.ico"},
    )

    assert built.soup("index").select_one("link[rel=icon]")["href"].startswith("_static/mine.ico")


def test_links_and_button_of_the_top_bar(site):
    soup = built_with(
        site,
        topbarLinks=[
            {"name": "Blog", "url": "https://x.test"},
            {"name": "Other", "url": "/other"},
        ],
        topbarCtaButton={"name": "Sign up", "url": "https://app.test"},
    ).soup("index")
    bar = soup.select_one(".dj-topbar")

    assert [(a.text.strip(), a["href"]) for a in bar.select(".dj-toplink")] == [
        ("Blog", "https://x.test"),
        ("Other", "other.html"),
    ]
    assert bar.select_one(".dj-button")["href"] == "https://app.test"


def test_a_github_button_names_the_repository(site):
    soup = built_with(
        site, topbarCtaButton={"type": "github", "url": "https://github.com/acme/tool"}
    ).soup("index")
    button = soup.select_one(".dj-topbar .dj-repo")

    assert button["data-repository"] == "acme/tool"
    assert button.select_one(".dj-repo-name").text == "acme/tool"
    assert button.select_one(".dj-repo-counts").has_attr("hidden")


def test_a_forbidden_address_is_no_link(site):
    built = built_with(site, topbarLinks=[{"name": "Bad", "url": "javascript:alert(1)"}])

    assert built.soup("index").select(".dj-toplink") == []
    assert "javascript:" not in built.text("index.html")


def test_nothing_of_the_configuration_reaches_the_page_as_markup(site):
    built = built_with(
        site,
        name=f"Acme{ATTACK}",
        topbarLinks=[{"name": ATTACK, "url": f"https://x.test/{ATTACK}"}],
        topbarCtaButton={"name": ATTACK, "url": "https://x.test"},
        footerSocials={"github": f"https://x.test/{ATTACK}"},
        metadata={"og:site_name": ATTACK},
        banner={"content": f"**Bold** {ATTACK} [x](javascript:alert(1))"},
        anchors=[{"name": ATTACK, "icon": "book", "url": "https://x.test"}],
        tabs=[{"name": ATTACK, "url": "other"}],
    )

    assert "<script>alert" not in built.text("index.html")
    assert "javascript:alert" not in [a.get("href") for a in built.soup("index").select("a")]


def test_social_links_have_icons_and_names(site):
    platforms = [
        "website", "facebook", "x", "discord", "slack", "github", "linkedin", "instagram",
        "hacker-news",
    ]  # fmt: skip
    socials = {platform: f"https://{platform}.test" for platform in platforms}

    links = built_with(site, footerSocials=socials).soup("index").select(".dj-socials a")

    assert [link["href"] for link in links] == list(socials.values())
    assert all(link["aria-label"] and link.svg for link in links)


def test_feedback_buttons_lead_to_the_source(site):
    soup = built_with(site, feedback={"suggestEdit": True, "raiseIssue": True}, conf=GITHUB).soup(
        "index"
    )
    edit, issue = (a["href"] for a in soup.select(".dj-feedback a"))

    assert edit == "https://github.com/o/r/edit/dev/docs/index.md"
    assert issue.startswith("https://github.com/o/r/issues/new?title=Issue+on+docs%3A+Hello")


def test_without_a_repository_there_is_one_warning_and_no_button(site):
    built = built_with(site, feedback={"suggestEdit": True})

    assert built.soup("index").select(".dj-feedback") == []
    assert len([w for w in built.warning_lines if "docsjson.repository" in w]) == 1


def test_the_first_mode_can_be_chosen(site):
    soup = built_with(site, modeToggle={"default": "dark"}).soup("index")

    assert soup.html["data-mode"] == "dark"
    assert soup.select_one(".dj-mode")


def test_a_mode_without_a_toggle_is_forced(site):
    soup = built_with(site, modeToggle={"default": "light", "isHidden": True}).soup("index")

    assert soup.html.has_attr("data-mode-forced")
    assert soup.select_one(".dj-mode") is None


def test_a_background_picture_stands_behind_every_page(site):
    built = built_with(site, backgroundImage="/bg.svg", files={"bg.svg": SVG})

    assert built.soup("index").select_one(".dj-backdrop-image")
    assert 'url("../bg.svg")' in built.text("_static/docsjson-site.css")
    assert (built.outdir / "bg.svg").is_file()


def test_an_unknown_icon_is_reported_once_with_suggestions(site):
    built = built_with(site, anchors=[{"name": "A", "icon": "rokcet", "url": "https://x.test"}])
    reported = [w for w in built.warning_lines if "docsjson.icon" in w]

    assert len(reported) == 1
    assert "'rocket'" in reported[0]


def test_the_contents_list_holds_the_headings_below_the_title_and_is_never_empty(plain):
    links = plain.soup("headings").select("#dj-table-of-contents a")
    assert [link.text for link in links] == ["One", "Inner", "Two"]
    assert plain.soup("words").select("#dj-table-of-contents") == []


@pytest.mark.parametrize(
    ("mode", "sidebar", "toc"),
    [
        ("wide", True, False),
        ("frame", True, False),
        ("center", False, False),
        ("custom", False, False),
    ],
)
def test_a_page_can_choose_its_layout(plain, mode, sidebar, toc):
    soup = plain.soup(mode)

    assert f"dj-mode-{mode}" in soup.html["class"]
    assert ("dj-no-sidebar" not in soup.html["class"]) is sidebar
    assert soup.select_one("#dj-sidebar"), "the drawer of small screens has it"
    assert bool(soup.select_one("#dj-table-of-contents")) is toc
    is_canvas = mode in {"custom", "frame"}
    assert ("dj-canvas" in soup.html["class"]) is is_canvas
    assert (soup.select_one(".dj-page-head") is None) is is_canvas


def test_a_deprecated_page_says_so(plain):
    labels = plain.soup("old").select(".dj-label")
    assert [label.text for label in labels] == ["BETA", "Deprecated"]


def test_the_canonical_address_is_the_one_that_readers_see(tmp_path, site):
    built = site(
        {"index.md": PAGE, "deep/page.md": PAGE},
        "dirhtml",
        conf={"html_baseurl": "https://x.test/docs/"},
    )

    links = [
        built.soup(name).select_one("link[rel=canonical]")["href"]
        for name in ("index", "deep/page/index")
    ]
    assert links == ["https://x.test/docs/", "https://x.test/docs/deep/page/"]


def test_read_the_docs_tells_the_base_address(site, monkeypatch):
    monkeypatch.setenv("READTHEDOCS", "True")
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", "https://acme.readthedocs.io/en/latest/")

    soup = built_with(site).soup("index")

    assert soup.select_one("link[rel=canonical]")["href"] == (
        "https://acme.readthedocs.io/en/latest/index.html"
    )
    assert soup.select_one('meta[name="readthedocs-addons-api-version"]')["content"] == "1"


def test_a_page_that_asks_for_it_is_not_indexed(plain):
    assert plain.soup("secret").select_one("meta[name=robots]")["content"] == "noindex"


def test_no_page_has_inline_code_or_style_of_the_theme(site):
    built = built_with(site, banner={"content": "News", "dismissible": True})

    for page in ("index", "search", "genindex"):
        soup = built.soup(page)
        assert [s for s in soup.select("script") if not s.get("src")] == []
        assert soup.select("style, [style], [onclick], [onload]") == []


def test_wide_tables_scroll_in_a_box_of_their_own(plain):
    assert plain.soup("table").select_one(".dj-table-scroll > table")


def test_the_interface_speaks_the_language_of_the_site(site):
    built = built_with(site, conf={"language": "de"})
    soup = built.soup("index")

    assert soup.html["lang"] == "de"
    assert soup.select_one(".dj-skip").text == "Zum Inhalt springen"


def test_a_language_that_is_written_from_right_to_left(site):
    assert built_with(site, conf={"language": "ar"}).soup("index").html["dir"] == "rtl"


def packed(path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def test_a_plain_page_keeps_to_its_budget(site):
    """CSS ≤ 27 KB, JS ≤ 18 KB and the shell of a page ≤ 10 KB, packed."""
    built = built_with(site, topbarLinks=[{"name": "Blog", "url": "https://x.test"}])
    soup = built.soup("index")
    local = lambda url: built.outdir / url.split("?")[0]  # noqa: E731

    styles = sum(packed(local(link["href"])) for link in soup.select("link[rel=stylesheet]"))
    scripts = sum(packed(local(script["src"])) for script in soup.select("script[src]"))

    assert styles <= 27 * 1024
    assert scripts <= 18 * 1024
    assert packed(built.outdir / "index.html") <= 10 * 1024


def test_the_configuration_is_not_needed_for_the_theme(site):
    built = site(
        {"index.md": "# Hello\n", "docs.json": json.dumps({"name": "x", "navigation": []})}
    )

    assert built.soup("index").select_one(".dj-header")


def test_descriptions_of_objects_and_version_notes_are_no_callouts(plain):
    soup = plain.soup("objects")

    assert [box.text.strip() for box in soup.select(".dj-callout")] == ["NoteLook."]
    assert soup.select_one("dl.py.function dt.sig")
    assert soup.select_one("div.versionadded")


def test_icons_of_a_licence_holder_are_drawn_everywhere(site):
    own = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7"><path d="M1 1h5"/></svg>'
    page = '---\ntitle: Top\nicon: rocket\n---\n\n<Card title="A" icon="rocket">B</Card>\n'

    soup = built_with(
        site,
        files={"page.mdx": page, "pro/rocket.svg": own},
        anchors=[{"name": "A", "icon": "rocket", "url": "https://x.test", "iconType": "solid"}],
        conf={"docsjson_icon_dirs": {"fontawesome": "pro"}},
    ).soup("page")

    assert soup.select_one('.dj-anchor svg[viewBox="0 0 7 7"]')
    assert soup.select_one('.dj-entry svg[viewBox="0 0 7 7"]')
    assert soup.select_one('article svg[viewBox="0 0 7 7"]')
