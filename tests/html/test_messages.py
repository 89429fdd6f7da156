"""What readers see goes through the catalogues, and translations fit their originals."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "sphinx_docsjson" / "locales"
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())
FRAME = {
    found[1]
    for template in (ROOT / "theme").rglob("*.html")
    for found in extract_from_file("jinja2", template, keywords={"_": None})
} - {"Full index on one page"}  # which Sphinx's own catalogues have
PLACEHOLDER = re.compile(r"%\(\w+\)s|%s|\{\w+\}")


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

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_the_placeholders(language):
    messages = catalog(LOCALES / language / "LC_MESSAGES" / "sphinx_docsjson.po")

    wrong = [
        message.id
        for message in messages
        if message.id
        and message.string
        and sorted(PLACEHOLDER.findall(message.id)) != sorted(PLACEHOLDER.findall(message.string))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_frame_is_translated(language):
    messages = catalog(LOCALES / language / "LC_MESSAGES" / "sphinx_docsjson.po")

    texts = {text for text in FRAME if not messages[text].string}
    assert texts == set()
    assert (LOCALES / language / "LC_MESSAGES" / "sphinx_docsjson.mo").is_file()
