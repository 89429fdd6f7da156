"""The flat shape: tabs, anchors and versions divide the groups by the paths of their pages."""

import json

import pytest

GROUPS = [
    {"group": "Start", "pages": ["intro", "api/first"]},
    {"group": "API", "pages": ["api/users", {"group": "Admin", "pages": ["api/admin/keys"]}]},
]


def test_groups_alone_are_not_wrapped_in_anything(load):
    result = load({"navigation": GROUPS})

    assert result.outline == [
        ["group Start", "intro", "api/first"],
        ["group API", "api/users", ["group Admin", "api/admin/keys"]],
    ]
    assert result.messages == []


def test_a_tab_holds_the_pages_whose_path_starts_with_its_url_and_the_first_tab_the_rest(load):
    result = load({"navigation": GROUPS, "tabs": [{"name": "API", "url": "api"}]})

    assert result.outline == [
        ["tab Documentation", ["group Start", "intro"]],
        [
            "tab API",
            ["group Start", "api/first"],
            ["group API", "api/users", ["group Admin", "api/admin/keys"]],
        ],
    ]
    assert [tab.primary for tab in result.site.navigation.children] == [True, False]


def test_primary_tab_names_the_first_tab(load):
    config = {
        "navigation": GROUPS,
        "tabs": [{"name": "API", "url": "/api/"}],
        "primaryTab": {"name": "Guides"},
    }

    assert load(config).outline[0][0] == "tab Guides"


def test_a_prefix_is_whole_path_segments(load):
    config = {
        "navigation": [{"group": "A", "pages": ["api", "apis/one", "api/two"]}],
        "tabs": [{"name": "API", "url": "api"}],
    }

    assert load(config).outline == [
        ["tab Documentation", ["group A", "apis/one"]],
        ["tab API", ["group A", "api", "api/two"]],
    ]


def test_the_longest_prefix_wins(load):
    tabs = [{"name": "API", "url": "api"}, {"name": "Admin", "url": "api/admin"}]
    result = load({"navigation": GROUPS, "tabs": tabs})

    assert result.outline[2] == ["tab Admin", ["group API", ["group Admin", "api/admin/keys"]]]


def test_anchors_divide_the_pages_of_a_tab_and_the_top_anchor_holds_the_rest(load):
    config = {
        "navigation": GROUPS,
        "anchors": [
            {"name": "Blog", "icon": "rss", "url": "https://example.org/blog"},
            {"name": "API", "icon": "code", "url": "api", "color": {"from": "#000", "to": "#fff"}},
        ],
        "topAnchor": {"name": "Guides", "icon": "map", "iconType": "solid"},
    }
    result = load(config)

    assert result.outline == [
        ["anchor Guides", ["group Start", "intro"]],
        "anchor Blog -> https://example.org/blog",
        [
            "anchor API",
            ["group Start", "api/first"],
            ["group API", "api/users", ["group Admin", "api/admin/keys"]],
        ],
    ]
    top, _, api = result.site.navigation.children
    assert (top.icon.name, top.icon.type, top.primary) == ("map", "solid", True)
    assert (api.prefix, api.color.start, api.color.end) == ("api", "#000000", "#ffffff")


def test_the_top_anchor_is_documentation_with_an_open_book(load):
    config = {"navigation": GROUPS, "anchors": [{"name": "API", "url": "api"}]}
    top = load(config).site.navigation.children[0]

    assert (top.label, top.icon.name, top.icon.type) == ("Documentation", "book-open", "duotone")


def test_anchors_are_the_same_in_every_tab(load):
    config = {
        "navigation": [{"group": "A", "pages": ["intro", "guides/a", "api/users"]}],
        "tabs": [{"name": "API", "url": "api"}],
        "anchors": [
            {"name": "Guides", "url": "guides"},
            {"name": "Blog", "url": "https://x.org"},
        ],
    }

    assert load(config).outline == [
        [
            "tab Documentation",
            ["anchor Documentation", ["group A", "intro"]],
            ["anchor Guides", ["group A", "guides/a"]],
            "anchor Blog -> https://x.org",
        ],
        [
            "tab API",
            ["anchor Documentation", ["group A", "api/users"]],
            "anchor Guides -> /guides/a",
            "anchor Blog -> https://x.org",
        ],
    ]


def test_an_anchor_for_the_root_takes_the_place_of_the_top_anchor(load):
    anchors = [{"name": "API", "url": "api"}, {"name": "Guides", "url": "/", "icon": "map"}]
    result = load({"navigation": GROUPS, "anchors": anchors})

    assert [anchor[0] for anchor in result.outline] == ["anchor API", "anchor Guides"]
    assert result.outline[1][1:] == [["group Start", "intro"]]
    assert result.site.navigation.children[1].primary


def test_external_anchors_alone_do_not_wrap_the_groups(load):
    config = {"navigation": GROUPS, "anchors": [{"name": "Mail", "url": "mailto:a@b.org"}]}

    assert [entry if isinstance(entry, str) else entry[0] for entry in load(config).outline] == [
        "anchor Mail -> mailto:a@b.org",
        "group Start",
        "group API",
    ]


def test_a_version_shows_what_is_marked_with_it_and_what_is_not_marked(load):
    config = {
        "navigation": [
            {"group": "Both", "pages": ["about"]},
            {"group": "New", "version": "v2", "pages": ["v2/a"]},
            {
                "group": "Old",
                "version": "v1",
                "pages": ["v1/a", {"group": "Moved", "version": "v2", "pages": ["v2/b"]}],
            },
        ],
        "versions": ["v2", "v1"],
        "anchors": [
            {"name": "V1 blog", "url": "https://x.org/1", "version": "v1"},
            {"name": "Blog", "url": "https://x.org"},
        ],
    }
    result = load(config)

    assert result.outline == [
        [
            "version v2",
            "anchor Blog -> https://x.org",
            ["group Both", "about"],
            ["group New", "v2/a"],
            ["group Old", ["group Moved", "v2/b"]],
        ],
        [
            "version v1",
            "anchor V1 blog -> https://x.org/1",
            "anchor Blog -> https://x.org",
            ["group Both", "about"],
            ["group Old", "v1/a"],
        ],
    ]


def test_a_version_may_be_an_object_with_a_link_or_a_locale(load):
    config = {
        "navigation": [{"group": "A", "pages": ["a"]}],
        "versions": [
            {"name": "v5", "default": True},
            {"name": "v4", "url": "https://v4.example.org"},
            {"name": "French", "locale": "fr"},
        ],
    }
    result = load(config)

    assert result.outline == [
        ["version v5", ["group A", "a"]],
        "version v4 -> https://v4.example.org",
        ["language fr", ["group A", "a"]],
    ]
    assert result.site.navigation.children[0].default


def test_an_unknown_version_is_reported_and_the_group_is_shown_in_all(load):
    groups = [{"group": "A", "version": "v3", "pages": ["a"]}]
    result = load({"navigation": groups, "versions": ["v2", "v1"]})

    assert "\"versions\" has no 'v3'" in result.messages[0]
    assert [version[1] for version in result.outline] == [["group A", "a"]] * 2


def test_a_version_mark_without_versions_means_nothing(load):
    result = load({"navigation": [{"group": "A", "version": "v3", "pages": ["a"]}]})

    assert result.outline == [["group A", "a"]]
    assert result.messages == []


def test_an_anchor_may_lead_to_a_file_of_the_output(load):
    result = load(
        {"navigation": GROUPS, "anchors": [{"name": "C++", "url": "/doxygen/index.html"}]}
    )

    assert result.messages == []
    assert "/doxygen/index.html" in json.dumps(result.outline)


def test_a_tab_that_no_page_falls_under_is_reported_and_left_out(load):
    result = load({"navigation": GROUPS, "tabs": [{"name": "SDK", "url": "sdks"}]})

    assert "no page in the navigation starts with 'sdks'" in result.messages[0]
    assert result.outline[0][0] == "group Start"


def test_a_tab_or_anchor_that_names_a_page_outside_the_navigation_leads_to_it(load):
    result = load(
        {"navigation": GROUPS, "anchors": [{"name": "News", "url": "news"}]},
        {"news.mdx": "# News"},
    )

    assert result.outline[0] == "anchor News -> /news"
    assert result.messages == []


def test_a_first_tab_with_an_empty_prefix_of_its_own_takes_the_rest(load):
    tabs = [{"name": "Documentation", "url": "content"}, {"name": "API", "url": "api"}]
    result = load({"navigation": GROUPS, "tabs": tabs})

    assert [tab[0] for tab in result.outline] == ["tab Documentation", "tab API"]
    assert result.messages == []


def test_a_tab_with_openapi_stays_though_no_page_falls_under_it_yet(load):
    tabs = [{"name": "API", "url": "reference", "openapi": "/api.json"}]
    groups = [{"group": "Start", "pages": ["intro"]}]
    result = load({"navigation": groups, "tabs": tabs}, {"api.json": "{}"})

    assert result.outline == [["tab Documentation", ["group Start", "intro"]], ["tab API"]]
    assert result.site.navigation.children[1].openapi.sources == ("api.json",)


@pytest.mark.parametrize("url", ["api-reference", "api", "rest"])
def test_a_tab_stays_where_the_pages_of_the_sites_own_specification_will_be(load, url):
    config = {
        "navigation": [{"group": "Start", "pages": ["intro"]}],
        "openapi": "spec.yaml",
        "tabs": [{"name": "API", "url": url}],
    }
    result = load(config, {"spec.yaml": "openapi: 3.1.0"})

    assert result.outline == [["tab Documentation", ["group Start", "intro"]], ["tab API"]]
    assert result.messages == []


def test_operations_stay_with_the_pages_they_stand_with(load):
    groups = [
        {"group": "Users", "pages": ["api/users", "GET /users", "spec.yaml POST /users"]},
        {"group": "Start", "pages": ["intro", "webhook user.created"]},
    ]
    result = load({"navigation": groups, "tabs": [{"name": "API", "url": "api"}]})

    assert result.outline == [
        ["tab Documentation", ["group Start", "intro", "WEBHOOK user.created"]],
        ["tab API", ["group Users", "api/users", "GET /users", "spec.yaml POST /users"]],
    ]


def test_hidden_by_default_and_external(load):
    anchors = [
        {"name": "API", "url": "api", "isDefaultHidden": True},
        {"name": "Secret", "url": "https://x.org", "isDefaultHidden": True},
    ]
    nodes = load({"navigation": GROUPS, "anchors": anchors}).site.navigation.children

    assert nodes[1].default_hidden
    assert nodes[2].hidden


def test_pages_without_a_group_stand_in_a_group_without_a_name(load):
    result = load({"navigation": ["a", "b", {"group": "C", "pages": ["c"]}, "d"]})

    assert result.outline == [["group ", "a", "b"], ["group C", "c"], ["group ", "d"]]


def test_a_single_value_stands_for_a_list_of_one(load):
    result = load(
        {
            "navigation": [{"group": "A", "pages": "api/a"}],
            "versions": "v1",
            "tabs": {"name": "API", "url": "api"},
            "topbarLinks": {"name": "Blog", "url": "/blog"},
            "openapi": "/api.json",
        },
        {"api.json": "{}"},
    )

    assert result.outline == [["version v1", ["tab API", ["group A", "api/a"]]]]
    assert result.site.topbar_links[0].url == "/blog"
    assert result.site.openapi.sources == ("api.json",)
    assert result.messages == []


def test_the_ways_to_write_a_path_name_the_same_page(load):
    pages = ["/a/b", "a/b/", "./a//b", "a/b.mdx", "a/b.md", "a/b#part"]
    children = load({"navigation": [{"group": "A", "pages": pages}]}).site.navigation.children

    assert {page.path for page in children[0].children} == {"a/b"}
    assert children[0].children[-1].fragment == "part"


def test_a_path_that_leaves_the_source_folder_is_refused(load):
    result = load({"navigation": [{"group": "A", "pages": ["../secret", "ok"]}]})

    assert result.outline == [["group A", "ok"]]
    assert "it is not the path of a page in the source folder" in result.messages[0]
