"""The front matter of a page: what it means, and that no page is lost over it."""

# ruff: noqa: E501  (pages are written as their authors write them)

from __future__ import annotations

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.pages.front_matter.block import read_front_matter


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


def outline(tree) -> list[tuple[int, str]]:
    found = []
    for section in tree.findall(nodes.section):
        depth, parent = 0, section
        while parent is not None:
            depth += isinstance(parent, nodes.section)
            parent = parent.parent
        found.append((depth, section[0].astext()))
    return found


def test_title_and_description_open_the_page(site):
    tree = page(site, "---\ntitle: The `x` & <y>\ndescription: What *it* is\n---\n## Part\n")
    assert outline(tree) == [(1, "The x & <y>"), (2, "Part")]
    lead = next(p for p in tree.findall(nodes.paragraph) if "dj-lead" in p["classes"])
    assert lead.astext() == "What it is"


def test_the_name_of_a_module_as_title_keeps_its_underscores(site):
    page = "---\ntitle: __init__ and `<Tab a_b>`\n---\n\nText.\n"
    heading = site({"index.mdx": page}).article("index").h1

    assert heading.get_text().removesuffix("¶") == "__init__ and <Tab a_b>"
    assert heading.strong is None


def test_a_heading_that_repeats_the_title_is_not_shown_twice(site):
    tree = page(site, "---\ntitle: Setup\n---\n\n# Setup\n\n## A\n")
    assert outline(tree) == [(1, "Setup"), (2, "A")]


def test_a_first_level_heading_below_a_title_is_a_section(site):
    tree = page(site, "---\ntitle: mod\n---\n# `pkg.mod`\n\n## Functions\n")
    assert outline(tree) == [(1, "mod"), (2, "pkg.mod"), (2, "Functions")]


def test_several_first_level_headings_are_the_main_sections(site):
    tree = page(site, "---\ntitle: T\n---\n# A\n## a\n# B\n")
    assert outline(tree) == [(1, "T"), (2, "A"), (3, "a"), (2, "B")]


def test_without_title_the_first_heading_counts_and_then_the_file_name(site):
    assert outline(page(site, "# Own\n\ntext"))[0] == (1, "Own")
    assert outline(page(site, "text", name="how-to_do.mdx"))[0] == (1, "How to do")


def test_levels_may_jump(site):
    tree = page(site, "---\ntitle: T\n---\n#### Deep\n\n## Flat\n\n##### Deeper\n")
    assert outline(tree) == [(1, "T"), (2, "Deep"), (2, "Flat"), (3, "Deeper")]


def ids(tree) -> list[list[str]]:
    return [s["ids"] for s in tree.findall(nodes.section)][1:]


def test_ids_follow_the_hosted_platform_and_keep_the_spelling_of_github(site):
    tree = page(
        site,
        "---\ntitle: T\n---\n## What's new?\n## A & b\n## v1.2 (beta)\n## hash_sha1\n## Über uns\n",
    )
    found = ids(tree)
    assert found[0][0] == "whats-new"
    assert "what’s-new" in found[0]
    assert {"a-b", "a-&-b", "a--b", "a-and-b"} <= set(found[1])
    assert {"v1-2-beta", "v12-beta"} <= set(found[2])
    assert found[3] == ["hash_sha1"]
    assert found[4] == ["über-uns"]


def test_repeated_headings_are_numbered(site):
    tree = page(site, "---\ntitle: T\n---\n## A\n## A\n### A\n")
    assert [i[0] for i in ids(tree)] == ["a", "a-2", "a-3"]


def test_a_heading_may_name_its_id(site):
    tree = page(site, "---\ntitle: T\n---\n## Some thing {#own-id}\n")
    assert ids(tree)[0] == ["own-id", "some-thing"]
    assert outline(tree)[1] == (2, "Some thing")


def test_headings_in_components_have_ids_and_no_sections(site):
    tree = page(site, "---\ntitle: T\n---\n<Note>\n## In note\n</Note>\n")
    rubric = next(tree.findall(nodes.rubric))
    assert (rubric.astext(), rubric["ids"]) == ("In note", ["in-note"])


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
