"""The patterns of the package and its scripts are found, and what a linter says of each is known.

The linter itself takes minutes and depends on the speed of a machine: it is a command,
``python -m tests.growth.linting``, which keeps what it says for these tests.
"""

from __future__ import annotations

import re

import pytest

from tests._support.npm import missing
from tests.growth.attacking import MOST, attack
from tests.growth.linting import asked, judged, mark, question, unjudged, verdicts
from tests.growth.patterns import Pattern, all_patterns
from tests.growth.script_patterns import script_patterns


def pattern(text: str) -> Pattern:
    return Pattern(place="", text=text, flags=0, uses=frozenset())


def test_patterns_are_found_with_their_flags_and_uses():
    found = {each.place: each for each in all_patterns()}

    assert len(found) > 200
    assert found["openapi.reading.locations:_KEY"].uses == {"match"}
    assert found["openapi.content.markdown:_CODE"].flags == re.DOTALL
    assert "|<" in found["openapi.content.markdown:_PIECE"].text


def test_patterns_of_scripts_are_found():
    found = {each.place for each in script_patterns()}

    assert "theme/scripts/playground/events.js" in found
    assert "theme/scripts/search/words.js" in found
    assert not [each.key for each in script_patterns() if "${" in each.key]


def test_only_single_characters_repeat_possessively():
    """Python before 3.11.5 matches ``(?:…)*+`` wrongly (cpython#106052): write ``(?>(?:…)*)``."""
    assert _possessive_groups(re._parser.parse(r"a(?:b(?:c|dd)*+)", 0)) == 1
    assert _possessive_groups(re._parser.parse(r"a++[bc]*+(?>(?:b|cd++)*)", 0)) == 0
    assert [
        f"{each.place}: {each.text}"
        for each in all_patterns()
        if _possessive_groups(re._parser.parse(each.text, each.flags))
    ] == []


def _possessive_groups(parsed) -> int:
    if not isinstance(parsed, (re._parser.SubPattern, tuple, list)):
        return 0
    found = 0
    for each in parsed:
        if isinstance(each, tuple) and each[0] is re._constants.POSSESSIVE_REPEAT:
            [first, *others] = each[1][2]
            found += bool(others) or str(first[0]) not in ("IN", "LITERAL", "NOT_LITERAL", "ANY")
        found += _possessive_groups(each)
    return found


def test_every_pattern_was_asked_and_those_that_are_not_safe_were_judged():
    """Where this fails: ``python -m tests.growth.linting``, and judge what it prints."""
    assert unjudged(asked(), verdicts()) == []


def test_nothing_is_kept_of_patterns_that_are_gone():
    patterns = asked()

    assert set(verdicts()) == set(patterns)
    marks = {mark(each) for each in patterns.values()}
    assert [name for name, one in judged().items() if not set(one["marks"]) <= marks] == []


def test_a_pattern_that_changes_has_to_be_judged_again():
    judged_one = next(
        each
        for each in asked().values()
        if mark(each) in judged().get(each.place, {}).get("marks", ())
    )
    said = {judged_one.key: "exponential", "other": "exponential"}

    changed = Pattern(place=judged_one.place, text="(a+)+$", flags=0, uses=frozenset()).asked

    assert unjudged({judged_one.key: judged_one}, said) == []
    assert len(unjudged({changed.key: changed}, said)) == 1
    assert len(unjudged({changed.key: changed}, {changed.key: "exponential"})) == 1


def test_an_attack_finds_a_slow_pattern():
    assert attack(pattern("(a+)+$"))[0] == MOST


@pytest.mark.nightly
def test_the_linter_answers():
    if lacking := missing():
        pytest.skip(lacking)
    try:
        [told] = question([pattern("(a+)+$").asked])
    except RuntimeError as problem:
        pytest.skip(str(problem))
    assert told["status"] == "vulnerable"
