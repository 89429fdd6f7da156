"""The fields of described objects look like ours, and lose no word of what Sphinx writes."""

from __future__ import annotations

import re

import pytest
from docutils import nodes
from sphinx.addnodes import literal_emphasis, literal_strong

from sphinx_docsjson.html.objects import ObjectEntry, read_entry
from tests._support.inputs import input_text

OURS = {"html_theme": "docsjson"}

OBJECTS = input_text(__file__, "object_fields.rst")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    from tests._support.building import build_site

    folder = tmp_path_factory.mktemp("objects")
    files = {"docs.json": '{"name": "x", "navigation": ["index"]}', "index.rst": OBJECTS}
    ours = build_site(folder / "ours", files, conf=OURS)
    theirs = build_site(folder / "theirs", files, conf={"html_theme": "basic"})
    return ours, theirs


def fields_of(built, name):
    described = built.soup("index").find("dt", id=re.compile(rf"{name}$")).find_next_sibling("dd")
    return {
        field.find("code").text: [pill.text for pill in field.select(".dj-field-head > span")]
        for field in described.select(".dj-field")
        if field.find("code")
    }


def shown(pills):
    return [pill for pill in pills if pill.strip(" ()–")]


def test_types_defaults_and_required_come_from_the_signature(built):
    fields = {name: shown(pills) for name, pills in fields_of(built[0], "^brew").items()}

    assert fields == {
        "recipe": ["Recipe", "required"],
        "args": ["str"],
        "dose": ["float", "default: 18.0"],
        "log": ["Recipe or None", "default: None"],
        "unknown": ["str"],
        "OutOfWater": [],
        "ValueError": [],
    }


def test_what_is_added_are_words_of_their_own_that_the_twin_does_not_need(built):
    head = built[0].soup("index").select_one(".dj-field-head:has(.dj-field-default)")
    added = head.select(".dj-added")

    assert "dose float default: 18.0" in head.get_text()
    assert [pill.get("data-markdown-ignore") for pill in added] == ["", ""]


def test_what_one_overload_does_without_is_not_required(built):
    fields = {name: shown(pills) for name, pills in fields_of(built[0], "^weigh").items()}

    assert fields == {"a": ["int", "str", "required"], "b": ["int"]}


def test_overloads_show_each_its_own_default(built):
    fields = {name: shown(pills) for name, pills in fields_of(built[0], "^grind").items()}

    assert fields == {
        "fine": ["Literal[True] = True", "Literal[False]"],
        "size": ["int", "default: 3"],
        "unit": ["str = 'g'", "= None"],
    }


def test_the_type_that_is_returned_stands_beside_the_word(built):
    soup = built[0].soup("index")

    [pair] = soup.select(".dj-field-pair")
    assert pair.find("dd", class_="dj-return-type").text.strip() == "Recipe"
    returns = [dt.find_next("dd").text for dt in soup.select("dt") if dt.text == "Returns:"]
    assert "float How long." in map(str.strip, returns)


def test_other_domains_and_napoleons_lists_are_drawn_too(built):
    ours = built[0]

    assert {k: shown(v) for k, v in fields_of(ours, "c.start").items()} == {
        "name": ["const char *"],
        "-1": [],
    }
    assert shown(fields_of(ours, "push.*")["bean"]) == ["int", "default: 3"]
    # Sphinx 8 writes the type like a function.
    assert shown(fields_of(ours, "^pour")["water"])[0].removesuffix("()") == "number"
    assert {k: shown(v) for k, v in fields_of(ours, "^plain").items()} == {
        "one": ["int"],
        "two": ["str"],
    }


def test_a_name_that_is_a_link_begins_an_entry():
    """The HTTP domain links header fields and codes of statuses."""
    code = nodes.reference("", "404 Not Found", refuri="https://a.example/")
    link = nodes.inline("", "", code)
    entry = read_entry([link, nodes.Text(" – there is none")])
    assert (entry.name, entry.text) == ([link], [nodes.Text("there is none")])
    assert read_entry([link, nodes.Text(" says so")]) is None


def test_the_contents_list_calls_members_as_sphinx_does(built):
    listed = [one.get_text() for one in built[0].soup("index").select("aside.dj-toc li li a")]
    assert [name for name in listed if "fill" in name or "empty" in name] == [
        "Mill.fill()",
        "Mill.empty()",
    ]
    apart = [one.get_text() for one in built[0].soup("index").select("aside.dj-toc a")]
    assert "Mill.clean()" in apart


def test_a_parameter_has_an_address(built):
    soup = built[0].soup("index")

    field = soup.find(id="brew-param-recipe")
    assert "dj-field" in field["class"]
    assert field.select_one(".dj-field-head > a")["href"] == "#brew-param-recipe"


def test_all_words_and_links_stay_in_their_order(built):
    def facts(each, selector):
        body = each.soup("index").select_one(selector)
        for name in body.select("a.dj-field-anchor"):
            name.unwrap()
        for added in body.select(".dj-added, .headerlink"):
            added.decompose()
        return body.get_text(" ").split(), [link.get("href") for link in body.find_all("a")]

    ours, theirs = facts(built[0], ".dj-content"), facts(built[1], "div.body")
    assert "".join(ours[0]) == "".join(theirs[0])
    assert ours[1] == theirs[1]


def test_descriptions_keep_their_blocks(built):
    field = built[0].soup("index").find(id="brew-param-dose")

    assert [tag.name for tag in field.select_one(".dj-field-body").find_all(recursive=False)] == [
        "p",
        "ul",
    ]


def test_other_themes_and_the_twin_keep_the_lists(built):
    ours, theirs = built

    assert not theirs.soup("index").select(".dj-field, .dj-object-fields")
    assert "- **recipe** – The recipe." in ours.text("index.md")
    assert "dj-" not in ours.text("index.md")


TEXT = "text"


@pytest.mark.parametrize(
    ("parts", "name", "kind", "text"),
    [
        ([literal_strong("", "a"), " – ", TEXT], "a", "", "text"),
        ([literal_strong("", "a"), " -- text"], "a", "", "text"),
        ([literal_strong("", "a")], "a", "", ""),
        ([literal_strong("", "a"), " (", literal_emphasis("", "int"), ")"], "a", "int", ""),
        (
            [nodes.strong("", "a"), " (f(x), ", nodes.emphasis("", "g"), ") – b"],
            "a",
            "f(x), g",
            "b",
        ),
        ([nodes.emphasis("", "int"), " – b"], "", "int", "b"),
    ],
)
def test_lines_that_are_entries(parts, name, kind, text):
    children = [nodes.Text(part) if isinstance(part, str) else part for part in parts]
    entry = read_entry(children)

    def words(found):
        return "".join(part.astext() for part in found)

    assert (words(entry.name), words(entry.type), words(entry.text)) == (name, kind, text)
    line = [*entry.name, nodes.Text(entry.before_type), *entry.type]
    line += [nodes.Text(entry.before_text), *entry.text]
    assert words(line) == words(children)


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [TEXT],
        [nodes.strong("", "Never"), " do this – or that."],
        [nodes.strong("", "Never")],
        [nodes.strong("", "a"), " (without an end – text"],
        [TEXT, nodes.strong("", "a"), " – text"],
    ],
)
def test_other_lines_are_none(parts):
    children = [nodes.Text(part) if isinstance(part, str) else part for part in parts]

    assert read_entry(children) is None


def test_the_type_is_found_in_other_languages(site):
    text = "T\n=\n\n.. py:function:: f(a)\n\n   :param a: b\n   :returns: c\n   :rtype: int\n"
    soup = site({"index.rst": text}, conf=OURS | {"language": "de"}).soup("index")

    # A domain that was imported in another language keeps the words of that one.
    assert soup.select_one(".dj-field-pair > dt").text in ("Rückgabe:", "Returns:")
    assert soup.select_one(".dj-field-required").text == "erforderlich"


def test_names_are_found_in_a_line_of_blanks():
    blanks = " " * 100_000

    assert ObjectEntry(name=[nodes.Text(f"a{blanks}, *b{blanks} or c")]).names() == ["a", "b", "c"]
    assert ObjectEntry(name=[nodes.Text(f"a{blanks}b")]).names() == [f"a{blanks}b"]
