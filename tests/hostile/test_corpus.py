"""Nothing that is tried in any field runs, and every file beside the pages stays what it is.

``python -m tests.hostile`` tries the same with other texts in each field, for as long as you like.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests._support.quick import quick_only
from tests._support.seeds import seed
from tests.hostile.campaign import attacks, known_names, looked_at
from tests.hostile.judge import Judge, start_chromium
from tests.hostile.vectors import ALL, CLASSES, TEXTS

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]

ATTACKS = {attack.name: attack for attack in attacks(0)}
SHOWN = {"docs.json, texts": 40, "OpenAPI": 150, "pages": 150}
"""So many fields have to be found again in the pages, or nothing was tried."""

QUICK = (
    "docs.json, texts 0",
    "docs.json, addresses 1",
    "OpenAPI 0",
    "pages 0",
    "variables in text 0",
    "variables in tags 0",
)


@pytest.fixture(scope="module")
def judge(playwright) -> Iterator[Judge]:
    chromium = start_chromium(playwright)
    yield Judge(chromium.new_page())
    chromium.close()


@pytest.fixture(scope="module")
def known(judge, tmp_path_factory) -> set[str]:
    return known_names(judge, tmp_path_factory.mktemp("known"), 0)


def test_there_are_enough_of_them():
    assert len(TEXTS) > 400
    assert len(ALL) > 580
    assert all(len(texts) > 5 for texts in CLASSES.values())


@pytest.mark.parametrize("name", quick_only(ATTACKS, QUICK))
def test_nothing_that_is_tried_becomes_active(judge, known, tmp_path, name: str):
    result = looked_at(ATTACKS[name], tmp_path, judge, known)

    assert result.found == []
    least = next((count for start, count in SHOWN.items() if name.startswith(start)), 0)
    assert result.reached >= least
    assert result.nodes > 1000


DONE_BY_CLICKS = (
    *("forms sent", "links followed", "answers shown", "answers of providers"),
    *("sign-ins begun", "ways back unasked", "searches", "elements clicked"),
)
"""What a round in the browser says that it did; nothing of it may be skipped."""


@pytest.mark.nightly
@pytest.mark.parametrize("how", [[], ["--browser"]], ids=["judged", "opened and clicked"])
def test_nothing_of_the_round_of_the_day_becomes_active(how):
    number = str(seed(1) % 100_000)
    command = [sys.executable, "-m", "tests.hostile", "--first", number, *how]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    counted = DONE_BY_CLICKS if how else ()
    assert [name for name in counted if name not in done.stdout] == []


ACTIVE = {
    "handler": "<img src=x onerror=alert(1)>",
    "script": "<script>alert(1)</script>",
    "address": "<a href='java\nscript:alert(1)'>x</a>",
    "address in SVG": "<svg><a xlink:href=javascript:alert(1)>x</a></svg>",
    "animation": "<svg><a><set attributeName=href to=javascript:alert(1) /></a></svg>",
    "frame": "<iframe srcdoc='<b>x</b>'></iframe>",
    "style": "<b style='background:url(//evil.example/x)'>x</b>",
    "comment": "<!-- alert(1) -->",
    "template": "<template><b onclick=alert(1)>x</b></template>",
    "base": "<base href=//evil.example/>",
    "refresh": "<meta http-equiv=refresh content='0; url=javascript:alert(1)'>",
    "data": "<script type=application/json>{</script>",
    "sources": "<img srcset='x 1x, javascript:alert(1) 2x'>",
}


@pytest.mark.parametrize("name", ACTIVE)
def test_the_judge_sees_what_is_active(judge, name: str):
    assert judge.of({"page": f"<!doctype html><p>{ACTIVE[name]}</p>"}).found


def test_the_judge_sees_an_element_that_no_page_has(judge):
    known = judge.of({"page": "<p>x</p>"}).pairs
    assert judge.of({"page": "<p>x <b>y</b></p>"}, known).found
    assert judge.of({"page": "<p class=x>x</p>"}, known).found
    assert not judge.of({"page": "<p>y</p>"}, known).found
