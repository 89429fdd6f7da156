"""One tag is read as MDX reads it, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.mdx.javascript.pieces import skip_expression
from sphinx_docsjson.mdx.jsx import AttributeValue, Form, Tag, TagBudget, read_tag


def tag(text: str) -> Tag | None:
    return read_tag(text, 0, TagBudget(len(text)))


def attributes(text: str) -> dict[str, str]:
    found = tag(text)
    assert found is not None
    return {a.name: a.text for a in found.attributes}


@pytest.mark.parametrize(
    ("text", "name", "form"),
    [
        ("<Note>", "Note", Form.OPEN),
        ("</Note>", "Note", Form.CLOSE),
        ("</ Note >", "Note", Form.CLOSE),
        ("<Icon icon='x' />", "Icon", Form.SELF),
        ("<br/>", "br", Form.SELF),
        ("<Tree.File/>", "Tree.File", Form.SELF),
        ("<>", "", Form.OPEN),
        ("</>", "", Form.CLOSE),
        ('<Card\n  title="a"\n  href="/b"\n>', "Card", Form.OPEN),
    ],
)
def test_every_form_of_tag_is_read(text: str, name: str, form: Form):
    found = tag(text)
    assert found is not None
    assert (found.name, found.form, found.end) == (name, form, len(text))


@pytest.mark.parametrize(
    "text",
    ["< b", "<3", "<https://x.y>", "<a@b.c>", "<a", "<a b=", '<a b="', "<a {", "<a<b>", "<=>"],
)
def test_what_is_no_tag_is_not_read(text: str):
    assert tag(text) is None


def test_every_form_of_attribute_is_read():
    found = attributes(
        """<A s="x y" t='it is' bare n={3} q={"z"} t2={`a${b}`} o={{a: "}"}} d-e="f" w=80% />"""
    )
    assert found == {
        "s": "x y",
        "t": "it is",
        "bare": "",
        "n": "3",
        "q": '"z"',
        "t2": "`a${b}`",
        "o": '{a: "}"}',
        "d-e": "f",
        "w": "80%",
    }


def test_entities_in_a_string_are_decoded():
    assert attributes('<A b="&lt;x&gt; &amp; &quot;y&quot;">') == {"b": '<x> & "y"'}


def test_angle_brackets_and_braces_in_a_string_are_text():
    assert attributes('<A b="Map<string, {x}>" c="/>">') == {"b": "Map<string, {x}>", "c": "/>"}


def test_a_string_that_holds_its_own_quotation_marks_is_read_to_the_last_one():
    found = tag('<A type="boolean | "auto"" required>')
    assert found is not None
    assert [(a.name, a.text, a.misquoted) for a in found.attributes] == [
        ("type", 'boolean | "auto"', True),
        ("required", "", False),
    ]


def test_a_spread_is_kept_as_its_source():
    found = tag("<A {...props} />")
    assert found is not None
    assert [(a.kind, a.text) for a in found.attributes] == [(AttributeValue.SPREAD, "...props")]


@pytest.mark.parametrize(
    "text",
    [
        "{a}",
        "{'}'}",
        '{"}"}',
        "{`}`}",
        "{`${a}}`}",
        "{/* } */}",
        "{{a: {b: 1}}}",
        "{it's}",
        "{<A b='}'/>}",
    ],
)
def test_an_expression_ends_at_its_own_brace(text: str):
    assert skip_expression(text + " }", 0, len(text) + 2) == len(text)


@given(st.text(alphabet="<>/{}\"'`=ab \n.*", max_size=60))
def test_no_text_makes_the_reader_fail(text: str):
    for start in range(len(text)):
        if text[start] == "<":
            found = read_tag(text, start, TagBudget(len(text)))
            assert found is None or start < found.end <= len(text)
