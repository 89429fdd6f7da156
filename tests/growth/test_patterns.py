"""The patterns of the package are found, and what a linter says of them has been judged."""

from __future__ import annotations

import re

import pytest

from tests._support.npm import ask, missing
from tests.growth.linting import HERE, PACKAGES, judged, vulnerable
from tests.growth.patterns import Pattern, all_patterns


def test_patterns_are_found_with_their_flags_and_uses():
    found = {each.place: each for each in all_patterns()}

    assert len(found) > 200
    assert found["openapi.reading.yaml_places:_KEY"].uses == {"match"}
    assert found["openapi.content.simple_html:_CODE"].flags == re.DOTALL
    assert "|<" in found["openapi.content.simple_html:_TAG_OR_SIGN"].text


def test_every_pattern_that_was_judged_is_still_there():
    assert set(judged()) <= {each.place for each in all_patterns()}


@pytest.mark.slow
def test_no_pattern_takes_long_that_was_not_judged():
    if lacking := missing():
        pytest.skip(lacking)
    try:
        slow = Pattern(place="", text="(a+)+$", flags=0, uses=frozenset())
        assert ask(HERE / "recheck.mjs", PACKAGES, [slow.as_javascript])[0]["status"] != "safe"
    except RuntimeError as problem:
        pytest.skip(str(problem))
    assert set(vulnerable()) - set(judged()) == set()
