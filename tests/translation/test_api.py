"""What an OpenAPI file says is translated, on generated pages and on those of an author."""

import re
from difflib import unified_diff

import pytest
from bs4 import BeautifulSoup
from sphinx import locale

from tests.translation.api import FILES, SPEC
from tests.translation.catalogues import build_in, extract, fill, machine
from tests.translation.test_components import seen

PAGES = ("written", "schema", "api-reference/origtag/origcreate", "api-reference/origfrost")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The site before and after its translation: output file → text."""
    srcdir = tmp_path_factory.mktemp("api") / "site"
    names = [
        "llms.txt",
        "llms-full.txt",
        *(f"{page}{end}" for page in PAGES for end in (".html", ".md")),
    ]
    kept = dict(locale.translators)
    first = build_in(srcdir, FILES)
    before = {name: first.text(name) for name in names}
    found = extract(srcdir, FILES)
    fill(srcdir, found)
    site = build_in(srcdir, FILES)
    locale.translators.clear()
    locale.translators.update(kept)
    return found, before, site, {name: site.text(name) for name in names}


def test_neither_step_warns(built):
    found, _before, site, _after = built

    assert found.built.warning_lines == []
    assert site.warning_lines == []


def without_addresses(text):
    return re.sub(
        r"\(<?[^ )]*\)|\bSource: \S+|data-(?:current-path|twin)=\S+|`\w+\.\{language\}\.md`",
        "()",
        text,
    )


@pytest.mark.parametrize("page", PAGES)
def test_every_word_of_a_page_is_translated(built, page):
    _found, before, _site, after = built
    wanted, got = (
        list(map(without_addresses, seen(BeautifulSoup(text[f"{page}.html"], "html.parser"))))
        for text in (before, after)
    )

    assert list(unified_diff(list(map(machine, wanted)), got, lineterm="", n=0)) == []
    assert len(got) > 5


@pytest.mark.parametrize("name", ["llms.txt", "llms-full.txt", *(f"{page}.md" for page in PAGES)])
def test_every_word_for_agents_is_translated(built, name):
    _found, before, _site, after = built
    wanted, got = (without_addresses(text[name]) for text in (before, after))

    assert machine(wanted).splitlines() == got.splitlines()
    assert "trad" in got


def test_every_text_names_its_line(built):
    lines = SPEC.splitlines()
    known = 0

    for message, places in built[0].messages.items():
        for path, line in places:
            assert path in FILES, message
            if path == "api.yaml" and message not in ("Webhooks", "origNameMore"):
                assert re.split(r"\W", message)[0] in lines[line - 1], (message, line)
                known += 1
    # "Webhooks" is no text of the file, and the second paragraph of a text in quotes has no line.
    assert known > 30


def test_markup_of_a_translation_is_that_of_a_description(tmp_path):
    srcdir = tmp_path / "site"
    fill(
        srcdir,
        extract(srcdir, FILES),
        lambda text: machine(text).replace("tradKind", "<b>Art</b> {{x}} {note} <script>"),
    )
    built = build_in(srcdir, FILES)

    assert built.warning_lines == []
    text = built.article("written").get_text(" ", strip=True)
    assert "{{x}} {note} <script>" in text
