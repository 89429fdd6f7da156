"""Every setting, in its older and its newer spelling, becomes the same site."""

import pytest

from sphinx_docsjson.html.meta import tags_of_site
from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import Auth, CallToAction, Font, Grounds, ImagePair, Redirect

IMAGES = {"a.svg": "<svg/>", "b.svg": "<svg/>"}


def test_a_folder_without_a_configuration_has_no_site_and_no_problem(tmp_path):
    loaded = load_site(tmp_path)

    assert (loaded.site, loaded.problems) == (None, ())


def test_mint_json_is_read_where_there_is_no_docs_json(load):
    assert load({"name": "Old"}, name="mint.json").site.name == "Old"
    assert load({"name": "New"}).site.name == "New"


def test_a_file_in_windows_style_with_a_byte_order_mark_is_read(load):
    text = '\ufeff{\r\n "name": "x",\r\n "navigation": [],\r\n "x": 1\r\n}'
    result = load(text)

    assert result.site.name == "x"
    assert str(result.loaded.problems[0].location) == "docs.json:4:2"


@pytest.mark.parametrize(
    ("older", "newer", "read", "expected"),
    [
        (
            {"topbarLinks": [{"name": "Blog", "url": "https://x.org"}]},
            {"navbar": {"links": [{"label": "Blog", "href": "https://x.org"}]}},
            lambda site: [(link.name, link.url) for link in site.topbar_links],
            [("Blog", "https://x.org")],
        ),
        (
            {"topbarCtaButton": {"name": "Go", "url": "/go"}},
            {"navbar": {"primary": {"type": "button", "label": "Go", "href": "go"}}},
            lambda site: site.call_to_action,
            CallToAction(type="link", url="/go", name="Go"),
        ),
        (
            {"topbarCtaButton": {"type": "github", "url": "https://github.com/a/b"}},
            {"navbar": {"primary": {"type": "github", "href": "https://github.com/a/b"}}},
            lambda site: site.call_to_action,
            CallToAction(type="github", url="https://github.com/a/b"),
        ),
        (
            {"footerSocials": {"twitter": "https://x.com/a", "github": "https://github.com/a"}},
            {"footer": {"socials": {"x": "https://x.com/a", "github": "https://github.com/a"}}},
            lambda site: dict(site.socials),
            {"x": "https://x.com/a", "github": "https://github.com/a"},
        ),
        (
            {"modeToggle": {"default": "dark", "isHidden": True}},
            {"appearance": {"default": "dark", "strict": True}},
            lambda site: (site.appearance.default, site.appearance.toggle_hidden),
            ("dark", True),
        ),
        (
            {"backgroundImage": "/a.svg"},
            {"background": {"image": "a.svg"}},
            lambda site: site.background.image,
            ImagePair(light="a.svg", dark="a.svg"),
        ),
        (
            {"colors": {"primary": "#000", "background": {"light": "#FFF", "dark": "#111"}}},
            {
                "colors": {"primary": "#000"},
                "background": {"color": {"light": "#fff", "dark": "#111"}},
            },
            lambda site: site.colors.background,
            Grounds(light="#ffffff", dark="#111111"),
        ),
        (
            {"api": {"playground": {"mode": "hide"}}},
            {"api": {"playground": {"display": "none"}}},
            lambda site: site.api.playground,
            "hide",
        ),
        (
            {"api": {"baseUrl": ["https://a.org", "https://b.org"], "auth": {"method": "bearer"}}},
            {
                "api": {
                    "mdx": {
                        "server": ["https://a.org", "https://b.org"],
                        "auth": {"method": "bearer"},
                    }
                }
            },
            lambda site: (site.api.base_urls, site.api.auth),
            (("https://a.org", "https://b.org"), Auth(method="bearer")),
        ),
        (
            {"api": {"request": {"example": {"languages": ["bash", "go"]}}}},
            {"api": {"examples": {"languages": ["bash", "go"]}}},
            lambda site: site.api.example_languages,
            ("bash", "go"),
        ),
        (
            {"api": {"paramFields": {"expanded": "all"}}},
            {"api": {"params": {"expanded": "all"}}},
            lambda site: site.api.params_expanded,
            True,
        ),
        (
            {"api": {"hidePlayground": True}},
            {"api": {"playground": {"display": "none"}}},
            lambda site: site.api.playground,
            "hide",
        ),
        (
            {"api": {"request": {"example": {"showOptionalParams": False}}}},
            {"api": {"examples": {"defaults": "required"}}},
            lambda site: site.api.example_defaults,
            "required",
        ),
        (
            {"topbarLinks": [{"type": "github", "url": "https://github.com/a/b"}]},
            {"navbar": {"links": [{"type": "github", "href": "https://github.com/a/b"}]}},
            lambda site: [(link.type, link.name, link.url) for link in site.topbar_links],
            [("github", "", "https://github.com/a/b")],
        ),
        (
            {"openApi": "a.json"},
            {"openapi": "a.json"},
            lambda site: site.openapi.sources,
            ("a.json",),
        ),
        (
            {"openapi": ["/a.json"]},
            {"api": {"openapi": "a.json"}},
            lambda site: site.openapi.sources,
            ("a.json",),
        ),
        (
            {"metadata": {"og:image": "/x.png"}},
            {"seo": {"metatags": {"og:image": "/x.png"}}},
            lambda site: dict(site.metatags),
            {"og:image": "/x.png"},
        ),
        (
            {"seo": {"indexHiddenPages": True}},
            {"seo": {"indexing": "all"}},
            lambda site: site.index_hidden_pages,
            True,
        ),
        (
            {"font": {"headings": {"family": "Inter", "weight": 750, "url": "/f.woff2"}}},
            {"fonts": {"heading": {"family": "Inter", "weight": "750", "source": "f.woff2"}}},
            lambda site: site.fonts.heading,
            Font(family="Inter", weight=750, source="f.woff2"),
        ),
        (
            {"footer": {"links": [{"title": "A", "links": [{"label": "B", "url": "/b"}]}]}},
            {"footer": {"links": [{"header": "A", "items": [{"label": "B", "href": "/b"}]}]}},
            lambda site: [(c.header, [link.url for link in c.links]) for c in site.footer_columns],
            [("A", ["/b"])],
        ),
        (
            {"codeBlock": {"mode": "dark"}},
            {"styling": {"codeblocks": "dark"}},
            lambda site: site.code_mode,
            "dark",
        ),
    ],
)
def test_the_older_and_the_newer_spelling_mean_the_same(load, older, newer, read, expected):
    files = {**IMAGES, "a.json": "{}", "f.woff2": "x"}

    for config in (older, newer):
        result = load(config, files)
        assert read(result.site) == expected
        assert result.messages == []


def test_the_newer_settings_are_read(load):
    site = load(
        {
            "description": "About",
            "banner": {
                "content": "Hi",
                "dismissible": True,
                "type": "warning",
                "color": "#ff0000",
            },
            "variables": {"version": "1.2", "count": 3},
            "redirects": [
                {"source": "old/:slug*", "destination": "/new/:slug*", "permanent": False},
                {"source": "/a", "destination": "https://x.org"},
            ],
            "errors": {"404": {"title": "Lost", "description": "Gone", "redirect": False}},
            "contextual": {
                "options": [
                    "copy",
                    "view",
                    {
                        "title": "Ask",
                        "description": "us",
                        "href": {
                            "base": "https://x.org",
                            "query": [{"key": "q", "value": "$page"}],
                        },
                    },
                ],
                "display": "toc",
            },
            "markdown": {"instructions": "Be brief.", "schema": False},
            "search": {"prompt": "Find"},
            "icons": {"library": "lucide"},
            "styling": {"eyebrows": "breadcrumbs"},
            "metadata": {"timestamp": True},
            "api": {"url": "full", "playground": {"proxy": False}},
        }
    ).site

    assert site.description == "About"
    assert (site.banner.dismissible, site.banner.type, site.banner.color.dark) == (
        True,
        "warning",
        "#ff0000",
    )
    assert site.variables == {"version": "1.2", "count": "3"}
    assert [(r.source, r.destination, r.permanent) for r in site.redirects] == [
        ("/old/:slug*", "/new/:slug*", False),
        ("/a", "https://x.org", True),
    ]
    assert isinstance(site.redirects[0], Redirect)
    assert (site.not_found.title, site.not_found.description) == ("Lost", "Gone")
    assert site.contextual_options[:2] == ("copy", "view")
    assert site.contextual_options[2].query == (("q", "$page"),)
    assert site.contextual_display == "toc"
    assert site.agent_instructions == ("Be brief.",)
    assert (site.search_prompt, site.icon_library) == ("Find", "lucide")
    assert (site.eyebrows, site.timestamps) == ("breadcrumbs", True)
    assert site.location("search.prompt").line > 1


def test_a_file_that_is_not_there_is_reported_with_the_nearest_one(load):
    result = load(
        {"logo": {"light": "/img/ligth.svg", "dark": "img/dark.svg"}},
        {"img/light.svg": "x", "img/dark.svg": "y"},
    )

    assert "logo.light: there is no file '/img/ligth.svg'" in result.messages[0]
    assert "Did you mean 'img/light.svg'?" in result.messages[0]
    assert result.site.logo.image == ImagePair(light="img/dark.svg", dark="img/dark.svg")


@pytest.mark.parametrize("path", ["../../etc/passwd", "/../x.svg", "a/../../x.svg"])
def test_a_file_outside_the_source_folder_is_refused(load, path):
    result = load({"favicon": path})

    assert "leaves the source folder" in result.messages[0]
    assert result.site.favicon is None


@pytest.mark.parametrize(
    "config",
    [
        {"topbarLinks": [{"name": "x", "url": "javascript:alert(1)"}]},
        {"topbarCtaButton": {"name": "x", "url": "JaVa\tScript:alert(1)"}},
        {"footerSocials": {"x": "data:text/html,x"}},
        {"anchors": [{"name": "x", "url": "vbscript:x"}]},
        {"logo": {"light": "javascript:x", "dark": "javascript:x", "href": "javascript:x"}},
        {"redirects": [{"source": "/a", "destination": "javascript:x"}]},
        {"navigation": {"tabs": [{"tab": "x", "href": "javascript:x"}]}},
        {"openapi": "file:///etc/passwd"},
    ],
)
def test_a_url_with_a_scheme_that_is_not_allowed_never_reaches_the_site(load, config):
    result = load(config)

    assert "url" in {p.kind for p in result.loaded.problems}
    assert "script:" not in repr(result.site).casefold().replace("\\t", "")
    assert "data:" not in repr(result.site)
    assert "file:///" not in repr(result.site)


@pytest.mark.parametrize(
    "source", ["data:image/png;base64,iVBORw0KGgo=", "https://x.example/f.woff2"]
)
def test_a_font_is_a_file_of_the_site(load, source):
    result = load({"fonts": {"family": "Inter", "source": source}})

    assert result.site.fonts.body.source is None
    assert "put the file in the source folder" in result.messages[0]


def test_a_link_to_a_host_without_a_scheme_is_completed_and_reported(load):
    result = load({"topbarLinks": [{"name": "Chat", "url": "discord.gg/x"}]})

    assert result.site.topbar_links[0].url == "https://discord.gg/x"
    assert "write that instead" in result.messages[0]


def test_an_empty_account_is_no_account(load):
    result = load({"footerSocials": {"x-twitter": "", "github": "https://github.com/x"}})

    assert list(result.site.socials) == ["github"]
    assert result.messages == []


def test_accounts_may_be_a_list_as_in_very_old_files(load):
    socials = [{"type": "github", "url": "https://github.com/x"}]

    assert load({"footerSocials": socials}).site.socials == {"github": "https://github.com/x"}


def test_a_github_button_needs_a_github_repository(load):
    result = load({"topbarCtaButton": {"type": "github", "url": "https://gitlab.com/a/b"}})

    assert result.site.call_to_action.type == "link"
    assert "not a GitHub repository" in result.messages[0]


@pytest.mark.parametrize(
    ("background", "own", "shown"),
    [
        ("/cover.png", {}, "/cover.png"),
        ("https://x.org/cover.webp", {}, "https://x.org/cover.webp"),
        ("/cover.png", {"seo": {"metatags": {"og:image": "/own.png"}}}, "/own.png"),
        ("/cover.svg", {}, None),
    ],
)
def test_the_ground_of_preview_pictures_is_the_picture_of_pages_that_name_none(
    load, background, own, shown
):
    files = {"cover.png": "", "cover.svg": "", "own.png": ""}
    result = load(
        {"thumbnails": {"background": background, "fonts": {"family": "X"}}, **own}, files
    )

    assert tags_of_site(result.site, "any/page").get("og:image") == shown
    assert result.messages == []
    idle = result.loaded.without_effect
    assert "thumbnails.fonts.family" in idle
    assert any("cover.svg" in each for each in idle) == background.endswith(".svg")
