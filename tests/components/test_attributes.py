"""What an author is told about the attributes of a component."""

import pytest

from sphinx_docsjson.components.attributes import as_list, read_attributes, same_name
from sphinx_docsjson.components.domain import registry


def read(tag, **attributes):
    return read_attributes(registry.get(tag), attributes)


def test_an_unknown_attribute_is_named_with_the_nearest_one():
    problem = read("Card", titel="x").problems[0]

    assert problem.message == "<Card> has no attribute 'titel'. Did you mean 'title'?"


def test_an_attribute_unlike_all_others_is_answered_with_the_list():
    problem = read("Tabs", zzz="1").problems[0]

    assert "It has defaultTabIndex, sync, borderBottom." in problem.message


def test_a_missing_required_attribute_is_said_and_the_rest_is_kept():
    found = read("Accordion", icon="star")

    assert [p.message for p in found.problems] == ["<Accordion> needs the attribute 'title'."]
    assert found.values == {"icon": "star"}


def test_a_card_needs_no_title():
    assert read("Card", href="/x").problems == ()


@pytest.mark.parametrize("text", ["", "true", "True", "yes"])
def test_a_flag_is_on_when_bare_or_true(text):
    assert read("ParamField", required=text).values == {"required": "true"}


@pytest.mark.parametrize("text", ["false", "False", "no"])
def test_a_flag_can_be_switched_off(text):
    assert read("ParamField", required=text).values == {"required": "false"}


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [
        ("CardGroup", {"cols": "many"}),
        ("Badge", {"color": "pinkish"}),
        ("Card", {"color": "red;background:url(x)"}),
        ("Accordion", {"title": "T", "defaultOpen": "perhaps"}),
    ],
)
def test_a_wrong_value_is_said_with_the_rule(tag, attributes):
    (problem,) = read(tag, **attributes).problems

    assert f"<{tag}>" in problem.message
    assert "must be" in problem.message or "on or off" in problem.message


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "java\nscript:x"])
def test_a_url_that_runs_code_is_left_out(url):
    found = read("Card", href=url)

    assert found.values == {}
    assert found.problems[0].kind.value == "url"


def test_a_colour_without_a_hash_is_understood():
    assert read("Card", color="FF713C").values == {"color": "#FF713C"}


def test_a_list_is_read_from_json_and_from_words():
    assert as_list('["New", "Fixes"]') == ["New", "Fixes"]
    assert as_list("New, Fixes") == ["New", "Fixes"]
    assert as_list("[broken, list") == ["broken", "list"]


def test_names_are_compared_without_case_and_hyphens():
    assert same_name("defaultOpen") == same_name("default-open") == same_name("defaultopen")
