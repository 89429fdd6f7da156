"""Real files load with no problem but true ones."""

import pytest

from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import Container, PageEntry

EXPECTED = {
    "agentops": [],
    "axiom": [],
    "copilotkit": [],
    "fastmcp": [],
    "mem0": [],
    "trigger": ["logo.light: there is no file '/logo/light.png'"],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_real_site_loads_with_true_problems_only(shared, name):
    loaded = load_site(shared / "sites" / name)

    assert loaded.site is not None
    assert len(loaded.problems) == len(EXPECTED[name])
    for problem, words in zip(loaded.problems, EXPECTED[name], strict=True):
        assert words in problem.message


def divisions(site):
    return [
        (child.kind.value, child.label)
        for child in site.navigation.children
        if isinstance(child, Container)
    ]


def test_a_site_with_tabs_has_them_in_order(shared):
    site = load_site(shared / "sites" / "axiom").site

    assert divisions(site) == [
        ("tab", "Documentation"),
        ("tab", "Apps and integrations"),
        ("tab", "Query reference"),
        ("tab", "API reference"),
    ]


def test_every_page_of_a_real_navigation_is_in_the_tree(shared):
    import json

    for name in EXPECTED:
        folder = shared / "sites" / name
        file = next(f for f in (folder / "docs.json", folder / "mint.json") if f.exists())
        site = load_site(folder).site
        in_tree = {n.path for _, n in site.navigation.walk() if isinstance(n, PageEntry)}

        assert in_tree == set(written_pages(json.loads(file.read_text())["navigation"]))


def written_pages(value, inside_pages=False):
    if isinstance(value, str) and inside_pages:
        yield value.strip("/")
    elif isinstance(value, list):
        for item in value:
            yield from written_pages(item, inside_pages)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in ("root", "icon"):
                continue
            yield from written_pages(item, key == "pages")
