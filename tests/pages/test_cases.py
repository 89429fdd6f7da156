"""What becomes of the text of pages: see ``fixtures/``."""

from __future__ import annotations

from tests._support.texts import cases


@cases(__file__)
def test_case(case, page_cases, agrees):
    agrees(case, page_cases.outcome(case))
