"""What a reader of an operation sees first: much on few lines, and every word of the file once."""

from __future__ import annotations

import json

import pytest

from sphinx_docsjson.ext.openapi.content.access import security_line
from sphinx_docsjson.ext.openapi.model.api import Requirement, SecurityScheme
from tests._support.building import build_site
from tests._support.inputs import input_text

SPEC = input_text(__file__, "reading.yaml")


def files(**api):
    config = {"name": "T", "openapi": "ferns.yaml", "api": api}
    config["navigation"] = [{"group": "A", "pages": ["index"]}]
    return {"docs.json": json.dumps(config), "ferns.yaml": SPEC, "index.md": "# A\n"}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the site."""
    found = build_site(tmp_path_factory.mktemp("ferns"), files())
    assert found.warning_lines == []
    return found


GET, POST = "api-reference/ferns/all-about-ferns", "api-reference/ferns/plant"
DELETE, PUT = f"{GET}-1", f"{GET}-2"


def words(node):
    return " ".join(node.get_text(" ", strip=True).split())


def test_what_is_short_stands_on_the_line_of_a_name_and_what_is_long_below_it(built):
    article = built.article(GET)

    head = words(article.select_one("#query-shade .dj-field-head"))
    assert "length: at most 5 · reserved characters stay as they are · may be empty" in head
    assert head.endswith("Example: half")
    wide = article.select_one("#query-wide")
    assert "matches" not in words(wide.select_one(".dj-field-head"))
    assert "matches ^[a-z]{2,40}" in words(wide.select_one("p.dj-field-facts"))


def test_a_title_is_shown_where_it_says_more_than_the_name(built):
    article = built.article(GET)

    assert [words(title) for title in article.select("#query-wide .dj-field-title")] == [
        "How wide"
    ]
    assert article.select("#query-start-date .dj-field-title") == []
    assert "A fern" not in words(article.select_one("#query-wide"))


def test_authorization_is_one_line_that_opens_where_there_is_more_to_say(built):
    line = built.article(GET).select_one("#authorization")
    assert line.select_one("p.dj-opening") is not None
    assert line.details is None

    more = built.article(POST).select_one("#authorization > details")
    assert "Authorization: Bearer <token> (header)" in words(more.summary)
    assert " or " in words(more.summary)
    assert "Ask us" in words(more.dl.find_next("dl"))


def test_schemes_that_a_request_carries_alike_are_named_once_on_the_line():
    def bearer(key, description):
        scheme = SecurityScheme(key=key, type="http", scheme="bearer", description=description)
        return (Requirement(scheme=scheme),)

    basic = (Requirement(scheme=SecurityScheme(key="c", type="http", scheme="basic")),)
    security = (bearer("a", "A key."), bearer("b", "A token."), basic)
    (line,) = security_line(security, "api.yaml")
    said = "".join(text for text, _is_code in line["pieces"])

    assert said == (
        "Authorization: Bearer <token> (header) or Authorization (user name and password, Basic)"
    )
    assert ["A key." in line.astext(), "A token." in line.astext()] == [True, True]


def test_why_something_is_deprecated_is_said(built):
    assert "Deprecated: Say shade" in words(built.article(GET).select_one("#query-old"))
    reason = built.article(POST).select_one(".dj-deprecated a")
    assert reason["href"] == "https://ferns.example/new"


def test_values_have_their_names_and_what_is_said_of_them(built):
    article = built.article(GET)
    kind = article.select_one("#response-200-kind .dj-field-enum")
    size = article.select_one("#response-200-size .dj-field-enum")

    assert [words(item) for item in kind("li")] == ["w WOOD : In a wood .", "t TREE : On a tree."]
    assert kind.em.get_text() == "wood"
    assert [words(item) for item in size("li")] == ["s Small : Under a metre.", "l Large"]


def test_what_a_text_holds_has_fields(built):
    packed = built.article(GET).select_one("#response-200-packed")

    assert "Content" in words(packed.select_one(".dj-variants-title"))
    assert "weight" in [code.get_text() for code in packed.select(".dj-field-head code")]


def test_another_key_is_called_as_the_file_calls_it(built):
    names = [words(code) for code in built.article(GET).select("#response-200-labels code")]
    assert "{label}" in names


def test_headers_of_a_part_say_what_they_are(built):
    picture = words(built.article(POST).select_one("#body-picture"))
    assert "with the header X-Made (Who made it.)" in picture
    assert "reserved characters stay as they are" in picture


def test_that_there_are_no_other_fields_is_said_once_a_tree(built):
    section = built.article(PUT).select_one("#request-body")
    assert words(section).count("no other fields") == 1
    assert "no other fields, at any depth" in words(section)


def test_operations_without_a_summary_are_told_apart_by_what_they_say_of_themselves(built):
    titles = {name: words(built.article(name).h1) for name in (GET, POST, DELETE, PUT)}

    assert [title.rstrip("¶ ") for title in titles.values()] == [
        "List ferns by URL",
        "Plant",
        "Take all of them away",
        "PUT /ferns",
    ]


def test_what_is_said_of_a_path_is_on_the_page_of_each_operation(built):
    text = words(built.article(GET))
    assert "Of the operation." in text
    assert "Of the whole path." in text


def test_samples_hold_defaults_of_optional_objects_when_asked(site):
    found = site(files(examples={"defaults": "defaults"}))
    (sample,) = {code.get_text() for code in found.article(PUT).select(".dj-sample-curl pre")}
    assert json.loads(sample[sample.index("{") : sample.rindex("}") + 1]) == {
        "a": {},
        "opt": {"d": 7},
    }


def test_the_compact_density_is_a_choice_of_docs_json(site, built):
    found = site(files(density="compact"))
    assert found.article(GET).select(".dj-compact > #query-shade")
    assert not built.article(GET).select(".dj-compact > #query-shade")
    # Headers of a response are a table of lines in each density.
    assert built.article(GET).select(".dj-compact > #response-200-header-x-left")


def sidebar(built, docname="index"):
    groups = built.soup(docname).select("#dj-sidebar .dj-group")
    found = {words(group.h2) if group.h2 else "": group for group in groups}
    return {name: [words(a) for a in group.select("li a")] for name, group in found.items()}


def test_a_small_reference_lists_its_schemas_with_what_uses_each(built):
    # `Name` says no more than a type.
    assert sidebar(built)["Schemas"] == ["Fern", "Kind", "Closed", "Unused"]
    fern = built.article("api-reference/schemas/fern")
    users = fern.select_one("#used-by")
    assert users.select_one("ul a")["href"] == f"../ferns/{GET.rpartition('/')[2]}.html"
    assert users.select("p")[-1].get_text() == "Part of: Unused"
    assert built.article("api-reference/schemas/unused").select("#used-by") == []


@pytest.mark.parametrize("choice", ["linked", "hide"])
def test_schemas_stand_in_the_navigation_only_where_the_site_wants_them(site, choice):
    found = site(files(schemas=choice))

    assert "Schemas" not in sidebar(found)
    assert not (found.outdir / "api-reference/schemas/unused.html").exists()


def test_the_groups_of_tags_say_where_schemas_stand(site):
    groups = "x-tagGroups: [{name: Things, tags: [ferns]}, {name: Shapes, tags: [Models]}]\n"
    found = site({**files(), "ferns.yaml": SPEC + groups})

    assert sidebar(found)["Shapes"] == ["Fern", "Kind", "Closed", "Unused"]


def test_a_schema_that_something_else_uses_says_so_in_the_next_build(site):
    page = "api-reference/schemas/kind"
    more = "    More: {type: object, properties: {k: {$ref: '#/components/schemas/Kind'}}}\n"

    def users(spec):
        found = site({**files(), "ferns.yaml": spec}).article(page)
        return found.select("#used-by p")[-1].get_text()

    assert users(SPEC) == "Part of: Fern"
    assert users(SPEC + more) == "Part of: Fern, More"
