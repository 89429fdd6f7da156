"""JSON text becomes values that know where they stand."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.site.json_reader import MAX_DEPTH, SourceError, decode, parse

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.floats(allow_nan=False, allow_infinity=False)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=40,
)


def outcome(read):
    try:
        return read()
    except (ValueError, SourceError):
        return "refused"


@given(values, st.sampled_from([None, 0, 1, 4]), st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_every_json_text_gives_the_values_of_the_standard_library(value, indent, ascii_, newline):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_).replace("\n", newline)

    assert parse(text, "docs.json").value.plain() == json.loads(text)


@given(st.text(alphabet="{}[]\":,\\ \n\rau0-1.e/'tfn#", max_size=40))
def test_text_that_is_not_json_is_refused_where_the_standard_library_refuses_it(text):
    ours = outcome(lambda: parse(text, "docs.json"))
    if ours != "refused" and ours.remarks:
        return
    ours = ours if ours == "refused" else ours.value.plain()
    assert ours == outcome(lambda: json.loads(text))


@given(st.dictionaries(st.text(), st.lists(scalars), max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_each_value_and_key_stands_where_its_location_says(value, newline):
    text = json.dumps(value, indent=1).replace("\n", newline)
    lines = text.split(newline)
    root = parse(text, "docs.json").value

    for key, member in root.members.items():
        place = root.key_location(key)
        assert lines[place.line - 1][place.column - 1 :].startswith(json.dumps(key))
        for item in member.items:
            place = item.location
            assert lines[place.line - 1][place.column - 1 :].startswith(json.dumps(item.data))


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", "1:1", "the file is empty"),
        ('{"a": 1\n "b": 2}', "1:8", "a comma is missing"),
        ('{"a" 1}', "1:5", "has no value"),
        ("{a: 1}", "1:2", 'write "a"'),
        ("{'a': 1}", "1:2", "double quotes, not single"),
        ('{"a": \u201cb\u201d}', "1:7", "plain double quote"),
        ('{"a": True}', "1:7", "write 'true'"),
        ('{"a": NaN}', "1:7", 'write "NaN"'),
        ('{"a": 1} /* x', "1:10", "nothing may follow"),
        ('{"a": "b\nc"}', "1:7", "no closing quote"),
        ('{"a": "b\tc"}', "1:9", "write it as \\t"),
        ('{"a": "\\d"}', "1:8", "is not a JSON escape"),
        ('{"a": [1, 2}', "1:12", "does not close the '['"),
        ('{"a": {"b": 1}', "1:1", "the file ends before the '{' of line 1"),
        ('{"a": 01}', "1:7", "not a number"),
        ('{"a": 1,, "b": 2}', "1:9", "two commas"),
        ("[" * (MAX_DEPTH + 1), f"1:{MAX_DEPTH + 1}", "levels of brackets"),
        ("[" + "1" * 5000 + "]", "1:2", "a number with more than"),
    ],
)
def test_a_mistake_has_one_message_that_says_where_and_what_to_do(text, place, words):
    with pytest.raises(SourceError) as caught:
        parse(text, "docs.json")

    assert str(caught.value.location) == f"docs.json:{place}"
    assert words in caught.value.message


def test_a_key_that_stands_twice_is_remarked_and_the_last_one_counts():
    parsed = parse('{"a": 1,\n "a": 2}', "docs.json")

    assert parsed.value.plain() == {"a": 2}
    [(message, place)] = parsed.remarks
    assert "first in line 1" in message
    assert str(place) == "docs.json:2:2"


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('{"a": [1, 2]}// x', "1:14", "no comments"),
        ('// x\n{"a": [1, 2]}', "1:1", "no comments"),
        ('{"a": /* "b": 3,\n */ [1, # x\n 2]}', "1:7", "no comments"),
        ('{"a": [1, 2],}', "1:13", "remove this comma"),
        ('{"a": [1, 2,\n ]\n}', "1:12", "remove this comma"),
    ],
)
def test_comments_and_commas_too_many_are_remarked_and_read_over(text, place, words):
    parsed = parse(text, "docs.json")
    [(message, found)] = parsed.remarks

    assert parsed.value.plain() == {"a": [1, 2]}
    assert words in message
    assert str(found) == f"docs.json:{place}"


def test_what_looks_like_a_comment_in_a_string_is_text():
    parsed = parse('{"a": "https://x.y/*#*/"}', "docs.json")

    assert parsed.remarks == ()
    assert parsed.value.plain() == {"a": "https://x.y/*#*/"}


def test_a_byte_order_mark_is_no_part_of_the_text():
    text = decode('\ufeff{"a": 1}'.encode(), "docs.json")

    assert str(parse(text, "docs.json").value.members["a"].location) == "docs.json:1:7"


def test_another_encoding_is_refused_with_the_place_of_the_first_byte():
    with pytest.raises(SourceError, match="save the file as UTF-8") as caught:
        decode('{"a":\n "é"}'.encode("latin-1"), "docs.json")
    assert str(caught.value.location) == "docs.json:2:3"


def test_half_a_surrogate_pair_becomes_a_character_that_can_be_written():
    assert parse('"\\ud83d\\ude00 \\ud83d"', "x").value.data == "😀 \ufffd"
