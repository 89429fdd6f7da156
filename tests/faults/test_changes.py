"""After any change, a build that goes on from the last one writes what a clean build writes."""

from __future__ import annotations

import pytest

from tests.faults.changing_site import CHANGES, site
from tests.faults.incremental import ELSEWHERE, HERE, differences, steps

BUILDERS = {
    "html": tuple(CHANGES),
    "dirhtml": ("title of a page", "no picture any more", "a variable", "other redirects"),
}


@pytest.mark.parametrize("builder", [pytest.param("html", marks=pytest.mark.nightly), "dirhtml"])
def test_a_build_after_a_change_is_a_clean_build(tmp_path, builder: str):
    found = dict(differences(tmp_path, site(), [*BUILDERS[builder]], builder))

    assert found == {}


QUICK = ("nothing", "a picture", "a title that a link shows", "order of pages")


@pytest.mark.parametrize(
    ("names", "places"),
    [
        (QUICK, [ELSEWHERE]),
        pytest.param(tuple(CHANGES), [HERE, ELSEWHERE], marks=pytest.mark.nightly, id="all"),
    ],
)
def test_a_clone_with_the_last_build_reads_and_writes_what_changed(tmp_path, names, places):
    done = list(steps(tmp_path, site(), names, places))

    assert [step for step in done if step.differing or step.needless] == []
