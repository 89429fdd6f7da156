"""What each kind of file can make the browser of a reader run (docs/publish/trust.md)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bs4 import BeautifulSoup

from tests._support.building import Built, build_site
from tests._support.inputs import input_files


def attack(place: str) -> str:
    return f"<img src=x onerror=alert({place})>"


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Built:
    files = input_files(__file__, "trust")
    return build_site(
        tmp_path_factory.mktemp("trust") / "src", files, conf={"html_theme": "docsjson"}
    )


def running(html: str) -> Iterator[str]:
    """Yield what a browser runs of a page beside the files that it loads."""
    for tag in BeautifulSoup(html, "html.parser").find_all(True):
        if tag.name == "script" and not tag.get("src") and "json" not in tag.get("type", ""):
            yield tag.get_text()
        for name, value in tag.attrs.items():
            if name.startswith("on") or str(value).lstrip().lower().startswith("javascript:"):
                yield f"{name}={value}"


def test_only_raw_html_of_a_page_runs(built):
    pages = {page: list(running(page.read_text("utf-8"))) for page in built.outdir.rglob("*.html")}

    assert len(pages) > 6
    found = {page.name: scripts for page, scripts in pages.items() if scripts}
    assert found == {"raw.html": ["alert('page')"]}


def test_the_words_of_an_attack_are_shown(built):
    assert attack("group") in built.soup("index").get_text()
    assert "Get it" in built.soup("index").get_text()
