"""The HTML of the sidebar."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.base.messages import breakable
from sphinx_docsjson.navigation.events import page_tokens
from sphinx_docsjson.navigation.sidebar import Sidebars
from sphinx_docsjson.navigation.sidebar_entries import PatchedText, short_name, way_from
from sphinx_docsjson.site.model import Icon, Kind
from tests.navigation.trees import anchor, group, link, nav, tab, version


def html_uri(docname: str) -> str:
    return f"{docname}.html"


def dirhtml_uri(docname: str) -> str:
    if docname == "index":
        return ""
    return docname.removesuffix("index") if docname.endswith("/index") else f"{docname}/"


def sidebar(site, docname, target_uri=html_uri):
    made = Sidebars(
        site,
        target_uri=target_uri,
        icon=lambda icon, way: f'<svg data-name="{icon.name}" data-way="{way}"></svg>',
        label="Pages",
        deprecated="Deprecated",
    )
    return BeautifulSoup(made.html(docname), "html.parser")


def entries(soup):
    return [(a["href"], a.text.strip()) for a in soup.select("a.dj-entry")]


def test_groups_are_sections_with_headings_and_entries_in_order():
    soup = sidebar(nav(group("One", "a", "b"), group("Two", "c")), "b")

    assert soup.nav["id"] == "dj-sidebar"
    assert soup.nav["aria-label"] == "Pages"
    assert [h.text for h in soup.select("section.dj-group > h2.dj-group-title")] == ["One", "Two"]
    assert entries(soup) == [("a.html", "A"), ("b.html", "B"), ("c.html", "C")]


def test_the_entry_of_the_page_is_marked():
    soup = sidebar(nav(group("One", "a", "b"), group("Two", "c")), "b")

    assert [a["href"] for a in soup.select('[aria-current="page"]')] == ["b.html"]


def test_the_groups_around_the_page_are_open_and_others_closed():
    site = nav(
        group("Top", "a", group("In", group("Deep", "b")), group("Other", "c")),
        group("Next", group("Wide", "d", expanded=True)),
    )

    def is_open(docname):
        return [
            details.summary.text
            for details in sidebar(site, docname).select("details")
            if details.has_attr("open")
        ]

    assert is_open("a") == ["Wide"]
    assert is_open("b") == ["In", "Deep", "Wide"]
    assert is_open("c") == ["Other", "Wide"]


@pytest.mark.parametrize(
    ("target_uri", "docname", "hrefs"),
    [
        (html_uri, "a", ["index.html", "a.html", "deep/in/b.html"]),
        (html_uri, "deep/in/b", ["../../index.html", "../../a.html", "../../deep/in/b.html"]),
        (dirhtml_uri, "index", ["./", "a/", "deep/in/b/"]),
        (dirhtml_uri, "a", ["../", "../a/", "../deep/in/b/"]),
    ],
)
def test_addresses_are_relative_to_the_page(target_uri, docname, hrefs):
    soup = sidebar(nav(group("G", "index", "a", "deep/in/b")), docname, target_uri)

    assert [href for href, _label in entries(soup)] == hrefs


def test_front_matter_decides_what_an_entry_shows():
    site = nav(
        group("G", "a", "b", "c", "d"),
        front={
            "a": {"sidebarTitle": "Short <a>", "icon": "bolt", "tag": "NEW"},
            "b": {"openapi": "spec.json delete /users", "deprecated": "True"},
            "c": {"url": "https://example.com/?a=1&b=2"},
            "d": {"hidden": "true"},
        },
    )
    soup = sidebar(site, "a")
    first, second, third = soup.select("a.dj-entry")

    assert first.select_one(".dj-entry-label").text == "Short <a>"
    assert first.svg["data-name"] == "bolt"
    assert first.select_one(".dj-tag").text == "NEW"
    assert second.select_one(".dj-method.dj-method-delete").text == "DEL"
    assert second.select_one(".dj-tag-deprecated").text == "Deprecated"
    assert third["href"] == "https://example.com/?a=1&b=2"
    assert "dj-external" in third["class"]


def test_a_long_path_may_break_after_its_slashes():
    long = "/plants/{plant}/orders/{order}"
    front = {"a": {"sidebarTitle": long}, "b": {"sidebarTitle": "/plants"}}
    first, second = sidebar(nav(group("G", "a", "b"), front=front), "a").select(".dj-entry-label")

    assert first.text == long
    assert first.decode_contents().split("<wbr/>") == [
        "/plants/",
        "{plant}/",
        "orders/",
        "{order}",
    ]
    assert second.wbr is None


def test_the_method_badge_can_be_hidden():
    site = nav(group("G", "a"), front={"a": {"api": "GET /x", "hideApiMarker": "true"}})

    assert sidebar(site, "a").select(".dj-method") == []


def test_anchors_stand_above_the_groups_with_the_open_one_marked():
    site = nav(
        anchor("Docs", group("A", "a"), icon=Icon(name="book"), color="#ff0000", primary=True),
        anchor("API", group("B", "b"), icon=Icon(name="code"), color="#00ff00"),
        link(Kind.ANCHOR, "Blog", "https://example.com", color="#ff0000"),
    )
    soup = sidebar(site, "b")

    assert [a.text for a in soup.select(".dj-anchors .dj-anchor")] == ["Docs", "API", "Blog"]
    assert [a.text for a in soup.select(".dj-anchor[data-active]")] == ["API"]
    tiles = [tile["class"][-1] for tile in soup.select(".dj-anchor-tile")]
    # An anchor without an icon has no box.
    assert tiles == ["dj-anchor-color-0", "dj-anchor-color-1"]
    assert entries(soup) == [("b.html", "B")]


def test_a_sidebar_shows_the_groups_of_the_open_tab_only():
    site = nav(tab("One", group("A", "a")), tab("Two", group("B", "b")))

    assert entries(sidebar(site, "a")) == [("a.html", "A")]


def test_a_page_in_several_versions_has_a_sidebar_for_each():
    site = nav(
        version("v2", group("A", "both", "new"), default=True),
        version("v1", group("A", "both", "old")),
    )
    first, second = sidebar(site, "both").select("nav > div.dj-version-scope")

    assert (first["data-version"], second["data-version"]) == ("v2", "v1")
    assert not first.has_attr("hidden")
    assert second.has_attr("hidden")
    assert [label for _href, label in entries(second)] == ["Both", "Old"]
    assert len(second.select('[aria-current="page"]')) == 1


def test_hidden_groups_are_not_drawn_and_default_hidden_ones_only_from_inside():
    site = nav(
        group("A", "a"),
        group("Never", "n", hidden=True),
        group("Sometimes", "s", default_hidden=True),
    )

    def shown(docname):
        sections = sidebar(site, docname).select("section")
        return [s.h2.text for s in sections if not s.has_attr("hidden")]

    assert shown("a") == ["A"]
    assert shown("n") == ["A"]
    assert shown("s") == ["A", "Sometimes"]


def test_a_group_with_a_root_page_leads_to_it():
    site = nav(group("Top", "a", group("In", "b", root="in"), root="top"))
    soup = sidebar(site, "in")

    assert soup.select_one("h2.dj-group-title a")["href"] == "top.html"
    assert [label for _href, label in entries(soup)] == ["A", "In", "B"]
    assert soup.details.has_attr("open")
    assert sidebar(site, "top").select_one('h2 a[aria-current="page"]').text == "Top"


def test_groups_without_pages_and_pages_that_do_not_exist_leave_no_trace():
    site = nav(group("A", "a", group("Empty", "lost")), group("Gone", "lost"), lost=("lost",))
    soup = sidebar(site, "a")

    assert [h.text for h in soup.select("h2")] == ["A"]
    assert soup.select("details") == []


def test_an_unsafe_address_in_front_matter_is_no_link():
    site = nav(group("A", "a"), front={"a": {"url": "javascript:alert(1)"}})

    assert entries(sidebar(site, "a")) == [("a.html", "A")]


def test_text_of_the_config_cannot_become_markup():
    nasty = '"><script>x</script>'
    site = nav(anchor(nasty, group(nasty, "a", tag=nasty)), anchor("b", group("c", "d")))

    assert sidebar(site, "a").select("script") == []


def test_a_page_outside_the_navigation_has_the_sidebar_but_no_entry():
    site = nav(group("A", "a"), outside=("x",))

    assert entries(sidebar(site, "x")) == [("a.html", "A")]
    assert sidebar(site, "x").select("[aria-current]") == []


@given(st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5), st.booleans()), max_size=8))
def test_a_spliced_text_equals_one_written_for_the_page(pieces):
    spliced = PatchedText()
    expected = common = ""
    edits = []
    for text, replacement, is_replaced in pieces:
        spliced.write(text)
        expected += text
        common += text
        if is_replaced:
            edits.append(spliced.here(replacement, instead_of="old"))
            expected += replacement
            common += "old"
    spliced.variant("page", tuple(edits))

    assert spliced.text("page") == expected
    assert spliced.text("another") == spliced.common == common


def test_a_very_large_navigation_shows_the_entries_of_the_open_group_only():
    groups = [
        group(f"Group {number}", *(f"g{number}/p{page}" for page in range(40)))
        for number in range(10)
    ]
    soup = sidebar(nav(*groups), "g3/p7")

    assert [title.text for title in soup.select("h2")] == ["Group 3"]
    assert len(soup.select(".dj-groups-closed")) == 2
    assert len(soup.select(".dj-groups-closed li")) == 9
    assert [label for _href, label in entries(soup)] == [f"P{page}" for page in range(40)]
    closed = [a["href"] for a in soup.select(".dj-groups-closed a")]
    assert closed[:2] == ["../g0/p0.html", "../g1/p0.html"]
    assert len(soup.select('[aria-current="page"]')) == 1


def test_of_a_very_large_group_the_entries_around_the_page_are_written():
    tags = [
        group(f"Tag {number}", *(f"t{number}/p{page}" for page in range(40)))
        for number in range(10)
    ]
    site = nav(group("API", "about", *tags), group("Guides", "guide"))
    inside, beside = sidebar(site, "t3/p7"), sidebar(site, "about")

    assert sum("/" not in href for href, _label in entries(inside)) == 40
    assert [a["href"] for a in inside.select(".dj-subgroup-closed")][:2] == [
        "../t0/p0.html",
        "../t1/p0.html",
    ]
    assert len(inside.select("details[open] [aria-current=page]")) == 1
    assert len(beside.select(".dj-subgroup-closed")) == 10
    assert len(beside.select("[aria-current=page]")) == 1


@given(
    st.lists(st.sampled_from(["a", "b", "index", "p"]), min_size=1, max_size=4),
    st.lists(st.sampled_from(["a", "b", "index", "p"]), min_size=1, max_size=4),
    st.sampled_from([html_uri, dirhtml_uri]),
)
def test_short_addresses_lead_where_those_from_the_root_lead(page, other, target_uri):
    docname, target = "/".join(page), target_uri("/".join(other))
    uri = target_uri(docname)
    here = f"https://host/site/{uri}"
    short, long = way_from(uri, docname, shortest=True), way_from(uri, docname)

    assert urljoin(here, short.to(target)) == urljoin(here, long.to(target))
    assert urljoin(here, long.to(target)) == f"https://host/site/{target}"
    assert len(short.to(target)) <= len(long.to(target))


def test_the_operations_of_a_very_large_reference_are_written_briefly():
    front = {
        f"api/g{number}/p{page}": {"openapi": "api.json get /p", "deprecated": "true"}
        for number in range(10)
        for page in range(40)
    }
    groups = [
        group(f"Group {number}", *(f"api/g{number}/p{page}" for page in range(40)), "about")
        for number in range(10)
    ]
    soup = sidebar(nav(*groups, front=front), "api/g3/p7")
    brief = soup.select("ul.dj-brief > li > a:not([class])")

    assert [a["href"] for a in brief] == [f"p{page}.html" for page in range(40)]
    assert brief[0].decode_contents() == (
        '<b class="dj-method-get">GET</b> <span>P0</span> '
        '<span class="dj-tag dj-tag-deprecated">Deprecated</span>'
    )
    assert [a["href"] for a in soup.select('[aria-current="page"]')] == ["p7.html"]
    assert entries(soup) == [("../../about.html", "About")]
    assert soup.select_one(".dj-groups-closed a")["href"] == "../g0/p0.html"


def test_the_entry_of_an_operation_costs_few_bytes():
    def size(count):
        names = [f"api/orders/list-the-orders-{number:03}" for number in range(count)]
        shown = {"openapi": "api.json get /p", "title": "List the orders"}
        front = dict.fromkeys(names, shown)
        others = [group(f"Group {n}", *(f"x{n}/p{page}" for page in range(40))) for n in range(9)]
        made = sidebar(nav(group("Orders", *names), *others, front=front), names[0])
        return len(str(made))

    assert (size(200) - size(100)) / 100 < 135


def of(selector, soup):
    return [(a["href"], a.text) for a in soup.select(selector)]


def test_of_very_many_groups_those_around_the_page_are_written_and_others_by_the_hundred():
    groups = [group(f"Group {number}", f"p{number}") for number in range(1000)]
    soup = sidebar(nav(*groups), "p250")
    before, after = soup.select(".dj-groups-closed")[0], soup.select(".dj-groups-closed")[-1]

    assert [title.text for title in soup.select("h2")] == ["Group 250"]
    assert of("a", before) == [
        ("p0.html", "Group 0 – Group 99"),
        ("p100.html", "Group 100 – Group 199"),
    ]
    assert of("a", after)[-1] == ("p900.html", "Group 900 – Group 999")
    assert len(soup.select("a")) == 100 + 9
    assert len(soup.select("[aria-current=page]")) == 1


def test_of_very_many_pages_in_a_group_those_around_the_page_are_written():
    names = [f"p{number}" for number in range(1000)]
    soup = sidebar(nav(group("All", *names), group("Rest", "q")), "p999")

    assert [a.text for a in soup.select(".dj-subgroup-closed")][:2] == ["P0 – P99", "P100 – P199"]
    assert entries(soup)[-1] == ("p999.html", "P999")
    assert len(entries(soup)) == 100 + 9
    assert of(".dj-groups-closed a", soup) == [("q.html", "Rest")]
    assert len(soup.select("[aria-current=page]")) == 1


def test_groups_inside_groups_are_cut_at_every_depth():
    deep = group("Deep", *(f"d{number}" for number in range(400)))
    site = nav(group("Top", group("Middle", deep, *(f"m{number}" for number in range(400)))))

    def cost(docname):
        return len(sidebar(site, docname).select("a"))

    assert cost("d200") == 100 + 3 + 100 - 1 + 4
    assert cost("m7") == 100 + 4
    deeper = sidebar(site, "d200").select("details[open]:not(.dj-stretch) .dj-subgroup[open]")
    assert [one.summary.text for one in deeper] == ["Deep – M98", "Deep", "D200 – D299"]


def test_a_page_outside_a_very_large_navigation_sees_every_stretch_as_one_entry():
    groups = [group(f"Group {number}", f"p{number}") for number in range(400)]
    soup = sidebar(nav(*groups, outside=("lost",)), "lost")

    assert [label for _href, label in of("a", soup)][:1] == ["Group 0 – Group 99"]
    assert len(soup.select("a")) == 4


def test_links_and_pages_of_group_titles_count_as_entries_too():
    links = [
        link(Kind.GROUP, f"L{number}", f"https://x.example/{number}") for number in range(400)
    ]
    roots = [group(f"Title {number}", root=f"r{number}") for number in range(400)]

    assert len(sidebar(nav(group("Links", "a", *links)), "a").select("a")) == 1 + 400
    assert len(sidebar(nav(*roots), "r3").select("a")) == 100 + 3


def test_links_to_other_sites_stay_where_no_page_would_ever_write_them():
    outside = [link(Kind.GROUP, f"L{n}", f"https://x.example/{n}") for n in range(400)]
    only_links = group("Elsewhere", link(Kind.GROUP, "M", "https://x.example/m"))
    site = nav(group("Start", "a"), group("Links", "b", *outside), only_links)
    own, other = (sidebar(site, name) for name in ("b", "a"))

    wanted = {one.href for one in (*outside, *only_links.children)}
    assert wanted <= {a["href"] for a in own.select("a")}
    assert [one.has_attr("open") for one in own.select(".dj-stretch")] == [True] + [False] * 4
    reached = {a["href"] for a in other.select("a")}
    assert {"b.html", "https://x.example/m"} <= reached


def test_a_stretch_of_long_titles_is_called_by_their_first_words():
    long = {"sidebarTitle": "How to configure single sign-on for the whole of an organization"}
    names = [f"p{number}" for number in range(400)]
    soup = sidebar(nav(group("All", *names), front={"p100": long}), "p0")

    assert [one.text for one in soup.select(".dj-stretch > summary")] == ["P0 – P99"]
    assert soup.select(".dj-subgroup-closed")[0].text == "How to configure single sign-on… – P199"


def test_every_page_of_a_very_large_navigation_is_two_steps_away():
    groups = [group(f"Group {number}", f"p{number}") for number in range(700)]
    flat = [f"f{number}" for number in range(500)]
    site = nav(*groups, group("Flat", *flat))
    first = {a["href"] for a in sidebar(site, "p650").select("a")}
    second = {a["href"] for page in first for a in sidebar(site, page[:-5]).select("a")}

    assert second | {a["href"] for a in sidebar(site, "f499").select("a")} >= {
        *(f"p{number}.html" for number in range(700)),
        *(f"f{number}.html" for number in (*range(100), *range(400, 500))),
    }


def test_what_all_sidebars_of_a_navigation_hold_grows_as_it_does():
    def characters(count):
        site = nav(*(group(f"Group {number}", f"p{number}") for number in range(count)))
        made = Sidebars(
            site, target_uri=html_uri, icon=lambda *_all: "", label="Pages", deprecated="D"
        )
        return sum(len(made.html(f"p{number}")) for number in range(0, count, count // 20)) / 20

    small, large = characters(1_000), characters(4_000)
    assert large < 2 * small


def test_few_sidebars_are_kept_and_those_that_are_written_again_are_the_same(monkeypatch):
    site = nav(*(group(f"Group {n}", *(f"g{n}/p{p}" for p in range(10))) for n in range(60)))
    names = [f"g{n}/p{p}" for n in range(60) for p in range(0, 10, 5)]

    def made():
        return Sidebars(
            site, target_uri=html_uri, icon=lambda *_all: "", label="Pages", deprecated="D"
        )

    all_kept = made()
    whole = [all_kept.html(name) for name in names]
    monkeypatch.setattr("sphinx_docsjson.navigation.sidebar.KEPT", 20_000)
    few_kept = made()

    assert [few_kept.html(name) for name in names] == whole
    assert [few_kept.html(name) for name in reversed(names)] == whole[::-1]
    assert len(few_kept.around("g0/p0")) == 1
    tokens = page_tokens(site, made(), names)
    monkeypatch.undo()
    assert tokens == page_tokens(site, made(), names)


@pytest.mark.parametrize(
    ("label", "around", "shown"),
    [
        ("acme.client.Client", ["acme", "acme.client"], "Client"),
        ("acme.client", ["acme package"], "client"),
        ("acme.client", ["Reference"], "acme.client"),
        ("acmes.client", ["acme"], "acmes.client"),
        ("acme. What it is", ["acme"], "acme. What it is"),
        ("Client", ["acme.client"], "Client"),
    ],
)
def test_a_dotted_name_leaves_out_what_is_around_it(label, around, shown):
    assert short_name(label, around) == shown


def test_a_name_that_fits_into_a_line_is_not_broken():
    assert breakable("acme.module.part.some_long_function") == (
        "acme.<wbr>module.<wbr>part.<wbr>some_long_function"
    )
    assert "<wbr>" in breakable("a_name_that_is_longer_than_any_line")
