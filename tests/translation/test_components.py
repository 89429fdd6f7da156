"""Every component is translated, in each of the three syntaxes, in every output."""

import re
from difflib import unified_diff

import pytest
from bs4 import BeautifulSoup
from sphinx import locale

from sphinx_docsjson.components.domain import registry
from tests.components.samples import PICTURE
from tests.translation.catalogues import build_in, extract, fill, machine
from tests.translation.gallery import NAMES, SEEN, gallery, is_seen

SITE = (
    '{"name": "Site", "navigation": {"groups": '
    '[{"group": "origGroup", "pages": ["tag", "myst", "rst"]}]}}'
)
PAGES = ("tag", "myst", "rst")
ADDRESSES = {"id", "href", "for", "name", "class", "data-sync-id"}


def seen(soup):
    """Return all words of a page, and what readers see or hear of its attributes."""
    found = []
    for node in soup.descendants:
        if isinstance(node, str):
            found += [str(node).strip()]
        else:
            found += [
                f"{name}={value}"
                for name, value in node.attrs.items()
                if name not in ADDRESSES and "#" not in value and not name.startswith("aria-c")
            ]
    return [text for text in found if "orig" in text or "trad" in text]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The gallery before and after its translation: output file → text."""
    srcdir = tmp_path_factory.mktemp("gallery") / "site"
    files = {**gallery(), **PICTURE, "docs.json": SITE}

    def outputs():
        site = build_in(srcdir, files)
        names = ["llms.txt", *(f"{page}{end}" for page in PAGES for end in (".html", ".md"))]
        return site, {name: site.text(name) for name in names}

    # Sphinx keeps the language of a build for the rest of the process.
    kept = dict(locale.translators)
    _site, before = outputs()
    found = extract(srcdir, files)
    fill(srcdir, found)
    site, after = outputs()
    locale.translators.clear()
    locale.translators.update(kept)
    return found, before, site, after


def test_an_attribute_is_seen_or_a_name():
    for component in registry:
        for attribute in component.attributes:
            if attribute.instead or component.instead:
                continue  # it has no effect
            if attribute.type in ("text", "markdown", "list"):
                known = is_seen(component, attribute) or attribute.name in NAMES
                assert known, f"{component.name}.{attribute.name}: do readers see it?"
    assert all(registry.get(name) for name, _attribute in SEEN)


def test_neither_step_warns(built):
    found, _before, site, _after = built

    assert found.built.warning_lines == []
    assert site.warning_lines == []


@pytest.mark.parametrize("page", PAGES)
def test_every_word_of_a_page_is_translated(built, page):
    _found, before, _site, after = built
    wanted, got = (
        seen(BeautifulSoup(text[f"{page}.html"], "html.parser")) for text in (before, after)
    )
    wanted = [machine(text) if "origCodeBlockContent" not in text else text for text in wanted]

    assert list(unified_diff(wanted, got, lineterm="", n=0)) == []
    assert len(got) > 100


@pytest.mark.parametrize("name", [*(f"{page}.md" for page in PAGES), "llms.txt"])
def test_every_word_for_agents_is_translated(built, name):
    _found, before, _site, after = built
    wanted, got = (
        re.sub(r"\(<?#[^)]*\)", "()", text[name]).splitlines() for text in (before, after)
    )
    wanted = [machine(text) if text != "origCodeBlockContent" else text for text in wanted]

    assert list(unified_diff(wanted, got, lineterm="", n=0)) == []
    assert "trad" in "".join(got)


def test_every_place_names_its_file(built):
    found = built[0]

    for text, places in found.messages.items():
        assert places, text
        for path, line in places:
            assert path in ("docs.json", "tag.mdx", "myst.md", "rst.rst"), (text, path)
            assert line > 0, (text, path)
