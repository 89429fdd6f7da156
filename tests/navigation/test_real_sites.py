"""The navigation of six public sites, out of their configuration and the names of their files."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from sphinx_docsjson.navigation.nav import Nav
from sphinx_docsjson.navigation.sidebar import Sidebars
from sphinx_docsjson.site.loading import load_site

SITES = ("agentops", "axiom", "copilotkit", "fastmcp", "mem0", "trigger")
MISSING = {"agentops": {"v1/integrations/agents_sdk"}}


@pytest.fixture(params=SITES)
def real(request, shared):
    folder = shared / "sites" / request.param
    loaded = load_site(folder)
    docnames = frozenset(
        path.relative_to(folder).with_suffix("").as_posix()
        for path in folder.rglob("*")
        if path.suffix in {".md", ".mdx"}
    )
    assert loaded.site is not None
    return request.param, Nav(loaded.site, docnames)


def test_every_page_of_the_navigation_is_found(real):
    name, nav = real

    assert {missing.entry.path for missing in nav.tree.missing} == MISSING.get(name, set())
    assert len(nav.tree.listed) > 10


def test_neighbours_agree_with_each_other(real):
    _name, nav = real
    for docname in nav.tree.listed:
        following = nav.view(docname).nav_view.next
        if following is not None:
            place = nav.tree.positions(docname)[0]
            back = [
                nav.tree.neighbours(other)[0]
                for other in nav.tree.positions(following.docname)
                if other.edition == place.edition
            ]
            assert docname in back or nav.tree.positions(following.docname)[0].chain != place.chain


def test_where_there_are_tabs_one_is_open(real):
    _name, nav = real
    for docname in nav.tree.listed:
        for place in nav.view(docname).nav_views:
            if any(choice.docname for choice in place.tabs):
                assert sum(choice.active for choice in place.tabs) == 1


def test_each_page_has_its_entry_in_its_sidebar(real):
    _name, nav = real
    sidebars = Sidebars(
        nav,
        target_uri=lambda docname: f"{docname}.html",
        icon=lambda icon, way: None,
        label="Pages",
        deprecated="Deprecated",
    )
    for docname in list(nav.tree.listed)[::29]:
        view = nav.view(docname)
        soup = BeautifulSoup(sidebars.html(docname), "html.parser")
        way = "../" * docname.count("/")
        current = [a["href"] for a in soup.select('[aria-current="page"]')]
        assert current == [f"{way}{docname}.html"] * len(view.nav_views)


def test_every_offered_target_exists(real):
    _name, nav = real
    for docname in nav.tree.listed:
        place = nav.view(docname).nav_view
        switches = (place.tabs, place.anchors, place.versions, place.languages, place.dropdowns)
        for choice in (choice for switch in switches for choice in switch):
            assert choice.href or choice.docname in nav.tree.docnames
