"""How tests run: quick and nightly, seeds, sites that are built once, one browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests._support.seeds import VARIABLE, seed
from tests._support.shared_builds import built_once
from tests.conftest import TESTS, TOUCHES_SPHINX


def test_a_site_of_several_tests_is_built_once(tmp_path_factory):
    calls: list[Path] = []

    first = built_once(tmp_path_factory, "once", calls.append)
    second = built_once(tmp_path_factory, "once", calls.append)

    assert calls == [first] == [second]


def test_a_build_that_fails_fails_each_test_that_wants_it(tmp_path_factory):
    def fail(folder: Path) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        built_once(tmp_path_factory, "failing", fail)
    with pytest.raises(RuntimeError, match="failed in another test"):
        built_once(tmp_path_factory, "failing", fail)


def test_only_a_run_with_a_seed_of_the_day_tries_something_new(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert seed(7) == 7
    monkeypatch.setenv(VARIABLE, "20261123")
    assert seed(7) == 20261123


def test_a_test_without_a_mark_is_quick(request):
    assert request.node.get_closest_marker("quick")
    assert not request.node.get_closest_marker("nightly")


def test_what_runs_on_the_oldest_sphinx_is_there():
    assert [place for place in TOUCHES_SPHINX if not (TESTS / place).exists()] == []


def test_only_one_fixture_starts_what_starts_browsers():
    """A second one in the same process fails, and which tests share one is chance."""
    own = Path(__file__)
    starting = [
        path.relative_to(TESTS).as_posix()
        for path in sorted(TESTS.rglob("*.py"))
        if path.name.startswith(("test_", "conftest"))
        if path != own and "sync_playwright()" in path.read_text(encoding="utf-8")
    ]

    assert starting == ["conftest.py"]
