"""Every file that the pages for contributors name is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"`((?:[\w.]+/)+[\w.]+\.(?:py|toml|js|css|html|ts))`")
BASES = (ROOT, ROOT / "sphinx_docsjson")


def test_every_file_that_contributors_are_sent_to_is_there():
    pages = {
        page.name: page.read_text("utf-8") for page in (ROOT / "docs/contribute").glob("*.md")
    }
    named = {(page, path) for page, text in pages.items() for path in NAMED.findall(text)}

    assert len(named) > 100
    gone = [each for each in named if not any((base / each[1]).is_file() for base in BASES)]
    assert gone == [], "these pages of docs/contribute name files that are not there: correct them"
