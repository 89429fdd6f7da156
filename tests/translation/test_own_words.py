"""Where every text of ours and of Sphinx is marked, readers see none without a mark."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import sphinx
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from bs4 import Doctype
from sphinx import locale as sphinx_locale

from sphinx_docsjson import i18n
from sphinx_docsjson.base.messages import words
from sphinx_docsjson.ext.openapi.request.samples import LANGUAGES, language
from tests._support.building import Built, write_files
from tests._support.inputs import input_text
from tests.components.samples import PICTURE
from tests.translation import api
from tests.translation.catalogues import build_in
from tests.translation.gallery import gallery

ROOT = Path(__file__).resolve().parents[2]
LANGUAGE = "yo"
"""A language that Babel knows, and neither Sphinx nor we have a catalogue of."""

SITE = input_text(__file__, "own_words-site.json")
CONF = """from pathlib import Path

from sphinx_docsjson import i18n as ours

ours.LOCALE_DIR = Path({!r})
extensions = ["sphinx_docsjson"]
language = "yo"
locale_dirs = ["locale"]
html_theme = "docsjson"
html_context = dict(github_user="a", github_repo="b", github_version="c", doc_path="")
"""
KEPT = input_text(__file__, "own_words-kept.rst")
ATTRIBUTES = (
    "title",
    "aria-label",
    "placeholder",
    "alt",
    "data-label",
    "data-copy",
    "data-copied",
)
TECHNICAL = words(
    "AI GET POST HOOK OAuth string integer number object enum OK Created Not Found "
    "Plant Blade Needle grown parent name size width length leaf kind region eu us tree herb id "
    "key login read path getPlant plants frost Start of with and braces text built-in function"
) | {language(name)["label"] for name in LANGUAGES}
"""Words of the site that are names or values, and those that stay in every language."""


def catalogue(template, path):
    """Write a catalogue in which each text of *template* is the same in brackets."""
    found = Catalog(locale=LANGUAGE, fuzzy=False)
    with template.open("rb") as file:
        for message in read_po(file):
            one = message.id if isinstance(message.id, str) else message.id[0]
            if one:
                found.add(one, f"⟦{one}⟧")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_mo(file, found)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build in a process of its own: words of Sphinx's modules stay as they are read first."""
    srcdir = tmp_path_factory.mktemp("words") / "site"
    own, theirs = srcdir.parent / "ours", srcdir / "locale"
    messages = Path(LANGUAGE) / "LC_MESSAGES"
    catalogue(i18n.LOCALE_DIR / "sphinx_docsjson.pot", own / messages / "sphinx_docsjson.mo")
    template = Path(sphinx.__file__).parent / "locale" / "sphinx.pot"
    catalogue(template, theirs / messages / "sphinx.mo")
    files = {**PICTURE, **api.FILES, "tag.mdx": gallery()["tag.mdx"], "docs.json": SITE}
    files |= {"old.md": "# origOld\n", "kept.rst": KEPT, "conf.py": CONF.format(str(own))}
    write_files(srcdir, files)
    outdir = srcdir.parent / "html"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(srcdir), str(outdir)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=600)
    return Built(app=None, srcdir=srcdir, outdir=outdir, status="", warnings="")


def seen(soup):
    """Yield the texts of a page outside of code, and what readers see of attributes."""
    for part in soup.select("script, style, pre, code, kbd, svg, [lang=en], head > :not(title)"):
        part.decompose()
    for node in soup.descendants:
        if isinstance(node, str):
            yield "" if isinstance(node, Doctype) else str(node)
        else:
            yield from (node[name] for name in ATTRIBUTES if name in node.attrs)


def english(text):
    """Return the words of *text* that are neither marked nor of the site."""
    text = re.sub(r"⟦[^⟦⟧]*⟧|\borig\w*|https?://\S+|<\w+>", " ", text)
    return set(re.findall(r"[A-Za-z][A-Za-z-]+", text)) - TECHNICAL


def test_no_word_of_a_page_is_without_translation(built):
    pages = sorted(path.relative_to(built.outdir) for path in built.outdir.rglob("*.html"))
    left = {}
    for page in pages:
        for text in seen(built.soup(str(page.with_suffix("")))):
            for word in english(text):
                left.setdefault(word, (str(page), text.strip()))

    assert left == {}
    assert len(pages) >= 12
    assert sum("⟦" in text for text in seen(built.soup("404"))) >= 3
    assert any(path.stem == "origfrost" for path in pages)


@pytest.mark.parametrize("script", ["docsjson-search.js", "docsjson-playground.js"])
def test_scripts_are_given_translations(built, script):
    found = built.text(f"_static/{script}")

    assert found.count("⟦") >= 20


def test_a_project_has_words_of_its_own(tmp_path):
    own = 'msgid ""\nmsgstr ""\n\nmsgid "Use this page"\nmsgstr "Seite mitnehmen"\n'
    files = {
        "docs.json": '{"name": "X", "navigation": {"pages": ["index"]}}',
        "index.md": "# Eins\n",
        "locale/de/LC_MESSAGES/sphinx_docsjson.po": own,
    }
    kept = dict(sphinx_locale.translators)
    found = build_in(tmp_path / "site", files, conf={"html_theme": "docsjson"})
    sphinx_locale.translators.clear()
    sphinx_locale.translators.update(kept)

    assert "Seite mitnehmen" in found.text("index.html")
    assert "Zum Inhalt springen" in found.text("index.html")


@pytest.mark.parametrize(("theme", "named"), [("docsjson", True), ("alabaster", False)])
def test_sphinx_is_lent_words_on_our_pages_only(tmp_path, theme, named):
    kept = dict(sphinx_locale.translators)
    found = build_in(
        tmp_path / "site",
        {"index.rst": "One\n===\n\n.. tip:: Two\n"},
        language="he",
        conf={"html_theme": theme, "html_permalinks": True},
    )
    sphinx_locale.translators.clear()
    sphinx_locale.translators.update(kept)

    assert ("קישור לכותרת זו" in found.text("index.html")) is named
    assert ("Link to this heading" in found.text("index.html")) is not named
    assert "טיפ" in found.text("index.html")
