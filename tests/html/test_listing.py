"""The root page of a group lists the pages of that group, where docs.json asks for it."""

from __future__ import annotations

import pytest

PAGES = {
    f"{name}.md": f"---\ntitle: Title {name}\ndescription: About {name}\n---\n\nText.\n"
    for name in ("root", "a", "b", "deep/c")
} | {"hidden.md": "---\ntitle: Hidden\nhidden: true\n---\n\nText.\n"}

PARTS = ["a", "b", "hidden", {"group": "Deep", "pages": ["deep/c"]}]


def config(**navigation):
    group = {"group": "G", "root": "root", "pages": PARTS}
    return {"navigation": {"groups": [group], **navigation}}


@pytest.mark.parametrize("kind", ["card", "accordion"])
def test_the_root_page_lists_the_pages_of_its_group_with_their_descriptions(site, kind):
    built = site(PAGES, config=config(directory=kind))

    links = built.article("root").select("a.dj-listed")
    assert [link["href"] for link in links] == ["a.html", "b.html", "deep/c.html"]
    assert links[0].get_text(" ", strip=True) == "Title a About a"
    assert bool(built.article("root").select("details.dj-listing-group")) == (kind == "accordion")
    assert "Deep" in built.article("root").text
    assert built.warning_lines == []


def test_other_pages_and_other_groups_list_nothing(site):
    assert not site(PAGES, config=config(directory="card")).article("a").select(".dj-listing")
    assert not site(PAGES, config=config()).article("root").select(".dj-listing")
