"""What is written into the index and what is made of a query are the same words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_docsjson.compat.sphinx import stop_words
from sphinx_docsjson.ext.search.words import _CHUNK, backwards, words_of_chunk
from tests.search.asking import run_engine

ROOT = Path(__file__).resolve().parents[2]

CASES = {
    "Deploy the site": ["deploy", "the", "site"],
    "max_retries": ["max_retries", "maxretries", "max", "retries"],
    "client.maxRetries()": ["client.maxretries", "client", "maxretries", "max", "retries"],
    "GET /v1/users/{id}": ["get", "/v1/users/id", "v1", "users", "id"],
    "--watch -j": ["--watch", "watch", "-j", "j"],
    "C++ and C#": ["c++", "c", "and", "c#", "c"],
    "Größe façade": ["grosse", "facade"],
    "hız SINIR İz": ["hiz", "sinir", "iz"],
    "全文搜索 API": ["全文", "文搜", "搜索", "api"],
    "設定ファイル": ["設定", "定フ", "ファ", "ァイ", "イル"],
    "비밀번호": ["비밀", "밀번", "번호"],
    "المَفاتيح والخادم مكتبة": ["مفاتيح", "خادم", "مكتبه"],
    "@app.route": ["@app.route", "app", "route"],
    "https://example.com/a": ["https", "example", "com", "a"],
    "…": [],
}


def words_of(text):
    return [list(words_of_chunk(chunk)) for chunk in _CHUNK.findall(text)]


@pytest.mark.parametrize("text", CASES)
def test_a_text_is_found_by_its_words_whole_and_in_parts(text):
    assert [word for words in words_of(text) for word in words] == CASES[text]


def test_the_browser_makes_the_same_words(record_property):
    texts = [*CASES, *texts_of_documentation(), *odd_texts()]
    words = run_engine(texts=texts)["words"]
    record_property("texts", len(texts))

    assert [
        (text, ours, theirs)
        for text, theirs in zip(texts, words, strict=True)
        if (ours := words_of(text)) != theirs
    ] == []


def texts_of_documentation():
    """Return the paragraphs of our documentation: prose, code, names, addresses."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        yield from re.split(r"\n{2,}", path.read_text(encoding="utf-8"))


def odd_texts():
    """Return texts of all planes, the same in each run."""
    found = []

    @settings(max_examples=300, derandomize=True, database=None, deadline=None)
    @given(st.text(st.characters(exclude_categories=["Cs", "Cn", "Co"]), max_size=40))
    def collect(text):
        found.append(text)

    collect()
    return found


def test_a_word_is_read_backwards_without_its_ending():
    words = ["verbindung", "datenbankverbindungen", "name", "rechnernamens"]

    assert [backwards(word) for word in words] == [
        ("gnudnibrev", ""),
        ("gnudnibrevknabnetad", "en"),
        ("man", "e"),
        ("nemanrenhcer", "s"),
    ]


FUNCTION_WORDS = {
    "da": "og",
    "de": "und",
    "en": "the",
    "es": "para",
    "fi": "ja",
    "fr": "les",
    "hu": "egy",
    "it": "della",
    "nl": "het",
    "no": "og",
    "pt": "para",
    "ru": "и",
    "sv": "och",
}


def test_function_words_of_twelve_languages_and_english_are_known():
    assert [code for code, word in FUNCTION_WORDS.items() if word not in stop_words(code)] == []
    assert "the" in stop_words("en_GB")
    assert not {"install", "search", "page"} & stop_words("en")
