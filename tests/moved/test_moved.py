"""The table of moved sites counts what readers of a site have, and sees what is missing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests._support.building import build_site
from tests.moved.__main__ import (
    BEGIN,
    END,
    TITLES,
    Row,
    line,
    measured,
    refused_uses,
    renewed,
    total_of,
)
from tests.moved.built import Built
from tests.moved.source import Site

FOLDER = Path(__file__).with_name("inputs") / "site"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built fixture site, laid out as the command does."""
    folder = tmp_path_factory.mktemp("moved")
    files = {
        path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file()
    }
    (folder / "src").mkdir()
    done = build_site(folder / "src", files, each_place=True)
    (folder / "warnings.txt").write_text("\n".join(done.warning_lines), encoding="utf-8")
    (folder / "html").symlink_to(done.outdir)
    return folder


@pytest.fixture(scope="module")
def row(built: Path) -> Row:
    """The row of the fixture site."""
    return measured(FOLDER, built, None, browser=False)


def test_a_row_says_what_is_kept_and_names_what_is_not(row: Row):
    assert {name: str(column) for name, column in row.columns.items()} == {
        "links": "9/9 100\N{NO-BREAK SPACE}%",
        "generated": "1/1 100\N{NO-BREAK SPACE}%",
        "operations": "3/3 100\N{NO-BREAK SPACE}%",
        "components": "35/36 97.2\N{NO-BREAK SPACE}%",
        "classes": "–",
        "files": "2/2 100\N{NO-BREAK SPACE}%",
        "diagrams": "0/1 0\N{NO-BREAK SPACE}%",
    }
    assert row.dead == 1
    missing = Counter[str]()
    for column in row.columns.values():
        missing += column.missing
    assert missing == {
        "<Clock>": 1,
        "index": 1,
    }


def test_what_is_taken_away_from_the_output_is_missing(built: Path, tmp_path: Path):
    html = tmp_path / "html"
    for path in (built / "html").rglob("*.html"):
        copy = html / path.relative_to(built / "html")
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        for whole in ('aria-current="page"', "components.html", "dj-callout ", "site.js"):
            text = text.replace(whole, "")
        copy.write_text(text, encoding="utf-8")
    found = measured(FOLDER, tmp_path, None, browser=False).columns
    assert (found["links"].there, found["operations"].there, found["files"].there) == (3, 0, 1)
    assert "Note/Tip guides/components" in str(found["components"].missing)


def test_the_class_of_a_utility_is_styled_when_a_rule_declares_what_is_meant(built: Path):
    found = Built(built / "html")
    assert found.styled("gap-4", [{"gap:1rem"}])
    assert found.styled("dark:text-zinc-400", [{"--tw-text-opacity:1"}])
    assert not found.styled("gap-4", [{"gap:2rem"}])
    assert not found.styled("unknown-class", [{"color:red"}])


def test_the_log_says_how_many_uses_are_not_drawn():
    log = "/x/a.mdx:1: WARNING: <Clock> cannot be drawn: why (the same at 2 more places)."
    assert refused_uses(log, Path("/x")) == {("a", "Clock"): 3}


def test_an_address_of_hosting_may_stand_before_a_link():
    site = Site(FOLDER)
    assert site.judged("docs/guides/components") == ("page", "guides/components")
    assert site.judged("docs/guides/nowhere") == ("dead", "docs/guides/nowhere")


PAGE = Path(__file__).parents[2] / "docs/start/kept.md"


def test_rows_of_a_page_are_renewed_and_the_others_stay(row: Row):
    page = "Before\n<!-- sites -->\n\n| Site |\n|---|\n| z/z |{}\n<!-- end of sites -->\nAfter\n"
    other = " 4/4 100\N{NO-BREAK SPACE}% | 1/2 50\N{NO-BREAK SPACE}% | – | – | – | – | – | – |"
    text = renewed(renewed(page.format(other), [row]), [row])
    assert text.startswith("Before\n")
    assert text.endswith("After\n")
    assert text.count(f"\n{row}\n") == 1
    assert (
        f"\n| z/z |{other}\n| All 2 | 7/7 100\N{NO-BREAK SPACE}% | 10/11 90.9\N{NO-BREAK SPACE}% |"
        in text
    )


def test_the_table_of_the_documentation_has_the_columns_and_sums_of_the_command():
    table = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    lines = [each for each in table.splitlines() if each.startswith("| ")]
    assert lines[0] == line(TITLES)
    assert lines[-1] == total_of(lines[2:-1])
    assert len(lines) >= 30 + 3
