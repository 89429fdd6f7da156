"""Where pages stand, out of a tree of containers; no Sphinx here."""

from __future__ import annotations

from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.site.model import Kind
from tests.navigation.trees import anchor, group, language, link, nav, tab, version


def labels(choices):
    return [choice.label for choice in choices]


def active(choices):
    return [choice.label for choice in choices if choice.active]


def neighbours(site, docname):
    place = site.view(docname).nav_view
    return (
        place.previous and place.previous.docname,
        place.next and place.next.docname,
    )


def test_previous_and_next_follow_the_file_through_groups_and_nested_groups():
    site = nav(group("A", "a", group("Inner", "b"), "c"), group("B", "d"))

    assert neighbours(site, "a") == (None, "b")
    assert neighbours(site, "b") == ("a", "c")
    assert neighbours(site, "c") == ("b", "d")
    assert neighbours(site, "d") == ("c", None)


def test_previous_and_next_stay_within_the_tab():
    site = nav(tab("One", group("A", "a", "b")), tab("Two", group("B", "c")))

    assert neighbours(site, "b") == ("a", None)
    assert neighbours(site, "c") == (None, None)


def test_links_and_hidden_entries_are_no_neighbours():
    site = nav(
        group("A", "a", link(Kind.GROUP, "Blog", "https://example.com"), "out", "secret", "b"),
        group("Hidden", "h", hidden=True),
        group("C", "c"),
        front={"out": {"url": "https://example.com"}, "secret": {"hidden": "true"}},
    )

    assert neighbours(site, "a") == (None, "b")
    assert neighbours(site, "b") == ("a", "c")
    assert neighbours(site, "h") == (None, None)


def test_a_group_root_comes_before_the_pages_of_the_group():
    site = nav(group("A", group("Inner", "b", root="overview")))

    assert neighbours(site, "b") == ("overview", None)
    assert site.view("b").nav_view.breadcrumb[-1].docname == "overview"


def test_a_page_twice_in_a_tab_is_one_step():
    site = nav(group("A", "a", "b", "a", "c"))

    assert neighbours(site, "a") == (None, "b")
    assert neighbours(site, "b") == ("a", "c")


def test_front_matter_can_take_the_neighbours_away():
    site = nav(group("A", "a", "b"), front={"a": {"hideFooterPagination": "true"}})

    assert neighbours(site, "a") == (None, None)


def test_the_eyebrow_is_the_nearest_group_with_a_name():
    site = nav(tab("T", group("Outer", "a", group("Inner", "b"), group("", "c"))))

    assert site.view("a").nav_view.eyebrow == "Outer"
    assert site.view("b").nav_view.eyebrow == "Inner"
    assert site.view("c").nav_view.eyebrow == "Outer"


def test_the_breadcrumb_leads_from_the_tab_to_the_group():
    site = nav(tab("T", anchor("An", group("Outer", group("Inner", "b")))))

    crumbs = site.view("b").nav_view.breadcrumb
    assert [(c.label, c.docname) for c in crumbs] == [
        ("T", "b"),
        ("An", "b"),
        ("Outer", None),
        ("Inner", None),
    ]


def test_a_page_knows_the_tabs_and_which_is_open():
    site = nav(
        tab("One", group("A", "a")),
        tab("Two", group("B", "b", "c")),
        link(Kind.TAB, "Blog", "https://example.com/blog"),
    )

    tabs = site.view("c").nav_view.tabs
    assert labels(tabs) == ["One", "Two", "Blog"]
    assert active(tabs) == ["Two"]
    assert [t.docname for t in tabs] == ["a", "b", None]
    assert tabs[2].href == "https://example.com/blog"


def test_a_tab_opens_its_first_page_that_opens_no_other_tab():
    site = nav(
        tab("One", group("A", "a", "b")),
        tab("Two", group("B", "b", "c")),
        tab("Three", group("C", "b")),
    )

    tabs = site.view("a").nav_view.tabs
    assert [t.docname for t in tabs] == ["a", "c", "b"]
    assert active(site.view("b").nav_view.tabs) == ["One"]


def test_links_of_the_site_and_of_the_tab_stand_with_the_anchors():
    site = nav(
        link(Kind.ANCHOR, "Community", "https://example.com"),
        tab("One", group("A", "a")),
        tab("Two", link(Kind.ANCHOR, "Only here", "/c"), group("B", "b", "c")),
    )

    assert labels(site.view("a").nav_view.anchors) == ["Community"]
    assert labels(site.view("b").nav_view.anchors) == ["Community", "Only here"]
    assert site.view("b").nav_view.anchors[1].docname == "c"


def test_a_link_with_an_unsafe_scheme_is_not_offered():
    site = nav(group("A", "a"), link(Kind.ANCHOR, "Bad", "javascript:alert(1)"))

    assert site.view("a").nav_view.anchors == ()


def test_a_tab_with_a_menu_offers_its_items():
    from tests.navigation.trees import container

    guides = container(Kind.ITEM, "Guides", group("G", "g"))
    api = container(Kind.ITEM, "API", group("H", "h"))
    site = nav(tab("Docs", guides, api), tab("Other", group("O", "o")))

    menu = site.view("h").nav_view.tabs[0].menu
    assert labels(menu) == ["Guides", "API"]
    assert active(menu) == ["API"]
    assert [item.docname for item in menu] == ["g", "h"]
    assert labels(site.view("h").nav_view.items) == ["Guides", "API"]
    assert active(site.view("o").nav_view.tabs[0].menu) == []


def test_a_hidden_tab_is_never_drawn_and_its_pages_have_a_sidebar_all_the_same():
    site = nav(tab("One", group("A", "a")), tab("Two", group("B", "b"), hidden=True))

    assert labels(site.view("b").nav_view.tabs) == ["One"]


def test_a_default_hidden_anchor_is_drawn_only_while_a_page_inside_is_open():
    site = nav(
        anchor("Docs", group("A", "a"), primary=True),
        anchor("Beta", group("B", "b"), default_hidden=True),
    )

    assert labels(site.view("a").nav_view.anchors) == ["Docs"]
    assert labels(site.view("b").nav_view.anchors) == ["Docs", "Beta"]
    assert active(site.view("b").nav_view.anchors) == ["Beta"]


def test_a_version_switch_leads_to_the_matching_page():
    site = nav(
        version("v2", group("A", "v2/start", "v2/deep/use"), default=True),
        version("v1", group("A", "v1/start", "v1/deep/use", "v1/old")),
    )

    def targets(name):
        return [choice.docname for choice in site.view(name).nav_view.versions]

    assert targets("v2/deep/use") == ["v2/deep/use", "v1/deep/use"]
    assert targets("v1/old") == ["v2/start", "v1/old"]
    assert active(site.view("v1/old").nav_view.versions) == ["v1"]


def test_the_default_language_may_lie_at_the_root():
    site = nav(
        language("en", group("A", "start", "guides/use")),
        language("fr", group("A", "fr/start", "fr/guides/use")),
    )

    assert [c.docname for c in site.view("guides/use").nav_view.languages] == [
        "guides/use",
        "fr/guides/use",
    ]
    assert [c.docname for c in site.view("fr/start").nav_view.languages] == ["start", "fr/start"]


def test_a_page_in_several_versions_has_one_place_in_each():
    site = nav(
        version("v1", group("A", "both", "old")),
        version("v2", group("A", "new", "both", "both"), default=True),
    )

    view = site.view("both")
    assert [place.version for place in view.nav_views] == ["v2", "v1"]
    assert view.nav_view.previous.docname == "new"
    assert view.nav_views[1].next.docname == "old"
    assert [choice.docname for choice in view.nav_view.versions] == ["both", "both"]


def test_a_version_switch_inside_a_product_offers_the_versions_of_that_product():
    from tests.navigation.trees import container

    site = nav(
        container(
            Kind.PRODUCT, "P", version("1", group("", "p/1/a")), version("2", group("", "p/2/a"))
        ),
        container(Kind.PRODUCT, "Q", version("9", group("", "q/9/a"))),
    )

    place = site.view("p/2/a").nav_view
    assert labels(place.versions) == ["1", "2"]
    assert labels(place.products) == ["P", "Q"]
    assert [choice.docname for choice in place.products] == ["p/2/a", "q/9/a"]


def test_a_page_outside_the_navigation_falls_under_the_longest_prefix():
    site = nav(
        tab("Docs", group("A", "a"), primary=True),
        tab("API", group("B", "api/b"), prefix="/api/"),
        tab("Admin", group("C", "api/admin/c"), prefix="api/admin"),
        outside=("api/loose", "api/admin/loose", "apis", "elsewhere"),
    )

    def open_tab(name):
        view = site.view(name)
        return active(view.nav_view.tabs)

    assert open_tab("api/loose") == ["API"]
    assert open_tab("api/admin/loose") == ["Admin"]
    assert open_tab("apis") == ["Docs"]
    assert open_tab("elsewhere") == ["Docs"]


def test_without_prefixes_a_page_outside_opens_no_tab():
    site = nav(tab("One", group("A", "a")), tab("Two", group("B", "b")), outside=("x",))

    assert active(site.view("x").nav_view.tabs) == []
    assert labels(site.view("x").nav_view.tabs) == ["One", "Two"]
    assert active(site.view("search").nav_view.tabs) == []


def test_home_is_the_first_page_of_the_default_version():
    site = nav(
        version("v1", group("A", "old")),
        version("v2", group("Hidden", "h", hidden=True), group("A", "new"), default=True),
    )

    assert site.tree.home() == "new"


def test_home_is_a_page_of_this_site():
    site = nav(group("A", "out", "a"), front={"out": {"url": "https://example.com"}})

    assert site.tree.home() == "a"


def test_a_page_with_other_capitals_is_suggested():
    site = nav(group("A", "Guide/A", "guide/a"), lost=("guide/a",))

    assert [missing.suggestion for missing in site.tree.missing] == ["Guide/A"]


def test_a_missing_page_is_reported_with_the_nearest_name():
    site = nav(group("A", "guide/installation", "guide/instalation"), lost=("guide/instalation",))

    (missing,) = site.tree.missing
    assert missing.entry.path == "guide/instalation"
    assert missing.suggestion == "guide/installation"


def test_a_page_that_moved_is_suggested_by_its_name():
    site = nav(group("A", "start/webhooks", "b/webhooks"), lost=("b/webhooks",))

    assert [missing.suggestion for missing in site.tree.missing] == ["start/webhooks"]


def test_a_missing_page_of_a_shared_group_is_reported_once():
    shared = group("A", "a", "lost")
    site = nav(version("v1", shared), version("v2", shared), lost=("lost",))

    assert len(site.tree.missing) == 1


def test_paths_of_the_navigation_are_tolerant():
    docnames = {"a/b", "guide/index", "index", "notes.v1"}

    assert resolve_page("/a//b/", docnames) == "a/b"
    assert resolve_page("a/b.mdx", docnames) == "a/b"
    assert resolve_page("guide", docnames) == "guide/index"
    assert resolve_page("/", docnames) == "index"
    assert resolve_page("notes.v1", docnames) == "notes.v1"
    assert resolve_page("../a/b", docnames) is None


def test_one_group_may_stand_in_several_versions():
    shared = group("A", "a", "b")
    site = nav(version("v1", shared), version("v2", shared, default=True))

    assert [place.version for place in site.view("b").nav_views] == ["v2", "v1"]
    assert all(place.previous.docname == "a" for place in site.view("b").nav_views)
