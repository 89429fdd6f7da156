"""No word of a page vanishes in silence: it is shown, or a message names the page."""

from __future__ import annotations

import json
import re

import pytest

from tests._support.building import build_site
from tests.generated.lookalikes import lookalikes

SEED, MORE = 25, 120

_WORD = re.compile(r"w\d+n\d+x")


@pytest.mark.parametrize("each", [3, pytest.param(1, marks=pytest.mark.nightly)])
def test_each_word_is_shown_or_its_page_is_told_of(tmp_path, each):
    """With every change each third page is made: every shape, in other places and syntaxes."""
    pages = list(lookalikes(SEED, MORE))[::each]
    names = ["index", *(page.file.partition(".")[0] for page in pages)]
    site = {"name": "x", "navigation": [{"group": "G", "pages": names}]}
    files = {page.file: page.source for page in pages}
    files |= {"index.md": "# Index\n", "docs.json": json.dumps(site)}
    built = build_site(tmp_path / "site", files, each_place=True)
    told = {line.partition(":")[0] for line in built.warning_lines}

    lost = {}
    for page in pages:
        name = page.file.partition(".")[0]
        shown = set(_WORD.findall(built.soup(name).select_one("article").get_text()))
        twin = set(_WORD.findall(built.text(f"{name}.md")))
        missing = [word for word in page.words if word not in shown or word not in twin]
        if missing and page.file not in told:
            lost[page.file] = (page.source, missing)

    assert lost == {}
