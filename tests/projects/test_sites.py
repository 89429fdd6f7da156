"""What sites of the hosted platform keep is counted, and what is missing is seen."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests._support.building import write_files
from tests._support.inputs import ROOT
from tests.projects.__main__ import chosen
from tests.projects.building import build_in
from tests.projects.download import DownloadError
from tests.projects.site_output import Article, Built
from tests.projects.site_source import Site
from tests.projects.sites import TITLES, Row, build_twice, line, measured, refused_uses, total_of
from tests.projects.table import read_table

FOLDER = Path(__file__).with_name("inputs") / "site"


@pytest.mark.nightly
@pytest.mark.parametrize("name", [each.name for each in read_table().values() if each.site])
def test_a_real_site_is_complete_and_built_once(name: str, tmp_path: Path):
    try:
        ((project, source),) = chosen([name])
    except DownloadError as error:
        pytest.skip(f"{name} cannot be had here: {error}")
    folder = source / project.docs
    assert build_twice(folder, tmp_path) == []
    row = measured(folder, tmp_path, None, browser=False)
    # Without init --diagrams, nothing draws them.
    del row.columns["diagrams"]
    assert (row.wrong, row.missing) == ([], [])
    assert row.columns["pages"].total > 20


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built fixture site."""
    folder = tmp_path_factory.mktemp("site")
    build_in(FOLDER, folder, ("html",))
    return folder


@pytest.fixture(scope="module")
def row(built: Path) -> Row:
    """The row of the fixture site."""
    return measured(FOLDER, built, None, browser=False)


def test_a_row_says_what_is_kept_and_names_what_is_not(row: Row):
    assert {name: str(column) for name, column in row.columns.items()} == {
        "pages": "3/3 100\N{NO-BREAK SPACE}%",
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
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    for path in (tmp_path / "html").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for whole in ('aria-current="page"', "components.html", "dj-callout ", "site.js"):
            text = text.replace(whole, "")
        path.write_text(text.replace("</article>", "<p>{x}<a href='no'></a></article>"), "utf-8")
    row = measured(FOLDER, tmp_path, None, browser=False)
    found = row.columns
    assert (found["links"].there, found["operations"].there, found["files"].there) == (3, 0, 1)
    assert "Note/Tip guides/components" in str(found["components"].missing)
    assert "leads nowhere on index: no" in row.wrong
    assert "tag or expression as text on index: {x}" in row.wrong
    assert not row.good


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


def test_tags_and_expressions_are_seen_in_text_and_not_in_code():
    html = "<article><p>a &lt;Foo&gt; {bar} <code>&lt;Ok&gt; {ok}</code></p></article>{out}"
    assert Article(html).leaks == ["<Foo>", "{bar}"]


def test_components_of_pages_and_their_snippets_are_counted(tmp_path: Path):
    page = (
        "import A from '/snippets/a.mdx'\n\n<A />\n\n<A />\n\n`<Tip>`\n\n"
        '```mdx\n<Tip>\n```\n\n<Card title="<Tip>" />\n{/* <Tip> */}\n'
    )
    write_files(
        tmp_path, {"docs.json": "{}", "page.mdx": page, "snippets/a.mdx": "<Note>x</Note>"}
    )
    assert Site(tmp_path).components("page") == {"Note": 2, "Card": 1}


def test_a_message_of_another_package_is_wrong(tmp_path: Path):
    config = '{"name": "T", "navigation": [{"group": "G", "pages": ["index"]}]}'
    write_files(tmp_path / "s", {"docs.json": config, "index.mdx": "# T\n\n{ref}`nowhere`"})
    (wrong,) = build_twice(tmp_path / "s", tmp_path / "out")
    assert wrong.startswith("not our message: ")
    assert "nowhere" in wrong


def test_the_table_of_the_documentation_has_the_columns_and_sums_of_the_command():
    text = (ROOT / "docs/start/kept.md").read_text(encoding="utf-8")
    lines = [each for each in text.splitlines() if each.count(" | ") == len(TITLES) - 1]
    assert lines[0] == line(TITLES)
    assert lines[-1] == total_of(lines[2:-1])
    assert len(lines) >= 30 + 3
