"""What a description says of its examples is on the page, and so are examples of any length."""

from __future__ import annotations

import json

import pytest

from tests._support.building import build_site
from tests._support.inputs import input_text

LONG = "long " * 60 + "END"
SPEC = input_text(__file__, "told_examples.yaml")
FILES = {
    "docs.json": json.dumps(
        {"name": "T", "openapi": "cats.yaml", "navigation": [{"group": "A", "pages": ["index"]}]}
    ),
    "cats.yaml": SPEC,
    "index.md": "# A\n",
}
PAGE = "api-reference/get-cats"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the site and its page."""
    found = build_site(tmp_path_factory.mktemp("cats"), FILES)
    assert found.warning_lines == []
    return found


def field(built, name):
    return built.article(PAGE).select_one(f"#query-{name}")


def test_examples_of_a_parameter_are_listed_with_what_is_said_of_them(built):
    listed = field(built, "kind").select(".dj-field-examples > li")

    assert [item.get_text(" ", strip=True) for item in listed] == [
        "lynx A wild one: Not tame .",
        "tabby",
        "https://example.com/kinds.txt",
    ]
    assert listed[0].em.get_text() == "tame"
    assert listed[2].a["href"] == "https://example.com/kinds.txt"


def test_a_long_example_is_closed_until_a_reader_opens_it(built):
    (more,) = field(built, "about").select("details.dj-fields-more")

    assert not more.has_attr("open")
    assert more.summary.get_text() == "Example"
    assert more.pre.get_text() == LONG


def test_a_long_value_is_laid_out(built):
    shown = built.article(PAGE).select_one("#response-200-list details pre").get_text()

    assert json.loads(shown) == {"words": LONG.split()}
    assert shown.count("\n") > 60


def test_examples_of_a_body_are_told_of_below_its_fields(built):
    listed = built.article(PAGE).select(".dj-example-notes > li")

    assert [" ".join(item.get_text().split()) for item in listed] == [
        "A few: Only two. No more.",
        "many: All.",
    ]
    assert listed[1].a["href"] == "https://example.com/many.json"


def test_the_markdown_twin_says_the_same(built):
    twin = built.text(f"{PAGE}.md")

    assert "Examples: `tabby`, <https://example.com/kinds.txt>." in twin
    assert "Example: `lynx` A wild one: Not *tame*." in twin
    assert f"  ```\n  {LONG}\n  ```" in twin
    assert "- **A few**: Only *two*." in twin
    assert "- [**many**](https://example.com/many.json): All." in twin


def test_other_builders_say_the_same(site):
    text = site(FILES, "text").text(f"{PAGE}.txt")
    words = " ".join(text.split())

    assert 'Example: "lynx" A wild one: Not *tame*.' in words
    assert LONG in text
    assert "* **A few**: Only *two*. No more. * **many**: All." in words


def test_translators_get_the_words(site):
    template = "\n".join(
        path.read_text(encoding="utf-8") for path in site(FILES, "gettext").outdir.rglob("*.pot")
    )

    for words in ("A wild one", "Not *tame*.", "Only *two*.", "No more.", "A few"):
        assert f'msgid "{words}"' in template


def test_a_reason_that_holds_at_several_places_of_an_example_is_said_once(site):
    field = {"type": "string", "nullable": True}
    names = ("a", "b", "c", "d", "e")
    schema = {"type": "object", "properties": dict.fromkeys(names, field) | {"n": {"const": 1}}}
    content = {"application/json": {"schema": schema, "example": dict.fromkeys(names) | {"n": 2}}}
    paths = {"/a": {"get": {"responses": {"200": {"description": "x", "content": content}}}}}
    api = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    built = site(
        {"index.md": "---\ntitle: T\n---\n\nWords.\n", "api.json": json.dumps(api)},
        config={"api": {"openapi": "api.json"}},
    )

    (line,) = [line for line in built.warning_lines if "openapi-example" in line]
    assert line.count("nullable") == 1
    assert "1 was expected at /n" in line
