"""What readers ask is answered: 200 questions, each with the page that has to come first."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests._support.building import build_site
from tests._support.inputs import REAL_INPUTS
from tests.search.asking import HERE, run_engine

ROOT = HERE.parents[1]
SITES = REAL_INPUTS / "sites"
QUESTIONS = tomllib.loads((HERE / "questions.toml").read_text(encoding="utf-8"))
FEWEST = 0.95
"""What may fail is one of twenty."""

MOST_WRONG = {"axiom": 5, "agentops": 2, "fastmcp": 2, "trigger": 2}
"""How many questions a real site leaves open, in words that its pages do not have; else one."""

FIRST_BYTES = 100_000
"""So many compressed bytes of the index a first query may cost on a site of 400 pages."""

PHRASE_BYTES = 220_000
"""The same for words in quotation marks: the text of each page that has all of them is read."""


def is_answered(answer, wanted):
    """Whether the page is among the first three, and the place is shown with it."""
    if isinstance(wanted, list):
        return any(is_answered(answer, each) for each in wanted)
    page, _mark, anchor = wanted.partition("#")
    return any(
        found["uri"] == f"{page}.html"
        and (not anchor or any(place[0] == anchor for place in found["places"][:2]))
        for found in answer["found"][:3]
    )


def too_dear(answers, asked):
    """Return the queries that cost more bytes than they may."""
    return {
        query: answer["bytes"]
        for query, answer in zip(asked, answers, strict=True)
        if answer["bytes"] >= (PHRASE_BYTES if '"' in query else FIRST_BYTES)
    }


def asked_of(outdir: Path, name: str):
    asked = QUESTIONS[name]
    answers = run_engine(sites=[(outdir, asked)])["answers"][0]
    wrong = [
        f"{query!r}: {wanted} is not among {[found['uri'] for found in answer['found'][:3]]}"
        for (query, wanted), answer in zip(asked.items(), answers, strict=True)
        if not is_answered(answer, wanted)
    ]
    return answers, wrong


def test_there_are_many_questions():
    assert sum(map(len, QUESTIONS.values())) >= 200


def test_pages_in_writing_without_spaces_and_with_long_words_are_found(tmp_path):
    folder = HERE / "languages"
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    built = build_site(tmp_path / "site", files, conf={"html_theme": "docsjson", "language": "de"})

    assert asked_of(built.outdir, "languages")[1] == []


LANGUAGES = {
    "de": (
        {
            "server": "# Rechnername\n\nDatenbankverbindungen haben Verwalterrechte.",
            "other": "# Namhaft\n\nWer verbindet, weiß es.",
        },
        {"Verbindung": "server", "Name": "server", "Rechte": "server", "Verbindungen": "server"},
    ),
    "ja": (
        {
            "publish": "# サイトを公開\n\n公開の手順です。",
            "notify": "# 通知\n\n送信に失敗した場合。",
            "install": "# インストール\n\n手順です。",
            "sockets": "# WebSocket\n\n接続します。",
            "depends": "# 依存関係\n\n## 簡単な使い方\n\n関数の使い方です。",
        },
        {
            "公開する": "publish",
            "通知が失敗": "notify",
            "インストールしたい": "install",
            "WebSocketの使い方": "sockets",
        },
    ),
    "ru": (
        {
            "upload": "# Загрузка файлов\n\nТекст.",
            "errors": "# Обработка ошибок\n\nТекст.",
            "tests": "# Тестирование\n\nТекст.",
        },
        {"загрузить файл": "upload", "обработать ошибку": "errors", "как тестировать": "tests"},
    ),
    "tr": (
        {"limits": "# Hız sınırı\n\nMetin.", "errors": "# Hataları yönetme\n\nMetin."},
        {"hiz": "limits", "SINIR": "limits", "HATA YÖNETİMİ": "errors"},
    ),
    "zh_CN": (
        {"deploy": "# 部署\n\n网站的部署。", "install": "# 安装\n\n安装软件包。"},
        {"怎么部署网站": "deploy", "怎样安装": "install"},
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_and_other_forms_of_a_word_are_found(language, tmp_path):
    pages, asked = LANGUAGES[language]
    files = {f"{name}.md": text for name, text in pages.items()}
    files["index.md"] = "# Acme\n"
    conf = {"html_theme": "docsjson", "language": language}
    built = build_site(tmp_path / "site", files, conf=conf)
    answers = run_engine(sites=[(built.outdir, asked)])["answers"][0]
    first = [answer["found"][0]["uri"] if answer["found"] else "" for answer in answers]

    assert dict(zip(asked, first, strict=True)) == {
        query: f"{page}.html" for query, page in asked.items()
    }


def test_questions_to_our_own_documentation_are_answered(docs_folder):
    answers, wrong = asked_of(docs_folder, "docs")

    assert len(wrong) <= (1 - FEWEST) * len(QUESTIONS["docs"]), wrong
    assert too_dear(answers, QUESTIONS["docs"]) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["trigger", "mem0", "axiom", "fastmcp", "agentops", "copilotkit"])
def test_questions_to_real_sites_are_answered(name, tmp_path):
    if not (SITES / name).is_dir():
        pytest.skip(f"{SITES / name} is absent")
    conf = {"html_theme": "docsjson"}
    built = build_site(SITES / name, {}, conf=conf, outdir=tmp_path / name)
    answers, wrong = asked_of(built.outdir, name)

    assert len(wrong) <= MOST_WRONG.get(name, 1), wrong
    assert too_dear(answers, QUESTIONS[name]) == {}
