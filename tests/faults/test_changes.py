"""After any change, a build that goes on from the last one writes what a clean build writes."""

from __future__ import annotations

import pytest

from tests.faults import changing_project
from tests.faults.changing_project import project
from tests.faults.changing_site import CHANGES, site
from tests.faults.incremental import (
    ELSEWHERE,
    HERE,
    OTHER_PYTHON,
    OTHER_USER,
    PROJECT,
    can_be_another_user,
    differences,
    other_python,
    steps,
)

BUILDERS = {
    "html": tuple(CHANGES),
    "dirhtml": ("title of a page", "no picture any more", "a variable", "other redirects"),
}


@pytest.mark.parametrize("builder", [pytest.param("html", marks=pytest.mark.nightly), "dirhtml"])
def test_a_build_after_a_change_is_a_clean_build(tmp_path, builder: str):
    found = dict(differences(tmp_path, site(), [*BUILDERS[builder]], builder))

    assert found == {}


QUICK = ("nothing", "a picture", "a title that a link shows", "order of pages")
USER = pytest.mark.skipif(not can_be_another_user(), reason="only root can be another user")
PYTHON = pytest.mark.skipif(not other_python(), reason="no other patch release of this Python")


def some(names):
    return {name: CHANGES[name] for name in names}


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        pytest.param(some(QUICK), [ELSEWHERE], id="some, elsewhere"),
        pytest.param(some(["a picture"]), [OTHER_USER], marks=USER, id="one, other user"),
        pytest.param(CHANGES, [HERE, ELSEWHERE], marks=pytest.mark.nightly, id="all"),
        pytest.param(CHANGES, [OTHER_USER], marks=[USER, pytest.mark.nightly], id="all, user"),
    ],
)
def test_a_clone_with_the_last_build_reads_and_writes_what_changed(tmp_path, changes, places):
    done = list(steps(tmp_path, site(), changes, places))

    assert [step for step in done if step.differing or step.needless or step.refused] == []


@PYTHON
@pytest.mark.nightly
def test_what_another_patch_release_of_python_read_is_refused_with_a_line(tmp_path):
    done = list(steps(tmp_path, site(), CHANGES, [OTHER_PYTHON]))

    assert [step for step in done if step.differing or len(step.refused) != 1] == []


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["an inherited docstring"], id="one"),
        pytest.param(changing_project.CHANGES, marks=pytest.mark.nightly, id="all"),
    ],
)
def test_contents_decide_in_a_project_of_sphinx(tmp_path, names):
    changes = {name: changing_project.CHANGES[name] for name in names}
    done = list(steps(tmp_path, project(), changes, [PROJECT], clean=PROJECT))

    assert [step for step in done if step.differing or step.needless or step.refused] == []
