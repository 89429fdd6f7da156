"""A pinned part of the generated pages; ``python -m tests.generated`` makes any number."""

from __future__ import annotations

import pytest

from tests._support.seeds import seed
from tests.generated.check import check
from tests.generated.made import pages

SEED = 2026


@pytest.mark.parametrize("count", [16, pytest.param(160, marks=pytest.mark.nightly)])
def test_generated_pages_are_what_they_were_made_to_be(tmp_path, count):
    found = check(list(pages(count, seed(SEED))), tmp_path, ask_micromark=False)

    assert [f"{finding.page}: {finding.what}" for finding in found] == []
