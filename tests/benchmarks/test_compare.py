"""The comparison itself works; it says nothing about how fast this machine is."""

from __future__ import annotations

import json

import pytest

from tests.benchmarks.compare import main
from tests.benchmarks.generate import write_ours, write_plain
from tests.benchmarks.moments import parts_in


def test_the_same_seed_gives_the_same_site(tmp_path):
    write_ours(tmp_path / "a", 30, seed=7)
    write_ours(tmp_path / "b", 30, seed=7)
    write_plain(tmp_path / "c", 30, seed=7)

    def pages(folder):
        return {p.relative_to(folder): p.read_text() for p in folder.rglob("page-*.md")}

    assert len(pages(tmp_path / "a")) == 30
    assert pages(tmp_path / "a") == pages(tmp_path / "b") == pages(tmp_path / "c")


def test_every_generated_page_is_in_the_navigation(tmp_path):
    write_ours(tmp_path, 45)
    listed = json.dumps(json.loads((tmp_path / "docs.json").read_text())["navigation"])

    assert all(page.stem in listed for page in tmp_path.rglob("page-*.md"))


def test_a_build_says_how_long_its_parts_took():
    said = "WARNING: x\npart read 1.250\npart write 2.5\npart of a sentence\n"

    assert parts_in(said) == {"read": 1.25, "write": 2.5}


@pytest.mark.slow
def test_a_comparison_prints_both_builds_and_fails_above_the_limit(capsys, tmp_path):
    assert main(["--pages", "20", "--keep", str(tmp_path)]) == 0
    printed = capsys.readouterr().out

    assert "20 pages" in printed
    assert all(word in printed for word in ("ours", "basic", "ratio", "cpu", "memory", "size"))
    assert "warnings" not in printed
    assert main(["--pages", "20", "--limit", "0.001"]) == 1
