"""The front matter of a page: what it means, and that no page is lost over it."""

from __future__ import annotations

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.pages.front_matter import read_front_matter


@pytest.mark.parametrize(
    "value", ["no", "on", "1.10", "2024-01-01", "12:30", "0x1F", "0o17", "true", "null"]
)
def test_a_plain_title_stays_the_text_it_is(value: str):
    expected = "" if value == "null" else value
    assert read_front_matter(f"---\ntitle: {value}\n---\n").text("title") == expected


def test_broken_yaml_is_read_line_by_line_and_told():
    front = read_front_matter("---\ntitle: Foo: bar\nicon: 'x'\n---\nbody")
    assert front.text("title") == "Foo: bar"
    assert front.text("icon") == "x"
    assert "not valid YAML" in front.problem
    assert front.problem_line == 2


def test_a_field_that_is_no_yaml_costs_no_other_field():
    front = read_front_matter(
        '---\ntitle: Foo: bar\nkeywords: [3d, x]\ntags:\n- a\n- b\nrobots: @x\n"og:title": A\n'
        "deep:\n  one: 1\nempty:\n---\n"
    )
    assert front.fields == {
        "title": "Foo: bar",
        "keywords": ["3d", "x"],
        "tags": ["a", "b"],
        "robots": "@x",
        "og:title": "A",
        "deep": {"one": 1},
        "empty": None,
    }
    assert front.problem_line == 2


def test_a_field_that_occurs_twice_is_told_and_the_last_one_counts():
    front = read_front_matter("---\ntitle: A\ntitle: B\n---\n")
    assert front.text("title") == "B"
    assert (front.problem_line, "'title' occurs twice" in front.problem) == (3, True)


def test_front_matter_that_is_no_mapping_is_told_and_left_out():
    front = read_front_matter("---\n- a\n---\nbody")
    assert front.fields == {}
    assert "name: value" in front.problem


def test_windows_line_ends_are_read():
    front = read_front_matter("---\r\ntitle: A\r\n---\r\nbody")
    assert front.text("title") == "A"


def test_a_rule_at_the_start_of_a_page_is_no_front_matter():
    assert read_front_matter("---\n\ntext").length == 0


@given(st.text(alphabet="-:abc \n'\"[]{}&*!|>%@`#.\t", max_size=120))
def test_no_front_matter_makes_the_reader_fail(text: str):
    source = f"---\n{text}\n---\nbody"
    front = read_front_matter(source)
    assert 0 <= front.length <= len(source)


def page(site, body: str, name: str = "index.mdx", **options):
    built = site({name: body}, **options)
    assert built.warning_lines == []
    return built.doctree(name.rsplit(".", 1)[0])


def test_the_name_of_a_module_as_title_keeps_its_underscores(site):
    page = "---\ntitle: __init__ and `<Tab a_b>`\n---\n\nText.\n"
    heading = site({"index.mdx": page}).article("index").h1

    assert heading.get_text().removesuffix("¶") == "__init__ and <Tab a_b>"
    assert heading.strong is None


def test_without_title_the_first_heading_counts_and_then_the_file_name(site):
    assert page(site, "# Own\n\ntext").next_node(nodes.title).astext() == "Own"
    assert page(site, "text", "how-to_do.mdx").next_node(nodes.title).astext() == "How to do"


@pytest.mark.parametrize(
    "body",
    [
        "---\n\ntext\n",
        "text\n\n---\n",
        "text\n\n---\n\n> {/* a */}\n",
        "***\n\n## A\n\n---\n\n## B\n\n---\n",
    ],
)
def test_rules_at_the_edges_do_not_warn(site, body: str):
    page(site, "---\ntitle: T\n---\n\n" + body)


def test_front_matter_is_metadata_of_the_document(site):
    built = site({"index.md": "---\ntitle: T\nsidebarTitle: S\ntag: NEW\nhidden: true\n---\n"})
    metadata = built.app.env.metadata["index"]
    assert (metadata["sidebarTitle"], metadata["tag"], metadata["hidden"]) == ("S", "NEW", "true")
