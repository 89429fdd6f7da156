"""What the fuzzer found stays mended, and CI tries texts that never change by themselves."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis.strategies import nothing

from tests._support.quick import quick_only
from tests._support.seeds import seed
from tests.fuzz import fixed
from tests.fuzz.areas import AREAS, config
from tests.fuzz.corpus import kept
from tests.fuzz.generation import batches
from tests.fuzz.mutation import mutated
from tests.fuzz.promises import broken, dangerous, unclear
from tests.fuzz.shrinking import smaller
from tests.fuzz.worker import Worker

OF_THE_DAY = 12
"""How many batches of each area are tried that no run has tried before."""


@pytest.fixture(params=quick_only(AREAS, ["md", "mdx", "docs-json", "openapi"]))
def area(request):
    return AREAS[request.param]


@pytest.fixture
def worker(area):
    worker = Worker(area.name)
    yield worker
    worker.stop()


def test_what_was_found_stays_mended(area, worker):
    texts = kept(area)

    for start in range(0, len(texts), area.batch):
        assert worker.check(texts[start : start + area.batch]) == []


@pytest.mark.nightly
def test_nothing_is_found_in_the_texts_of_ci(area, worker):
    for batch in fixed.batches(area):
        assert worker.check(batch) == [], batch


@pytest.mark.nightly
def test_nothing_is_found_in_texts_of_the_day(area, worker):
    """Others each day: ``python -m tests.fuzz AREA --seed DAY`` begins with the same."""
    for batch in islice(batches(area, seed(1)), OF_THE_DAY):
        assert worker.check(batch) == [], batch


def test_the_texts_of_ci_are_the_same_everywhere(area):
    """Where this fails on purpose: ``python -m tests.fuzz all --freeze``, and try them."""
    assert fixed.digest(fixed.batches(area)) == fixed.kept(area)["digest"]


def test_the_texts_of_ci_do_not_come_from_what_is_written_every_day(area):
    other = replace(area, grammar=nothing(), seeds=(), tokens=())

    assert fixed.batches(other) == fixed.batches(area)


def test_an_exception_is_found(tmp_path, monkeypatch):
    def fail(folder):
        raise ValueError("no\nsuch thing")

    monkeypatch.setattr(config, "load_site", fail)

    texts = ["{}"] * (config.BUILT + 1)
    found = list(config.AREA.check(texts, tmp_path))
    assert found == ["test_fuzz.py:fail: ValueError: no such thing"]


def test_a_page_that_runs_is_found(tmp_path):
    raw = "<iframe srcdoc='x'></iframe>\n\n<a href='javascript:alert(1)'>x</a>\n"
    files = {"index.md": raw, "docs.json": '{"name": "F", "navigation": ["index"]}'}

    [built] = broken(tmp_path, files)

    assert len(list(dangerous(built))) == 2


def test_a_message_without_a_type_is_found(tmp_path):
    files = {"index.md": "# A\n", "docs.json": '{"name": "F", "navigation": ["index", "b"]}'}
    [built] = broken(tmp_path, files)
    assert built.warning_lines
    assert not list(unclear(built))

    worse = replace(built, warnings="docs.json:1: WARNING: it\n  goes on\n")

    assert len(list(unclear(worse))) == 2


def test_a_process_that_dies_is_found_and_followed_by_another():
    worker = Worker("docs-json")
    worker.kill()

    assert worker.check(["{}"]) == ["the process ended with -9"]
    assert worker.check(["{}"]) == []
    worker.stop()


def test_what_takes_too_long_is_found():
    worker = Worker("docs-json", patience=1)

    assert worker.check(["{}"] * 50_000) == ["not done after 1 seconds"]
    worker.stop()


def test_what_is_found_is_made_small():
    text = "\n".join(f"line {number}" for number in range(40))

    assert smaller(text, lambda text: "3" in text and "8" in text) in ("38", "3\n8")


def test_the_same_seed_gives_the_same_texts():
    def first(seed: int) -> list[list[str]]:
        return list(islice(batches(AREAS["front-matter"], seed), 2))

    assert first(1) == first(1)
    assert first(1) != first(2)


def test_changes_keep_a_text_short():
    random = Random(1)
    for _ in range(200):
        assert len(mutated("x" * 100, ["y"], ["z" * 90], random)) <= 60_000
