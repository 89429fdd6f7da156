"""After any change, a build that goes on from the last one writes what a clean build writes."""

from __future__ import annotations

import pytest

from tests.faults.changing_site import CHANGES, site
from tests.faults.incremental import differences

BUILDERS = {
    "html": tuple(CHANGES),
    "dirhtml": ("title of a page", "no picture any more", "a variable", "other redirects"),
}


@pytest.mark.parametrize("builder", [pytest.param("html", marks=pytest.mark.nightly), "dirhtml"])
def test_a_build_after_a_change_is_a_clean_build(tmp_path, builder: str):
    found = dict(differences(tmp_path, site(), [*BUILDERS[builder]], builder))

    assert found == {}
