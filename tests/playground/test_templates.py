"""The tiny template language of samples, and the quoting rules of the languages."""

from __future__ import annotations

import json
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.ext.openapi.request.http import Request, RequestBody
from sphinx_docsjson.ext.openapi.request.samples import (
    LANGUAGES,
    block,
    chosen,
    language,
    literal,
    parse,
    quoted,
    render,
    sample_of,
)

PLAIN = {"string": {"quote": '"', "escape": {'"': '\\"'}}}


def rendered(template, **data):
    return render(PLAIN | {"template": template}, data)


def test_a_value_is_written_as_it_is_or_by_a_rule():
    assert rendered("{{a}} {{a|string}}", a='x"y') == 'x"y "x\\"y"'


def test_a_list_repeats_its_block_and_a_line_of_tags_alone_leaves_no_line():
    template = "[\n{{#items}}\n  {{name}},\n{{/items}}\n]"

    assert rendered(template, items=[{"name": "a"}, {"name": "b"}]) == "[\n  a,\n  b,\n]"


def test_a_condition_holds_for_what_is_there_and_not_empty():
    template = "{{?a}}yes{{/a}}{{^a}}no{{/a}}"

    assert [rendered(template, a=a) for a in ("x", "", [], [{}], True)] == [
        "yes",
        "no",
        "no",
        "yes",
        "yes",
    ]


def test_what_stands_inside_a_rule_is_quoted_as_a_whole():
    assert rendered('{{|string}}{{a}}: "{{b}}"{{/string}}', a="x", b="y") == '"x: \\"y\\""'


@pytest.mark.parametrize("template", ["{{#a}}", "{{/a}}", "{{#a}}{{?b}}{{/a}}{{/b}}"])
def test_a_block_that_is_not_closed_by_its_name_is_refused(template):
    with pytest.raises(ValueError, match="close"):
        parse(template)


def test_languages_are_chosen_in_order_by_name_or_alias():
    assert chosen(["Shell", "py", "cobol", "curl"]) == (["curl", "python"], ["cobol"])
    assert chosen([])[0] == list(LANGUAGES)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14), 10**14) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(json_values)
def test_a_python_literal_is_the_value_of_its_json(value):
    text = json.dumps(value, indent=2)

    assert eval(literal(text, language("python"))) == value


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_python_string_is_the_text_it_was_made_of(text):
    rules = language("python")

    assert eval(quoted(text, rules["string"])) == text
    assert eval(block(text, rules, "")) == text


def test_every_shell_word_is_what_it_was_made_of():
    words = ["it's", '$HOME `id` \\ "q"', "two\nlines", "-n", "", "😀", "''"]
    line = " ".join(quoted(word, language("curl")["string"]) for word in words)

    printed = subprocess.run(
        ["bash", "-c", f"printf '%s\\0' {line}"], capture_output=True, check=True
    ).stdout

    assert printed.decode().split("\0")[:-1] == words


@pytest.mark.parametrize("name", LANGUAGES)
def test_no_language_lets_a_text_end_its_string_or_hide_in_it(name):
    text = "a'b\"c\\d\u202ee"
    body = RequestBody(kind="text", type="text/plain", text=text)
    code = sample_of(Request(method="POST", url="https://x.example", body=body), name).code

    assert text not in code


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_value_of_a_template_is_quoted_by_a_rule(name):
    """What stands as it is is known to be harmless: a name of ours, or inside of a rule."""

    def bare(tree, inside=False):
        for node in tree:
            if not isinstance(node, str):
                quoted_here = inside or node.sign == "|"
                if not (node.sign or node.filter or inside):
                    yield node.name
                common = node.sign == "?" and node.name == "common"
                yield from [
                    value
                    for value in bare(node.children, quoted_here)
                    if not (common and value in ("method", "verb", "Method"))
                ]

    assert list(bare(parse(language(name)["template"]))) == []
