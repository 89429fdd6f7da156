"""The comparison itself works; it says nothing about how fast this machine is."""

from __future__ import annotations

import json

import pytest

from tests.benchmarks import figures, large_sites, scale
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


@pytest.mark.nightly
def test_a_comparison_prints_both_builds_and_fails_above_the_limit(capsys, tmp_path):
    assert main(["--pages", "20", "--keep", str(tmp_path)]) == 0
    printed = capsys.readouterr().out

    assert "20 pages" in printed
    assert all(word in printed for word in ("ours", "basic", "ratio", "cpu", "memory", "size"))
    assert "warnings" not in printed
    assert main(["--pages", "20", "--limit", "0.001"]) == 1


def test_the_table_of_figures_is_the_one_that_its_command_prints():
    page = figures.PAGE.read_text(encoding="utf-8")

    def rows(text):
        cells = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
        return [(line[0], line[-1]) for line in cells]  # counts change with every test

    table = page.partition("<!-- figures -->")[2].partition("<!-- end of figures -->")[0]
    assert rows(table) == rows(figures.table())
    assert all(row[1] in page for row in figures.kept())


def test_large_sites_are_as_large_as_they_say(tmp_path):
    large_sites.write_groups(tmp_path / "groups", 20)
    large_sites.write_redirects(tmp_path / "redirects", 100)
    groups = (tmp_path / "groups/docs.json").read_text()
    redirects = json.loads((tmp_path / "redirects/docs.json").read_text())["redirects"]

    assert groups.count('"group"') == 20
    assert len({each["source"] for each in redirects}) == 100
    assert 4_000_000 < len(json.dumps(large_sites.large_description(100), indent=1)) < 5_000_000
    assert [round(scale.growth(one), 2) for one in ([5, 6, 8], [1, 4, 16])] == [1.0, 2.0]
