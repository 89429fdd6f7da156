"""The newer shape: containers in any nesting, and what a mix of both shapes means."""

import pytest

from sphinx_docsjson.site.model import Kind


def test_containers_nest_in_any_order_and_keep_it(load):
    result = load(
        {
            "navigation": {
                "languages": [
                    {
                        "language": "en",
                        "default": True,
                        "versions": [
                            {
                                "version": "v2",
                                "tag": "new",
                                "tabs": [
                                    {
                                        "tab": "Guides",
                                        "anchors": [
                                            {
                                                "anchor": "Start",
                                                "groups": [{"group": "A", "pages": ["a"]}],
                                            },
                                            {"anchor": "Blog", "href": "https://x.org"},
                                        ],
                                    },
                                    {"tab": "API", "pages": ["GET /users"]},
                                    {"tab": "Shop", "href": "shop"},
                                ],
                            }
                        ],
                    },
                    {
                        "language": "fr",
                        "products": [
                            {"product": "P", "dropdowns": [{"dropdown": "D", "pages": ["fr/a"]}]}
                        ],
                    },
                ]
            }
        }
    )

    assert result.messages == []
    assert result.outline == [
        [
            "language en",
            [
                "version v2",
                [
                    "tab Guides",
                    ["anchor Start", ["group A", "a"]],
                    "anchor Blog -> https://x.org",
                ],
                ["tab API", ["group ", "GET /users"]],
                "tab Shop -> /shop",
            ],
        ],
        ["language fr", ["product P", ["dropdown D", ["group ", "fr/a"]]]],
    ]


def test_a_tab_may_open_a_menu(load):
    tab = {"tab": "More", "menu": [{"item": "One", "description": "First", "pages": ["one"]}]}
    result = load({"navigation": {"tabs": [tab]}})

    assert result.outline == [["tab More", ["item One", ["group ", "one"]]]]


def test_global_entries_stand_at_the_root(load):
    navigation = {
        "global": {"anchors": [{"anchor": "Status", "href": "https://x.org", "icon": "heart"}]},
        "tabs": [{"tab": "A", "pages": ["a"]}],
    }
    result = load({"navigation": navigation})

    assert result.outline == ["anchor Status -> https://x.org", ["tab A", ["group ", "a"]]]
    assert result.site.navigation.children[0].icon.name == "heart"


def test_pages_between_groups_keep_their_place(load):
    navigation = {"pages": ["a", {"group": "B", "pages": ["b"]}, "c", "d"]}

    assert load({"navigation": navigation}).outline == [
        ["group ", "a"],
        ["group B", "b"],
        ["group ", "c", "d"],
    ]


def test_a_group_has_its_root_tag_state_and_what_it_hides(load):
    group = {
        "group": "A",
        "root": "/a/index.mdx",
        "tag": "beta",
        "expanded": True,
        "hidden": True,
        "searchable": True,
        "boost": 2,
        "pages": ["a/b", {"group": "C", "collapsed": True, "pages": ["c"]}],
    }
    [node] = load({"navigation": {"groups": [group]}}).site.navigation.children

    assert (node.root, node.tag) == ("a/index", "beta")
    assert (node.expanded, node.hidden, node.searchable) == (True, True, True)
    assert not node.children[1].expanded


def test_directory_is_inherited_and_can_be_overridden(load):
    navigation = {
        "directory": "card",
        "tabs": [
            {"tab": "A", "groups": [{"group": "G", "pages": ["a"]}]},
            {"tab": "B", "directory": "none", "groups": [{"group": "H", "pages": ["b"]}]},
        ],
    }
    tabs = load({"navigation": navigation}).site.navigation.children

    assert [tab.children[0].listing for tab in tabs] == ["card", None]


def test_another_directory_is_the_folder_of_generated_pages(load):
    navigation = {"tabs": [{"tab": "A", "directory": "/reference/", "pages": ["GET /a"]}]}
    [tab] = load({"navigation": navigation}).site.navigation.children

    assert (tab.directory, tab.listing) == ("reference", None)


def test_openapi_holds_for_what_is_inside_until_something_inside_names_its_own(load):
    navigation = {
        "openapi": "/root.json",
        "tabs": [
            {
                "tab": "A",
                "openapi": {"source": "a.json", "directory": "/ref/"},
                "groups": [
                    {"group": "G", "pages": ["GET /a"]},
                    {"group": "H", "openapi": ["https://x.org/h.json"], "pages": ["GET /b"]},
                ],
            },
            {"tab": "B", "pages": ["GET /c"]},
        ],
    }
    site = load({"navigation": navigation}, {"root.json": "{}", "a.json": "{}"}).site
    found = {
        node.path: site.openapi_of(ancestors)
        for ancestors, node in site.navigation.walk()
        if not hasattr(node, "kind")
    }

    assert found["/a"].sources == ("a.json",)
    assert found["/a"].directory == "ref"
    assert found["/b"].sources == ("https://x.org/h.json",)
    assert found["/c"].sources == ("root.json",)


def test_a_language_overrides_what_stands_around_the_page(load):
    language = {
        "language": "de",
        "banner": {"content": "Neu"},
        "navbar": {"links": [{"label": "Preise", "href": "/preise"}]},
        "pages": ["de/a"],
    }
    [node] = load({"navigation": {"languages": [language]}}).site.navigation.children

    assert node.overrides.banner.content == "Neu"
    assert node.overrides.topbar_links[0].name == "Preise"
    assert node.overrides.footer_columns is None


@pytest.mark.parametrize("key", ["graphql"])
def test_what_only_the_hosting_platform_can_build_is_reported(load, key):
    result = load({"navigation": {"tabs": [{"tab": "A", key: "x", "pages": ["a"]}]}})

    [message] = result.messages
    assert f"navigation.tabs[0].{key}: {key}: no pages are generated from it" in message


def test_a_container_without_a_label_keeps_its_pages(load):
    result = load({"navigation": {"tabs": [{"pages": ["a"]}]}})

    assert result.outline == [["tab Untitled", ["group ", "a"]]]
    assert "navigation.tabs[0]: 'tab' is missing; add it." in result.messages[0]


def test_older_tabs_divide_the_groups_of_a_newer_navigation(load):
    config = {
        "navigation": {"groups": [{"group": "A", "pages": ["a", "api/b"]}]},
        "tabs": [{"name": "API", "url": "api"}],
        "navbar": {"links": [{"label": "Blog", "href": "https://x.org"}]},
        "footerSocials": {"github": "https://github.com/x"},
    }
    result = load(config)

    assert result.outline == [
        ["tab Documentation", ["group A", "a"]],
        ["tab API", ["group A", "api/b"]],
    ]
    assert result.site.topbar_links[0].name == "Blog"
    assert result.site.socials == {"github": "https://github.com/x"}


def test_older_anchors_beside_newer_tabs_are_links(load):
    config = {
        "navigation": {"tabs": [{"tab": "A", "pages": ["a", "api/b"]}]},
        "anchors": [{"name": "API", "url": "api"}, {"name": "Blog", "url": "https://x.org"}],
    }
    result = load(config)

    assert result.outline[1:] == ["anchor API -> /api/b", "anchor Blog -> https://x.org"]
    assert result.messages == []


def test_every_container_and_entry_knows_where_it_stands(load):
    navigation = {"tabs": [{"tab": "A", "groups": [{"group": "B", "pages": ["b", "GET /x"]}]}]}
    site = load({"navigation": navigation}).site

    lines = [node.location.line for _, node in site.navigation.walk()]
    assert lines == sorted(lines)
    assert len(set(lines)) == 4
    assert site.navigation.kind is Kind.SITE
