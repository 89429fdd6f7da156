"""What stays the same for a whole build is found out once."""

from __future__ import annotations

from collections import Counter

import pytest
import sphinx
from bs4 import BeautifulSoup
from docutils.utils import get_stylesheet_list
from sphinx.builders.html import _assets

PAGES = {
    "index.md": "# Start\n",
    "second.md": "# Second\n",
    "deep/page.md": "# Deep\n",
    "deep/other.md": "# Other\n",
}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_each_page_has_the_tags_of_its_depth(site, builder):
    built = site(PAGES, builder)
    pages = sorted(page for page in built.outdir.rglob("*.html") if page.name != "404.html")

    assert len(pages) > 4
    for page in pages:
        for tag in BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select(
            "link[rel=stylesheet][href], script[src]"
        ):
            file = (tag.get("href") or tag["src"]).partition("?")[0]
            assert (page.parent / file).is_file(), (page, file)


def test_the_file_system_is_asked_once_for_each_file_and_depth(site, monkeypatch):
    asked: Counter[str] = Counter()
    checksum = _assets._file_checksum

    def counting(outdir, filename):
        asked[str(filename)] += 1
        return checksum(outdir, filename)

    monkeypatch.setattr("sphinx.builders.html._file_checksum", counting)
    site(PAGES)

    assert asked["_static/docsjson.css"] == 2


@pytest.mark.skipif(sphinx.version_info < (9,), reason="Sphinx 8 has no settings around a page")
def test_docutils_looks_for_no_style_sheets(site, monkeypatch):
    found = []
    monkeypatch.setattr(
        "docutils.utils.get_stylesheet_list",
        lambda settings: found.append(get_stylesheet_list(settings)) or found[-1],
    )
    site(PAGES)

    assert found
    assert not any(found)
