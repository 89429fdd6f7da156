"""A site with languages in ``docs.json`` is one build, and each page speaks its own language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sphinx import locale

from sphinx_docsjson.compat.sphinx import translator
from sphinx_docsjson.i18n import LOCALE_DIR, _
from tests._support.building import Built, build_site
from tests._support.inputs import input_text

NAVIGATION = {
    "languages": [
        {"language": "en", "pages": ["index"]},
        {"language": "de", "pages": ["de/index", {"group": "API", "openapi": "api.yaml"}]},
        {"language": "cn", "pages": ["cn/index"]},
        {"language": "pt-BR", "pages": ["pt/index"]},
        {"language": "uz", "pages": ["uz/index"]},
    ]
}
PAGE = input_text(__file__, "languages_of_pages.mdx")
API = """\
openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a:
    post:
      summary: Do
      deprecated: true
      security: [{key: []}]
      requestBody: {content: {application/json: {schema: {properties: {b: {$ref: '#/B'}}}}}}
      responses: {'200': {description: G}}
B: {type: string, maxLength: 5}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
"""


def built_in(folder: Path, parallel: int = 1) -> Built:
    site = {"name": "T", "navigation": NAVIGATION}
    files: dict[str, str | bytes] = {"docs.json": json.dumps(site), "api.yaml": API}
    files |= {f"{folder}index.mdx": PAGE for folder in ("", "de/", "cn/", "pt/", "uz/")}
    conf = {"html_theme": "docsjson", "html_last_updated_fmt": "%B %Y"}
    return build_site(folder, files, conf=conf, parallel=parallel)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(locale, "translators", {})
        patch.setenv("SOURCE_DATE_EPOCH", "1734000000")
        yield built_in(tmp_path_factory.mktemp("languages") / "site")


def test_dates_are_of_the_language_of_their_words(built: Built) -> None:
    assert "Last updated on December 2024" in built.text("index.html")
    assert "Zuletzt geändert am Dezember 2024" in built.text("de/index.html")


def frame(built: Built, docname: str) -> str:
    """Return what a page says: its words, and the names of what has none."""
    soup = BeautifulSoup(built.text(f"{docname}.html"), "html.parser")
    names = [tag[name] for name in ("aria-label", "title") for tag in soup.select(f"[{name}]")]
    script = soup.select_one("script[data-copy]")
    says = script["data-copy"] if script else ""
    return "\n".join([soup.get_text("\n"), *names, says])


@pytest.mark.parametrize(
    ("docname", "words"),
    [
        ("index", "On this page; required; See also; Copy; Pages; Link to this heading"),
        ("de/index", "Auf dieser Seite; erforderlich; Siehe auch; Kopieren; Seiten"),
        ("cn/index", "本页内容; 必填; 参见; 复制; 页面"),
        ("pt/index", "Nesta página; obrigatório; Ver também; Copiar; Páginas"),
        ("uz/index", "On this page; required; See also; Copy"),
    ],
)
def test_the_frame_and_the_labels_are_of_the_language_of_the_page(built, docname, words):
    said = frame(built, docname)
    assert [word for word in words.split("; ") if word not in said] == []


def test_so_are_the_words_of_an_api_page_and_of_its_entry(built):
    (page,) = [name for name in built.app.env.found_docs if "api" in name and "do" in name]
    said = frame(built, page)

    assert [
        word for word in ("Veraltet", "Antwort", "Länge: höchstens 5") if word not in said
    ] == []
    assert [word for word in ("Deprecated", "Responses", "at most") if word in said] == []


def test_pages_without_a_place_and_what_follows_speak_the_language_of_the_build(built):
    assert "Letters" in frame(built, "genindex")
    assert str(_("Copy")) == "Copy"


def test_the_search_has_its_words_in_each_language(built):
    script = built.text("_static/docsjson-search.js")
    assert [word for word in ("Nothing was found", "Suche", "搜索") if word not in script] == []
    assert "documentElement.lang" in script


def test_processes_of_a_parallel_build_speak_alike(tmp_path, built):
    beside = built_in(tmp_path / "beside", parallel=3)
    for page in sorted(built.outdir.rglob("*.html")):
        name = page.relative_to(built.outdir)
        assert page.read_text("utf-8") == beside.text(str(name)), name


def test_a_language_without_a_catalogue_leaves_words_as_they_are():
    assert translator("sphinx_docsjson", [str(LOCALE_DIR)], "xx").gettext("Copy") == "Copy"
    assert translator("sphinx_docsjson", [str(LOCALE_DIR)], "zh-Hant").gettext("Copy") == "複製"
