"""The table of mends still means something: ``python -m tests.hostile.mends`` proves it."""

from __future__ import annotations

import pytest

from tests.hostile.mends import ROOT, Mend, mends

KINDS = range(1, 14)


@pytest.mark.parametrize("mend", mends(), ids=lambda mend: mend.name)
def test_a_mend_can_be_taken_out(mend: Mend):
    assert (ROOT / mend.file).read_text(encoding="utf-8").count(mend.old) == 1
    assert mend.old != mend.new
    assert all((ROOT / test).exists() for test in mend.tests)


def test_each_kind_of_defect_has_a_mend():
    assert {mend.defect for mend in mends()} == set(KINDS)
