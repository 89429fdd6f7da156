"""A pinned part of the generated pages; ``python -m tests.generated`` makes any number."""

from __future__ import annotations

from tests.generated.check import check
from tests.generated.made import pages

COUNT, SEED = 160, 2026


def test_generated_pages_are_what_they_were_made_to_be(tmp_path):
    found = check(list(pages(COUNT, SEED)), tmp_path, ask_micromark=False)

    assert [f"{finding.page}: {finding.what}" for finding in found] == []
