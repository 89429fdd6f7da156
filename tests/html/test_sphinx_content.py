"""What Sphinx writes by itself, as our theme shows it."""

import pytest

NOTES = ("attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning")

OURS = {"html_theme": "docsjson"}


def page_of(site, text, **options):
    return site({"index.rst": f"T\n=\n\n{text}\n"}, **options)


def styles_of(built, page="index"):
    return [f"/{name}" for name in built.sheets(page)]


def test_admonitions_say_in_words_what_they_are(site):
    text = "".join(f".. {name}:: Look.\n\n" for name in (*NOTES, "seealso"))
    soup = page_of(site, text, conf={"html_theme": "docsjson"}).soup("index")

    titles = soup.select(".dj-callout .admonition-title")
    words = [title.text for title in titles if "dj-visually-hidden" not in title["class"]]
    assert words == [*(name.capitalize() for name in NOTES), "See also"]


STYLED = {
    ".. raw:: html\n\n   <table class='dataframe'></table>": "guests.css",
    ".. container:: toggle\n\n   Text.": "guests.css",
    ".. card:: A\n\n   Text.": "sphinx-design-docsjson.css",
}
"""What stands in a page, and the style sheet of others that it needs."""


@pytest.mark.parametrize("text", STYLED)
def test_a_page_loads_the_style_of_what_it_has(site, text):
    pages = {"index.rst": "T\n=\n\nText, *emphasis* and a list:\n\n- one\n"}
    built = site({**pages, "a.rst": f"A\n=\n\n{text}\n"}, conf=OURS)

    assert STYLED[text] in built.sheets("a")
    assert STYLED[text] not in built.sheets("index")


def test_lists_have_the_roles_that_their_items_need(site):
    text = "See [A]_.\n\n.. [A] Text.\n\n.. py:function:: f(long: int, longer: int)\n"
    conf = {"html_theme": "docsjson", "maximum_signature_line_length": 10}
    soup = page_of(site, text, conf=conf).soup("index")

    assert soup.select_one("[role=list] > .citation")["role"] == "listitem"
    items = soup.select("dt.sig > ul > li")
    assert [item.text for item in items] == ["long: int,", "longer: int,"]


def test_the_longest_sentence_of_a_column_needs_room_on_a_phone(site):
    rows = "| a | No more than a few words | Of all columns this one has a sentence. |\n"
    longer = "| b | No | Of all columns this is the one with the longest sentence. |\n"
    head = "| A | B | C |\n|---|---|---|\n"
    two = "| A | C |\n|---|---|\n| a | Of two columns this one has a sentence, too. |\n"
    built = site({"index.md": f"---\ntitle: T\n---\n\n{head}{rows}{longer}\n{two}"})

    [marked] = built.soup("index").select(".dj-sentence")
    assert "longest sentence" in marked.text


def test_the_letters_of_an_index_have_what_separates_them_in_other_themes(site):
    files = {"index.rst": "T\n=\n\n.. index:: malt, hops, yeast\n"}
    letters = site(files, conf=OURS).soup("genindex").select_one(".dj-index-letters")
    assert letters.get_text().strip() == "H | M | Y"
