"""What readers see goes through the catalogues, and translations fit their originals."""

import re
import subprocess
import sys
import unicodedata
from gettext import c2py
from io import BytesIO
from pathlib import Path

import pytest
import sphinx
from babel import Locale
from babel.messages.extract import extract_from_file
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from sphinx_docsjson.site.model import text_direction
from tools.messages import of_python

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "sphinx_docsjson" / "locales"
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())
PLACEHOLDER = re.compile(r"%\(\w+\)s|%[^%\s]|\{\w+\}")
SCRIPTS = {
    "ar": "ARABIC", "fa": "ARABIC", "he": "HEBREW", "ja": "CJK|HIRAGANA|KATAKANA",
    "ko": "HANGUL", "ru": "CYRILLIC", "zh_CN": "CJK", "zh_TW": "CJK",
}  # fmt: skip
SAME_EVERYWHERE = {"JSON", "Webhook", "webhook", "%s (webhook)", "cookie", "Cookies", "Webhooks"}
"""What may stay as it is in a language of another script."""


def catalog(path):
    with path.open("rb") as file:
        return read_po(file)


def test_every_text_of_the_templates_is_in_the_catalogue():
    known = {message.id for message in catalog(LOCALES / "sphinx_docsjson.pot")}
    used = {
        found[1]
        for template in (ROOT / "theme").rglob("*.html")
        for found in extract_from_file("jinja2", template, keywords={"_": None})
    }

    assert used - known == set()


def test_the_catalogues_are_what_the_sources_give():
    check = [sys.executable, ROOT / "tools" / "messages.py", "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_text(language):
    messages = catalog(LOCALES / language / "LC_MESSAGES" / "sphinx_docsjson.po")

    assert {m.id for m in messages} == {m.id for m in catalog(LOCALES / "sphinx_docsjson.pot")}
    assert [m.id for m in messages if m.fuzzy] == []
    assert not messages.obsolete
    assert (LOCALES / language / "LC_MESSAGES" / "sphinx_docsjson.mo").is_file()


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_before_a_release(language):
    """Who adds a text does not have to know twelve languages: readers see English until then."""
    file = LOCALES / language / "LC_MESSAGES" / "sphinx_docsjson.po"
    empty = [m.id for m in catalog(file) if m.id and not m.string.strip()]
    todo = f"translate in {file.relative_to(ROOT)}, then run python3 tools/dev.py renew: {empty}"

    assert not empty, todo


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_fits_its_original(language):
    messages = [
        message
        for message in catalog(LOCALES / language / "LC_MESSAGES" / "sphinx_docsjson.po")
        if message.id and message.string
    ]

    def form(text):
        return sorted(PLACEHOLDER.findall(text)), text[:1].isspace(), text[-1:].isspace()

    assert [m.id for m in messages if form(m.id) != form(m.string)] == []
    assert [error for message in messages for error in message.check()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_header_has_the_plural_forms_of_its_language(language):
    # As GNU gettext counts them; releases of Babel differ, as CLDR has a form for millions.
    messages = catalog(LOCALES / language / "LC_MESSAGES" / "sphinx_docsjson.po")
    form_of = c2py(messages.plural_expr)

    assert messages.locale == Locale.parse(language)
    assert messages.num_plurals == {"ar": 6, "ru": 3}.get(
        language, 1 if language[:2] in {"fa", "ja", "ko", "zh"} else 2
    )
    assert {form_of(number) for number in range(1000)} == set(range(messages.num_plurals))


@pytest.mark.parametrize("language", SCRIPTS)
def test_a_translation_is_written_in_the_script_of_its_language(language):
    def is_own(text):
        names = (unicodedata.name(character, "") for character in text)
        return any(re.match(SCRIPTS[language], name) for name in names)

    messages = catalog(LOCALES / language / "LC_MESSAGES" / "sphinx_docsjson.po")
    texts = {m.id: PLACEHOLDER.sub("", m.string) for m in messages if m.id}
    foreign = {
        original
        for original, text in texts.items()
        if not is_own(text) and any(map(str.isalpha, text))
    }
    assert foreign <= SAME_EVERYWHERE


def test_texts_in_f_strings_are_collected():
    source = b"""words = f"{_('one')}: {_('two') % 2}" + N_("three")"""

    found = [text for _line, _keyword, text, _comments in of_python(BytesIO(source), (), (), {})]
    assert sorted(found) == ["one", "three", "two"]


def test_the_documentation_lists_the_languages():
    text = (ROOT / "docs" / "publish" / "translation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| `(\w+)`[^|]*\| (.*) \|$", text, re.MULTILINE)
    told = {
        language: note for language, note in rows if note in {"left to right", "right to left"}
    }

    assert sorted(told) == sorted(["en", *LANGUAGES])
    mirrored = {language for language, note in told.items() if note == "right to left"}
    assert mirrored == {name for name in LANGUAGES if text_direction(name) == "rtl"}


LINKS = "heading definition term table code image toctree"
SEEN = {
    *(f"Link to this {place}" for place in LINKS.split()),
    *(f"{done} in version %s" for done in ("Added", "Changed", "Removed")),
    "Deprecated since version %s", "Bases: %s", "alias of %s", "(in %s)", "General Index",
    "Parameters", "Returns", "Return type", "Raises", "Yields", "Keyword Arguments", "Warning",
    "Tip", "Hint", "Important", "Caution", "Attention", "Error", "See also", "Fig. %s",
    "Table %s", "Listing %s", "Module code",
}  # fmt: skip
"""Words of Sphinx that readers of many pages see."""


def words(path):
    """Return original → translation of a compiled catalogue, or nothing."""
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        found = [message for message in read_mo(file) if isinstance(message.id, str)]
    return {message.id: message.string for message in found if message.id and message.string}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sphinx_has_its_words_or_is_lent_them(language):
    folder = Path(sphinx.__file__).parent / "locale"
    own = {"pt": "pt_BR"}.get(language, language)
    theirs = words(folder / own / "LC_MESSAGES" / "sphinx.mo")
    lent = words(LOCALES / language / "LC_MESSAGES" / "sphinx.mo")

    assert SEEN - theirs.keys() - lent.keys() == set()
    for original, text in lent.items():
        assert sorted(PLACEHOLDER.findall(original)) == sorted(PLACEHOLDER.findall(text))
