"""Pages without a title stay in the navigation, and Sphinx is not told to list them."""

from __future__ import annotations

import pytest

PAGES = {"index.rst": "Home\n====\n", "a.rst": "Only text.\n", "b.rst": "B\n=\n"}


@pytest.mark.parametrize("theme", ["docsjson", "furo", "alabaster"])
def test_an_untitled_page_costs_no_warning(site, theme):
    built = site(PAGES, conf={"html_theme": theme})
    assert built.warning_lines == []
    assert "Only text." in built.text("a.html")


def test_a_page_that_gets_a_title_is_listed(site, tmp_path):
    first = site(PAGES, srcdir=tmp_path / "s", conf={"html_theme": "furo"})
    assert 'href="a.html"' not in first.text("b.html")
    again = site(PAGES, srcdir=tmp_path / "s", conf={"html_theme": "furo"})
    assert "0 added, 0 changed, 0 removed" in again.status
    titled = site(
        PAGES | {"a.rst": "Now A\n=====\n"}, srcdir=tmp_path / "s", conf={"html_theme": "furo"}
    )
    assert titled.warning_lines == []
    assert 'href="a.html">Now A' in titled.text("b.html")
