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

MOST_WRONG = {"axiom": 4, "agentops": 2, "fastmcp": 2, "trigger": 2}
"""How many questions a real site leaves open, in words that its pages do not have; else one."""

FIRST_BYTES = 60_000
"""So many compressed bytes a first query may cost on a site of 400 pages, script and style too."""

PHRASE_BYTES = 90_000
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
